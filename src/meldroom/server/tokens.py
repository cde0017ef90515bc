"""Tokens and codes: unguessable, stored as hashes, compared in constant time."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

from meldroom.core.cards import Seat
from meldroom.server.tables.table import Table

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_SIZE = 14


def new_token() -> str:
    """Make what proves a seat."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Make what lets people in."""
    return secrets.token_urlsafe(16)


def new_key() -> str:
    """Make a table's name for addresses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(KEY_SIZE))


def is_key(text: str) -> bool:
    """Say whether a table could have this name."""
    return len(text) == KEY_SIZE and all(sign in ALPHABET for sign in text)


def hashed(token: str) -> str:
    """Hash a token as it is stored."""
    return sha256(token.encode(errors="replace")).hexdigest()


def seat_of(table: Table, token: str) -> Seat | None:
    """Find the seat that a token proves, looking at every seat so that time tells nothing."""
    found, given = None, hashed(token)
    for chair in table.people:
        if chair.person is not None and compare_digest(chair.person.token, given):
            found = chair.seat
    return found
