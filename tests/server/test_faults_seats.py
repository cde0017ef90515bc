"""Faults 29, 31 and 42: a browser with many seats, and people who spy by taking seats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.core.game import Refusal
from meldroom.games import GAMES
from meldroom.room.scores import scores_from_log
from meldroom.room.seats import due_seat
from meldroom.server.tables.room import Room
from tests.conftest import Figure
from tests.levels import few
from tests.server.local_room import GAME, join, local_server, table_in_play
from tests.server.played_games import SHORT_GAME, play_on
from tests.server.socket_client import (
    SeatedClient,
    connected,
    give_shares,
    http_client,
    open_table,
    receive,
    send,
)


@asynccontextmanager
async def browser_socket(browser: httpx.AsyncClient) -> AsyncIterator[SeatedClient]:
    """Open a websocket with the cookies of a browser."""
    cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
    async with connected(str(browser.base_url).rstrip("/"), cookie=cookie) as socket:
        yield socket


@pytest.mark.parametrize("tables", [12, pytest.param(500, marks=pytest.mark.long)])
async def test_29_a_browser_that_has_sat_at_many_tables_has_one_cookie(
    tables: int, tmp_path: Path, figure: Figure
) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as browser:
        body = {"game": GAME, "seats": 2, "name": "Ada"}
        places = [(await browser.post("/api/tables", json=body)).json() for _ in range(tables)]
        assert [cookie.name for cookie in browser.cookies.jar] == ["meldroom"]
        for place in (places[0], places[-1]):
            async with browser_socket(browser) as socket:
                await send(socket, "hello", table=place["table"])
                assert (await receive(socket, "welcome"))["you"] == 0
        assert (await browser.get("/")).text.endswith("</html>\n")
    figure(f"29: a browser that has sat at {tables} tables: 1 cookie, handshake answered")


# -- 31: spying


async def start(origin: str, **more: Any) -> dict[str, Any]:
    """Open a table where a game with bots has just started."""
    place = await open_table(origin, **more)
    async with connected(origin, place) as socket:
        await give_shares(socket)
        while (await receive(socket, "table"))["phase"] != "playing":
            pass
    return place


async def take_seat(
    browser: httpx.AsyncClient, place: dict[str, Any], seat: int, name: str
) -> httpx.Response:
    """Take a seat, or ask for it."""
    body = {"name": name, "code": place["code"], "seat": seat}
    return await browser.post(f"/api/tables/{place['table']}/seats", json=body)


async def hand_seen(browser: httpx.AsyncClient, place: dict[str, Any], seat: int) -> list[str]:
    """Join with the cookies of a browser, and give what is seen of a hand; then leave."""
    async with browser_socket(browser) as socket:
        await send(socket, "hello", table=place["table"], code=place["code"])
        welcome = await receive(socket, "welcome")
        zones = welcome["play"]["view"]["zones"] if welcome["play"] else []
        await send(socket, "leave")
        with_table = asyncio.create_task(receive(socket, "table"))
        await asyncio.wait([with_table])
        with_table.exception()  # who had a seat is disconnected
    return [
        card
        for zone in zones
        if (zone["owner"], zone["sight"]) == (seat, "owner")
        for card in zone["cards"]
        if card is not None
    ]


@pytest.mark.parametrize("game", few(GAMES))
async def test_31_a_newcomer_who_takes_seat_after_seat_reads_no_hand(
    game: str, tmp_path: Path, figure: Figure
) -> None:
    async with local_server(tmp_path / "db", pace=60) as origin:
        settings: dict[str, Any] = {"listed": True, "watchers": "delayed"}
        place = await start(origin, game=game, seats=3, **settings)
        for same_browser in (True, False):
            eve = http_client(origin)
            for seat in (1, 2):
                answer = await take_seat(eve, place, seat, f"Eve {seat}")
                assert await hand_seen(eve, place, seat) == []
                assert (answer.status_code, answer.json()["waiting"]) == (202, True)
                if not same_browser:
                    await eve.aclose()
                    eve = http_client(origin)
            await eve.aclose()
    figure(f"31: {game}: a newcomer took 4 seats in turn and read no hand")


async def test_31_a_host_who_removes_a_player_and_sits_down_does_not_read_the_hand(
    tmp_path: Path, figure: Figure
) -> None:
    async with (
        local_server(tmp_path / "db", pace=60) as origin,
        http_client(origin) as host,
        http_client(origin) as omar,
        http_client(origin) as second_browser,
    ):
        body = {"game": GAME, "seats": 3, "name": "Ada", "fill": "people"}
        place = (await host.post("/api/tables", json=body)).json()
        assert (await take_seat(omar, place, 2, "Omar")).status_code == 201
        async with browser_socket(host) as socket, browser_socket(omar) as other:
            for one in (socket, other):
                await send(one, "hello", table=place["table"])
                await receive(one, "welcome")
            await send(socket, "start")
            await give_shares(socket, other)
            while (await receive(socket, "table"))["phase"] != "playing":
                pass
            await send(socket, "kick", seat=2)
            while (await receive(socket, "table"))["seats"][2]["person"]:
                pass
            answer = await take_seat(host, place, 2, "Ada 2")
            assert (answer.status_code, answer.json()["rule"]) == (422, "P-3")
            await send(socket, "leave")
        answer = await take_seat(host, place, 2, "Ada")
        assert (answer.status_code, answer.json()["rule"]) == (422, "P-3")
        answer = await take_seat(second_browser, place, 2, "Ada")
        assert await hand_seen(second_browser, place, 2) == []
        assert answer.status_code == 202
        answer = await take_seat(omar, place, 2, "Omar")
        assert (answer.status_code, answer.json()["rule"]) == (403, "P-12")
        async with browser_socket(omar) as other:
            await send(other, "hello", table=place["table"], code=place["code"])
            refusal = await receive(other, "refusal")
            assert refusal["why"] == "the host removed you from this table"
        back = await take_seat(host, place, 0, "Ada")
        assert back.status_code == 201, "that seat was the host's own"
    figure("31: a host removed a player and asked for the seat twice: no hand was read")


# -- 42: hands of seats that changed people


@pytest.mark.parametrize(("request_", "fields"), [("kick", {"seat": 1}), ("leave", {})])
async def test_42_a_hand_that_a_person_left_is_given_to_nobody_whoever_allows_it(
    request_: str, fields: dict[str, int], still_room: Room
) -> None:
    live, [host, victim], [token, _] = await table_in_play(still_room, 2, seats=3)
    code = live.table.opened.code
    await (host if request_ == "kick" else victim).request(request_, **fields)
    place, second = await still_room.take_seat(live, "Eve", 1, code)
    eve = await join(still_room, live, second)
    await host.request("allow", seat=1)
    assert (place.waiting, eve.seat, due_seat(live.table)) == (True, None, None)
    assert host.received[-1]["rule"] == "P-5"
    assert host.last("table")["seats"][1]["left"]
    await host.request("leave")
    assert due_seat(live.table) is None, "nor when nobody is left to ask"
    back, _ = await still_room.take_seat(live, "Ada", None, code, [token])
    assert back == (0, False), "but who left comes back"


async def test_42_who_left_a_seat_sits_in_no_other_one_before_the_next_deal(
    still_room: Room,
) -> None:
    live, [ada], [token] = await table_in_play(still_room, 1, seats=3)
    code = live.table.opened.code
    await ada.request("leave")
    with pytest.raises(Refusal, match="you left another seat in this deal"):
        await still_room.take_seat(live, "Ada", 1, code, [token])
    place, _ = await still_room.take_seat(live, "Ada", None, code, [token])
    assert place == (0, False)


@pytest.mark.parametrize("spies", [0, 2])
async def test_42_a_game_in_which_bots_hands_were_seen_is_not_rated(
    spies: int, still_room: Room
) -> None:
    live, [ada], [token] = await table_in_play(still_room, 1, seats=3, game=SHORT_GAME)
    code = live.table.opened.code
    await play_on(live, 2)
    await ada.request("leave")
    for seat in range(1, 1 + spies):
        _, second = await still_room.take_seat(live, "Eve", seat, code)
        eve = await join(still_room, live, second)
        assert eve.seat == seat
        await eve.request("leave")
    await still_room.take_seat(live, "Ada", 0, code, [token])
    await play_on(live)
    (score,) = scores_from_log(live.table.key, still_room.log.read(live.table.key))
    assert {one.rated for one in score.seats if one.name == "Ada"} == {spies == 0}
