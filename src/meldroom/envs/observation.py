"""What a seat can know as a vector of numbers between -1 and 1, made from its View alone."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import compress
from operator import getitem, is_not
from typing import Any, NamedTuple

from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, full_options
from meldroom.core.options import Setting, offered
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.view import AnyView, view
from meldroom.core.zone import Sight, Zone
from meldroom.envs.features import (
    BoundedListFeature,
    CardsFeature,
    Feature,
    FeatureBuilder,
    SeatFeature,
    SeatSetFeature,
)
from meldroom.games.companions import env_facts_of

MAX_CACHE_BYTES = 4_000_000  # of each cache; most facts repeat
MAX_CACHED_LISTS, MAX_CACHED_ENTRIES = 100, 2_000  # of each list cache
UNSEEN = bytes([BACK])
CARDS_FIELD = Zone._fields.index("cards")  # an index is faster than a name
TOP_CARDS = 8  # cards of an open pile whose depth is encoded
NEARNESS = [[1 / above for above in range(size, 0, -1)] for size in range(TOP_CARDS + 1)]
MAX_WORD_REPEATS = 4  # times that one word occurs in a text


class Part(NamedTuple):
    """A named stretch of the vector."""

    name: str
    start: int
    size: int
    meaning: str


class FeatureCache(dict[Any, bytes]):
    """The bytes of one feature by fact; each fact is encoded once."""

    def __init__(self, feature: Feature, seat: Seat) -> None:
        self.feature, self.seat = feature, seat
        self.max_entries = max(16, MAX_CACHE_BYTES // (4 * feature.size + 64))

    def __missing__(self, fact: Any) -> bytes:
        if len(self) >= self.max_entries:
            self.clear()
        self[fact] = encoded = self.encode(fact)
        return encoded

    def encode(self, fact: Any) -> bytes:
        """Encode a fact that is not in the cache."""
        numbers = self.feature.encode(fact, self.seat)
        return (numbers if isinstance(numbers, array) else array("f", numbers)).tobytes()


class PileCache(FeatureCache):
    """The bytes of open piles: most grow by one card, and the pile below it is in the cache."""

    feature: PileFeature

    def encode(self, fact: Cards) -> bytes:
        below = self.get(fact[:-1]) if fact else None
        if below is None:
            return super().encode(fact)
        return self.feature.encode_grown(below, fact).tobytes()


class BoundedListCache:
    """The bytes of lists whose entries are mostly the same objects as a moment ago."""

    def __init__(self, feature: BoundedListFeature, seat: Seat) -> None:
        self.short, self.size = feature.limit.short, 4 * feature.size
        self.fields = [FeatureCache(field, seat) for field in feature.inner.fields.values()]
        # Objects found by identity are kept alive, so that no other object can take their id.
        self.entries: dict[int, tuple[Any, bytes]] = {}
        self.last: dict[int, tuple[Any, list[bytes], bytes]] = {}

    def __getitem__(self, fact: Any) -> bytes:
        # Many games may take turns: a game is recognized by its first entry.
        game = id(fact[0]) if fact else 0
        last, parts, encoded = self.last.get(game, ([], [], b""))
        if last is not fact:
            parts = parts[: len(fact)]
            for place in compress(range(len(parts)), map(is_not, fact, last)):
                parts[place] = self._entry(fact[place])
            parts += map(self._entry, fact[len(parts) :])
            encoded = b"".join(parts).ljust(self.size, b"\0")
            if len(self.last) >= MAX_CACHED_LISTS:
                self.last.clear()
            self.last[game] = fact, parts, encoded
        return encoded

    def _entry(self, entry: Any) -> bytes:
        found = self.entries.get(id(entry))
        if found is None:
            if len(self.entries) >= MAX_CACHED_ENTRIES:
                self.entries.clear()
            encoded = b"".join(map(getitem, self.fields, self.short(entry)))
            found = self.entries[id(entry)] = entry, encoded
        return found[1]


class ZoneFeature(Feature):
    """The cards of a zone whose order says nothing: which can be seen, and how many there are."""

    meaning = f"{CardsFeature.meaning}; cards / pack; unseen cards / pack"

    def __init__(self, copies: Sequence[int], fan: bool) -> None:
        self.fan, self.pack = fan, sum(copies)
        self.size = len(copies) + 2
        self.blank = array("f", bytes(4 * self.size))
        self.shares = _shares(copies)

    def encode(self, fact: Cards, seat: Seat) -> array[float]:
        # Zones change with nearly every action: this is the hot path of a vector.
        numbers, shares = self.blank[:], self.shares
        seen = fact.replace(UNSEEN, b"")
        last = count = -1
        for card in seen if self.fan else sorted(seen):  # a fan is sorted already
            count = count + 1 if card == last else 1
            numbers[card] = shares[card][count]
            last = card
        numbers[-2] = len(fact) / self.pack
        numbers[-1] = (len(fact) - len(seen)) / self.pack
        return numbers


class LastValueCache:
    """One-entry cache for zones that seldom repeat."""

    def __init__(self, feature: ZoneFeature | PileFeature) -> None:
        self.feature = feature
        self.last = b"", feature.encode(b"", 0).tobytes()

    def __getitem__(self, fact: Any) -> bytes:
        last, encoded = self.last
        if fact != last:
            encoded = self.feature.encode(fact, 0).tobytes()
            self.last = fact, encoded
        return encoded


class PileFeature(Feature):
    """The cards of an open pile: which they are, how near the top, and how many."""

    meaning = f"{CardsFeature.meaning}; 1 / (1 + cards above) of the top {TOP_CARDS}; cards / pack"

    def __init__(self, copies: Sequence[int]) -> None:
        self.pack, self.kinds = sum(copies), len(copies)
        self.size = 2 * self.kinds + 1
        self.blank = array("f", bytes(4 * self.kinds))
        self.shares = _shares(copies)

    def encode(self, fact: Cards, seat: Seat) -> array[float]:
        counts = self.blank[:]
        for card in set(fact):
            counts[card] = self.shares[card][fact.count(card)]
        return counts + self._nearness(fact)

    def encode_grown(self, below: bytes, fact: Cards) -> array[float]:
        """Encode a pile, given its bytes before the top card was added."""
        counts, card = array("f", below[: 4 * self.kinds]), fact[-1]
        counts[card] = self.shares[card][fact.count(card)]
        return counts + self._nearness(fact)

    def _nearness(self, fact: Cards) -> array[float]:
        nearness, top = self.blank[:], fact[-TOP_CARDS:]
        # From the bottom up, so that of equal cards the topmost counts.
        for card, share in zip(top, NEARNESS[len(top)], strict=True):
            nearness[card] = share
        nearness.append(len(fact) / self.pack)
        return nearness


class SpelledFeature(Feature):
    """The words of an action that is being spelled."""

    def __init__(self, first: int, words: int) -> None:
        self.first, self.size = first, words
        self.meaning = f"for each word of spelled actions: times used so far / {MAX_WORD_REPEATS}"

    def encode(self, fact: Sequence[int], seat: Seat) -> list[float]:
        numbers = [0.0] * self.size
        for number in fact:
            numbers[number - self.first] += 1 / MAX_WORD_REPEATS
        return numbers


class Observation:
    """The vector of one game for a number of seats and a set of options.

    Its layout is fixed: the observer's seat, who is to act, the zones, the public facts, and the
    words of an action that is being spelled.
    """

    def __init__(self, game: AnyGame, seats: int, options: Mapping[str, Setting]) -> None:
        start = game.start(options, seats, Rng(bytes(SEED_SIZE)))
        copies = Counter(game.deck.pack_for(seats))
        counts = [copies[card] or 1 for card in range(len(game.deck.codes))]
        self.game = game
        encoding = encoding_of(game)
        first = encoding.first_word
        self._feature = FeatureBuilder(seats, counts).build(
            env_facts_of(game).bounded(view(start, 0))
        )
        spelled = SpelledFeature(first, encoding.size - first)
        features = [
            PileFeature(counts) if _is_open_pile(zone) else ZoneFeature(counts, zone.fan)
            for zone in start.zones
        ]
        # A zone looks the same to all who see the same of it, so one cache serves every seat.
        caches = [
            _zone_cache(zone, feature) for zone, feature in zip(start.zones, features, strict=True)
        ]
        self._zones = [
            [
                (
                    at,
                    LastValueCache(features[at])
                    if _is_own_hand(start.zones[at], seat)
                    else caches[at],
                )
                for at in _zone_order(start.zones, seat, seats)
            ]
            for seat in range(seats)
        ]
        self._facts = [
            [
                BoundedListCache(feature, seat)
                if isinstance(feature, BoundedListFeature)
                else FeatureCache(feature, seat)
                for feature in self._feature.fields.values()
            ]
            for seat in range(seats)
        ]
        self._acting = [FeatureCache(SeatSetFeature(seats), seat) for seat in range(seats)]
        self._seats = [FeatureCache(SeatFeature(seats), 0)[seat] for seat in range(seats)]
        self._spelled = FeatureCache(spelled, 0) if spelled.size else None
        self._last: tuple[AnyView | None, list[bytes]] = None, []
        self.layout = self._make_layout(start.zones, features, seats, spelled)
        self.size = self.layout[-1].start + self.layout[-1].size

    def floats(self, seen: AnyView, spelled: tuple[int, ...] = ()) -> bytearray:
        """Give the vector as 32-bit floats in native byte order."""
        if self._spelled is None:
            return bytearray().join(self._encode(seen))
        # While an action is being spelled, only its words change.
        if seen is not self._last[0]:
            self._last = seen, self._encode(seen)
        return bytearray().join([*self._last[1], self._spelled[spelled]])

    def _encode(self, seen: AnyView) -> list[bytes]:
        seat, zones, public, _, _, _ = seen
        assert seat is not None
        parts = [self._seats[seat], self._acting[seat][self.game.to_act(public)]]
        parts += [cache[zones[at][CARDS_FIELD]] for at, cache in self._zones[seat]]
        parts += map(getitem, self._facts[seat], env_facts_of(self.game).bounded(seen))
        return parts

    def _make_layout(
        self,
        zones: tuple[Zone, ...],
        features: Sequence[Feature],
        seats: int,
        spelled: SpelledFeature,
    ) -> tuple[Part, ...]:
        described = [("seat", seats, "1 at the observer's seat number, as actions use it")]
        described += SeatSetFeature(seats).describe("to act")
        for at in _zone_order(zones, 0, seats):
            described += features[at].describe(_zone_name(zones[at]))
        described += self._feature.describe("facts")
        if spelled.size:
            described += spelled.describe("spelled")
        parts, start = [], 0
        for name, size, meaning in described:
            parts.append(Part(name.removeprefix("facts."), start, size, meaning))
            start += size
        return tuple(parts)


@cache
def _observation(game: AnyGame, seats: int, options: tuple[Setting, ...]) -> Observation:
    return Observation(game, seats, dict(zip(offered(game.options), options, strict=True)))


def observation_of(game: AnyGame, seats: int, options: Mapping[str, Setting]) -> Observation:
    """Give the observation for this game, seats and options; it is made once."""
    return _observation(game, seats, tuple(full_options(game, options).values()))


def _shares(copies: Sequence[int]) -> list[list[float]]:
    """Give for each kind of card the share of its copies that each count is."""
    return [[count / total for count in range(total + 1)] for total in copies]


def _zone_cache(zone: Zone, feature: ZoneFeature | PileFeature) -> FeatureCache | LastValueCache:
    if isinstance(feature, PileFeature):
        return PileCache(feature, 0)
    return LastValueCache(feature) if zone.sight is Sight.ALL else FeatureCache(feature, 0)


def _is_own_hand(zone: Zone, seat: Seat) -> bool:
    return zone.sight is Sight.OWNER and zone.owner == seat


def _is_open_pile(zone: Zone) -> bool:
    return zone.sight is Sight.ALL and not zone.fan


def _zone_order(zones: tuple[Zone, ...], seat: Seat, seats: int) -> list[int]:
    """Order the zones for an observer: shared ones, their own, then from the left on."""
    order = [at for at, zone in enumerate(zones) if zone.owner is None]
    for offset in range(seats):
        owner = (seat + offset) % seats
        order += [at for at, zone in enumerate(zones) if zone.owner == owner]
    return order


def _zone_name(zone: Zone) -> str:
    if zone.owner is None:
        return zone.name
    return f"own {zone.name}" if zone.owner == 0 else f"{zone.name} of seat +{zone.owner}"
