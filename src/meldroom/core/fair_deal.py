"""The fair deal: the table commits to a secret, players to shares; the seed follows from both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256, shake_128
from typing import Any, NamedTuple

from meldroom.core.cards import Seat

TAG = b"meldroom/1 seed"
SHARE_TAG = b"meldroom/1 share"
SECRET_SIZE = 32
SHARE_SIZE = 16
COMMITMENT_SIZE = 32


def commitment(secret: bytes) -> str:
    """Commit to a secret, or to the seed itself, before it is shown."""
    return sha256(secret).hexdigest()


def share_commitment(commit: str, seat: Seat, share: bytes) -> str:
    """Commit to a share before it is shown: for one seat, and for the deal of one secret.

    >>> share_commitment(commitment(bytes(32)), 1, bytes(16))[:16]
    'd703903e2276c6a2'
    """
    parts = (SHARE_TAG, bytes.fromhex(commit), bytes([seat]), share)
    return shake_128(_joined(parts)).hexdigest(COMMITMENT_SIZE)


def agreed_seed(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """Mix the secret with one contribution for each seat, b"" where a seat gave none.

    >>> agreed_seed(bytes(32), [b"", bytes(16)]).hex()[:16]
    '355a62648e14cf15'
    """
    return sha256(_joined((TAG, secret, *contributions))).digest()


def _joined(parts: Sequence[bytes]) -> bytes:
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


class KnownDeal(NamedTuple):
    """A seed that was known before the deal, so that nothing was promised.

    A game that goes on from another one names the digest of that one's record, and the ply.
    """

    seed: bytes
    source: str = ""
    ply: int = 0


class FairDeal(NamedTuple):
    """What a seed was made of; shown after the game, so that anybody can recompute it.

    `commitments` has one text for each seat, "" where a seat gave none; it is empty where nobody
    was asked for a share, and in games from before players committed to theirs.
    """

    secret: bytes
    contributions: tuple[bytes, ...]
    commitments: tuple[str, ...] = ()

    @property
    def commit(self) -> str:
        """What the table shows before the deal."""
        return commitment(self.secret)

    @property
    def seed(self) -> bytes:
        """What all chance of the game follows from."""
        return agreed_seed(self.secret, self.contributions)

    @property
    def unfit(self) -> list[Seat]:
        """The seats whose share is not the one that they committed to."""
        told = zip(self.contributions, self.commitments, strict=False)
        return [
            seat
            for seat, (share, committed) in enumerate(told)
            if share and committed != share_commitment(self.commit, seat, share)
        ]


def unrevealed(form: Mapping[str, Any]) -> list[Seat]:
    """Return the seats of a verified record that committed to a share and did not reveal it."""
    told = zip(form.get("commitments", ()), form.get("contributions", ()), strict=False)
    return [seat for seat, (committed, share) in enumerate(told) if committed and not share]
