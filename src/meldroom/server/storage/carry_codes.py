"""Codes by which a record is carried to another device: each works once, for ten minutes.

What a code gives is stored encrypted with the code itself, of which only a hash is stored.
"""

from __future__ import annotations

import secrets
import time
from hashlib import sha256, shake_256

import sqlalchemy as sa

from meldroom.server.storage.store import METADATA, Store
from meldroom.server.tokens import KEY_ALPHABET

CARRY_CODES = sa.Table(
    "carry_codes",
    METADATA,
    sa.Column("code", sa.String(64), primary_key=True),
    sa.Column("sessions", sa.Text, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
)
CODE_LENGTH = 8
VALID_SECONDS = 600


def new_carry_code() -> str:
    """Make a code that is easily typed."""
    return "".join(secrets.choice(KEY_ALPHABET) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """Give a code as it was made, however somebody wrote it."""
    return "".join(character for character in text.lower() if character in KEY_ALPHABET)


def store_code(connection: sa.Connection, code: str, sessions: str) -> None:
    """Store what a new code gives, and forget the codes that are too old."""
    now = _milliseconds()
    connection.execute(sa.delete(CARRY_CODES).where(CARRY_CODES.c.expires_at <= now))
    row = {
        "code": _hashed(code),
        "sessions": _encrypted(code, sessions.encode()).hex(),
        "expires_at": now + 1000 * VALID_SECONDS,
    }
    connection.execute(sa.insert(CARRY_CODES).values(row))


def is_code(store: Store, code: str) -> bool:
    """Return whether a code gives anything still."""
    wanted = (CARRY_CODES.c.code == _hashed(code), CARRY_CODES.c.expires_at > _milliseconds())
    with store.reading() as connection:
        return connection.execute(sa.select(CARRY_CODES.c.code).where(*wanted)).first() is not None


def take_code(connection: sa.Connection, code: str) -> str:
    """Give what a code stands for, once; "" if it is unknown, used or too old."""
    wanted = CARRY_CODES.c.code == _hashed(code)
    row = connection.execute(sa.select(CARRY_CODES).where(wanted)).one_or_none()
    connection.execute(sa.delete(CARRY_CODES).where(wanted))
    if row is None or row.expires_at <= _milliseconds():
        return ""
    return _encrypted(code, bytes.fromhex(row.sessions)).decode()


def _hashed(code: str) -> str:
    return sha256(f"code {code}".encode()).hexdigest()


def _encrypted(code: str, text: bytes) -> bytes:
    """Encrypt or decrypt by a key that is used once."""
    key = shake_256(f"key {code}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, key, strict=True))


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
