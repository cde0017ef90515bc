"""Where moved cards come to lie."""

from __future__ import annotations

import pytest

from meldroom.core.rng import Rng
from meldroom.core.state import State, move
from meldroom.core.zone import Sight, Zone


def piles(*cards: bytes) -> State[None]:
    zones = tuple(Zone(f"pile{at}", None, Sight.NONE, False, pile) for at, pile in enumerate(cards))
    return State(zones, None, None, 2, Rng(bytes(32)))


@pytest.mark.parametrize(
    ("at", "target"),
    [
        (None, bytes([1, 2, 3, 7, 8])),
        (0, bytes([7, 8, 1, 2, 3])),
        (1, bytes([1, 7, 8, 2, 3])),
        (3, bytes([1, 2, 3, 7, 8])),
    ],
)
def test_cards_lie_on_top_or_above_so_many_from_the_bottom(at: int | None, target: bytes) -> None:
    after = move(piles(bytes([9, 7, 8]), bytes([1, 2, 3])), bytes([7, 8]), 0, 1, at=at)
    assert [zone.cards for zone in after.zones] == [bytes([9]), target]


def test_a_card_can_go_back_into_the_pile_that_it_came_from() -> None:
    after = move(piles(bytes([1, 2, 3])), bytes([3]), 0, 0, at=1)
    assert after.zones[0].cards == bytes([1, 3, 2])
