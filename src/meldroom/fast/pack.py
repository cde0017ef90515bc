"""States and views as bytes, actions as numbers: the same ones that a game's twin gives."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.packing import packed_list, packed_numbers
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, unseen
from meldroom.core.zone import Zone
from meldroom.games.companions import packing_of

NUMBERS_SIZE = 8  # of the ply and the chance calls, which come first
AS_SEEN, HIDDEN_FAN, HIDDEN_PILE = range(3)  # as in csrc/worlds.h


def packed(game: AnyGame, state: AnyState) -> bytes:
    """Pack the ply, the chance calls, every zone and the facts."""
    return _packed(game, state, state.rng.calls)


class PackedView(NamedTuple):
    """A view as bytes like those of a state, in which the cards that it hides are BACKs."""

    data: bytes
    sights: bytes  # how each zone is seen
    unseen: bytes

    @property
    def arguments(self) -> tuple[bytes, bytes, int, bytes, int]:
        """Give what a function of the library takes for a view."""
        return self.data, self.sights, len(self.sights), self.unseen, len(self.unseen)


def packed_view(game: AnyGame, seen: AnyView) -> PackedView:
    """Pack a view for `resample` in csrc/worlds.h."""
    sights = [
        AS_SEEN if zone.open_to(seen.seat) else HIDDEN_FAN if zone.fan else HIDDEN_PILE
        for zone in seen.zones
    ]
    cards = unseen(seen, game.deck.pack_for(seen.seats))
    return PackedView(_packed(game, seen, 0), bytes(sights), cards)


def unpacked_zones(data: bytes, zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """Give these zones with the cards of a state that was packed."""
    at, filled = NUMBERS_SIZE, []
    for zone in zones:
        cards = data[at + 1 : at + 1 + data[at]]
        at += 1 + len(cards)
        known = data[at + 1 : at + 1 + data[at]]
        at += 1 + len(known)
        filled.append(zone._replace(cards=cards, known=known, shown=bool(data[at])))
        at += 1
    return tuple(filled)


def _packed(game: AnyGame, source: AnyState | AnyView, calls: int) -> bytes:
    packing = packing_of(game)
    assert packing is not None
    zones = [
        packed_list(zone.cards) + packed_list(zone.known) + bytes([zone.shown])
        for zone in source.zones
    ]
    facts = packing.facts(source.public)
    return packed_numbers([source.ply, calls]) + b"".join(zones) + facts


def number_of(game: AnyGame, action: Action) -> int:
    """Give an action's number: that of `core.encoding`, or the packing's where it is spelled."""
    packing = packing_of(game)
    number = None if packing is None else packing.number(action)
    return encoding_of(game).numbers(action)[0] if number is None else number


def action_of(game: AnyGame, number: int) -> Action:
    """Give the action with a number from `number_of`."""
    packing = packing_of(game)
    action = None if packing is None else packing.action(number)
    return encoding_of(game).action((number,)) if action is None else action
