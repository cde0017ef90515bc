"""The HTTP API of mails: who may leave an address where, and how it is taken back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx

from meldroom.server.mail import MailServer
from tests.server.http.test_me import ADA, ELIF, browser
from tests.server.local_room import local_server

MAIL = MailServer("127.0.0.1", 1, "room@cards.example")
ADDRESS = "ada@mail.example"


async def open_table(http: httpx.AsyncClient, clock: str = "1d") -> str:
    """Open a table; gives the path of its mail."""
    wanted = {"game": "thumbs-up", "seats": 3, "name": "Ada", "clock": clock}
    answer = await http.post("/api/tables", json=wanted)
    return f"/api/tables/{answer.json()['table']}/mail"


def stored(path: Path) -> list[tuple[str, str]]:
    """Read the addresses and their keys from the database."""
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT address, stop_key FROM turn_mails").fetchall()


async def test_a_player_leaves_an_address_that_only_they_see_and_takes_it_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "db"
    async with (
        local_server(path, mail=MAIL) as origin,
        browser(origin, ADA) as ada,
        browser(origin, ELIF) as elif_,
    ):
        mail = await open_table(ada)
        assert (await ada.get(mail)).json() == {"available": True, "address": ""}
        answer = await ada.post(mail, json={"address": ADDRESS})
        assert answer.json() == {"address": ADDRESS}
        assert (await ada.get(mail)).json() == {"available": True, "address": ADDRESS}
        assert (await elif_.get(mail)).json() == {"available": False, "address": ""}
        refused = await elif_.post(mail, json={"address": ADDRESS})
        assert refused.json()["rule"] == "P-3"
        wrong = await ada.post(mail, json={"address": "ada\r\nBcc: x@y.example"})
        assert wrong.json()["rule"] == "P-1"
        await ada.post(mail, json={"address": ""})
        assert stored(path) == []


async def test_the_key_in_a_mail_stops_all_mails_to_its_address(tmp_path: Path) -> None:
    path = tmp_path / "db"
    async with local_server(path, mail=MAIL) as origin, browser(origin, ADA) as ada:
        for address in (ADDRESS, ADDRESS, "ada@other.example"):
            await ada.post(await open_table(ada), json={"address": address})
        key = next(key for address, key in stored(path) if address == ADDRESS)
    async with local_server(path, mail=MAIL) as origin, browser(origin) as anybody:
        assert (await anybody.post("/api/mail/stop", json={"key": "x"})).status_code == 200
        assert len(stored(path)) == 3
        await anybody.post("/api/mail/stop", json={"key": key})
        assert [address for address, _ in stored(path)] == ["ada@other.example"]


async def test_no_address_is_taken_where_no_mails_are_sent(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as ada:
        mail = await open_table(ada)
        assert (await ada.get(mail)).json()["available"] is False
        assert (await ada.post(mail, json={"address": ADDRESS})).json()["rule"] == "P-5"
    async with local_server(tmp_path / "db", mail=MAIL) as origin, browser(origin, ADA) as ada:
        mail = await open_table(ada, clock="60s")
        assert (await ada.get(mail)).json()["available"] is False
        assert (await ada.post(mail, json={"address": ADDRESS})).json()["rule"] == "P-5"


async def test_who_is_erased_leaves_no_address(tmp_path: Path) -> None:
    path = tmp_path / "db"
    async with local_server(path, mail=MAIL) as origin, browser(origin, ADA) as ada:
        await ada.post(await open_table(ada), json={"address": ADDRESS})
        assert len(stored(path)) == 1
        await ada.post("/api/me/delete", json={})
        assert stored(path) == []
