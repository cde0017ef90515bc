"""Faults 29 and 31: a browser that has sat at many tables, and people who spy by taking seats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.games import GAMES
from meldroom.server.tokens import new_table_key, new_token
from tests.conftest import Figure
from tests.levels import few
from tests.server.local_room import GAME, local_server
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


async def test_29_a_browser_that_was_locked_out_by_its_cookies_is_let_in_again(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as browser:
        for _ in range(180):  # as many as a browser keeps
            browser.cookies.set(f"meldroom-{new_table_key()}", new_token(), "127.0.0.1")
        body = {"game": GAME, "seats": 2, "name": "Ada"}
        await browser.get("/")
        place = (await browser.post("/api/tables", json=body)).json()
        assert [cookie.name for cookie in browser.cookies.jar] == ["meldroom"]
        async with browser_socket(browser) as socket:
            await send(socket, "hello", table=place["table"])
            assert (await receive(socket, "welcome"))["you"] == 0


async def test_29_a_cookie_of_version_0_1_still_proves_its_seat(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as browser:
        place = await open_table(origin)
        browser.cookies.set(f"meldroom-{place['table']}", place["token"], "127.0.0.1")
        await browser.get("/")
        path = f"/api/tables/{place['table']}/seats"
        answer = await browser.post(path, json={"name": "Ada"})
        assert (answer.status_code, answer.json()["seat"]) == (201, 0)
        async with browser_socket(browser) as socket:
            await send(socket, "hello", table=place["table"])
            assert (await receive(socket, "welcome"))["you"] == 0


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
        for browser in (host, second_browser):
            answer = await take_seat(browser, place, 2, "Ada")
            assert await hand_seen(browser, place, 2) == []
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
