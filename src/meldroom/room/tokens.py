"""Table keys, codes, sessions and seat tokens; tokens are stored as hashes only."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

KEY_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_LENGTH = 14
PERSON_KEY_LENGTH = 32  # half of the hash: it is in every entry of a person


def new_token() -> str:
    """Make a token, which proves a seat."""
    return secrets.token_urlsafe(32)


def new_session() -> str:
    """Make a session, from which the tokens of one browser follow."""
    return secrets.token_urlsafe(32)


def session_token(session: str, table_key: str) -> str:
    """Derive a browser's token at a table; tokens at two tables cannot be linked."""
    return hmac.digest(session.encode(errors="replace"), table_key.encode(), "sha256").hex()


def person_key(session: str) -> str:
    """Derive the key of a browser's record, which does not give the session away."""
    return hashed(session_token(session, "person"))[:PERSON_KEY_LENGTH]


def new_code() -> str:
    """Make a code, which admits people to a table."""
    return secrets.token_urlsafe(16)


def new_table_key() -> str:
    """Make a table's key, which is part of its address."""
    return "".join(secrets.choice(KEY_ALPHABET) for _ in range(KEY_LENGTH))


def is_table_key(text: str) -> bool:
    """Return whether a table could have this key."""
    return len(text) == KEY_LENGTH and all(character in KEY_ALPHABET for character in text)


def hashed(token: str) -> str:
    """Hash a token as it is stored."""
    return sha256(token.encode(errors="replace")).hexdigest()
