"""How the house plays Victor or Victim."""

from __future__ import annotations

from typing import Any

from meldroom.games.victor_or_victim import VictorOrVictim
from tests.scenario import Scenario, deal

GAME = VictorOrVictim()


def victor(*zones: str, **facts: Any) -> Scenario:
    """Deal a position of two players."""
    facts = {"drawn": GAME.deck.cards("RI"), **facts}
    return deal(GAME, *zones, players=2, **facts)


def test_it_passes_the_letter_that_kills_and_a_search_looks_no_further() -> None:
    table = victor("letters0: RM BV YC", "letters1: RV RI RI RC RT")
    assert table.advised() == "pass RM"
    assert table.looked_at() == set()


def test_it_never_crowns_the_neighbour() -> None:
    table = victor("letters0: RR BV", "letters1: RV RI RC RT RO")
    assert table.advised() == "pass BV"
    assert table.looked_at() == {"pass BV", "pass RR"}


def test_it_acquires_what_crowns_itself() -> None:
    drawn = GAME.deck.cards("ACQ")
    table = victor("letters0: RV RI RC RT RO", "letters1: RR BM", drawn=drawn)
    assert table.advised() == "acquire RR 1"
    assert table.advised("novice") == "acquire RR 1"


def test_it_declines_what_kills_itself() -> None:
    drawn = GAME.deck.cards("ACQ")
    table = victor("letters0: RV RI RI RC RT", "letters1: RM", drawn=drawn)
    assert table.advised() == "decline"


def test_a_word_whose_last_letter_is_gone_is_worth_less() -> None:
    near = victor("letters0: RV RI RC RT RO", "letters1: BM")
    gone = victor("letters0: RV RI RC RT RO", "letters1: RR RR")
    assert near.prospect(0) > gone.prospect(0)


def test_the_fallen_have_no_prospect() -> None:
    table = deal(GAME, "letters2:", players=3, fallen=(2,), drawn=GAME.deck.cards("RI"))
    assert table.prospect(2) == 0
    assert round(table.prospect(0) + table.prospect(1), 9) == 1
