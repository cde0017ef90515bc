"""Email addresses: which are accepted, which are one mailbox, and how one is stored as a hash."""

from __future__ import annotations

import hmac
import re
from hashlib import scrypt
from typing import NamedTuple

MAX_LENGTH = 254
MAX_LOCAL_LENGTH = 64
# Without % and !, by which old mail servers pass an email on to another address.
_ATOM = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
# Last labels of names that lead to this machine or its network, or nowhere (RFC 6761 and others).
LOCAL_LABELS = ("arpa", "internal", "invalid", "lan", "local", "localdomain", "localhost", "onion")
# 16 MiB and some 40 ms for each guess: addresses are few and known, so a quick hash of one, even
# with a key that lies in the same database, is soon guessed by whoever has a copy.
SCRYPT_COST = {"n": 2**14, "r": 8, "p": 1}


class MailboxHashes(NamedTuple):
    """What is stored of an address: neither can be guessed quickly."""

    mailbox: str  # the same for every spelling of it
    spelling: str  # as it was typed


def is_address(text: str) -> bool:
    """Return whether a text is one plain email address."""
    short = len(text) <= MAX_LENGTH and text.rfind("@") <= MAX_LOCAL_LENGTH
    return short and ADDRESS.fullmatch(text) is not None


def is_public_address(text: str) -> bool:
    """Return whether an address can belong to a mailbox elsewhere, not on this machine."""
    domain = text.rpartition("@")[2].lower()
    _, dot, last = domain.rpartition(".")
    return is_address(text) and bool(dot) and not last.isdigit() and last not in LOCAL_LABELS


def mailbox_of(address: str) -> str:
    """Return the mailbox of an address: in lower case, and without a `+tag`.

    Emails go to the address as it was typed. This form is for limits and stops alone, where two
    people whose provider tells such spellings apart at worst share what is meant for one.
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def mailbox_hashes(address: str, salt: bytes) -> MailboxHashes:
    """Hash an address with the salt of a room, slowly."""
    derived = scrypt(mailbox_of(address).encode(), salt=salt, dklen=64, **SCRYPT_COST)
    local, _, domain = address.rpartition("@")
    spelling = hmac.digest(derived[32:], f"{local}@{domain.lower()}".encode(), "sha256")
    return MailboxHashes(derived[:32].hex(), spelling.hex())
