"""The decisions of bots are timed in every game."""

from __future__ import annotations

from benchmarks.bots import time_house, time_master
from meldroom.games import GAMES
from tests.benchmarks.conftest import Bench


def test_decisions_with_a_choice_are_timed() -> None:
    game = next(iter(GAMES.values()))
    house = time_house(game, 5)
    assert 0 < house.median <= house.p99
    master = time_master(game, 0.004, 2)
    assert master.rollouts_per_second >= master.worlds_per_second > 0


def test_it_times_every_game(bench: Bench) -> None:
    done = bench("bots", "--budget", 2, "--decisions", 1)
    assert done.exit_code == 0, done.output
    assert "rollouts/s" in done.stdout
    assert "thumbs-up" in done.stdout
