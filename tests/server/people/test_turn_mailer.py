"""Mails of turns that last for days: to whom, when, and how often."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from meldroom.server.mail import MailServer, is_address, mail_server
from meldroom.server.people.erase import erase_person
from meldroom.server.people.turn_mailer import MailPlan, TurnMailer
from meldroom.server.rate_limit import Rate
from meldroom.server.storage.turn_mails import TurnMail, read_mails, write_mail
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.positions import twin_of
from tests.server.local_room import (
    FakeConnection,
    open_room,
    play_turns,
    table_in_play,
    wait_until,
)
from tests.server.smtp_server import SmtpServer

ORIGIN = "https://cards.example"
AT_ONCE = MailPlan(after=0.0, interval=0.01)
NEVER = 1e9  # the pace of bots


async def leave_addresses(room: Room, live: LiveTable) -> None:
    """Let everybody at a table leave an address, such as seat0@mail.example."""
    for seat in live.table.people:
        address = f"seat{seat.seat}@mail.example"
        mail = TurnMail(
            live.table.key, seat.token, f"player{seat.seat}", address, f"stop{seat.seat}"
        )
        await room.log.change(partial(write_mail, mail=mail))


async def day_long_game(room: Room) -> tuple[LiveTable, list[FakeConnection], int]:
    """Start a game with a day for each turn; gives who is to act, too."""
    live, people, _ = await table_in_play(room, 2, clock="1d")
    await leave_addresses(room, live)
    return live, people, live.clock.to_act[0]


async def test_an_absent_player_gets_one_mail_for_each_turn(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer().running() as smtp:
        live, people, seat = await day_long_game(room)
        mailer = TurnMailer(room, smtp.settings, ORIGIN, AT_ONCE)
        await mailer.look()
        assert [one.turn for one in read_mails(room.store)] == ["", ""]  # all are here
        people[seat].disconnect()
        await mailer.look()
        await wait_until(lambda: smtp.mails)
        await mailer.look()
        other = TurnMailer(room, smtp.settings, ORIGIN, AT_ONCE)  # after a restart
        await other.look()
        [mail] = smtp.mails
        assert mail["To"] == f"seat{seat}@mail.example"
        assert mail["Subject"] == f"Your turn in {live.table.game.name}"
        text = mail.get_content()
        assert f"{ORIGIN}/t/{live.table.key}" in text.splitlines()
        assert f"{ORIGIN}/mail/stop{seat}" in text
        assert mail["List-Unsubscribe"] == f"<{ORIGIN}/mail/stop{seat}>"
        assert live.table.opened.code not in text  # no more than the address of the table


async def test_19_a_mail_tells_nothing_of_hidden_cards(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer().running() as smtp:
        live, people, _ = await day_long_game(room)
        await play_turns(live, people, 3)
        match, seat = live.table.current_match, live.clock.to_act[0]
        other = twin_of(match, seat, Random("mails"))
        assert other is not None
        people[seat].disconnect()
        sent = []
        for state in (match.state, other.state):
            match.state = state
            await leave_addresses(room, live)  # so that this turn has not been written of
            await TurnMailer(room, smtp.settings, ORIGIN, AT_ONCE).look()
            await wait_until(lambda: smtp.mails)
            mail = smtp.mails.pop()
            del mail["Date"], mail["Message-ID"]
            sent.append(mail.as_bytes())
        assert sent[0] == sent[1]


async def test_nobody_is_written_to_before_the_delay_or_too_often(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer().running() as smtp:
        _, people, seat = await day_long_game(room)
        people[seat].disconnect()
        no_more = AT_ONCE._replace(per_address=Rate(0.5, 1e9))
        for plan in (MailPlan(), no_more):
            await TurnMailer(room, smtp.settings, ORIGIN, plan).look()
            assert {one.turn for one in read_mails(room.store)} == {""}


@pytest.mark.parametrize("refuses", [True, False])
async def test_a_mail_that_cannot_be_sent_holds_nothing_up_and_names_no_address(
    refuses: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer(refuses).running() as smtp:
        live, people, seat = await day_long_game(room)
        server = smtp.settings if refuses else MailServer("127.0.0.1", 1, "room@cards.example")
        people[seat].disconnect()
        await TurnMailer(room, server, ORIGIN, AT_ONCE).look()
        await wait_until(lambda: caplog.text.count("a mail was not sent") == 3)
        assert "mail.example" not in caplog.text
        assert live.table.phase == "playing"
        assert smtp.mails == []


async def test_an_address_is_forgotten_with_its_person_or_when_they_leave(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer().running() as smtp:
        await day_long_game(room)
        await erase_person(room, ["player0"])
        assert [one.player for one in read_mails(room.store)] == ["player1"]
        _, people, seat = await day_long_game(room)
        await people[seat].request("leave")
        await TurnMailer(room, smtp.settings, ORIGIN, MailPlan()).look()
        left = {(one.table_id, one.player) for one in read_mails(room.store)}
        assert len(left) == 2


def test_a_mail_server_is_read_from_its_url() -> None:
    sender = "room@cards.example"
    assert mail_server("smtp://mail.example", sender) == MailServer("mail.example", 587, sender)
    full = mail_server("smtps://room%40x:p%2Fw@mail.example:2465", sender)
    assert full == MailServer("mail.example", 2465, sender, True, "room@x", "p/w")
    for url, address in (("https://mail.example", sender), ("smtp://mail.example", "nobody")):
        with pytest.raises(ValueError, match="--"):
            mail_server(url, address)


@pytest.mark.parametrize(
    "text",
    ["", "ada", "ada@", "@x.example", "a b@x.example", "a@x\r\nBcc: b@y", "a@x,b@y", "<a@x>"],
)
def test_what_is_no_plain_address_is_refused(text: str) -> None:
    assert not is_address(text)
    assert is_address("ada.b+cards@mail.example")
