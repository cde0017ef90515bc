"""States: cards move, are gathered, shuffled and shown, and each is journalled."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.event import Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.rng import Rng, shuffle
from meldroom.core.state import (
    State,
    drawn_lot,
    gather,
    lay_open,
    move,
    note,
    seat_to_the_left,
    shuffled,
    tell,
    top,
)
from meldroom.core.zone import Sight, Zone
from tests.scenario import SEED


class Scenario(NamedTuple):
    turn: int = 0
    score: int = 0


STOCK, ROW, HAND0, HAND1 = range(4)
STATE = State(
    (
        Zone("stock", None, Sight.NONE, fan=False, cards=b"\x01\x02\x03"),
        Zone("row", None, Sight.ALL, fan=False, cards=b"\x04\x05"),
        Zone("hand", 0, Sight.OWNER, fan=True, cards=b"\x06\x07"),
        Zone("hand", 1, Sight.OWNER, fan=True, cards=b"\x08"),
    ),
    Scenario(),
    None,
    2,
    Rng(SEED, 5),
    ply=3,
)


def test_the_top_of_a_pile_is_its_last_card() -> None:
    assert top(STATE, STOCK) == b"\x03"
    assert top(STATE, STOCK, 2) == b"\x02\x03"
    assert top(STATE, STOCK, 9) == b"\x01\x02\x03"
    assert top(STATE, STOCK, 0) == b""


def test_only_the_owner_of_a_hand_sees_what_is_drawn() -> None:
    state = move(STATE, b"\x03", STOCK, HAND0)
    assert state.zones[STOCK].cards == b"\x01\x02"
    assert state.zones[HAND0].cards == b"\x03\x06\x07"
    assert state.journal == (Moved(b"\x03", "stock", None, "hand", 0, (0,)),)
    assert state.zones[HAND0].known == b""
    assert state[1:-1] == STATE[1:-1]


def test_giver_and_taker_see_what_goes_from_hand_to_hand() -> None:
    state = move(STATE, b"\x06", HAND0, HAND1)
    assert state.journal == (Moved(b"\x06", "hand", 0, "hand", 1, (0, 1)),)


def test_all_see_what_comes_from_or_goes_to_an_open_zone() -> None:
    taken = move(STATE, b"\x05", ROW, HAND1)
    assert taken.journal == (Moved(b"\x05", "row", None, "hand", 1, None),)
    assert taken.zones[HAND1].known == b"\x05"
    thrown = move(taken, b"\x05", HAND1, ROW)
    assert thrown.journal[-1] == Moved(b"\x05", "hand", 1, "row", None, None)
    assert thrown.zones[HAND1].known == b""


def test_all_see_what_goes_to_or_comes_from_a_hand_laid_open() -> None:
    shown = lay_open(STATE, HAND0)
    into = move(shown, b"\x03", STOCK, HAND0)
    assert into.journal[-1] == Moved(b"\x03", "stock", None, "hand", 0, None)
    out_of = move(shown, b"\x06", HAND0, HAND1)
    assert out_of.journal[-1] == Moved(b"\x06", "hand", 0, "hand", 1, None)
    assert out_of.zones[HAND1].known == b"\x06"


def test_a_card_can_be_put_anywhere_in_a_pile() -> None:
    assert move(STATE, b"\x08", HAND1, STOCK, at=0).zones[STOCK].cards == b"\x08\x01\x02\x03"
    assert move(STATE, b"\x08", HAND1, STOCK, at=2).zones[STOCK].cards == b"\x01\x02\x08\x03"


def test_a_card_can_go_back_into_the_pile_that_it_came_from() -> None:
    assert move(STATE, b"\x03", STOCK, STOCK, at=1).zones[STOCK].cards == b"\x01\x03\x02"


def test_gathering_brings_every_card_back_and_hides_it() -> None:
    state = gather(lay_open(move(STATE, b"\x05", ROW, HAND1), HAND0), STOCK)
    assert [zone.cards for zone in state.zones] == [bytes(range(1, 9)), b"", b"", b""]
    assert [zone.known for zone in state.zones] == [b"", b"", b"", b""]
    assert not any(zone.shown for zone in state.zones)
    assert state.journal[-1] == Gathered("stock")
    assert len(state.journal) == 3


def test_shuffling_is_one_chance_call_on_the_zone_as_it_lies() -> None:
    state = shuffled(STATE, STOCK)
    assert (state.zones[STOCK].cards, state.rng) == shuffle(Rng(SEED, 5), b"\x01\x02\x03")
    assert state.journal == (Shuffled("stock"),)
    assert state.zones[ROW:] == STATE.zones[ROW:]


def test_a_lot_is_one_chance_call() -> None:
    lot, state = drawn_lot(STATE, 6)
    assert 0 <= lot < 6
    assert state == STATE._replace(rng=Rng(SEED, 6))


def test_a_zone_laid_open_is_told_with_its_cards() -> None:
    state = lay_open(STATE, HAND1)
    assert state.zones[HAND1].shown
    assert not state.zones[HAND0].shown
    assert state.journal == (Shown("hand", 1, b"\x08"),)


def test_a_note_is_journalled_after_what_was_before() -> None:
    state = note(note(STATE, "R1", "one"), "R2", "two")
    assert state.journal == (Noted("R1", "one"), Noted("R2", "two"))


def test_facts_are_told_and_nothing_else_changes() -> None:
    state = tell(note(STATE, "R1", "one"), score=7)
    assert state.public == Scenario(0, 7)
    assert state.journal == (Noted("R1", "one"),)
    assert state._replace(public=Scenario(), journal=()) == STATE


def test_play_goes_to_the_next_higher_seat() -> None:
    assert [seat_to_the_left(seat, 3) for seat in range(3)] == [1, 2, 0]
