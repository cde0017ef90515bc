"""The HTTP API of emails: who may leave an address where, and what its owner decides."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.room.limits import Limits, Rate
from meldroom.server.mail import MailServer
from meldroom.server.people.mails import MailPlan
from meldroom.server.storage.backup import back_up, restore
from meldroom.server.storage.store import Store
from tests.levels import few
from tests.server.http.test_me import ADA, ELIF, browser
from tests.server.local_room import local_server, open_store, wait_until
from tests.server.smtp_server import SmtpServer
from tests.server.test_mail import WAITS

MAIL = MailServer("127.0.0.1", 1, "room@cards.example")
ADDRESS = "ada@mail.example"
DAY = 86_400_000  # milliseconds
Answer = dict[str, Any]


async def open_table(http: httpx.AsyncClient, clock: str = "1d") -> str:
    """Open a table; gives the path of its emails."""
    wanted = {"game": "thumbs-up", "seats": 3, "name": "Ada", "clock": clock}
    answer = await http.post("/api/tables", json=wanted)
    return f"/api/tables/{answer.json()['table']}/mail"


async def leave(http: httpx.AsyncClient, address: str = ADDRESS, table: str = "") -> Answer:
    """Leave an address at a table, or at a new one."""
    answer = await http.post(table or await open_table(http), json={"address": address})
    form: Answer = answer.json()
    return form


async def decide(http: httpx.AsyncClient, link: str, send: bool) -> Answer:
    """Confirm or stop by a link."""
    form: Answer = (await http.post(link, json={"send": send})).json()
    return form


def query(path: Path, text: str) -> list[Any]:
    """Read or change the database."""
    connection = sqlite3.connect(path)
    with connection:
        rows = connection.execute(text).fetchall()
    connection.close()
    return rows


def stored(path: Path) -> list[str]:
    """Read the addresses in the database."""
    return [address for (address,) in query(path, "SELECT address FROM turn_mails")]


def a_day_passes(path: Path) -> None:
    """Let every question have been asked a day earlier."""
    query(path, f"UPDATE mail_links SET asked_at = asked_at - {DAY}")


def link_in(text: str) -> str:
    """Find the address in the API of the link in an email."""
    found = re.search(r"/mail/(\S+)", text)
    assert found is not None
    return f"/api/mail/{found[1]}"


@asynccontextmanager
async def mailing_room(path: Path, **more: Any) -> AsyncIterator[tuple[str, SmtpServer]]:
    """Run a server that sends emails; gives its origin, and where they come."""
    async with (
        SmtpServer().running() as smtp,
        local_server(path, mail=smtp.settings, **more) as origin,
    ):
        yield origin, smtp


async def asked(smtp: SmtpServer, number: int = 1) -> str:
    """Wait for an email; gives its link."""
    await wait_until(lambda: len(smtp.mails) == number)
    return link_in(smtp.text_of(number - 1))


async def confirmed(http: httpx.AsyncClient, smtp: SmtpServer, table: str = "") -> str:
    """Leave an address and confirm it; gives the link."""
    await leave(http, table=table)
    link = await asked(smtp, len(smtp.mails) + 1)
    assert await decide(http, link, True) == {"state": "confirmed"}
    return link


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
        nothing = {"address": "", "state": ""}
        assert (await ada.get(mail)).json() == {"available": True, **nothing}
        left = {"address": ADDRESS, "state": "unconfirmed"}
        assert await leave(ada, table=mail) == left
        assert (await ada.get(mail)).json() == {"available": True, **left}
        assert (await elif_.get(mail)).json() == {"available": False, **nothing}
        assert (await leave(elif_, table=mail))["rule"] == "P-3"
        for wrong in ("ada\r\nBcc: x@y.example", "root@127.0.0.1", "root@localhost"):
            assert (await leave(ada, wrong, mail))["rule"] == "P-1"
        assert await leave(ada, "", mail) == nothing
        assert stored(path) == []


async def test_50_who_leaves_an_address_asks_its_owner_who_decides(tmp_path: Path) -> None:
    async with (
        mailing_room(tmp_path / "db") as (origin, smtp),
        browser(origin, ADA) as ada,
        browser(origin) as owner,
    ):
        mail = await open_table(ada)
        await leave(ada, table=mail)
        link = await asked(smtp)
        text = smtp.text_of(0)
        assert smtp.mails[0]["To"] == ADDRESS
        assert mail.split("/")[3] not in text, "it does not say which table"
        assert "Ada" not in text
        assert (await owner.get(link)).json() == {"state": "unconfirmed"}
        assert (await ada.get(mail)).json()["state"] == "unconfirmed", "to look is not to confirm"
        assert await decide(owner, link, True) == {"state": "confirmed"}
        assert (await ada.get(mail)).json()["state"] == "confirmed"
        assert (await leave(ada))["state"] == "confirmed", "once is enough for a person"
        other = await leave(ada, "ada+2@mail.example")
        assert other["rule"] == "P-11", "but not for another spelling, on the same day"
        assert len(smtp.mails) == 1


@pytest.mark.parametrize("again", few(["ADA+more@Mail.example", ADDRESS, "Ada@mail.example"], 1))
async def test_50_an_address_is_asked_once_a_day_however_it_is_spelled_and_whoever_asks(
    again: str, tmp_path: Path
) -> None:
    path = tmp_path / "db"
    async with (
        mailing_room(path) as (origin, smtp),
        browser(origin, ADA) as ada,
        browser(origin, ELIF) as elif_,
    ):
        await leave(ada)
        await leave(ada)
        assert (await leave(elif_, again))["rule"] == "P-11"
        await ada.post("/api/me/delete", json={})
        assert (await leave(elif_, again))["rule"] == "P-11"
        assert stored(path) == []
        a_day_passes(path)
        assert (await leave(elif_, again))["state"] == "unconfirmed"
        await asked(smtp, 2)
        assert [mail["To"] for mail in smtp.mails] == [ADDRESS, again]


async def test_50_a_network_asks_few_people_a_day(tmp_path: Path) -> None:
    limits = Limits(confirmation_emails=Rate(2, 86_400.0), this_machine=1)
    async with local_server(tmp_path / "db", limits, mail=MAIL) as origin:
        answers = []
        for person in range(3):
            async with browser(origin, f"person-{person}") as http:
                answers.append(await leave(http, f"a{person}@mail.example"))
    assert [answer.get("rule") for answer in answers] == [None, None, "P-11"]


async def test_50_a_room_asks_few_people_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.storage.mails.MAX_QUESTIONS", 2)
    path = tmp_path / "db"
    async with local_server(path, mail=MAIL) as origin, browser(origin, ADA) as ada:
        table = await open_table(ada)
        answers = [await leave(ada, f"a{each}@mail.example", table) for each in range(3)]
        assert [answer.get("rule") for answer in answers] == [None, None, "P-11"]
        a_day_passes(path)
        assert "rule" not in await leave(ada, "a3@mail.example", table)


async def test_50_an_address_that_nobody_confirms_is_forgotten_after_a_day(tmp_path: Path) -> None:
    path, often = tmp_path / "db", MailPlan(interval=0.01)
    async with (
        mailing_room(path, mail_plan=often) as (origin, smtp),
        browser(origin, ADA) as ada,
        browser(origin, ELIF) as elif_,
    ):
        await confirmed(elif_, smtp)
        await leave(ada, "ada2@mail.example")
        link = await asked(smtp, 2)
        assert len(stored(path)) == 2
        a_day_passes(path)
        await wait_until(lambda: stored(path) == [ADDRESS])
        assert await decide(ada, link, True) == {"state": "expired"}
        assert await decide(ada, link, False) == {"state": "stopped"}, "that it still can"
        for _ in range(30):
            a_day_passes(path)
        assert (await elif_.get(link)).json() == {"state": "stopped"}


async def test_50_a_stopped_mailbox_is_never_written_to_until_its_owner_starts_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "db"
    async with (
        mailing_room(path) as (origin, smtp),
        browser(origin, ADA) as ada,
        browser(origin, ELIF) as elif_,
        browser(origin) as owner,
    ):
        table = await open_table(ada)
        link = await confirmed(ada, smtp, table)
        assert await decide(owner, link, False) == {"state": "stopped"}
        assert stored(path) == []
        assert (await ada.get(table)).json()["state"] == "stopped"
        a_day_passes(path)
        for person in (ada, elif_):
            for spelling in (ADDRESS, "ADA@mail.example", "ada+more@MAIL.example"):
                assert (await leave(person, spelling))["rule"] == "P-5"
        await ada.post("/api/me/delete", json={})
        assert (await leave(elif_))["rule"] == "P-5", "the stop outlives who left the address"
        assert ADDRESS.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
        await decide(owner, link, True)
        assert (await leave(elif_))["state"] == "unconfirmed"
        await asked(smtp, 2)


async def test_50_a_stop_survives_backup_and_restore(tmp_path: Path) -> None:
    async with (
        mailing_room(tmp_path / "db") as (origin, smtp),
        browser(origin, ADA) as ada,
    ):
        await decide(ada, await confirmed(ada, smtp), False)
        store = Store(f"sqlite:///{tmp_path / 'db'}")
        back_up(store, tmp_path / "copy")
    restored = open_store(f"sqlite:///{tmp_path / 'restored'}")
    restore(tmp_path / "copy", restored)
    restored.close()
    async with (
        local_server(tmp_path / "restored", mail=MAIL) as origin,
        browser(origin, ELIF) as elif_,
    ):
        assert (await leave(elif_))["rule"] == "P-5"


async def test_50_an_unknown_link_changes_nothing_and_does_not_blind_the_check_for_loss(
    tmp_path: Path,
) -> None:
    path = tmp_path / "db"
    last = Path(f"{path}.last")
    async with (
        mailing_room(path) as (origin, smtp),
        browser(origin, ADA) as ada,
    ):
        table = await open_table(ada)
        await confirmed(ada, smtp, table)
        other = await open_table(ada)
        await wait_until(lambda: other.split("/")[3].encode() in last.read_bytes())
        noted = last.read_bytes()
        assert await leave(ada, "", other) == {"address": "", "state": ""}
        for send in (True, False):
            assert (await ada.post("/api/mail/x", json={"send": send})).status_code == 404
        assert last.read_bytes() == noted
        assert stored(path) == [ADDRESS]


@pytest.mark.long
async def test_links_cannot_be_guessed_at_will(tmp_path: Path) -> None:
    limits = Limits(wrong_guesses=Rate(3, 60.0), this_machine=1)
    async with local_server(tmp_path / "db", limits, mail=MAIL) as origin, browser(origin) as http:
        answers = [(await http.get(f"/api/mail/{n}")).status_code for n in range(4)]
        assert answers == [404, 404, 404, 429]


async def test_no_address_is_taken_where_no_emails_are_sent(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as ada:
        mail = await open_table(ada)
        assert (await ada.get(mail)).json()["available"] is False
        assert (await leave(ada, table=mail))["rule"] == "P-5"
    async with local_server(tmp_path / "db", mail=MAIL) as origin, browser(origin, ADA) as ada:
        mail = await open_table(ada, clock="60s")
        assert (await ada.get(mail)).json()["available"] is False
        assert (await leave(ada, table=mail))["rule"] == "P-5"


async def test_who_is_erased_leaves_no_address_and_no_trace_of_who_left_it(tmp_path: Path) -> None:
    path = tmp_path / "db"
    async with mailing_room(path) as (origin, smtp), browser(origin, ADA) as ada:
        await confirmed(ada, smtp)
        await ada.post("/api/me/delete", json={})
        assert stored(path) == []
        assert query(path, "SELECT player, confirmed FROM mail_links") == [("", 0)]


async def test_51_a_room_answers_and_stops_while_an_smtp_server_says_nothing(
    tmp_path: Path,
) -> None:
    async with SmtpServer(silent=True).running() as smtp:
        server = smtp.settings._replace(timeout=WAITS)
        async with (
            local_server(tmp_path / "db", mail=server) as origin,
            browser(origin, ADA) as ada,
        ):
            assert (await leave(ada))["state"] == "unconfirmed"
            await wait_until(lambda: smtp.connections)
            assert (await leave(ada, "ada2@mail.example"))["state"] == "unconfirmed"
            assert (await ada.get("/api/tables")).status_code == 200
        assert len(smtp.connections) == 1, "the first email is still being sent"
