"""How likely cards come in time."""

from __future__ import annotations

from math import comb

import pytest

from meldroom.games.shared.draw_odds import CERTAIN, both, chances, share_drawn


def test_each_unseen_card_has_its_share_of_the_draws() -> None:
    assert share_drawn(3, 12) == CERTAIN // 4
    assert share_drawn(12, 12) == share_drawn(13, 12) == CERTAIN


def test_chances_are_those_of_independent_cards_but_for_rounding() -> None:
    share = 0.3
    for outs in range(11):
        exactly = [comb(outs, n) * share**n * (1 - share) ** (outs - n) for n in range(outs + 1)]
        found = [chance / CERTAIN for chance in chances(outs, round(share * CERTAIN), 6)]
        assert found == pytest.approx([sum(exactly[many:]) for many in range(7)], abs=1e-3)


def test_what_must_come_comes_and_what_is_gone_does_not() -> None:
    assert chances(2, CERTAIN, 3) == (CERTAIN, CERTAIN, CERTAIN, 0)
    assert chances(0, CERTAIN // 2, 1) == (CERTAIN, 0)
    assert both(CERTAIN, CERTAIN // 3) == CERTAIN // 3
