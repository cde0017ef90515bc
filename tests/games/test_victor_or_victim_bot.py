"""How bots play Victor or Victim; `it` is the level house."""

from __future__ import annotations

from typing import Any

from meldroom.core.options import Setting
from meldroom.games.victor_or_victim import VictorOrVictim
from tests.scenario import Scenario, deal

GAME = VictorOrVictim()


def at_table(*zones: str, **facts: Any) -> Scenario:
    """Deal a position for two players."""
    facts = {"drawn": GAME.deck.cards("RI"), **facts}
    return deal(GAME, *zones, players=2, **facts)


def test_it_passes_the_letter_that_kills_and_a_search_looks_at_nothing_else() -> None:
    table = at_table("letters0: RM BV YC", "letters1: RV RI RI RC RT")
    assert table.advised() == "pass RM"
    assert table.looked_at() == set()


def test_it_never_lets_the_neighbour_win() -> None:
    table = at_table("letters0: RR BV", "letters1: RV RI RC RT RO")
    assert table.advised() == "pass BV"
    assert table.looked_at() == {"pass BV", "pass RR"}


def test_it_acquires_the_letter_that_wins() -> None:
    drawn = GAME.deck.cards("ACQ")
    table = at_table("letters0: RV RI RC RT RO", "letters1: RR BM", drawn=drawn)
    assert table.advised() == "acquire RR 1"
    assert table.advised("novice") == "acquire RR 1"


def test_it_declines_a_letter_that_would_put_it_out() -> None:
    drawn = GAME.deck.cards("ACQ")
    table = at_table("letters0: RV RI RI RC RT", "letters1: RM", drawn=drawn)
    assert table.advised() == "decline"


def test_it_puts_victim_first_where_the_option_says_so() -> None:
    letters = ("letters0: RV BV", "letters1: RI RI RC RT RM RO RR")
    options: dict[str, Setting] = {"both_words": "victim"}
    drawn = GAME.deck.cards("RI")
    table = deal(GAME, *letters, players=2, options=options, drawn=drawn)
    assert table.advised() == "pass RV"
    assert at_table(*letters).advised() == "pass BV"


def test_it_breaks_up_the_way_to_victim_early() -> None:
    table = at_table("letters0: BR RM YI YI", "letters1: BV RC YC")
    assert table.advised() == "pass YI"


def test_it_tests_its_own_letters_first_where_they_count_after_the_pass() -> None:
    letters = ("letters0: RV RI RI RC RT RM BM", "letters1: BV BI BI BC BT")
    options: dict[str, Setting] = {"test": "after_pass"}
    drawn = GAME.deck.cards("RI")
    table = deal(GAME, *letters, players=2, options=options, drawn=drawn)
    assert table.advised() != "pass BM"
    assert at_table(*letters).advised() == "pass BM"


def test_of_equal_actions_it_takes_the_first_by_number() -> None:
    table = at_table("letters0: RV BV YV", "letters1:")
    assert table.advised() == "pass RV"


def test_a_novice_keeps_what_victor_needs() -> None:
    table = at_table("letters0: RV RC RM", "letters1: RV RI RI RC RT")
    assert table.advised("novice") == "pass RM"


def test_a_word_whose_last_letter_is_gone_is_worth_less() -> None:
    near = at_table("letters0: RV RI RC RT RO", "letters1: BM")
    gone = at_table("letters0: RV RI RC RT RO", "letters1: RR RR")
    assert near.prospect(0) > gone.prospect(0)


def test_victim_is_feared_more_where_the_seat_before_holds_its_last_letter() -> None:
    threatened = at_table("letters0: RV RI RI RC RT", "letters1: RM")
    near = at_table("letters0: RV RI RI RC RT", "letters1: BM")
    assert threatened.prospect(0) < near.prospect(0)


def test_the_fallen_have_no_prospect() -> None:
    table = deal(GAME, "letters2:", players=3, fallen=(2,), drawn=GAME.deck.cards("RI"))
    assert table.prospect(2) == 0
    assert round(table.prospect(0) + table.prospect(1), 9) == 1
