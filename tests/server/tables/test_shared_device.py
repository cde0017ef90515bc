"""People who share one device: one token for their seats, one hand at a time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.game import Refusal
from meldroom.room.log_entries import Settings
from meldroom.room.services import BotTask
from meldroom.server.sessions import Sessions
from meldroom.server.tables.bot_pool import choose_text
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import GAME, FakeConnection, join, open_room, start_game, wait_until


async def open_device(
    room: Room, seats: int = 3, others: tuple[str, ...] = ("Bruno",), game: str = GAME, **more: Any
) -> tuple[LiveTable, FakeConnection, str]:
    """Open a table for one device, connect it and wait for the deal."""
    live, token = await room.open(game, seats, more, Settings(), "Ada", others=others)
    device = await join(room, live, token)
    await start_game(live, [device])
    await wait_until(lambda: live.table.phase == "playing")
    return live, device, token


def hands_in(message: dict[str, Any]) -> list[int]:
    """Name the seats whose hidden cards a message shows."""
    view = (message.get("play") or message).get("view") or {"zones": []}
    return [
        zone["owner"]
        for zone in view["zones"]
        if zone["sight"] == "owner" and zone["cards"] and None not in zone["cards"]
    ]


async def play_on(device: FakeConnection, live: LiveTable, holds: Any) -> None:
    """Let whoever is to act take the device and act, until something holds."""
    for _ in range(2_000):
        await wait_until(lambda: holds() or _person_to_act(live) is not None)
        if holds():
            return
        seat = _person_to_act(live)
        if device.seat != seat:
            await device.request("sit", seat=seat)
        seen = live.table.current_match.view(seat)
        await device.act(choose_text(BotTask(live.table.game.key, "house", b"", seen, 1.0)))
    raise AssertionError("it never held")


def _person_to_act(live: LiveTable) -> int | None:
    match = live.table.match
    if match is None or live.table.phase != "playing" or match.racing:
        return None
    return next((seat for seat in match.to_act if seat in live.table.local_seats), None)


async def test_no_hand_is_sent_before_somebody_takes_the_device(room: Room) -> None:
    _, device, _ = await open_device(room)
    assert [hands_in(message) for message in device.received if hands_in(message)] == []
    welcome = device.last("welcome")
    assert (welcome["you"], welcome["table"]["local"]) == (None, [0, 1])
    assert welcome["next"] in (0, 1)
    await device.request("sit", seat=0)
    assert (device.last("welcome")["you"], hands_in(device.last("welcome"))) == (0, [0])


async def test_no_message_shows_two_hands_and_each_only_after_handing_over(room: Room) -> None:
    live, device, _ = await open_device(room, game="scorzo")
    await play_on(device, live, lambda: live.table.seq > 60)
    holder: int | None = None
    for message in device.received:
        if message["is"] == "welcome":
            holder = message["you"]
        assert hands_in(message) in ([], [holder])
    assert {message["you"] for message in device.messages("welcome")} >= {None, 0, 1}


async def test_who_takes_the_device_is_told_what_happened_since_their_last_turn(room: Room) -> None:
    live, device, _ = await open_device(room, seats=2, game="scorzo")
    await play_on(device, live, lambda: _person_to_act(live) == 1)
    seen = live.table.seq
    await device.request("sit", seat=1)
    await play_on(device, live, lambda: _person_to_act(live) == 0)
    await device.request("sit", seat=0, since=seen)
    missed = device.last("welcome")["missed"]
    assert [play["moves"][0][0] for play in missed] == [1] * len(missed) != []
    text = json.dumps(missed[0]["events"])
    assert "null" in text, "the card that Bruno drew is hidden from Ada"


async def test_a_move_that_was_taken_back_is_not_among_those_missed(room: Room) -> None:
    live, device, _ = await open_device(room, seats=2, game="rummy-battle")
    await play_on(device, live, lambda: device.position.get("undo"))
    seat, seen = device.seat, live.table.seq - 1
    await device.request("undo", id="u")
    await device.request("sit", seat=seat, since=seen)
    assert device.last("welcome")["missed"] == []


async def test_the_device_proves_all_its_seats_and_no_other(room: Room) -> None:
    live, device, _ = await open_device(room)
    refusal = await device.request("sit", seat=2)
    assert (refusal["is"], refusal["rule"]) == ("refusal", "P-3")
    stranger = FakeConnection(room)
    await stranger.request("hello", table=live.table.key, code=live.table.opened.code)
    refusal = await stranger.request("sit", seat=0)
    assert (refusal["is"], refusal["rule"]) == ("refusal", "P-3")
    assert stranger.last("welcome")["play"] is None


async def test_a_browser_holds_all_seats_of_its_device_by_one_cookie(room: Room) -> None:
    live, _ = await room.open(GAME, 2, {}, Settings(), "Ada", "session", ["Bruno"])
    cookies = {Sessions(secure=False).cookie: "session"}
    device = FakeConnection(room, cookies=cookies)
    await device.request("hello", table=live.table.key, seat=1)
    assert device.last("welcome")["you"] == 1
    assert [seat["here"] for seat in live.table.facts()["seats"]] == [True, True]
    device.disconnect()
    assert [seat["here"] for seat in live.table.facts()["seats"]] == [False, False]


async def test_nobody_else_gets_a_seat_at_a_table_for_one_device(room: Room) -> None:
    live, _, _ = await open_device(room)
    with pytest.raises(Refusal, match="one device"):
        await room.take_seat(live, "Carla", None, live.table.opened.code)


@pytest.mark.parametrize(
    ("seats", "others", "settings"),
    [
        (2, ["Bruno", "Carla"], Settings()),
        (2, ["ADA"], Settings()),
        (2, ["Bruno"], Settings(listed=True)),
        (2, ["Bruno"], Settings(clock="20s")),
    ],
    ids=["too many people", "names that look alike", "listed", "clock"],
)
async def test_a_table_that_cannot_be_played_at_one_device_is_refused(
    room: Room, seats: int, others: list[str], settings: Settings
) -> None:
    with pytest.raises(Refusal):
        await room.open(GAME, seats, {}, settings, "Ada", others=others)
    assert not room.tables


async def test_the_game_goes_on_at_the_device_after_a_restart(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, device, token = await open_device(room, seats=2, game="scorzo")
        await play_on(device, live, lambda: _person_to_act(live) == 1)
        key = live.table.key
    async with open_room(tmp_path / "db") as room:
        again = await room.find(key)
        assert again is not None
        device = await join(room, again, token)
        welcome = device.last("welcome")
        assert (welcome["you"], welcome["next"], welcome["table"]["local"]) == (None, 1, [0, 1])
        assert hands_in(welcome) == []
        await device.request("sit", seat=1)
        assert (await device.act(device.legal[0]))["is"] == "ack"


async def test_chance_decides_a_race_among_people_at_one_device(room: Room) -> None:
    live, device, _ = await open_device(room, seats=3, others=("Bruno", "Carla"))
    moves = live.table.current_match.moves
    await play_on(device, live, lambda: [text for _, text in moves].count("seen") == 2)
    racers = [seat for seat, text in moves if text in ("thumb", "seen")]
    assert sorted(racers) == [0, 1, 2]


async def test_everybody_at_the_device_may_do_what_the_host_may(room: Room) -> None:
    live, device, _ = await open_device(room)
    paused = []
    for seat, on in ((0, True), (1, False)):
        await device.request("sit", seat=seat)
        await device.request("pause", on=on)
        paused.append(live.table.paused)
    assert paused == [True, False]
    refusal = await device.request("kick", seat=0)
    assert refusal["rule"] == "P-4"
    await device.request("leave")
    assert [seat.person for seat in live.table.seats] == [None] * 3
