"""Stored games replay to the same end on every Python, and no altered one verifies."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from meldroom.core.codec import canonical, plain
from meldroom.core.record import Divergence, replay
from meldroom.core.state import AnyState
from meldroom.games import GAMES, find
from meldroom.room.records import rebuild, record_from_log
from tests.conformance.fair import HANDS, SECRETS, Form, fair_games, flipped
from tests.conformance.golden import golden_file
from tests.conftest import Figure
from tests.server.sample_logs import sample_log

SUPPORTED_PYTHONS = ("3.11", "3.12", "3.13")
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
    cards = [[zone.label, plain(zone.cards, deck)] for zone in state.zones]
    end = canonical([cards, plain(state.public, deck), state.rng.calls, state.ply])
    print(sha256(end).hexdigest())
"""


def end_hash(form: Form, state: AnyState) -> str:
    """Hash the end of a game: cards, facts and chance."""
    deck = find(form["game"]).deck
    cards = [[zone.label, plain(zone.cards, deck)] for zone in state.zones]
    end = canonical([cards, plain(state.public, deck), state.rng.calls, state.ply])
    return sha256(end).hexdigest()


def pythons() -> dict[str, str]:
    """Find a Python of each supported version; our own is one of them."""
    found = {f"{sys.version_info.major}.{sys.version_info.minor}": sys.executable}
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for version in SUPPORTED_PYTHONS:
        from_pyenv = sorted(map(str, home.glob(f"versions/{version}.*/bin/python{version}")))
        for python in (shutil.which(f"python{version}"), *from_pyenv):
            if python and version not in found:
                tried = subprocess.run([python, "-c", ""], capture_output=True, check=False)
                found.update({version: python} if tried.returncode == 0 else {})
    return found


PYTHONS = pythons()


@pytest.fixture(scope="module", params=[1, pytest.param(40, marks=pytest.mark.slow)])
def stored(request: pytest.FixtureRequest) -> list[tuple[Form, str]]:
    """Give games from logs and golden records, each with the hash of its end."""
    games: list[tuple[Form, str]] = []
    for game in GAMES.values():
        for number in range(request.param):
            key = f"{number:x>14}"
            rows = sample_log(key, game=game.key)
            form, match = record_from_log(key, rows, 1), rebuild(key, rows).match
            assert form is not None
            assert match is not None
            games.append((form, end_hash(form, match.state)))
        for line in golden_file(game).read_text("utf-8").splitlines():
            form = json.loads(line)
            *_, last = replay(form, find)
            games.append((form, end_hash(form, last)))
    return games


@pytest.mark.parametrize("version", SUPPORTED_PYTHONS)
def test_6_every_stored_game_replays_to_the_same_end(
    version: str, stored: list[tuple[Form, str]], figure: Figure
) -> None:
    if version not in PYTHONS:
        pytest.skip(f"no Python {version} (pyenv install {version})")
    fresh = subprocess.run(
        [PYTHONS[version], "-W", "error", "-c", REPLAY],
        input="".join(json.dumps(form) + "\n" for form, _ in stored),
        env={"PYTHONPATH": str(Path(sys.modules["meldroom"].__path__[0]).parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert fresh.stdout.splitlines() == [end for _, end in stored]
    plies = sum(len(form["moves"]) for form, _ in stored)
    figure(f"6: Python {version}: {len(stored)} stored games of {plies} plies, the same ends")


@HANDS
def test_22_finished_games_verify_and_altered_ones_do_not(hands: int, figure: Figure) -> None:
    games = played = altered = 0
    for form, count in fair_games(hands):
        for _ in replay(form, find):
            pass
        names = [*SECRETS, "digest"] if games % 10 == 0 else SECRETS
        for at, name in enumerate(names):
            with pytest.raises(Divergence):
                list(replay(flipped(form, name, games + 57 * at), find))
            altered += 1
        games, played = games + 1, played + count
    assert played >= hands
    figure(f"22: Python: {played} hands of {games} games verified, {altered} altered ones refused")
