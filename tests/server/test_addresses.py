"""The addresses of a server: which it names, and by which it lets people in."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meldroom.server import addresses as own
from meldroom.server.addresses import Address, addresses, local_origins, network_address, own_names
from tests.patience import PATIENCE
from tests.server.local_room import GAME, local_server

HTML = {"Accept": "text/html,application/xhtml+xml"}
LAN = "192.168.1.20"


def test_the_first_address_is_the_one_that_most_people_can_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own, "network_address", lambda: LAN)
    machine = Address("http://127.0.0.1:8000", "machine")
    network = Address(f"http://{LAN}:8000", "network")
    public = Address("https://cards.example", "internet")
    assert addresses(local_origins(8000), None) == [machine]
    assert addresses(local_origins(8000), 8000) == [network, machine]
    assert addresses([public.url, *local_origins(8000)], 8000) == [public, network, machine]


def test_without_a_network_there_is_only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "network_address", lambda: None)
    assert [one.scope for one in addresses(local_origins(8000), 8000)] == ["machine"]


def test_this_machines_address_in_the_network_is_one_that_it_can_listen_on() -> None:
    found = network_address()
    if found is None:
        pytest.skip("this machine is in no network")
    assert not found.startswith("127.")
    with socket.socket() as listening:
        listening.bind((found, 0))


async def answers(origin: str, host: str, path: str = "/", **headers: str) -> httpx.Response:
    """Ask for a page as a browser that knows the server by this host."""
    async with httpx.AsyncClient(base_url=origin, timeout=PATIENCE) as http:
        return await http.get(path, headers={"Host": host, **HTML, **headers})


async def test_in_the_network_people_come_by_name_and_address_and_keep_their_seats(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path / "db", lan_port=1) as origin:
        port = origin.rpartition(":")[2]
        name = sorted(own_names())[0]
        for host in (f"{name}:{port}", f"127.0.0.1:{port}", name):
            page = await answers(origin, host)
            assert (page.status_code, "<title>" in page.text) == (200, True)
            own_origin = {"Host": host, "Origin": f"http://{host}"}
            async with httpx.AsyncClient(
                base_url=origin, headers=own_origin, timeout=PATIENCE
            ) as http:
                body = {"game": GAME, "seats": 3, "name": "Ada"}
                opened = await http.post("/api/tables", json=body)
                assert opened.status_code == 201
                cookie = opened.headers["set-cookie"].lower()
                assert "secure" not in cookie
                assert "samesite=strict" in cookie


@pytest.mark.parametrize("lan_port", [None, 1])
async def test_a_foreign_name_for_this_machine_is_refused_in_words_that_people_read(
    lan_port: int | None, tmp_path: Path
) -> None:
    async with local_server(tmp_path / "db", lan_port=lan_port) as origin:
        port = origin.rpartition(":")[2]
        hosts = [f"evil.example:{port}", f"{LAN}:{port}", f"{sorted(own_names())[0]}.evil"]
        for host in hosts:
            page = await answers(origin, host, "/t/abc")
            assert page.status_code == 403
            assert page.headers["content-type"].startswith("text/html")
            advice = "./play --lan" if lan_port is None else f":{lan_port}/t/abc"
            assert advice in page.text or network_address() is None
            data = await answers(origin, host, "/api/games")
            assert data.json()["rule"] == "P-10"
            with pytest.raises(InvalidStatus):
                async with connect(
                    origin.replace("http", "ws") + "/socket",
                    origin=Origin(f"http://{host}"),
                    additional_headers={"Host": host},
                ):
                    pass


async def test_a_page_of_another_machine_in_the_network_is_refused(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db", lan_port=1) as origin:
        host = f"{sorted(own_names())[0]}:1"
        for foreign in (f"http://{LAN}", origin, f"https://{host}"):
            headers = {"Host": host, "Origin": foreign}
            async with httpx.AsyncClient(
                base_url=origin, headers=headers, timeout=PATIENCE
            ) as http:
                body = {"game": GAME, "seats": 3, "name": "Eve"}
                refused = await http.post("/api/tables", json=body)
                assert (refused.status_code, refused.json()["rule"]) == (403, "P-10")


async def test_the_name_that_somebody_used_is_no_html_on_the_page(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db", lan_port=1) as origin:
        page = await answers(origin, "<script>alert(1)</script>", "/%22%3E%3Cscript%3E")
        assert page.status_code in (400, 403)
        assert "<script" not in page.text
        assert "script-src" not in page.headers.get("content-security-policy", "")


async def test_an_unknown_page_is_a_page_and_an_unknown_route_is_a_problem(origin: str) -> None:
    host = origin.partition("://")[2]
    page = await answers(origin, host, "/tabel")
    assert (page.status_code, "Page not found" in page.text) == (404, True)
    problem = await answers(origin, host, "/api/tabel")
    assert problem.json()["status"] == 404


async def test_the_page_can_ask_for_the_addresses(origin: str, http: httpx.AsyncClient) -> None:
    known = (await http.get("/api/addresses")).json()
    assert known == [{"url": origin, "scope": "machine"}]
