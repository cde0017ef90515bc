"""Who gets a seat when: at once, at the next deal, or when everybody at the table agrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meldroom.core.game import Refusal
from meldroom.room.seats import due_seat
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    FakeConnection,
    join,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
)

SHORT = {"game": "thumbs-up", "options": {"hands": 3}}


async def ask(
    room: Room, live: LiveTable, name: str, seat: int | None, session: str = ""
) -> tuple[FakeConnection, str, bool]:
    """Take or ask for a seat and join; gives the connection, its token and whether it waits."""
    browser = [session] if session else []
    code = live.table.opened.code
    place, token = await room.take_seat(live, name, seat, code, browser)
    return await join(room, live, token), token, place.waiting


async def play_until(clients: list[FakeConnection], holds: Any) -> None:
    """Let people play any legal action until something holds."""

    async def someone_acts() -> None:
        for client in clients:
            if client.table is not None and client.legal and not holds():
                await client.act(client.legal[len(client.received) % len(client.legal)])

    for _ in range(2_000):
        if holds():
            return
        await someone_acts()
        await wait_until(lambda: holds() or any(client.legal for client in clients))
    raise AssertionError("it never held")


def hand_of(client: FakeConnection, seat: int) -> list[str | None]:
    """Give a hand as a client sees it."""
    zones = client.position["view"]["zones"]
    cards: list[str | None] = next(
        zone["cards"] for zone in zones if (zone["owner"], zone["sight"]) == (seat, "owner")
    )
    return cards


def table_clients(live: LiveTable, seat: int) -> list[FakeConnection]:
    """Find the connections to a seat."""
    return [one for one in live.audience.listeners if one.seat == seat]  # type: ignore[misc]


async def settled(live: LiveTable) -> None:
    """Wait until nothing is due at once."""
    await wait_until(lambda: due_seat(live.table) is None)


async def test_a_newcomer_sees_what_a_watcher_sees_until_the_next_deal(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3, watchers="delayed", **SHORT)
    bruno, _, waiting = await ask(room, live, "Bruno", 2)
    watcher = FakeConnection(room)
    await watcher.request("hello", table=live.table.key, code=live.table.opened.code)
    welcome = bruno.received[0]
    assert (waiting, welcome["you"], welcome["asked"]) == (True, None, 2)
    assert ada.last("table")["requests"] == [{"seat": 2, "name": "Bruno", "allowed": []}]
    assert ada.last("table")["seats"][2]["bot"]
    await play_until([ada], lambda: bruno.seat == 2)
    at = next(at for at, one in enumerate(bruno.received) if one.get("you") == 2)
    seated, bruno.received = bruno.received[at], bruno.received[:at]
    plays = bruno.messages("play")
    assert plays == watcher.messages("play")[: len(plays)]
    assert len(plays) > 1
    bruno.received = [seated]
    assert None not in hand_of(bruno, 2)
    assert not ada.last("table")["seats"][2]["bot"]
    assert ada.last("table")["requests"] == []


async def test_a_newcomer_is_seated_at_once_when_everybody_agrees(room: Room) -> None:
    live, [ada, elif_], tokens = await table_in_play(room, 2, seats=4)
    bruno, _, _ = await ask(room, live, "Bruno", 3)
    await ada.request("allow", seat=3)
    await ada.request("allow", seat=3)
    assert ada.last("table")["requests"][0]["allowed"] == [0]
    elif_.disconnect()
    await settled(live)
    assert bruno.seat is None, "who is away has not agreed"
    elif_ = await join(room, live, tokens[1])
    await elif_.request("allow", seat=3)
    await wait_until(lambda: bruno.seat == 3)
    assert bruno.last("welcome")["you"] == 3
    assert None not in hand_of(bruno, 3)
    seat = {"name": "Bruno", "person": True, "here": True, "bot": False, "level": None}
    assert seat.items() <= ada.last("table")["seats"][3].items()
    bruno.disconnect()
    assert not ada.last("table")["seats"][3]["here"]


async def test_who_left_has_their_own_seat_back_at_once_but_no_other(room: Room) -> None:
    live, [ada, omar], _ = await table_in_play(room, 2, seats=4)
    chidi, _, _ = await ask(room, live, "Chidi", 2, "session")
    for client in (ada, omar):
        await client.request("allow", seat=2)
    await wait_until(lambda: chidi.seat == 2)
    await chidi.request("leave")
    stranger, _, waiting = await ask(room, live, "Eve", 2, "other session")
    assert waiting
    with pytest.raises(Refusal, match="you left another seat in this deal"):
        await ask(room, live, "Chidi", 3, "session")
    back, _, waiting = await ask(room, live, "Chidi", None, "session")
    assert (waiting, back.received[0]["you"]) == (False, 2)
    assert stranger.last("table")["requests"] == []
    assert omar.last("table")["seats"][2]["name"] == "Chidi"


async def test_a_newcomer_may_have_a_bots_seat_where_nobody_plays(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3)
    await ada.request("leave")
    _, _, waiting = await ask(room, live, "Eve", 0)
    assert waiting, "those cards were dealt to Ada"
    _, _, waiting = await ask(room, live, "Bruno", 1)
    assert not waiting


async def test_bots_play_on_for_a_newcomer_where_nobody_plays(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3)
    await ada.request("pause", on=True)
    await ada.request("leave")
    eve, _, waiting = await ask(room, live, "Eve", 0)
    assert waiting
    await play_until([], lambda: eve.seat == 0)
    assert live.table.current_match.state.ply > 0


async def test_a_person_has_one_seat_and_one_request_at_a_table(room: Room) -> None:
    live, [ada], _ = await table_with_people(room, 1, seats=4)
    await ask(room, live, "Elif", 1, "session")
    assert not (await ask(room, live, "Other", None, "session"))[2]
    with pytest.raises(Refusal, match="you have a seat already"):
        await ask(room, live, "Other", 2, "session")
    await start_game(live, [ada, *table_clients(live, 1)])
    await ask(room, live, "Bruno", 2, "second")
    assert (await ask(room, live, "Bruno", None, "second"))[2]
    with pytest.raises(Refusal, match="you have asked for a seat already"):
        await ask(room, live, "Bruno", 3, "second")
    with pytest.raises(Refusal, match="that seat is asked for"):
        await ask(room, live, "Chidi", 2)
    with pytest.raises(Refusal, match="Bruno is at this table"):
        await ask(room, live, "Bruno", 3)
    assert [seat.name for seat in live.table.people] == ["Ada", "Elif"]
    assert list(live.table.requests) == [2]


async def test_whom_the_host_removed_does_not_come_back(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, [ada], tokens = await table_with_people(room, 1, seats=4)
        elif_, _, _ = await ask(room, live, "Elif", 1, "session")
        await ada.request("kick", seat=1)
        assert elif_.closed_with == (4001, "the host removed you")
        await start_game(live, [ada])
        bruno, _, _ = await ask(room, live, "Bruno", 2, "second")
        await ada.request("kick", seat=2)
        assert bruno.closed_with == (4001, "the host removed you")
        assert ada.last("table")["requests"] == []
        key = live.table.key
    async with open_room(tmp_path / "db") as room:
        again = await room.find(key)
        assert again is not None
        for session in ("session", "second"):
            with pytest.raises(Refusal) as refusal:
                await ask(room, again, "Guest", None, session)
            why = ("P-12", "the host removed you from this table")
            assert refusal.value.violation == why
            late = await join(room, again, session, code=again.table.opened.code)
            assert late.received[0]["rule"] == "P-12"
            assert late.closed_with == (4003, why[1])
        assert (await join(room, again, tokens[0])).received[0]["you"] == 0


async def test_requests_survive_a_restart_of_the_server(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, [ada, _], tokens = await table_in_play(room, 2, seats=4)
        _, token, _ = await ask(room, live, "Bruno", 2)
        _, second, _ = await ask(room, live, "Chidi", 3)
        await ada.request("allow", seat=2)
        key = live.table.key
    async with open_room(tmp_path / "db") as room:
        again = await room.find(key)
        assert again is not None
        people = [await join(room, again, one) for one in tokens]
        bruno, chidi = await join(room, again, token), await join(room, again, second)
        assert (bruno.received[0]["asked"], chidi.received[0]["asked"]) == (2, 3)
        requests = people[0].last("table")["requests"]
        assert [request["allowed"] for request in requests] == [[0], []]
        await people[1].request("allow", seat=2)
        await wait_until(lambda: bruno.seat == 2)
        assert chidi.seat is None


async def test_a_newcomer_has_the_seat_when_the_game_is_over(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3, game="victor-or-victim")
    bruno, _, waiting = await ask(room, live, "Bruno", 1)
    assert waiting
    await play_until([ada], lambda: live.table.phase == "over")
    await wait_until(lambda: bruno.seat == 1)
    assert live.table.players[1] != "Bruno", "a bot played that game"
    standing, [host], _ = await table_in_play(room, 1, seats=3, standing=True)
    chidi, _, _ = await ask(room, standing, "Chidi", 1)
    await host.request("end")
    await wait_until(lambda: chidi.seat == 1)
    assert standing.table.phase == "waiting"


async def test_a_bot_plays_for_a_newcomer_who_went_away_before_the_deal(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3, **SHORT)
    bruno, token, _ = await ask(room, live, "Bruno", 2)
    bruno.disconnect()
    await play_until([ada], lambda: live.table.seats[2].person is not None)
    await settled(live)
    assert live.table.seats[2].covered
    back = await join(room, live, token)
    assert back.received[0]["you"] == 2
    assert not live.table.seats[2].bot_plays


async def test_a_newcomer_is_not_told_what_their_seat_saw_before(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=2)
    bruno, token, _ = await ask(room, live, "Bruno", 1)
    seq = live.table.seq
    await play_until([ada], lambda: live.table.seq > seq + 4)
    await ada.request("allow", seat=1)
    await wait_until(lambda: bruno.seat == 1)
    curious = await join(room, live, token, since=seq)
    assert curious.received[0]["events"] is None
    curious = await join(room, live, token, since=live.table.seq)
    assert curious.received[0]["events"] == []


async def test_a_newcomer_can_stop_waiting(room: Room) -> None:
    live, [ada], _ = await table_in_play(room, 1, seats=3)
    bruno, _, _ = await ask(room, live, "Bruno", 2)
    assert (await ada.request("allow", seat=1))["rule"] == "X-1"
    await bruno.request("leave")
    assert bruno.last("table")["requests"] == []
    assert bruno.closed_with is None
    assert (await bruno.request("leave"))["rule"] == "P-3"
    assert not (await ask(room, live, "Chidi", 2))[0].seat
