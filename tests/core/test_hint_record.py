"""Records say which moves followed a hint, and nobody can strike that out unnoticed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from meldroom.core.record import Divergence, record
from meldroom.testing.random_games import record_moves
from tests.core.test_record import GAME, LAST, OPTIONS, STEPS, change, drop, replayed
from tests.scenario import SEED

HINTED = record(
    GAME, OPTIONS, ["Ada", "Elif"], SEED, record_moves(GAME, STEPS), LAST, hints=[4, 0],
)  # fmt: skip


def test_a_record_numbers_the_moves_that_followed_a_hint_from_one_on() -> None:
    assert HINTED["hints"] == [1, 5]
    assert replayed(json.loads(json.dumps(HINTED)))[-1] == LAST


def test_a_record_without_hints_is_what_it_always_was() -> None:
    plain = record(GAME, OPTIONS, ["Ada", "Elif"], SEED, record_moves(GAME, STEPS), LAST)
    assert "hints" not in plain
    assert plain["digest"] != HINTED["digest"]


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (change("hints", 5), "hints: not a list of numbers of moves"),
        (change("hints", []), "hints: not a list of numbers of moves"),
        (change("hints.0", "1"), "hints: not a list of numbers of moves"),
        (change("hints.0", True), "hints: not a list of numbers of moves"),
        (change("hints", [5, 1]), "hints: not in ascending order"),
        (change("hints", [5, 5]), "hints: not in ascending order"),
        (change("hints.0", 0), "hints: there is no such move"),
        (change("hints.1", len(STEPS) + 1), "hints: there is no such move"),
        (change("hints.1", 6), "digest: differs"),
        (drop("hints"), "digest: differs"),
    ],
)
def test_altered_hints_are_refused(alter: Callable[[dict[str, Any]], Any], why: str) -> None:
    with pytest.raises(Divergence, match=f"^{why}$"):
        replayed(alter(copy.deepcopy(HINTED)))
