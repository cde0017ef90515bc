"""The fair deal: the table commits to a secret, players add to it, the seed follows from both."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

TAG = b"meldroom/1 seed"
SECRET_SIZE = 32
SHARE_SIZE = 16


def commitment(secret: bytes) -> str:
    """Commit to a secret, or to the seed itself, before it is shown."""
    return sha256(secret).hexdigest()


def agreed_seed(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """Mix the secret with one contribution for each seat, b"" where a seat gave none.

    >>> agreed_seed(bytes(32), [b"", bytes(16)]).hex()[:16]
    '355a62648e14cf15'
    """
    parts = (TAG, secret, *contributions)
    return sha256(b"".join([len(part).to_bytes(4, "big") + part for part in parts])).digest()


class KnownDeal(NamedTuple):
    """A seed that was known before the deal, so that nothing was promised.

    A game that goes on from another one names the digest of that one's record, and the ply.
    """

    seed: bytes
    source: str = ""
    ply: int = 0


class FairDeal(NamedTuple):
    """What a seed was made of; shown after the game, so that anybody can recompute it."""

    secret: bytes
    contributions: tuple[bytes, ...]

    @property
    def commit(self) -> str:
        """What the table shows before the deal."""
        return commitment(self.secret)

    @property
    def seed(self) -> bytes:
        """What all chance of the game follows from."""
        return agreed_seed(self.secret, self.contributions)
