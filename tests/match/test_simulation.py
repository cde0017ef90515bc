"""Simulated games follow from the seed of the run and their number alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from meldroom.bots.rule_bots import RandomBot
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.record import replay
from meldroom.core.view import AnyView
from meldroom.games import find
from meldroom.match.simulation import simulated_game

GAME = find("victor-or-victim")


def record(number: int, run_seed: bytes = bytes(32)) -> dict[str, object]:
    """Play one game of a run between random bots."""
    return simulated_game(GAME, {}, 3, run_seed, number, lambda _, seed: RandomBot(seed))


def test_a_game_follows_from_seed_and_number() -> None:
    assert record(1) == record(1)
    assert record(1) != record(2)
    assert record(1) != record(1, b"other")


def test_the_record_replays_and_names_every_seat() -> None:
    form = record(0)
    assert form["players"] == ["Ada", "Bruno", "Chidi"]
    assert len(list(replay(form, find))) == len(form["moves"]) + 1  # type: ignore[arg-type]


class CheatingBot:
    """Passes a card that it does not hold."""

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose something that is not legal."""
        return (
            GAME.parse("pass RV") if GAME.parse("pass RV") not in legal else GAME.parse("decline")
        )


def test_a_bot_that_chooses_an_illegal_action_is_named_by_its_seat() -> None:
    def seat_bot(seat: Seat, seed: bytes) -> CheatingBot:
        return CheatingBot()

    with pytest.raises(ValueError, match=r"the bot at seat \d chose .*, which is not legal"):
        simulated_game(GAME, {}, 2, bytes(32), 0, seat_bot)
