"""Zones: who may look, and what is known of hidden cards."""

from __future__ import annotations

import pytest

from meldroom.core.cards import BACK
from meldroom.core.zone import Sight, Zone, enter, faces, leave

PILE = Zone("stock", None, Sight.NONE, fan=False, cards=b"\x03\x01\x02")
HAND = Zone("hand", 1, Sight.OWNER, fan=True, cards=b"\x01\x02\x02")
ROW = Zone("row", None, Sight.ALL, fan=False, cards=b"\x05\x04")


def test_a_zone_is_named_after_its_owner() -> None:
    assert PILE.label == "stock"
    assert HAND.label == "hand1"


@pytest.mark.parametrize(
    ("zone", "eyes"),
    [(PILE, []), (HAND, [1]), (ROW, [0, 1, None]), (HAND._replace(shown=True), [0, 1, None])],
)
def test_sight_says_who_may_look(zone: Zone, eyes: list[int | None]) -> None:
    seats = (0, 1, None)
    assert [seat for seat in seats if zone.open_to(seat)] == eyes
    assert [s for s in seats if BACK not in faces((zone,), s)[0].cards] == eyes


def test_a_watcher_is_not_the_owner_of_a_zone_that_nobody_owns() -> None:
    assert not PILE.open_to(None)
    assert faces((PILE,), None)[0].cards == b"\xff\xff\xff"


def test_a_hidden_zone_shows_what_is_known_then_backs() -> None:
    hand = HAND._replace(known=b"\x02")
    face = faces((hand,), 0)[0]
    assert face == Zone("hand", 1, Sight.OWNER, True, b"\x02\xff\xff", b"\x02", False)
    assert faces((hand,), 1) == (hand,)


def test_a_pile_takes_cards_on_top_and_a_fan_in_order() -> None:
    assert enter(ROW, b"\x09\x01", True, None).cards == b"\x05\x04\x09\x01"
    assert enter(ROW, b"\x09\x01", True, 1).cards == b"\x05\x09\x01\x04"
    assert enter(ROW, b"\x09", True, 0).cards == b"\x09\x05\x04"
    assert enter(HAND, b"\x00\x02", False, None).cards == b"\x00\x01\x02\x02\x02"


def test_a_card_that_everyone_saw_enter_a_hidden_zone_is_known() -> None:
    assert enter(HAND._replace(known=b"\x02"), b"\x01", True, None).known == b"\x01\x02"
    assert enter(HAND, b"\x01", False, None).known == b""
    assert enter(ROW, b"\x01", True, None).known == b""


def test_cards_leave_from_nearest_the_top() -> None:
    pile = PILE._replace(cards=b"\x01\x02\x01\x03")
    assert leave(pile, b"\x01", True).cards == b"\x01\x02\x03"
    assert leave(pile, b"\x01\x03", True).cards == b"\x01\x02"
    assert leave(pile, b"", True).cards == pile.cards


def test_a_known_card_that_is_seen_to_leave_is_known_no_more() -> None:
    hand = HAND._replace(known=b"\x02\x02")
    assert leave(hand, b"\x02", True).known == b"\x02"
    assert leave(hand, b"\x01", True).known == b"\x02\x02"
    one = HAND._replace(known=b"\x02")
    assert leave(one, b"\x02\x02", True).known == b""


def test_an_unseen_card_that_leaves_may_have_been_any_that_is_known() -> None:
    hand = HAND._replace(cards=b"\x01\x02\x02\x03\x03\x03", known=b"\x01\x02\x02\x03\x03\x03")
    assert leave(hand, b"\x01", False).known == b"\x02\x03\x03"
    assert leave(hand, b"\x03", False).known == b"\x02\x03\x03"
    assert leave(hand, b"\x01\x03", False).known == b"\x03"


def test_zones_keep_their_nature_when_cards_come_and_go() -> None:
    shown = HAND._replace(shown=True)
    assert enter(shown, b"", False, None) == shown
    assert leave(shown, b"", False) == shown
