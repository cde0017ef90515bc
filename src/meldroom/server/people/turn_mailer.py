"""Emails to players whose turn lasts for days and who are not here: at most one for each turn."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import NamedTuple

from meldroom.server.executors import database
from meldroom.server.mail_sender import MailSender
from meldroom.server.people.mail_consent import forget_unconfirmed, still_left
from meldroom.server.people.mail_texts import turn_email
from meldroom.server.rate_limit import Rate, RateLimiter
from meldroom.server.storage.mail_links import confirmed_mailboxes
from meldroom.server.storage.turn_mails import TurnMail, delete_mail, read_mails, write_mail
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.room import Room
from meldroom.server.tables.table_seat import TableSeat

logger = logging.getLogger("meldroom")


class MailPlan(NamedTuple):
    """When emails are sent, and how many."""

    after: float = 600.0  # seconds since the turn began and its player went away
    interval: float = 60.0  # seconds between two looks at the tables
    per_mailbox: Rate = Rate(12, 86_400.0)


class TurnMailer:
    """Writes to the absent players of the tables that this process has."""

    def __init__(
        self, room: Room, sender: MailSender, origin: str, plan: MailPlan | None = None
    ) -> None:
        self.room, self.sender, self.origin = room, sender, origin
        self.plan = plan or MailPlan()
        self.limits = RateLimiter(self.plan.per_mailbox)

    async def look(self) -> None:
        """Write to everybody who should know by now, and forget who has left."""
        await forget_unconfirmed(self.room.log, time.time_ns() // 1_000_000)
        mailboxes = await database.run(confirmed_mailboxes, self.room.store)
        for mail in await database.run(read_mails, self.room.store):
            live = self.room.tables.get(mail.table_id)
            if live is None:
                continue  # another process has it, or nothing happens there
            seat = next((one for one in live.table.people if one.token == mail.token), None)
            if seat is None or live.table.phase == "closed":
                forget = partial(delete_mail, table_id=mail.table_id, token=mail.token)
                await self.room.log.change(forget)
            elif mail.link_key in mailboxes and self._is_due(live, seat, mail):
                await self._put(live, seat, mail, mailboxes[mail.link_key])

    async def _put(self, live: LiveTable, seat: TableSeat, mail: TurnMail, mailbox: str) -> None:
        """Note that a turn was written of and queue the email; a full queue is tried later."""
        if self.sender.full or not self.limits.bucket(mailbox, now()).take(now()):
            return
        noted = mail._replace(turn=turn_of(live))
        lease = self.room.lease_of(mail.table_id)
        await self.room.log.change(partial(write_mail, mail=noted), lease, erases=False)

        async def wanted() -> bool:
            same_turn = turn_of(live) == noted.turn and self._is_due(live, seat, mail)
            return same_turn and await still_left(self.room.store, noted)

        self.sender.put(turn_email(noted, live.table.game.name, self.origin), wanted)

    def _is_due(self, live: LiveTable, seat: TableSeat, mail: TurnMail) -> bool:
        clock, table = live.clock, live.table
        if not clock.runs_for_days or table.phase != "playing" or table.paused:
            return False
        if seat.seat not in clock.to_act or seat.bot_plays or seat.away_since is None:
            return False
        since = max(clock.turn_began, seat.away_since)
        return turn_of(live) != mail.turn and now() >= since + self.plan.after


def turn_of(live: LiveTable) -> str:
    """Name the turn that a table is at, so that each is written of once."""
    return f"{live.table.games}.{live.clock.turn_number}"
