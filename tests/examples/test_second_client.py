"""The client that was written from the protocol's page alone plays whole games."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from meldroom.games import GAMES
from tests.levels import only
from tests.patience import PATIENCE
from tests.server.local_room import UNLIMITED, local_server

CLIENT = Path(__file__).parents[2] / "examples" / "second_client.py"


@pytest.mark.parametrize("game", only(GAMES, ("victor-or-victim",)))
async def test_a_client_written_from_the_reference_plays_a_whole_game(
    game: str, tmp_path: Path
) -> None:
    async with local_server(tmp_path / "db", UNLIMITED) as origin:
        command = [sys.executable, str(CLIENT), origin, game, "0"]
        play = partial(subprocess.run, command, capture_output=True, text=True, timeout=PATIENCE)
        done = await asyncio.to_thread(play)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert sorted(result["places"])[0] == 1
    assert [result["places"][seat] for seat in result["winners"]] == [1] * len(result["winners"])
