"""Emails of turns that last for days: to whom, when, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import sqlalchemy as sa

from meldroom.room.limits import Rate
from meldroom.server.mail import MAX_HELD, MailSender
from meldroom.server.people.account import erase_person
from meldroom.server.people.mails import MailPlan, TurnMailer
from meldroom.server.storage.mails import MailLink, TurnMail, confirm, leave, read_mails, stop
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.positions import twin_of
from tests.server.local_room import (
    FakeConnection,
    join,
    open_room,
    play_turns,
    table_in_play,
    wait_until,
)
from tests.server.smtp_server import SmtpServer
from tests.server.test_mail import email, yes

ORIGIN = "https://cards.example"
AT_ONCE = MailPlan(grace=0.0)
NEVER = 1e9  # the pace of bots
NOT_OVER_YET = 10**15  # milliseconds: when owners were asked


def link_of(live: LiveTable, seat: int) -> MailLink:
    """Make the link of the player in a seat, such as seat0@mail.example."""
    key = f"{live.table.key}.{seat}"
    return MailLink(key, f"player{seat}", f"box {key}", "", NOT_OVER_YET)


async def leave_addresses(room: Room, live: LiveTable, confirmed: bool = True) -> None:
    """Let everybody at a table leave an address, and its owner confirm it."""
    for seat in live.table.people:
        link, address = link_of(live, seat.seat), f"seat{seat.seat}@mail.example"
        mail = TurnMail(live.table.key, seat.token, link.player, address, "")

        def work(connection: sa.Connection, mail: TurnMail = mail, link: MailLink = link) -> None:
            leave(connection, mail, link)
            if confirmed:
                confirm(connection, link)

        await room.log.change(work)


async def day_long_game(
    room: Room, confirmed: bool = True
) -> tuple[LiveTable, list[FakeConnection], int]:
    """Start a game with a day for each turn; gives who is to act, too."""
    live, people, _ = await table_in_play(room, 2, clock="1d")
    await leave_addresses(room, live, confirmed)
    return live, people, live.clock.to_act[0]


class Mailing(NamedTuple):
    """A room, its sender, and where the emails come."""

    room: Room
    sender: MailSender
    smtp: SmtpServer

    async def look(self, plan: MailPlan = AT_ONCE) -> None:
        """Look for turns to write of, as after a start, and send what comes of it."""
        await TurnMailer(self.room, self.sender, ORIGIN, plan).send_due()
        await wait_until(lambda: self.sender.held == 0)

    def turns_written_of(self) -> set[str]:
        """Read what turns were written of."""
        return {mail.turn for mail in read_mails(self.room.store)}


@asynccontextmanager
async def mailing_room(path: Path) -> AsyncIterator[Mailing]:
    """Open a room whose emails are sent."""
    async with open_room(path / "db", NEVER) as room, SmtpServer().running() as smtp:
        sender = MailSender(smtp.settings)
        task = asyncio.create_task(sender.run())
        try:
            yield Mailing(room, sender, smtp)
        finally:
            task.cancel()


async def test_an_absent_player_gets_one_email_for_each_turn(tmp_path: Path) -> None:
    async with mailing_room(tmp_path) as mailing:
        live, people, seat = await day_long_game(mailing.room)
        await mailing.look()
        assert mailing.turns_written_of() == {""}, "all are here"
        people[seat].disconnect()
        for _ in range(3):
            await mailing.look()
        [mail] = mailing.smtp.mails
        assert mail["To"] == f"seat{seat}@mail.example"
        assert mail["Subject"] == f"Your turn in {live.table.game.name}"
        text, link = mailing.smtp.text_of(0), f"{ORIGIN}/mail/{link_of(live, seat).key}"
        assert f"{ORIGIN}/t/{live.table.key}" in text.splitlines()
        assert link in text
        assert mail["List-Unsubscribe"] == f"<{link}>"
        assert live.table.opened.code not in text  # no more than the address of the table


async def test_50_an_address_that_nobody_has_confirmed_gets_no_email_of_a_turn(
    tmp_path: Path,
) -> None:
    async with mailing_room(tmp_path) as mailing:
        _, people, seat = await day_long_game(mailing.room, confirmed=False)
        people[seat].disconnect()
        await mailing.look()
        assert mailing.turns_written_of() == {""}
        assert mailing.smtp.mails == []


async def test_50_an_email_that_waits_is_not_sent_when_its_owner_has_stopped_it(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer().running() as smtp:
        live, people, seat = await day_long_game(room)
        people[seat].disconnect()
        sender = MailSender(smtp.settings)
        await TurnMailer(room, sender, ORIGIN, AT_ONCE).send_due()
        assert sender.held == 1
        await room.log.change(partial(stop, link=link_of(live, seat)))
        task = asyncio.create_task(sender.run())
        await wait_until(lambda: sender.held == 0)
        task.cancel()
        assert smtp.mails == []


async def test_an_email_that_waits_is_not_sent_when_its_player_is_back(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room, SmtpServer().running() as smtp:
        live, people, tokens = await table_in_play(room, 2, clock="1d")
        await leave_addresses(room, live)
        seat = live.clock.to_act[0]
        people[seat].disconnect()
        sender = MailSender(smtp.settings)
        await TurnMailer(room, sender, ORIGIN, AT_ONCE).send_due()
        assert sender.held == 1
        await join(room, live, tokens[seat])
        task = asyncio.create_task(sender.run())
        await wait_until(lambda: sender.held == 0)
        task.cancel()
        assert smtp.mails == []


async def test_19_a_mail_tells_nothing_of_hidden_cards(tmp_path: Path) -> None:
    async with mailing_room(tmp_path) as mailing:
        live, people, _ = await day_long_game(mailing.room)
        await play_turns(live, people, 3)
        match, seat = live.table.current_match, live.clock.to_act[0]
        other = twin_of(match, seat, Random("mails"))
        assert other is not None
        people[seat].disconnect()
        sent = []
        for state in (match.state, other.state):
            match.state = state
            await leave_addresses(mailing.room, live)  # so that this turn has not been written of
            await mailing.look()
            mail = mailing.smtp.mails.pop()
            del mail["Date"], mail["Message-ID"]
            sent.append(mail.as_bytes())
        assert sent[0] == sent[1]


async def test_nobody_is_written_to_before_the_delay_or_too_often(tmp_path: Path) -> None:
    async with mailing_room(tmp_path) as mailing:
        _, people, seat = await day_long_game(mailing.room)
        people[seat].disconnect()
        no_more = AT_ONCE._replace(per_mailbox=Rate(0.5, 1e9))
        for plan in (MailPlan(), no_more):
            await mailing.look(plan)
            assert mailing.turns_written_of() == {""}


async def test_50_the_limit_of_a_mailbox_holds_for_all_its_tables(tmp_path: Path) -> None:
    async with mailing_room(tmp_path) as mailing:
        absent = []
        for _ in range(3):
            _, people, seat = await day_long_game(mailing.room)
            people[seat].disconnect()
            absent.append(seat)
        await mailing.look(AT_ONCE._replace(per_mailbox=Rate(1, 1e9)))
        assert len(mailing.smtp.mails) == len({*absent}) < len(absent)


async def test_51_a_turn_is_written_of_later_when_the_queue_is_full(tmp_path: Path) -> None:
    async with mailing_room(tmp_path) as mailing:
        _, people, seat = await day_long_game(mailing.room)
        people[seat].disconnect()
        full = MailSender(mailing.smtp.settings)
        for number in range(MAX_HELD):
            full.put(email(number), yes)
        await TurnMailer(mailing.room, full, ORIGIN, AT_ONCE).send_due()
        assert mailing.turns_written_of() == {""}
        await mailing.look()
        assert len(mailing.smtp.mails) == 1


async def test_an_address_is_forgotten_with_its_person_or_when_they_leave(tmp_path: Path) -> None:
    async with mailing_room(tmp_path) as mailing:
        room = mailing.room
        await day_long_game(room)
        await erase_person(room, ["player0"])
        assert [one.player for one in read_mails(room.store)] == ["player1"]
        _, people, seat = await day_long_game(room)
        await people[seat].request("leave")
        await mailing.look(MailPlan())
        left = {(one.table_id, one.player) for one in read_mails(room.store)}
        assert len(left) == 2
