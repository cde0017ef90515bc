"""Seeds that follow from a seed, one for each purpose."""

from __future__ import annotations

from hashlib import sha256


def derived_seed(seed: bytes, purpose: str) -> bytes:
    """Derive a seed for one purpose, such as a bot's own chance; it does not reveal the first."""
    return sha256(purpose.encode() + seed).digest()
