"""The fair deal, computed in a second way."""

from __future__ import annotations

from hashlib import sha256, shake_128
from pathlib import Path
from struct import pack

from meldroom.core.fair_deal import (
    FairDeal,
    agreed_seed,
    commitment,
    share_commitment,
)

SECRET = bytes(range(32))
SHARE = bytes(range(16))


def test_the_seed_is_the_hash_of_tag_secret_and_shares_each_with_its_length() -> None:
    told = b"".join(
        pack(">I", len(part)) + part for part in (b"meldroom/1 seed", SECRET, b"", SHARE)
    )
    assert agreed_seed(SECRET, [b"", SHARE]) == sha256(told).digest()


def test_no_two_ways_of_giving_are_the_same() -> None:
    ways = [[SHARE, b""], [b"", SHARE], [SHARE], [SHARE[:8], SHARE[8:]], []]
    assert len({agreed_seed(SECRET, way) for way in ways}) == len(ways)


def test_a_deal_knows_its_commitment_and_its_seed() -> None:
    deal = FairDeal(SECRET, (SHARE, b""))
    assert deal.commit == commitment(SECRET) == sha256(SECRET).hexdigest()
    assert deal.seed == agreed_seed(SECRET, [SHARE, b""])


def test_the_vector_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
    assert agreed_seed(bytes(32), [b"", bytes(16)]).hex() in page
    assert share_commitment(commitment(bytes(32)), 1, bytes(16)) in page


def test_a_commitment_is_the_hash_of_tag_commit_seat_and_share_each_with_its_length() -> None:
    commit = commitment(SECRET)
    parts = (b"meldroom/1 share", bytes.fromhex(commit), b"\x01", SHARE)
    told = b"".join(pack(">I", len(part)) + part for part in parts)
    assert share_commitment(commit, 1, SHARE) == shake_128(told).hexdigest(32)


def test_a_commitment_holds_for_one_deal_one_seat_and_one_share() -> None:
    deals = [commitment(SECRET), commitment(bytes(32))]
    ways = [(deal, seat, share) for deal in deals for seat in (0, 1) for share in (SHARE, b"")]
    assert len({share_commitment(*way) for way in ways}) == len(ways)


def test_a_deal_knows_which_shares_were_not_committed_to() -> None:
    own = share_commitment(commitment(SECRET), 0, SHARE)
    assert FairDeal(SECRET, (SHARE, b"", b""), (own, own, "")).unfit == []
    assert FairDeal(SECRET, (SHARE, SHARE, SHARE), (own, own, "")).unfit == [1, 2]
    assert FairDeal(SECRET, (SHARE, b"")).unfit == []
