"""Views: what a seat can know, worlds it cannot rule out, and events as it hears them."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.event import Gathered, Moved, Noted, masked
from meldroom.core.rng import Rng
from meldroom.core.state import State, move
from meldroom.core.view import View, events, resample, view
from meldroom.core.zone import Sight, Zone
from tests.scenario import SEED


class Scenario(NamedTuple):
    turn: int = 0


PACK = bytes(range(30))
STOCK, ROW, HAND0, HAND1 = range(4)
STATE = State(
    (
        Zone("stock", None, Sight.NONE, fan=False, cards=PACK[:18]),
        Zone("row", None, Sight.ALL, fan=False, cards=PACK[18:20]),
        Zone("hand", 0, Sight.OWNER, fan=True, cards=PACK[20:25]),
        Zone("hand", 1, Sight.OWNER, fan=True, cards=PACK[25:]),
    ),
    Scenario(),
    "options",
    2,
    Rng(SEED, 5),
    ply=3,
)


def test_a_view_has_no_seed_and_no_journal() -> None:
    assert View._fields == ("seat", "zones", "public", "options", "seats", "ply")
    seen = view(STATE, 0)
    assert seen[2:] == (Scenario(), "options", 2, 3)
    assert seen.seat == 0


def test_a_seat_sees_open_zones_and_its_own_hand() -> None:
    seen = view(STATE, 0)
    assert seen.zones[STOCK].cards == b"\xff" * 18
    assert seen.zones[ROW] == STATE.zones[ROW]
    assert seen.zones[HAND0] == STATE.zones[HAND0]
    assert seen.zones[HAND1].cards == b"\xff" * 5


def test_a_watcher_sees_no_hand() -> None:
    seen = view(STATE, None)
    assert [bytes(set(zone.cards)) for zone in seen.zones[HAND0:]] == [b"\xff", b"\xff"]


def test_the_top_of_a_pile_in_a_view_may_be_nothing() -> None:
    assert view(STATE, 0).top(ROW) == PACK[19:20]
    assert view(move(STATE, PACK[18:20], ROW, HAND0), 0).top(ROW) == b""


def test_a_resampled_world_looks_the_same_and_holds_the_same_cards() -> None:
    seen = view(STATE, 0)
    world = resample(seen, PACK, Rng(SEED))
    assert view(world, 0) == seen
    assert sorted(b"".join(zone.cards for zone in world.zones)) == list(PACK)
    assert world.zones[HAND1].cards == bytes(sorted(world.zones[HAND1].cards))
    assert (world.options, world.seats, world.ply, world.journal) == ("options", 2, 3, ())


def test_covered_cards_that_nobody_remembers_are_resampled_where_they_lie() -> None:
    seen = view(move(STATE, PACK[:3], STOCK, ROW), 0)
    row = seen.zones[ROW]
    blurred = [*seen.zones]
    blurred[ROW] = row._replace(cards=b"\xff" * 4 + row.cards[-1:])
    world = resample(seen._replace(zones=tuple(blurred)), PACK, Rng(SEED))
    assert sorted(b"".join(zone.cards for zone in world.zones)) == list(PACK)
    assert world.zones[ROW].cards[-1:] == row.cards[-1:]
    assert len(world.zones[ROW].cards) == 5


def test_a_resampled_world_has_other_hidden_cards_and_another_seed() -> None:
    worlds = [resample(view(STATE, 0), PACK, Rng(SEED, call)) for call in range(50)]
    assert len({world.zones[STOCK].cards for world in worlds}) == 50
    assert len({world.zones[HAND1].cards for world in worlds}) > 45
    assert len({world.rng.seed for world in worlds}) == 50
    assert all(world.rng.calls == 0 and world.rng.seed != SEED for world in worlds)


def test_any_unseen_card_can_be_in_any_hidden_place() -> None:
    worlds = [resample(view(STATE, 0), PACK, Rng(SEED, call)) for call in range(300)]
    unseen = set(PACK) - set(PACK[18:25])
    assert {world.zones[STOCK].cards[0] for world in worlds} == unseen
    assert {card for world in worlds for card in world.zones[HAND1].cards} == unseen


def test_a_known_card_stays_where_everyone_saw_it_go() -> None:
    state = move(STATE, PACK[19:20], ROW, HAND1)
    for call in range(40):
        world = resample(view(state, 0), PACK, Rng(SEED, call))
        assert PACK[19] in world.zones[HAND1].cards
        assert world.zones[HAND1].known == PACK[19:20]


def test_a_pile_known_card_by_card_is_still_in_an_unknown_order() -> None:
    zones = (STATE.zones[STOCK]._replace(known=PACK[:18]), *STATE.zones[1:])
    seen = view(STATE._replace(zones=zones), None)
    worlds = [resample(seen, PACK, Rng(SEED, call)) for call in range(20)]
    assert all(sorted(world.zones[STOCK].cards) == list(PACK[:18]) for world in worlds)
    assert len({world.zones[STOCK].cards for world in worlds}) == 20


def test_a_move_is_masked_for_those_who_did_not_see_it() -> None:
    state = move(STATE, PACK[17:18], STOCK, HAND0)
    moved = Moved(PACK[17:18], "stock", None, "hand", 0, ())
    assert events(state, 0) == (moved,)
    assert events(state, 1) == (moved._replace(cards=b"\xff"),)
    assert events(state, None) == (moved._replace(cards=b"\xff"),)


def test_a_move_in_the_open_is_told_to_all_alike() -> None:
    state = move(STATE, PACK[18:20], ROW, HAND0)
    moved = Moved(PACK[18:20], "row", None, "hand", 0, ())
    assert [events(state, seat) for seat in (0, 1, None)] == [(moved,)] * 3


def test_who_else_saw_a_move_is_told_to_nobody() -> None:
    state = move(STATE, PACK[25:26], HAND1, HAND0)
    assert {event.eyes for seat in (0, 1, None) for event in events(state, seat)} == {()}  # type: ignore[union-attr]


def test_other_events_are_told_as_they_are() -> None:
    for event in (Gathered("stock"), Noted("R1", "one")):
        assert masked(event, None) == event
