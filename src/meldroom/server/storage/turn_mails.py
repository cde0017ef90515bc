"""Email addresses that players have left at a table, to hear of their turns; no log has them."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from meldroom.server.storage.store import METADATA, Store
from meldroom.server.storage.summaries import upsert

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
