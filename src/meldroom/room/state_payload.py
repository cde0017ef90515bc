"""A position as JSON for each seat.

From one ply to the next most zones and facts are the very same values, so each is encoded once and
reused for every seat that sees it in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from meldroom.core.cards import Seat
from meldroom.core.codec import plain
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.core.zone import ALL, BACKS, Zone, faces, make
from meldroom.presentation import result_with_rule
from meldroom.room.zone_payload import card_names, encoded_zone

encode = msgspec.json.Encoder().encode
AS_THEY_ARE = (bool, int, str)  # the types of facts that are JSON already
RUNNING = b'],"result":null'


class StatePayload:
    """The zones and facts of a state, encoded and kept as long as they do not change."""

    def __init__(self, game: AnyGame, history: bool) -> None:
        self.game = game
        self.topped = () if history else game.topped
        self.to_act: tuple[Seat, ...] = ()
        self._names = card_names(game.deck)
        self._state: AnyState | None = None
        self._zones: tuple[Zone, ...] = ()
        self._for_owner: list[bytes] = []  # each zone as its owner sees it
        self._for_others: list[bytes] = []
        self._zones_of: dict[Seat | None, list[int]] = {}
        self._public: Any = ()
        self._facts: list[bytes] = []
        self._head = self._tail = b""  # before and after what depends on the seat
        self._result = RUNNING

    def turn_to(self, state: AnyState) -> None:
        """Encode what has changed since the state before."""
        if state is self._state:
            return
        if state.zones is not self._zones:
            self._encode_zones(state.zones)
        if state.public is not self._public:
            self._encode_facts(state.public)
            self.to_act = self.game.to_act(state.public)
        result = None if self.to_act else self.game.result(state)
        self._result = RUNNING
        if result is not None:
            self._result = b'],"result":' + encode(result_with_rule(self.game, result))
        self._head = b'"ply":%d,"to_act":%s,"view":{"seats":%d,"ply":%d,"seat":' % (
            state.ply, encode(self.to_act), state.seats, state.ply,
        )  # fmt: skip
        self._tail = b'],"public":{' + b",".join(self._facts) + b'}},"legal":['
        self._state = state

    def position(self, seat: Seat | None, legal: Iterable[bytes] = ()) -> list[bytes]:
        """Return the fields of the position as the seat sees it, in pieces to be joined."""
        zones = self._for_others
        own = self._zones_of.get(seat)
        if own is not None:
            zones = zones.copy()
            for at in own:
                zones[at] = self._for_owner[at]
        name = b"null" if seat is None else b"%d" % seat
        pieces = [self._head, name, b',"zones":[', b",".join(zones), self._tail]
        if legal:
            pieces.append(b",".join(legal))
        pieces.append(self._result)
        return pieces

    def _encode_zones(self, zones: tuple[Zone, ...]) -> None:
        old = self._zones
        if not old:
            self._for_owner, self._for_others = [[b""] * len(zones) for _ in range(2)]
            for at, zone in enumerate(zones):
                self._zones_of.setdefault(zone.owner, []).append(at)
        for at, zone in enumerate(zones):
            if old and zone is old[at]:
                continue
            seen = zone if zone.sight is ALL else faces((zone,), None)[0]
            self._for_others[at] = self._for_owner[at] = self._zone(seen, None)
            if seen is not zone and zone.owner is not None:  # a card is hidden from somebody
                [seen] = faces((zone,), zone.owner)
                self._for_owner[at] = self._zone(seen, zone.owner)
        self._zones = zones

    def _zone(self, seen: Zone, seat: Seat | None) -> bytes:
        if seen.name in self.topped:
            name, owner, sight, fan, cards, known, shown = seen
            cards = BACKS[len(cards) - 1] + cards[-1:] if cards else cards
            seen = make(Zone, (name, owner, sight, fan, cards, known, shown))
        return encoded_zone(seen, self._names, seat)

    def _encode_facts(self, public: Any) -> None:
        old = self._public or [None] * len(public)
        if not self._facts:
            self._facts = [b""] * len(public)
        for at, (before, fact) in enumerate(zip(old, public, strict=True)):
            if fact is not before or not self._facts[at]:
                simple = type(fact) in AS_THEY_ARE
                name, form = public._fields[at], fact if simple else plain(fact, self.game.deck)
                self._facts[at] = b'"%s":%s' % (name.encode(), encode(form))
        self._public = public
