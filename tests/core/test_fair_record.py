"""Records of a fair deal: what the seed was made of is in them, and every altered bit is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from meldroom.core.fair_deal import FairDeal, share_commitment, unrevealed
from meldroom.core.record import Divergence, record
from meldroom.testing.random_games import record_moves
from tests.core.test_record import GAME, OPTIONS, change, drop, game_of_two, replayed
from tests.scenario import SEED

DEAL = FairDeal(bytes(range(32)), (bytes(range(16)), b""))
STEPS = game_of_two(DEAL.seed)
NAMES = ["Ada", "Elif"]
FAIR = record(
    GAME, OPTIONS, NAMES, DEAL.seed, record_moves(GAME, STEPS), STEPS[-1].after, DEAL
)  # fmt: skip


def test_a_fair_deal_is_recorded_with_what_its_seed_is_made_of() -> None:
    assert FAIR["commit"] == sha256(DEAL.secret).hexdigest()
    assert FAIR["seed"] == DEAL.seed.hex()
    assert FAIR["secret"] == DEAL.secret.hex()
    assert FAIR["contributions"] == [DEAL.contributions[0].hex(), ""]
    assert replayed(json.loads(json.dumps(FAIR)))[-1] == STEPS[-1].after


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (drop("secret"), "secret is missing"),
        (drop("contributions"), "contributions is missing"),
        (change("secret", "zz"), "secret: not hexadecimal"),
        (change("secret", 5), "secret: not hexadecimal"),
        (change("secret", bytes(32).hex()), "seed: not what the secret and the contributions give"),
        (change("contributions", "00"), "contributions: not a list of texts"),
        (change("contributions", [""]), "contributions: not one for each player"),
        (change("contributions.0", "00 00"), "contributions: not lower-case .* without spaces"),
        (change("contributions.1", "00"), "seed: not what the secret and the contributions give"),
        (change("seed", SEED.hex()), "seed: not what the secret and the contributions give"),
        (change("commit", SEED.hex()), "commit: the secret is not the one committed to"),
        (change("players", 5), "contributions: not one for each player"),
        (change("commitments", ["", ""]), "contributions: the share of seat 0 is not .*"),
    ],
)
def test_an_altered_fair_deal_is_refused(alter: Callable[[dict[str, Any]], Any], why: str) -> None:
    with pytest.raises(Divergence, match=f"^{why}$"):
        replayed(alter(copy.deepcopy(FAIR)))


def test_22_one_flipped_bit_of_secret_seed_or_commit_is_found() -> None:
    for name in ("secret", "seed", "commit"):
        for bit in range(256):
            with pytest.raises(Divergence):
                replayed({**FAIR, name: flipped(FAIR[name], bit)})


def flipped(text: str, bit: int) -> str:
    """Flip one bit of a hexadecimal text."""
    raw = bytearray.fromhex(text)
    raw[bit // 8] ^= 1 << bit % 8
    return raw.hex()


# -- shares that were committed to: the first was revealed, the second was not

OWN, OTHER = share_commitment(DEAL.commit, 0, DEAL.contributions[0]), "ab" * 32
COMMITTED = record(
    GAME, OPTIONS, NAMES, DEAL.seed, record_moves(GAME, STEPS), STEPS[-1].after,
    DEAL._replace(commitments=(OWN, OTHER)),
)  # fmt: skip


def test_45_a_record_names_the_commitments_and_who_did_not_reveal() -> None:
    assert COMMITTED == {**FAIR, "commitments": [OWN, OTHER]}
    assert replayed(json.loads(json.dumps(COMMITTED)))[-1] == STEPS[-1].after
    assert unrevealed(COMMITTED) == [1]
    assert unrevealed(FAIR) == []


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (drop("secret"), "secret is missing"),
        (drop("contributions"), "contributions is missing"),
        (change("commitments", OWN), "commitments: not a list of texts"),
        (change("commitments", [OWN]), "commitments: not one for each player"),
        (change("commitments.0", OWN.upper()), "commitments: not lower-case .* without spaces"),
        (change("commitments.0", OWN[2:]), "commitments: not 32 bytes"),
        (change("commitments", [OTHER, OWN]), "contributions: the share of seat 0 is not .*"),
        (change("commitments.0", ""), "contributions: the share of seat 0 is not .*"),
        (
            change("commitments.0", share_commitment(DEAL.commit, 1, DEAL.contributions[0])),
            "contributions: the share of seat 0 is not the one committed to",
        ),
        (change("contributions.1", "00"), "contributions: the share of seat 1 is not .*"),
        (change("contributions.0", ""), "seed: not what the secret and the contributions give"),
    ],
)
def test_45_an_altered_commitment_is_refused(
    alter: Callable[[dict[str, Any]], Any], why: str
) -> None:
    with pytest.raises(Divergence, match=f"^{why}$"):
        replayed(alter(copy.deepcopy(COMMITTED)))


def test_22_one_flipped_bit_of_a_commitment_or_a_share_is_found() -> None:
    for name, size in (("commitments", 256), ("contributions", 128)):
        for bit in range(size):
            altered = [flipped(COMMITTED[name][0], bit), COMMITTED[name][1]]
            with pytest.raises(Divergence):
                replayed({**COMMITTED, name: altered})
