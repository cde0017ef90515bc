"""A state as bytes: the same ones that its twin gives, so that the two can be compared."""

from __future__ import annotations

from meldroom.core.game import AnyGame
from meldroom.core.packing import packed_list, packed_numbers
from meldroom.core.state import AnyState
from meldroom.games.companions import packing_of


def packed(game: AnyGame, state: AnyState) -> bytes:
    """Pack the ply, the chance calls, every zone and the facts."""
    packing = packing_of(game)
    assert packing is not None
    zones = [
        packed_list(zone.cards) + packed_list(zone.known) + bytes([zone.shown])
        for zone in state.zones
    ]
    facts = packing.facts(state.public)
    return packed_numbers([state.ply, state.rng.calls]) + b"".join(zones) + facts
