"""What a table and an environment know of Thumbs Up besides its rules."""

from __future__ import annotations

from meldroom.core.default_action import default_action
from meldroom.core.view import view
from meldroom.games.companions import env_facts_of, timing_of
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import Scenario, deal

GAME = ThumbsUp()


def for_a_silent_seat(table: Scenario, drawn: str = "") -> str:
    seen = view(table.state, table.to_act[0])
    verbs = timing_of(GAME).default_verbs(seen)
    return GAME.text(default_action(GAME, seen, GAME.deck.cards(drawn), verbs))


def test_x2_a_silent_seat_draws_discards_the_block_drawn_and_sees_the_thumb() -> None:
    table = deal(GAME, "rack0: R. R. R. R- RV", "discard: B.", "pool: O.")
    assert for_a_silent_seat(table) == "draw"
    assert for_a_silent_seat(table.play("draw"), drawn="O.") == "discard O."
    assert for_a_silent_seat(table.play("thumb")) == "seen"


def test_q5_there_are_eight_seconds_to_notice_a_thumb() -> None:
    race = timing_of(GAME).race
    assert (race.verb, race.limit) == ("seen", 8.0)


def test_q7_a_false_alarm_locks_the_button_by_that_rule() -> None:
    assert timing_of(GAME).race.rule == "Q7"


def test_r13_seats_stand_by_their_balances() -> None:
    table = deal(GAME, balances=(190, 230, 180))
    assert env_facts_of(GAME).standings(table.state) == (190, 230, 180)
    assert env_facts_of(GAME).standings(view(table.state, None)) == (190, 230, 180)
