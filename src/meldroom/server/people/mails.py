"""Emails to players whose turn it is: their texts, who agrees to get them, when they are sent.

They tell no card, no name, and of the table no more than its game and address.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from meldroom.room.limits import Rate, RateLimiter
from meldroom.room.refusals import LimitReached, refused
from meldroom.room.table_seat import TableSeat
from meldroom.server.executors import database, slow
from meldroom.server.mail import Email, MailboxHashes, MailSender, mailbox_hashes
from meldroom.server.storage.log import Log
from meldroom.server.storage.mails import (
    DAY,
    Left,
    LinkState,
    MailLink,
    TurnMail,
    confirm,
    confirmed_mailboxes,
    delete_mail,
    find_link,
    forget_old,
    has_old,
    leave,
    links_of,
    make_salt,
    read_mails,
    read_salt,
    stop,
    write_mail,
)
from meldroom.server.storage.store import Store
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.room import Room

CONFIRMATION = """\
Somebody who plays {game} at {origin} entered this address, to get an email when it is their turn.

If that was you, confirm it within a day:

{url}

If it was not you, ignore this email: no others will follow. On the same page you can block all \
emails from this room.
"""
TURN = """\
It is your turn in {game}.

{table_url}

The link opens your seat in the browser in which you left this address.

You confirmed that you want these emails. To stop them: {url}
"""
logger = logging.getLogger("meldroom")


# -- texts


def confirmation_email(mail: TurnMail, game: str, origin: str) -> Email:
    """Ask the owner of an address whether they want emails."""
    url = link_url(origin, mail)
    text = CONFIRMATION.format(game=game, origin=origin, url=url)
    return Email(mail.address, "Confirm your email address", text, url)


def turn_email(mail: TurnMail, game: str, origin: str) -> Email:
    """Tell a player that it is their turn."""
    url = link_url(origin, mail)
    text = TURN.format(game=game, table_url=f"{origin}/t/{mail.table_id}", url=url)
    return Email(mail.address, f"Your turn in {game}", text, url)


def link_url(origin: str, mail: TurnMail) -> str:
    """Return the address of the page where the owner of a mailbox decides."""
    return f"{origin}/mail/{mail.link_key}"


# -- consent


async def leave_address(
    log: Log, mail: TurnMail, now: int, may_ask: Callable[[], None]
) -> tuple[TurnMail, bool]:
    """Store an address left at a table; returns it with its link, and whether to ask its owner.

    Refusal, also by `may_ask`, if its owner may not be asked.
    """
    hashes = await _hashes(log, mail.address)
    link = MailLink(secrets.token_urlsafe(24), mail.player, *hashes, now)
    for own, _ in await database.run(links_of, log.store, mail.player):
        if own.spelling == link.spelling and (own.confirmed or own.asked_at > now - DAY):
            break
    else:
        may_ask()
    outcome: list[Left] = []
    await log.change(lambda connection: outcome.append(leave(connection, mail, link)), erases=False)
    [left] = outcome
    if left.link is None:
        raise _refusal(left)
    return mail._replace(link_key=left.link.key), left.asks


def _refusal(left: Left) -> Exception:
    if left.refusal == "stopped":
        why = "emails to this address were stopped; the link in any of them starts them again"
        return refused("P-5", why)
    if left.refusal == "asked":
        why = "this address got an email to confirm it already; try again tomorrow"
    else:
        why = "this room has sent too many emails today; try again tomorrow"
    return LimitReached(why, DAY / 1000)


async def _hashes(log: Log, address: str) -> MailboxHashes:
    salt = await database.run(read_salt, log.store)
    if not salt:
        await log.change(make_salt, erases=False)
        salt = await database.run(read_salt, log.store)
    return await slow.run(mailbox_hashes, address, bytes.fromhex(salt))


async def link_state(store: Store, key: str, now: int) -> LinkState | None:
    """Return what the owner of a mailbox has made of a link; None if there is none."""
    found = await database.run(find_link, store, key)
    return None if found is None else found[0].state(found[1], now)


async def answer_link(log: Log, key: str, send: bool, now: int) -> LinkState | None:
    """Confirm or stop the emails to a mailbox by its link; None if there is none."""
    found = await database.run(find_link, log.store, key)
    if found is None:
        return None
    link, stopped = found
    state = link.state(stopped, now)
    if not send and state != "stopped":
        await log.change(partial(stop, link=link))
    elif send and state in ("stopped", "unconfirmed"):
        await log.change(partial(confirm, link=link), erases=False)
    return await link_state(log.store, key, now)


async def forget_unconfirmed(log: Log, now: int) -> None:
    """Forget what nobody has confirmed in time, if there is any."""
    if await database.run(has_old, log.store, now):
        await log.change(partial(forget_old, now=now))


async def own_state(store: Store, player: str, mail: TurnMail | None, now: int) -> LinkState | None:
    """Return the state of a player's address at a table, or that their emails were stopped."""
    if mail is not None:
        return await link_state(store, mail.link_key, now)
    links = await database.run(links_of, store, player)
    return "stopped" if any(stopped for _, stopped in links) else None


async def still_left(store: Store, mail: TurnMail) -> bool:
    """Return whether an address is still left at its table, as when an email was queued."""
    return mail in await database.run(read_mails, store, mail.table_id, mail.token)


# -- sending


class MailPlan(NamedTuple):
    """When emails are sent, and how many."""

    grace: float = 600.0  # seconds since the turn began and its player went away
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

    async def send_due(self) -> None:
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
        return turn_of(live) != mail.turn and now() >= since + self.plan.grace


def turn_of(live: LiveTable) -> str:
    """Name the turn that a table is at, so that each is written of once."""
    return f"{live.table.games}.{live.clock.turn_number}"
