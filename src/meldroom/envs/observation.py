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
from meldroom.core.game import Game, Setting
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.view import View, view
from meldroom.core.zone import Sight, Zone
from meldroom.envs.encoding import encoding_of
from meldroom.envs.features import Among, ASeat, Held, Places, Shape, Shaper

REMEMBERED = 4_000_000  # bytes of parts that each memory keeps, since most facts stay as they were
ROWS, ENTRIES = 100, 2_000  # that each row keeps: as many tables, and entries of theirs
UNSEEN = bytes([BACK])
CARDS = Zone._fields.index("cards")  # found sooner by its place than by its name
NEAR = 8  # cards of an open pile whose place is told
NEARNESS = [[1 / above for above in range(many, 0, -1)] for many in range(NEAR + 1)]
SAID_AT_MOST = 4  # copies of one word in a text


class Part(NamedTuple):
    """A stretch of the vector."""

    name: str
    start: int
    size: int
    meaning: str


class Memory(dict[Any, bytes]):
    """The bytes of one part of the vector by the fact that they tell; what is told once is kept."""

    def __init__(self, shape: Shape, seat: Seat) -> None:
        self.shape, self.seat = shape, seat
        self.most = max(16, REMEMBERED // (4 * shape.size + 64))

    def __missing__(self, fact: Any) -> bytes:
        if len(self) >= self.most:
            self.clear()
        self[fact] = told = self.told(fact)
        return told

    def told(self, fact: Any) -> bytes:
        """Tell a fact that is not in the memory."""
        told = self.shape.tell(fact, self.seat)
        return (told if isinstance(told, array) else array("f", told)).tobytes()


class MemoryOfPiles(Memory):
    """The bytes of open piles: most grow by a card, and what lies below was told a moment ago."""

    shape: Pile

    def told(self, fact: Cards) -> bytes:
        below = self.get(fact[:-1]) if fact else None
        return super().told(fact) if below is None else self.shape.grown(below, fact).tobytes()


class Row:
    """The bytes of entries in places, most of which are the same objects as a moment ago."""

    def __init__(self, shape: Places, seat: Seat) -> None:
        self.short, self.size = shape.most.short, 4 * shape.size
        self.fields = [Memory(field, seat) for field in shape.inner.fields.values()]
        # What is found by its identity is kept alive, so that no other object can come to it.
        self.entries: dict[int, tuple[Any, bytes]] = {}
        self.last: dict[int, tuple[Any, list[bytes], bytes]] = {}

    def __getitem__(self, fact: Any) -> bytes:
        # Many tables may be told in turn: one is known again by its first entry.
        table = id(fact[0]) if fact else 0
        last, parts, told = self.last.get(table, ([], [], b""))
        if last is not fact:
            parts = parts[: len(fact)]
            for at in compress(range(len(parts)), map(is_not, fact, last)):
                parts[at] = self._entry(fact[at])
            parts += map(self._entry, fact[len(parts) :])
            told = b"".join(parts).ljust(self.size, b"\0")
            if len(self.last) >= ROWS:
                self.last.clear()
            self.last[table] = fact, parts, told
        return told

    def _entry(self, entry: Any) -> bytes:
        found = self.entries.get(id(entry))
        if found is None:
            if len(self.entries) >= ENTRIES:
                self.entries.clear()
            told = b"".join(map(getitem, self.fields, self.short(entry)))
            found = self.entries[id(entry)] = entry, told
        return found[1]


class Hidden(Shape):
    """The cards of a zone whose order says nothing: which can be seen, and how many there are."""

    meaning = f"{Held.meaning}; cards / pack; unseen cards / pack"

    def __init__(self, copies: Sequence[int], fan: bool) -> None:
        self.fan, self.pack = fan, sum(copies)
        self.size = len(copies) + 2
        self.blank = array("f", bytes(4 * self.size))
        self.shares = _shares(copies)

    def tell(self, fact: Cards, seat: Seat) -> array[float]:
        # Zones change with nearly every action: these few lines are the hot part of a vector.
        told, shares = self.blank[:], self.shares
        seen = fact.replace(UNSEEN, b"")
        last = many = -1
        for card in seen if self.fan else sorted(seen):  # the cards of a fan lie in order
            many = many + 1 if card == last else 1
            told[card] = shares[card][many]
            last = card
        told[-2] = len(fact) / self.pack
        told[-1] = (len(fact) - len(seen)) / self.pack
        return told


class Fleeting:
    """The bytes of cards that hardly ever lie so again but at once: only the last are kept."""

    def __init__(self, shape: Hidden | Pile) -> None:
        self.shape = shape
        self.last = b"", shape.tell(b"", 0).tobytes()

    def __getitem__(self, fact: Any) -> bytes:
        last, told = self.last
        if fact != last:
            told = self.shape.tell(fact, 0).tobytes()
            self.last = fact, told
        return told


class Pile(Shape):
    """The cards of an open pile: which they are, how near the top, and how many."""

    meaning = f"{Held.meaning}; 1 / (1 + cards above) of the uppermost {NEAR}; cards / pack"

    def __init__(self, copies: Sequence[int]) -> None:
        self.pack, self.kinds = sum(copies), len(copies)
        self.size = 2 * self.kinds + 1
        self.blank = array("f", bytes(4 * self.kinds))
        self.shares = _shares(copies)

    def tell(self, fact: Cards, seat: Seat) -> array[float]:
        counted = self.blank[:]
        for card in set(fact):
            counted[card] = self.shares[card][fact.count(card)]
        return counted + self._near(fact)

    def grown(self, below: bytes, fact: Cards) -> array[float]:
        """Tell a pile by what was told of it before the uppermost card came."""
        counted, card = array("f", below[: 4 * self.kinds]), fact[-1]
        counted[card] = self.shares[card][fact.count(card)]
        return counted + self._near(fact)

    def _near(self, fact: Cards) -> array[float]:
        near, uppermost = self.blank[:], fact[-NEAR:]
        # From below up, so that the uppermost of equal cards is the one that counts.
        for card, share in zip(uppermost, NEARNESS[len(uppermost)], strict=True):
            near[card] = share
        near.append(len(fact) / self.pack)
        return near


class Said(Shape):
    """The words of an action that is being spelled."""

    def __init__(self, first: int, words: int) -> None:
        self.first, self.size = first, words
        self.meaning = f"of each word of spelled actions: times said so far / {SAID_AT_MOST}"

    def tell(self, fact: Sequence[int], seat: Seat) -> list[float]:
        said = [0.0] * self.size
        for number in fact:
            said[number - self.first] += 1 / SAID_AT_MOST
        return said


class Observation:
    """The vector of one game at a table of so many seats with these options.

    Its layout is fixed: who looks, who acts, the zones, the public facts, the words said so far.
    """

    def __init__(self, game: Game[Any], seats: int, options: Mapping[str, Setting]) -> None:
        begun = game.start(options, seats, Rng(bytes(SEED_SIZE)))
        copies = Counter(game.pack(seats))
        counts = [copies[card] or 1 for card in range(len(game.deck.codes))]
        self.game = game
        encoding = encoding_of(game)
        first = encoding.first_word
        self._sheet = Shaper(seats, counts).sheet(game.outline(view(begun, 0)))
        said = Said(first, encoding.size - first)
        lying = [
            Pile(counts) if _open_pile(zone) else Hidden(counts, zone.fan) for zone in begun.zones
        ]
        # A zone looks alike to all who see the same of it, so one memory serves every seat.
        memories = [_memory(zone, shape) for zone, shape in zip(begun.zones, lying, strict=True)]
        self._zones = [
            [
                (at, Fleeting(lying[at]) if _own_hand(begun.zones[at], seat) else memories[at])
                for at in _round_table(begun.zones, seat, seats)
            ]
            for seat in range(seats)
        ]
        self._facts = [
            [
                Row(shape, seat) if isinstance(shape, Places) else Memory(shape, seat)
                for shape in self._sheet.fields.values()
            ]
            for seat in range(seats)
        ]
        self._acting = [Memory(Among(seats), seat) for seat in range(seats)]
        self._seats = [Memory(ASeat(seats), 0)[seat] for seat in range(seats)]
        self._said = Memory(said, 0) if said.size else None
        self._last: tuple[View[Any] | None, list[bytes]] = None, []
        self.layout = self._laid_out(begun.zones, lying, seats, said)
        self.size = self.layout[-1].start + self.layout[-1].size

    def floats(self, seen: View[Any], said: tuple[int, ...] = ()) -> bytearray:
        """Give the vector as 32-bit floats in the machine's own order."""
        if self._said is None:
            return bytearray().join(self._told(seen))
        # While an action is spelled only the words change.
        if seen is not self._last[0]:
            self._last = seen, self._told(seen)
        return bytearray().join([*self._last[1], self._said[said]])

    def _told(self, seen: View[Any]) -> list[bytes]:
        seat, zones, public, _, _, _ = seen
        assert seat is not None
        told = [self._seats[seat], self._acting[seat][self.game.to_act(public)]]
        told += [memory[zones[at][CARDS]] for at, memory in self._zones[seat]]
        told += map(getitem, self._facts[seat], self.game.outline(seen))
        return told

    def _laid_out(
        self, zones: tuple[Zone, ...], lying: Sequence[Shape], seats: int, said: Said
    ) -> tuple[Part, ...]:
        named = [("seat", seats, "1 at one's own seat number, as actions name it")]
        named += Among(seats).parts("to act")
        for at in _round_table(zones, 0, seats):
            named += lying[at].parts(_place(zones[at]))
        named += self._sheet.parts("facts")
        if said.size:
            named += said.parts("said")
        parts, start = [], 0
        for name, size, meaning in named:
            parts.append(Part(name.removeprefix("facts."), start, size, meaning))
            start += size
        return tuple(parts)


@cache
def _observation(game: Game[Any], seats: int, options: tuple[Setting, ...]) -> Observation:
    return Observation(game, seats, dict(zip(game.options, options, strict=True)))


def observation_of(game: Game[Any], seats: int, options: Mapping[str, Setting]) -> Observation:
    """Give the observation of a table, made once for all that are alike."""
    return _observation(game, seats, tuple(game.settled(options).values()))


def _shares(copies: Sequence[int]) -> list[list[float]]:
    """Tell for each kind of card what share of its copies so many are."""
    return [[many / most for many in range(most + 1)] for most in copies]


def _memory(zone: Zone, shape: Hidden | Pile) -> Memory | Fleeting:
    if isinstance(shape, Pile):
        return MemoryOfPiles(shape, 0)
    return Fleeting(shape) if zone.sight is Sight.ALL else Memory(shape, 0)


def _own_hand(zone: Zone, seat: Seat) -> bool:
    return zone.sight is Sight.OWNER and zone.owner == seat


def _open_pile(zone: Zone) -> bool:
    return zone.sight is Sight.ALL and not zone.fan


def _round_table(zones: tuple[Zone, ...], seat: Seat, seats: int) -> list[int]:
    """Name the zones as one looks round: those of nobody, one's own, then from the left on."""
    places = [at for at, zone in enumerate(zones) if zone.owner is None]
    for away in range(seats):
        owner = (seat + away) % seats
        places += [at for at, zone in enumerate(zones) if zone.owner == owner]
    return places


def _place(zone: Zone) -> str:
    if zone.owner is None:
        return zone.name
    return f"{zone.name} of oneself" if zone.owner == 0 else f"{zone.name} of seat +{zone.owner}"
