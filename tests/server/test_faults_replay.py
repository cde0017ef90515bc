"""Stored games: they replay to the same end on every Python, and no altered one verifies."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.codec import canonical, plain
from meldroom.core.record import Divergence, replay
from meldroom.core.state import State
from meldroom.games import GAMES, find
from meldroom.server.http.records import record_of, replayed
from tests.conformance.fair import HANDS, SECRETS, Form, fair_games, flipped
from tests.conformance.golden import golden_file
from tests.conftest import Figure
from tests.server.chronicle import chronicle

PROMISED = ("3.11", "3.12", "3.13")
REPLAY = """
import json, sys
from hashlib import sha256
from meldroom.core.codec import canonical, plain
from meldroom.core.record import replay
from meldroom.games import find
for line in sys.stdin:
    form = json.loads(line)
    for state in replay(form, find): pass
    deck = find(form["game"]).deck
    lies = [[zone.label, plain(zone.cards, deck)] for zone in state.zones]
    told = canonical([lies, plain(state.public, deck), state.rng.calls, state.ply])
    print(sha256(told).hexdigest())
"""


def end(form: Form, state: State[Any]) -> str:
    """Hash where a game ended: cards, facts, chance."""
    deck = find(form["game"]).deck
    lies = [[zone.label, plain(zone.cards, deck)] for zone in state.zones]
    told = canonical([lies, plain(state.public, deck), state.rng.calls, state.ply])
    return sha256(told).hexdigest()


def pythons() -> dict[str, str]:
    """Find a Python of each version that we promise; our own is one of them."""
    found = {f"{sys.version_info.major}.{sys.version_info.minor}": sys.executable}
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for version in PROMISED:
        kept = sorted(map(str, home.glob(f"versions/{version}.*/bin/python{version}")))
        for python in (shutil.which(f"python{version}"), *kept):
            if python and version not in found:
                tried = subprocess.run([python, "-c", ""], capture_output=True, check=False)
                found.update({version: python} if tried.returncode == 0 else {})
    return found


PYTHONS = pythons()


@pytest.fixture(scope="module", params=[1, pytest.param(40, marks=pytest.mark.slow)])
def stored(request: pytest.FixtureRequest) -> list[tuple[Form, str]]:
    """Give stored games with how they ended: of every game from logs, and the golden records."""
    games: list[tuple[Form, str]] = []
    for game in GAMES.values():
        for number in range(request.param):
            key = f"{number:x>14}"
            rows = chronicle(key, game=game.key)
            form, match = record_of(key, rows, 1), replayed(key, rows).match
            assert form is not None
            assert match is not None
            games.append((form, end(form, match.state)))
        for line in golden_file(game).read_text("utf-8").splitlines():
            form = json.loads(line)
            *_, last = replay(form, find)
            games.append((form, end(form, last)))
    return games


@pytest.mark.parametrize("version", PROMISED)
def test_6_every_stored_game_replays_to_the_same_end(
    version: str, stored: list[tuple[Form, str]], figure: Figure
) -> None:
    if version not in PYTHONS:
        pytest.skip(f"there is no Python {version} on this machine")
    fresh = subprocess.run(
        [PYTHONS[version], "-W", "error", "-c", REPLAY],
        input="".join(json.dumps(form) + "\n" for form, _ in stored),
        env={"PYTHONPATH": str(Path(sys.modules["meldroom"].__path__[0]).parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert fresh.stdout.splitlines() == [told for _, told in stored]
    plies = sum(len(form["moves"]) for form, _ in stored)
    figure(f"6: Python {version}: {len(stored)} stored games of {plies} plies, the same ends")


@HANDS
def test_22_finished_games_verify_and_altered_ones_do_not(hands: int, figure: Figure) -> None:
    games = played = altered = 0
    for form, many in fair_games(hands):
        for _ in replay(form, find):
            pass
        names = [*SECRETS, "digest"] if games % 10 == 0 else SECRETS
        for at, name in enumerate(names):
            with pytest.raises(Divergence):
                list(replay(flipped(form, name, games + 57 * at), find))
            altered += 1
        games, played = games + 1, played + many
    assert played >= hands
    figure(f"22: Python: {played} hands of {games} games verified, {altered} altered ones refused")
