"""Lanes of random games: the same on the processor and on an NVIDIA card, told by their traces."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.fast import build, cuda
from meldroom.fast.cuda import Card
from meldroom.fast.lanes import play_lanes, play_lanes_on
from meldroom.fast.layout import c_name, games_with_twins
from tests.conftest import Figure
from tests.levels import as_long

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
STEPS = 500


@pytest.fixture(scope="module")
def card() -> Card:
    """Open the card; skipped where there is none."""
    found = cuda.card()
    if isinstance(found, str):
        pytest.skip(f"no card to play on: {found}")
    return found


@GAMES
@pytest.mark.parametrize("lanes", [1_001, as_long(20_001)])
@pytest.mark.usefixtures("library")
def test_a_card_plays_every_lane_as_the_processor_does(
    card: Card, game: AnyGame, lanes: int, figure: Figure
) -> None:
    lots = Random(f"{game.key} on a card")
    steps = 0
    for seats in game.players:
        options = {name: lots.choice(values) for name, values in offered(game.options).items()}
        ours = play_lanes(game, options, seats, range(lanes), STEPS, seed=seats)
        theirs = play_lanes_on(card, game, options, seats, lanes, STEPS, seed=seats)
        different = [lane for lane in range(lanes) if bytes(ours[lane]) != bytes(theirs[lane])]
        assert not different, (seats, options)
        steps += sum(trace.steps for trace in ours)
    figure(f"card against processor, {game.key}: {steps} steps, 0 lanes differ")


@GAMES
@pytest.mark.usefixtures("library")
def test_a_lane_plays_what_its_number_and_the_seed_say(game: AnyGame) -> None:
    seats = game.players[0]
    lanes = play_lanes(game, {}, seats, range(5), STEPS, seed=1)
    assert len({trace.hash for trace in lanes}) == 5
    (alone,) = play_lanes(game, {}, seats, range(3, 4), STEPS, seed=1)
    assert bytes(alone) == bytes(lanes[3])
    assert alone.steps >= STEPS
    assert alone.games >= 1
    (other,) = play_lanes(game, {}, seats, range(3, 4), STEPS, seed=2)
    assert other.hash != alone.hash


def test_without_a_driver_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "DRIVER", "no-such-driver")
    cuda.card.cache_clear()
    try:
        assert cuda.card() == "there is no NVIDIA driver"
    finally:
        cuda.card.cache_clear()


@pytest.mark.long
def test_every_twin_has_a_kernel(tmp_path: Path, figure: Figure) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("there is no nvcc")
    kernels = tmp_path / "kernels.ptx"
    assert build.kernels_compiled("lanes", kernels) is None
    text = kernels.read_text()
    entries = re.findall(r"\.entry (\w+)_play_lanes\(", text)
    assert sorted(entries) == sorted(c_name(game) for game in games_with_twins())
    figure(f"kernels: {len(text):,} bytes of PTX")
