"""Records of a game that goes on from another: they name it, and promise nothing of their deal."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from meldroom.core.fair_deal import KnownDeal
from meldroom.core.record import Divergence, record
from meldroom.testing.random_games import record_moves
from tests.core.test_record import GAME, LAST, OPTIONS, STEPS, change, drop, replayed
from tests.scenario import SEED

SOURCE = "ab" * 32
BRANCHED = record(
    GAME, OPTIONS, ["Ada", "Elif"], SEED, record_moves(GAME, STEPS), LAST,
    KnownDeal(SEED, SOURCE, 5),
)  # fmt: skip


def test_a_branched_game_names_where_it_goes_on_from_and_commits_to_nothing() -> None:
    assert BRANCHED["branch"] == {"digest": SOURCE, "ply": 5}
    assert BRANCHED["seed"] == SEED.hex()
    assert not {"commit", "secret", "contributions"} & set(BRANCHED)
    assert replayed(json.loads(json.dumps(BRANCHED)))[-1] == LAST


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (change("branch", 5), "branch: not a digest and a ply"),
        (change("branch", {"ply": 5}), "branch: not a digest and a ply"),
        (change("branch.digest", "zz"), "branch: not hexadecimal"),
        (change("branch.digest", "ab"), "branch: not a digest"),
        (change("branch.ply", "5"), "branch: there is no such ply"),
        (change("branch.ply", True), "branch: there is no such ply"),
        (change("branch.ply", -1), "branch: there is no such ply"),
        (change("branch.ply", len(STEPS)), "branch: there is no such ply"),
        (change("moves", 5), "branch: there is no such ply"),
        (change("commit", SEED.hex()), "commit: the seed is not the one committed to"),
        (change("branch.ply", 6), "digest: differs"),
        (change("branch.digest", "cd" * 32), "digest: differs"),
        (drop("branch"), "digest: differs"),
    ],
)
def test_an_altered_branch_is_refused(alter: Callable[[dict[str, Any]], Any], why: str) -> None:
    with pytest.raises(Divergence, match=f"^{why}$"):
        replayed(alter(copy.deepcopy(BRANCHED)))


def test_a_branched_game_that_claims_a_promise_is_refused() -> None:
    fair = record(GAME, OPTIONS, ["Ada", "Elif"], SEED, record_moves(GAME, STEPS), LAST)
    claims = {**BRANCHED, "commit": fair["commit"]}
    with pytest.raises(Divergence, match=r"^commit: a game that branches from another promised"):
        replayed(claims)
