"""A request or a websocket reaches the process that has its table, wherever it arrives."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from starlette.requests import Request
from starlette.responses import Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meldroom.server.admission import PASSED_ON
from meldroom.server.cluster.passing_on import AnswerLost, pass_request_on
from meldroom.server.storage.leases import Owner
from tests.conftest import Figure
from tests.patience import PATIENCE
from tests.server.cluster.processes import Cluster, cluster
from tests.server.postgres import ONLY_POSTGRES
from tests.server.socket_client import (
    closed,
    connected,
    give_shares,
    http_client,
    open_table,
    ping,
    receive,
    send,
)


@pytest.fixture
def two(url: str) -> Iterator[Cluster]:
    """Run two servers on one database."""
    with cluster(url, 2) as servers:
        yield servers


async def answer_passed_on(answer: bytes, method: str = "GET") -> Response:
    """Pass a request on to a process that answers so, and return what the client is answered."""

    async def process(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n{}")
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(process, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        scope = {
            "type": "http", "method": method, "raw_path": b"/a", "query_string": b"b=1",
            "headers": [(b"host", b"cards.example")],
        }  # fmt: skip
        owner = Owner(f"{host}:{port}", "its id")
        return await pass_request_on(Request(scope), b"{}", "192.0.2.1", owner)


LENGTH = b"HTTP/1.1 201 Created\r\nContent-Type: a/b\r\nContent-Length: 4\r\n\r\n"
CHUNKED = b"HTTP/1.1 201 Created\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("answer", [LENGTH + b"done", CHUNKED + b"2\r\ndo\r\n2\r\nne\r\n0\r\n\r\n"])
async def test_an_answer_is_returned_however_its_length_is_given(answer: bytes) -> None:
    response = await answer_passed_on(answer)
    assert (response.status_code, bytes(response.body)) == (201, b"done")
    assert dict(response.headers) == {"content-type": "a/b", "content-length": "4"}
    assert (await answer_passed_on(LENGTH, "HEAD")).status_code == 201


NOT_WHOLE = [
    b"", b"HTTP/1.1 201 Cr", b"?\r\n\r\n", LENGTH, LENGTH + b"do", CHUNKED + b"2\r\ndo\r\n",
]  # fmt: skip


@pytest.mark.parametrize("answer", NOT_WHOLE)
async def test_an_answer_that_is_not_whole_is_lost(answer: bytes) -> None:
    with pytest.raises(AnswerLost):
        await answer_passed_on(answer)


@ONLY_POSTGRES
async def test_people_at_two_processes_play_at_one_table(two: Cluster) -> None:
    first, second = two.origins
    place = await open_table(first, seats=2, fill="people")
    async with http_client(second) as http:
        body = {"name": "Elif", "code": place["code"]}
        answer = await http.post(f"/api/tables/{place['table']}/seats", json=body)
        assert answer.status_code == 201, answer.text
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers.get_list("set-cookie")[0].startswith("meldroom=")
        assert answer.headers.get_list("cache-control") == ["no-store"]
        cookie = answer.headers["set-cookie"].partition(";")[0]
        missing = await http.get(f"/api/tables/{place['table']}/records/1")
        assert (missing.status_code, missing.json()["title"]) == (404, "not found")
    async with connected(first, place) as ada, connected(second, cookie=cookie) as elif_:
        await send(elif_, "hello", table=place["table"])
        assert (await receive(elif_, "welcome"))["you"] == 1
        await ping(elif_)
        await give_shares(ada, elif_)
        plays = [await receive(one, "play") for one in (ada, elif_)]
        seat = plays[0]["to_act"][0]
        actor, other = (ada, elif_)[seat], (ada, elif_)[1 - seat]
        await send(actor, "act", id="1", texts=["draw"])
        assert (await receive(actor, "ack"))["id"] == "1"
        seen = await receive(other, "play")
        assert seen["seq"] == plays[0]["seq"] + 1
        await send(other, "act", id="2", texts=["draw"])
        assert (await receive(other, "refusal"))["id"] == "2"


@ONLY_POSTGRES
async def test_who_is_at_a_table_is_known_wherever_they_arrive(two: Cluster) -> None:
    first, second = two.origins

    async def here(watching: ClientConnection, wanted: bool) -> None:
        while (await receive(watching, "table"))["seats"][0]["here"] != wanted:
            pass

    place = await open_table(first, seats=2, fill="people")
    guest = {"name": "Elif", "code": place["code"], "keep": "token"}
    async with http_client(second) as http:
        answer = await http.post(f"/api/tables/{place['table']}/seats", json=guest)
    for origin, other in ((first, second), (second, first)):
        async with connected(origin, answer.json()) as elif_:
            async with connected(other, place):
                await here(elif_, True)
            await here(elif_, False)


@pytest.mark.slow
@ONLY_POSTGRES
async def test_a_public_table_is_soon_in_the_lobby_of_every_process(
    two: Cluster, figure: Figure
) -> None:
    first, second = two.origins
    seconds = []
    async with http_client(second) as http:
        for _ in range(20):
            place = await open_table(first, listed=True)
            async with connected(first, place), asyncio.timeout(PATIENCE):
                began = time.perf_counter()
                while place["table"] not in (await http.get("/api/tables")).text:
                    await asyncio.sleep(0.01)
                seconds.append(time.perf_counter() - began)
    middle, last = statistics.median(seconds), max(seconds)
    figure(f"a table is in another process's lobby after {middle:.2f} s, {last:.2f} s at most")


@pytest.mark.long
@ONLY_POSTGRES
async def test_a_wrong_code_is_refused_by_the_process_that_has_the_table(two: Cluster) -> None:
    first, second = two.origins
    place = await open_table(first)
    async with connected(second) as stranger:
        await send(stranger, "hello", table=place["table"], code="wrong")
        assert (await receive(stranger, "refusal"))["rule"] == "P-7"
        assert (await closed(stranger))[0] == 4003
    async with connected(second) as stranger:
        await send(stranger, "hello", table="a" * 14)
        assert (await closed(stranger))[0] == 4003


@pytest.mark.long
@ONLY_POSTGRES
async def test_a_process_that_stops_hands_its_tables_over_at_once(two: Cluster) -> None:
    first, second = two.origins
    place = await open_table(first, seats=3)
    async with connected(first, place) as direct, connected(second, place) as relayed:
        stopping = asyncio.create_task(asyncio.to_thread(two.stop, 0))
        assert (await closed(direct))[0] == 1012
        assert (await closed(relayed))[0] == 1012
        async with connected(second, place) as again:
            await ping(again)
        await stopping


@ONLY_POSTGRES
async def test_a_deal_of_the_day_goes_on_wherever_its_player_arrives(two: Cluster) -> None:
    first, second = two.origins
    address, body = "/api/daily/victor-or-victim", {"name": "Ada"}
    async with http_client(first) as http:
        opened = await http.post(address, json=body)
        assert opened.status_code == 201, opened.text
    cookie = opened.headers["set-cookie"].partition(";")[0]
    async with http_client(second, Cookie=cookie) as http:
        again = await http.post(address, json=body)
        assert (again.status_code, again.json()) == (201, opened.json())


@ONLY_POSTGRES
async def test_a_record_is_carried_between_devices_at_two_processes(two: Cluster) -> None:
    first, second = two.origins
    async with http_client(first) as laptop, http_client(second) as phone:
        code = (await laptop.post("/api/me/carry", json={})).json()
        for wrong in ("abcdefgh", code["code"][::-1]):
            refused = await phone.post("/api/me/join", json={"code": wrong})
            assert (refused.status_code, refused.json()["rule"]) == (403, "P-7")
        joined = await phone.post("/api/me/join", json={"code": code["code"]})
        assert joined.status_code == 200, joined.text
        assert joined.cookies["meldroom"] == laptop.cookies["meldroom"]
        assert (await phone.post("/api/me/join", json={"code": code["code"]})).status_code == 403


@ONLY_POSTGRES
def test_16_a_connection_that_is_passed_on_counts_where_it_arrived(url: str) -> None:
    behind_proxy = ("--hurry", "--proxy", "127.0.0.1", "--max-connections-per-address", "2")

    async def admitted(origin: str) -> bool:
        try:
            async with connected(origin, forwarded_for="192.0.2.1"):
                return True
        except InvalidStatus as refused:
            return refused.response.status_code != 429

    async def scenario(first: str, second: str) -> None:
        place = await open_table(first)
        async with AsyncExitStack() as stack:
            for _ in range(2):
                socket = connected(second, place, forwarded_for="192.0.2.1")
                await stack.enter_async_context(socket)
            assert not await admitted(second)
            assert await admitted(first)

    with cluster(url, 2, behind_proxy) as servers:
        asyncio.run(scenario(*servers.origins))


@ONLY_POSTGRES
def test_a_client_cannot_pretend_that_its_request_was_passed_on(url: str) -> None:
    behind_proxy = ("--hurry", "--proxy", "127.0.0.1", "--max-connections-per-address", "1")

    async def scenario(origin: str) -> None:
        async with connected(origin, forwarded_for="192.0.2.1"):
            for claim in ("1", "0" * 16, "\xe9"):
                with pytest.raises(InvalidStatus, match="429"):
                    async with connect(
                        origin.replace("http", "ws") + "/socket",
                        origin=Origin(origin),
                        additional_headers={"X-Forwarded-For": "192.0.2.1", PASSED_ON: claim},
                    ):
                        pass

    with cluster(url, 1, behind_proxy) as servers:
        asyncio.run(scenario(servers.origins[0]))
