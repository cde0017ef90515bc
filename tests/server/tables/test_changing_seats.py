"""Changing seats before the cards are dealt: by oneself, or by the host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meldroom.room.records import rebuild
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    join,
    open_room,
    table_in_play,
    table_with_people,
    wait_until,
)

WAITING: dict[str, Any] = {"seats": 4, "fill": "people"}


async def test_a_person_moves_to_an_empty_seat_and_plays_there(room: Room) -> None:
    live, [ada, guest], [_, token] = await table_with_people(room, 2, **WAITING)
    await guest.give_share()
    await guest.request("move", seat=1, to=3)
    welcome = guest.last("welcome")
    assert (welcome["you"], welcome["code"]) == (3, live.table.opened.code)
    seats = ada.last("table")["seats"]
    people = [(one["name"], one["here"], one["ready"]) for one in seats if one["person"]]
    assert people == [("Ada", True, False), ("Elif", True, False)]
    assert seats[3]["name"] == "Elif"
    await guest.give_share()
    assert list(live.table.shares.commitments) == [3]
    assert (await join(room, live, token)).last("welcome")["you"] == 3
    await ada.request("start")
    await ada.give_share()
    await wait_until(lambda: live.table.shares.closed)
    for one in (ada, guest):
        await one.give_share()
    await wait_until(lambda: live.table.phase == "playing")
    assert all(live.table.shares.revealed[seat] for seat in (0, 3))
    own = [z for z in guest.position["view"]["zones"] if z["owner"] == 3]
    assert None not in own[0]["cards"]
    assert (await guest.request("move", seat=3, to=1))["rule"] == "P-5"


async def test_the_host_moves_others_and_stays_the_host_when_moving(room: Room) -> None:
    live, [ada, guest], _ = await table_with_people(room, 2, **WAITING)
    assert (await guest.request("move", seat=0, to=2))["rule"] == "P-4"
    await ada.request("move", seat=1, to=2)
    assert guest.last("welcome")["you"] == 2
    await ada.request("move", seat=0, to=1)
    assert (live.table.host, live.table.names[1:3]) == (1, ["Ada", "Elif"])
    await ada.request("start")
    assert live.table.start_requested


async def test_nobody_moves_to_a_seat_that_is_taken_or_not_there(room: Room) -> None:
    _, [ada, guest], _ = await table_with_people(room, 2, **WAITING)
    assert (await guest.request("move", seat=1, to=0))["rule"] == "P-3"
    assert (await guest.request("move", seat=1, to=7))["rule"] == "X-1"
    assert (await ada.request("move", seat=3, to=2))["rule"] == "X-1"


async def test_nobody_changes_seats_while_a_game_runs(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3)
    hand = [z["cards"] for z in ada.position["view"]["zones"] if z["owner"] == 0]
    assert (await ada.request("move", seat=0, to=1))["rule"] == "P-5"
    assert [z["cards"] for z in ada.position["view"]["zones"] if z["owner"] == 0] == hand
    assert live.table.seats[0].name == "Ada"


async def test_a_bot_changes_places_with_who_moves_to_its_seat(room: Room) -> None:
    live, [ada, guest], _ = await table_with_people(room, 2, **WAITING)
    await ada.request("bot", seat=2, level="novice")
    await guest.request("move", seat=1, to=2)
    levels = [seat["level"] for seat in ada.last("table")["seats"]]
    assert levels == [None, "novice", None, None]
    assert [live.table.awaits_person(seat) for seat in range(4)] == [
        False,
        False,
        False,
        True,
    ]


async def test_after_a_restart_everybody_sits_where_they_moved_to(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, [_, guest], [_, token] = await table_with_people(room, 2, **WAITING)
        await guest.request("move", seat=1, to=3)
        key, facts = live.table.key, live.table.facts()
        summary = await room.summary(key)
        assert summary is not None
        assert summary.people == ("Ada", None, None, "Elif")
        rebuilt = rebuild(key, room.log.read(key))
        assert [s["name"] for s in rebuilt.facts()["seats"]] == [s["name"] for s in facts["seats"]]
    async with open_room(tmp_path / "db") as room:
        restored = await room.find(key)
        assert restored is not None
        back = await join(room, restored, token)
        assert back.last("welcome")["you"] == 3


async def test_who_is_muted_stays_muted_after_moving(room: Room) -> None:
    _, [ada, guest], _ = await table_with_people(room, 2, **WAITING)
    await ada.request("mute", seat=1, on=True)
    await guest.request("move", seat=1, to=2)
    await guest.request("say", phrase=0)
    assert ada.messages("said") == []
    assert guest.last("said")["seat"] == 2


async def test_moving_does_not_refill_what_a_person_may_say(room: Room) -> None:
    _, [_, guest], _ = await table_with_people(room, 2, **WAITING)
    for _ in range(5):
        await guest.request("say", phrase=0)
    await guest.request("move", seat=1, to=2)
    assert (await guest.request("say", phrase=0))["rule"] == "P-9"
