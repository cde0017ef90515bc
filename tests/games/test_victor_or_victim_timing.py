"""What a table knows of Victor or Victim besides its rules."""

from __future__ import annotations

from meldroom.core.default_action import default_action
from meldroom.core.view import view
from meldroom.games.companions import timing_of
from tests.games.test_victor_or_victim import GAME, at_table
from tests.scenario import Scenario


def for_a_silent_seat(table: Scenario, drawn: str) -> str:
    seen = view(table.state, 0)
    verbs = timing_of(GAME).default_verbs(seen)
    return GAME.text(default_action(GAME, seen, GAME.deck.cards(drawn), verbs))


def test_x2_a_silent_seat_passes_the_letter_drawn_and_takes_nothing() -> None:
    letters = ("letters0: RV BI YM", "letters1: BC")
    assert for_a_silent_seat(at_table(*letters, drawn="BI"), "BI") == "pass BI"
    assert for_a_silent_seat(at_table(*letters, drawn="TWO"), "BI") == "pass RV BI"
    assert for_a_silent_seat(at_table(*letters, drawn="ACQ"), "BI") == "decline"


def test_r10_who_has_spelled_victim_is_out() -> None:
    table = at_table("letters0: YM YC", "letters1: YI YV YI YT YC BO", drawn="YM")
    timing = timing_of(GAME)
    assert not any(timing.is_out(table.facts, seat) for seat in range(3))
    fallen = table.play("pass YM")
    assert [timing.is_out(fallen.facts, seat) for seat in range(3)] == [False, True, False]
