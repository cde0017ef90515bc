"""What is stored of emails: addresses left at tables, who has confirmed them, and who stopped them.

An address is stored with the table alone, for as long as it is needed there. Links and stops have
slow hashes of it; a link outlives the person who left the address, so that its owner can still
stop what anybody else asks for.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Literal, NamedTuple

import sqlalchemy as sa

from meldroom.server.storage.store import METADATA, Store, upsert

TURN_MAILS = sa.Table(
    "turn_mails",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("link_key", sa.String(64), nullable=False),
    sa.Column("turn", sa.String(40), nullable=False),
)
DAY = 86_400_000  # milliseconds: how long a link can confirm, and between two questions
KEPT = 30 * DAY  # how long a link that confirmed nothing can still stop
MAX_QUESTIONS = 200  # confirmation emails that a room sends in a day
MAIL_LINKS = sa.Table(
    "mail_links",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("mailbox", sa.String(64), nullable=False),
    sa.Column("spelling", sa.String(64), nullable=False),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
)
MAIL_STOPS = sa.Table("mail_stops", METADATA, sa.Column("mailbox", sa.String(64), primary_key=True))
MAIL_SALTS = sa.Table(
    "mail_salts",
    METADATA,
    sa.Column("name", sa.String(10), primary_key=True),
    sa.Column("salt", sa.String(64), nullable=False),
)
SALT_NAME = "mailbox"
LinkState = Literal["unconfirmed", "confirmed", "stopped", "expired"]
STOPPED = sa.select(MAIL_STOPS.c.mailbox)


# -- turns to mail


class TurnMail(NamedTuple):
    """Where to write to whom, in the order of the columns."""

    table_id: str
    token: str  # the SHA-256 of the token that proves the seat
    player: str
    address: str
    link_key: str  # by which its owner confirms and stops the emails
    turn: str = ""  # the last one that was written of


def read_mails(store: Store, table_id: str = "", token: str = "") -> list[TurnMail]:
    """Return the addresses left at a table, or at all; of one seat's person, or of everybody."""
    query = sa.select(TURN_MAILS)
    if table_id:
        query = query.where(TURN_MAILS.c.table_id == table_id)
    if token:
        query = query.where(TURN_MAILS.c.token == token)
    with store.reading() as connection:
        return [TurnMail(*row) for row in connection.execute(query)]


def write_mail(connection: sa.Connection, mail: TurnMail) -> None:
    """Store an address in place of the one that its person left before."""
    upsert(connection, TURN_MAILS, {mail[:2]: mail})


def delete_mail(connection: sa.Connection, table_id: str, token: str) -> None:
    """Forget the address that somebody left at a table."""
    wanted = (TURN_MAILS.c.table_id == table_id, TURN_MAILS.c.token == token)
    connection.execute(sa.delete(TURN_MAILS).where(*wanted))


# -- links


class MailLink(NamedTuple):
    """A link in the emails to one spelling of an address, in the order of the columns."""

    key: str
    player: str  # who left the address; "" once they are erased
    mailbox: str
    spelling: str
    asked_at: int  # milliseconds of the wall clock, when its owner was asked
    confirmed: bool = False

    def state(self, stopped: bool, now: int) -> LinkState:
        """Return what its owner has made of it."""
        if stopped:
            return "stopped"
        if self.confirmed:
            return "confirmed"
        return "unconfirmed" if self.player and now < self.asked_at + DAY else "expired"


class Left(NamedTuple):
    """What came of an address that somebody left: the link, or why there is none."""

    link: MailLink | None
    asks: bool = False  # its owner is to be asked
    refusal: Literal["", "stopped", "asked", "room"] = ""


def find_link(store: Store, key: str) -> tuple[MailLink, bool] | None:
    """Return a link, and whether its mailbox is stopped; None if there is none."""
    with store.reading() as connection:
        return _links(connection, MAIL_LINKS.c.key == key).get(key)


def links_of(store: Store, player: str) -> list[tuple[MailLink, bool]]:
    """Return the links of a player, each with whether its mailbox is stopped."""
    with store.reading() as connection:
        return list(_links(connection, MAIL_LINKS.c.player == player).values())


def _links(
    connection: sa.Connection, wanted: sa.ColumnElement[bool]
) -> dict[str, tuple[MailLink, bool]]:
    rows = connection.execute(
        sa.select(MAIL_LINKS, MAIL_LINKS.c.mailbox.in_(STOPPED).label("stopped")).where(wanted)
    )
    return {row.key: (MailLink(*row[:6]), bool(row.stopped)) for row in rows}


def confirmed_mailboxes(store: Store) -> dict[str, str]:
    """Return the mailboxes that may be written to, by the key of their link."""
    query = sa.select(MAIL_LINKS.c.key, MAIL_LINKS.c.mailbox).where(MAIL_LINKS.c.confirmed)
    with store.reading() as connection:
        return {row.key: row.mailbox for row in connection.execute(query)}


def read_salt(store: Store) -> str:
    """Return the salt of the room's hashes; "" if it has none yet."""
    with store.reading() as connection:
        return connection.execute(sa.select(MAIL_SALTS.c.salt)).scalar() or ""


def make_salt(connection: sa.Connection) -> None:
    """Make the room's salt, unless another process has made it first."""
    if connection.execute(sa.select(MAIL_SALTS.c.salt)).scalar() is None:
        row = (SALT_NAME, secrets.token_hex(16))
        connection.execute(sa.insert(MAIL_SALTS).values(row))


def leave(connection: sa.Connection, mail: TurnMail, wanted: MailLink) -> Left:
    """Store an address left at a table, by the link of its owner or the wanted one.

    Nothing is stored if the mailbox is stopped, or was asked about within a day.
    """
    if connection.execute(STOPPED.where(MAIL_STOPS.c.mailbox == wanted.mailbox)).first():
        return Left(None, refusal="stopped")
    since = wanted.asked_at - DAY
    same = sa.and_(MAIL_LINKS.c.player == wanted.player, MAIL_LINKS.c.spelling == wanted.spelling)
    own = next((link for link, _ in _links(connection, same).values()), None)
    asks = own is None or not (own.confirmed or own.asked_at > since)
    if asks:
        recent = sa.select(MAIL_LINKS.c.key).where(MAIL_LINKS.c.asked_at > since)
        if connection.execute(recent.where(MAIL_LINKS.c.mailbox == wanted.mailbox)).first():
            return Left(None, refusal="asked")
        if len(connection.execute(recent.limit(MAX_QUESTIONS)).all()) == MAX_QUESTIONS:
            return Left(None, refusal="room")
        own = wanted if own is None else own._replace(asked_at=wanted.asked_at)
        upsert(connection, MAIL_LINKS, {own.key: own})
    assert own is not None
    write_mail(connection, mail._replace(link_key=own.key))
    return Left(own, asks)


def confirm(connection: sa.Connection, link: MailLink) -> None:
    """Let a mailbox be written to, also one that was stopped."""
    connection.execute(sa.delete(MAIL_STOPS).where(MAIL_STOPS.c.mailbox == link.mailbox))
    # Not for who is erased: nothing would ever forget the link.
    wanted = (MAIL_LINKS.c.key == link.key, MAIL_LINKS.c.player != "")
    connection.execute(sa.update(MAIL_LINKS).where(*wanted).values(confirmed=True))


def stop(connection: sa.Connection, link: MailLink) -> None:
    """Stop all emails to a mailbox, and forget its addresses at every table."""
    of_mailbox = MAIL_LINKS.c.mailbox == link.mailbox
    if connection.execute(STOPPED.where(MAIL_STOPS.c.mailbox == link.mailbox)).first() is None:
        connection.execute(sa.insert(MAIL_STOPS).values(mailbox=link.mailbox))
    keys = sa.select(MAIL_LINKS.c.key).where(of_mailbox)
    connection.execute(sa.delete(TURN_MAILS).where(TURN_MAILS.c.link_key.in_(keys)))
    connection.execute(sa.update(MAIL_LINKS).where(of_mailbox).values(confirmed=False))


def _unconfirmed(now: int) -> sa.ColumnElement[bool]:
    current = sa.or_(MAIL_LINKS.c.confirmed, MAIL_LINKS.c.asked_at > now - DAY)
    return TURN_MAILS.c.link_key.not_in(sa.select(MAIL_LINKS.c.key).where(current))


def _too_old(now: int) -> sa.ColumnElement[bool]:
    return sa.and_(
        ~MAIL_LINKS.c.confirmed,
        MAIL_LINKS.c.asked_at <= now - KEPT,
        MAIL_LINKS.c.mailbox.not_in(STOPPED),
    )


def has_old(store: Store, now: int) -> bool:
    """Return whether there is something to forget."""
    queries = (
        sa.select(TURN_MAILS.c.token).where(_unconfirmed(now)).limit(1),
        sa.select(MAIL_LINKS.c.key).where(_too_old(now)).limit(1),
    )
    with store.reading() as connection:
        return any(connection.execute(query).first() for query in queries)


def forget_old(connection: sa.Connection, now: int) -> None:
    """Forget the addresses that nobody confirmed in a day, and later their links."""
    connection.execute(sa.delete(TURN_MAILS).where(_unconfirmed(now)))
    connection.execute(sa.delete(MAIL_LINKS).where(_too_old(now)))


def erase_mails(connection: sa.Connection, players: Collection[str]) -> None:
    """Forget these players' addresses, and whose their links were; stops stay."""
    theirs = sa.or_(TURN_MAILS.c.player.in_(players), TURN_MAILS.c.token.in_(players))
    connection.execute(sa.delete(TURN_MAILS).where(theirs))
    links = sa.update(MAIL_LINKS).where(MAIL_LINKS.c.player.in_(players))
    connection.execute(links.values(player="", confirmed=False))
