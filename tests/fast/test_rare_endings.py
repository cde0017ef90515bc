"""Endings that random games never meet, from positions set up on both sides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meldroom.games import find
from tests.fast.lockstep import Lockstep

pytestmark = pytest.mark.usefixtures("library")


def end_from(key: str, lots: str, facts: dict[str, Any], **options: Any) -> str:
    """Change facts of a new game on both sides, play it to the end, and give the reason."""
    random = Random(lots)
    lockstep = Lockstep(find(key), random)
    while any(lockstep.options[name] != value for name, value in options.items()):
        lockstep = Lockstep(find(key), random)
    lockstep.decisive = 0.0
    if "ledger" in facts:
        facts["ledger"] = ((0,) * lockstep.seats,) * facts["ledger"]
    lockstep.jump_to(lockstep.told(**facts))
    for _ in lockstep.play():
        pass
    reason: str = lockstep.state.public.reason
    return reason


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_tu_22_the_win_is_shared_after_the_last_extra_hand(lots: str) -> None:
    facts = {"ledger": 5 + 4, "voids": 2, "emptied": 1}
    assert end_from("thumbs-up", lots, facts, hands=5, tie="extra") == "TU-22"


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_tu_25_the_third_void_hand_counts(lots: str) -> None:
    facts = {"ledger": 2, "voids": 2, "emptied": 1}
    assert end_from("thumbs-up", lots, facts, hands=3, tie="share").startswith("TU-2")


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_sz_19_the_game_ends_with_the_tenth_tie_round(lots: str) -> None:
    assert end_from("scorzo", lots, {"ledger": 6 + 9}, rounds="down") == "SZ-19"


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_vr_15_the_game_ends_with_deal_200(lots: str) -> None:
    facts = {"deal": 200, "emptied": 2}
    assert end_from("victory-rummy", lots, facts, target=500) == "VR-15"
