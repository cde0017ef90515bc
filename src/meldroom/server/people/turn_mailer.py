"""Mails to players whose turn lasts for days and who are not here: at most one for each turn."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from smtplib import SMTPException
from typing import NamedTuple

from meldroom.server.executors import database, mails
from meldroom.server.mail import MailServer
from meldroom.server.rate_limit import Rate, TokenBucket
from meldroom.server.storage.turn_mails import TurnMail, delete_mail, read_mails, write_mail
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.room import Room
from meldroom.server.tables.table_seat import TableSeat

logger = logging.getLogger("meldroom")
MAX_ADDRESSES = 10_000  # whose limits are remembered
TRIES = 3


class MailPlan(NamedTuple):
    """When mails are sent, and how many."""

    after: float = 600.0  # seconds since the turn began and its player went away
    interval: float = 60.0  # seconds between two looks at the tables, and two tries
    per_address: Rate = Rate(12, 86_400.0)


class TurnMailer:
    """Writes to the absent players of the tables that this process has."""

    def __init__(
        self, room: Room, server: MailServer, origin: str, plan: MailPlan | None = None
    ) -> None:
        self.room, self.server, self.origin = room, server, origin
        self.plan = plan or MailPlan()
        self.limits: dict[str, TokenBucket] = {}  # by address

    async def look(self) -> None:
        """Write to everybody who should know by now, and forget who has left."""
        for mail in await database.run(read_mails, self.room.store):
            live = self.room.tables.get(mail.table_id)
            if live is None:
                continue  # another process has it, or nothing happens there
            seat = next((one for one in live.table.people if one.token == mail.token), None)
            if seat is None or live.table.phase == "closed":
                forget = partial(delete_mail, table_id=mail.table_id, token=mail.token)
                await self.room.log.change(forget)
            elif self._is_due(live, seat) and turn_of(live) != mail.turn and self._may_send(mail):
                noted = mail._replace(turn=turn_of(live))
                lease = self.room.lease_of(mail.table_id)
                await self.room.log.change(partial(write_mail, mail=noted), lease, erases=False)
                sending = self._send(mail, live.table.game.name)
                self.room.background.once("mails", sending)

    def _is_due(self, live: LiveTable, seat: TableSeat) -> bool:
        clock, table = live.clock, live.table
        if not clock.runs_for_days or table.phase != "playing" or table.paused:
            return False
        if seat.seat not in clock.to_act or seat.bot_plays or seat.away_since is None:
            return False
        return now() >= max(clock.turn_began, seat.away_since) + self.plan.after

    def _may_send(self, mail: TurnMail) -> bool:
        if len(self.limits) > MAX_ADDRESSES:
            self.limits.clear()
        full = TokenBucket(*self.plan.per_address, now())
        return self.limits.setdefault(mail.address, full).take(now())

    async def _send(self, mail: TurnMail, game: str) -> None:
        stop_url = f"{self.origin}/mail/{mail.stop_key}"
        text = TEXT.format(game=game, url=f"{self.origin}/t/{mail.table_id}", stop_url=stop_url)
        subject = f"Your turn in {game}"
        for _ in range(TRIES):
            try:
                await mails.run(self.server.send, mail.address, subject, text, stop_url)
            except (OSError, SMTPException) as error:
                # Only its kind: the text may hold the address.
                logger.warning("a mail was not sent: %s", type(error).__name__)
                await asyncio.sleep(self.plan.interval)
            else:
                return


def turn_of(live: LiveTable) -> str:
    """Name the turn that a table is at, so that each is written of once."""
    return f"{live.table.games}.{live.clock.turn_number}"


TEXT = """\
It is your turn in {game}.

{url}

The link opens your seat in the browser in which you left this address.

You asked for this mail at the table. To get no more of them: {stop_url}
"""
