"""A zone that is joined from pieces is the zone that the codec writes."""

from __future__ import annotations

import msgspec
import pytest

from meldroom.core.cards import BACK
from meldroom.core.codec import plain_zone
from meldroom.core.game import AnyGame
from meldroom.core.zone import Sight, Zone
from meldroom.room.zone_payload import card_names, encoded_zone
from tests.conformance.tables import EVERY_GAME

B = BACK
RUNS = [[], [B], [B] * 60, [0], [0, 1, 1], [B, B, 2], [0, 1, B, B], [B, 0, B, 1, B], [0, B, 0]]


@EVERY_GAME
@pytest.mark.parametrize("sight", Sight)
@pytest.mark.parametrize("shown", [False, True])
def test_a_zone_is_encoded_as_the_codec_writes_it(game: AnyGame, sight: Sight, shown: bool) -> None:
    for cards in map(bytes, RUNS):
        for owner, known, seat in (
            (None, b"", None),
            (1, b"", 1),
            (1, b"\x00", 1),
            (0, b"\x01", 1),
        ):
            zone = Zone("pile", owner, sight, False, cards, known, shown)
            expected = msgspec.json.encode(plain_zone(zone, game.deck, seat))
            assert encoded_zone(zone, card_names(game.deck), seat) == expected
