"""Who agrees to emails: an address is left at a table, its owner confirms it, or stops them all."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

from meldroom.server.executors import database, slow
from meldroom.server.mail_addresses import MailboxHashes, mailbox_hashes
from meldroom.server.refusals import LimitReached, refused
from meldroom.server.storage.log import Log
from meldroom.server.storage.mail_links import (
    DAY,
    Left,
    LinkState,
    MailLink,
    confirm,
    find_link,
    forget_old,
    has_old,
    leave,
    links_of,
    make_salt,
    read_salt,
    stop,
)
from meldroom.server.storage.store import Store
from meldroom.server.storage.turn_mails import TurnMail, read_mails


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
