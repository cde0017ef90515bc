"""The end of a hand: which cards lay open to everybody, and what the referee announced."""

from __future__ import annotations

from typing import Any

from meldroom.core.event import Noted
from meldroom.core.showdown import HandEnd
from meldroom.core.state import AnyState, gather, lay_open, move, note
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import deal

GAME = ThumbsUp()
POOL, DISCARD, RACK = 0, 1, 2  # the rack of seat 0
START = deal(GAME, "rack0: B. B- BV", "rack1: R. R-", "discard: K. G.", "pool: O.", players=2).state


def ended(after: AnyState) -> HandEnd[Any, Any]:
    """Gather the cards after what ended the hand."""
    after = note(gather(after, POOL), "R2", "the next hand is dealt")
    return HandEnd(START, START, lay_open(after, RACK + 1))


def open_cards(end: HandEnd[Any, Any]) -> dict[str, str]:
    """Name the cards of every zone that lay open."""
    return {zone.label: GAME.deck.text(zone.cards) for zone in end.open_zones}


def test_what_lay_open_before_the_end_is_open_and_nothing_else() -> None:
    assert open_cards(ended(START)) == {"discard": "K. G."}


def test_cards_that_leave_an_open_zone_are_gone() -> None:
    end = ended(move(START, GAME.deck.cards("G."), DISCARD, RACK))
    assert open_cards(end) == {"discard": "K."}


def test_cards_that_enter_an_open_zone_are_open() -> None:
    end = ended(move(START, GAME.deck.cards("B-"), RACK, DISCARD))
    assert open_cards(end) == {"discard": "K. G. B-"}


def test_cards_that_move_out_of_sight_stay_hidden() -> None:
    assert open_cards(ended(move(START, GAME.deck.cards("O."), POOL, RACK))) == {"discard": "K. G."}


def test_a_hand_that_is_laid_open_is_open_with_what_it_holds_then() -> None:
    taken = move(START, GAME.deck.cards("G."), DISCARD, RACK)
    end = ended(move(lay_open(taken, RACK), GAME.deck.cards("B."), RACK, DISCARD))
    assert open_cards(end) == {"discard": "K. B.", "rack0": "B- BV G."}
    assert GAME.deck.text(end.open_cards("rack", 0)) == "B- BV G."
    assert end.open_cards("rack", 1) == b""


def test_what_follows_when_the_cards_are_gathered_is_no_part_of_the_end() -> None:
    end = ended(note(START, "R9", "{0} pays"))
    assert end.notes == (Noted("R9", "{0} pays"),)
