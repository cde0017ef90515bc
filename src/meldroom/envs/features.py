"""Public facts as numbers: the type of a fact determines how many numbers it takes.

Every number lies between -1 and 1. Seats are counted from the observer: 0 is the observer, 1 the
seat to the left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from meldroom.core.cards import Cards, Seat
from meldroom.core.env_facts import AtMost

FINE, COARSE = 10, 200  # scales of a number n: n / (10 + abs n) and n / (200 + abs n)

Description = tuple[str, int, str]
"""The name of a part of the vector, its size, and what its numbers mean."""


class Feature(ABC):
    """Encodes facts of one type in a fixed count of numbers."""

    size: int
    meaning: str

    @abstractmethod
    def encode(self, fact: Any, seat: Seat) -> Sequence[float]:
        """Encode the fact as the seat sees it."""

    def describe(self, name: str) -> Iterator[Description]:
        """Describe the numbers, in order."""
        yield name, self.size, self.meaning


class FlagFeature(Feature):
    """True or false; for a text, whether it is not empty."""

    size, meaning = 1, "1 if true"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        return [1.0 if fact else 0.0]


class NumberFeature(Feature):
    """A number, on a fine and on a coarse scale."""

    size, meaning = 2, f"n / ({FINE} + abs n), n / ({COARSE} + abs n)"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        return [fact / (FINE + abs(fact)), fact / (COARSE + abs(fact))]


class SeatFeature(Feature):
    """One seat, or none."""

    meaning = "1 at the seat, counted from the observer"

    def __init__(self, seats: int) -> None:
        self.size = seats

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        numbers = [0.0] * self.size
        if fact is not None:
            numbers[(fact - seat) % self.size] = 1.0
        return numbers


class SeatSetFeature(Feature):
    """Any number of seats."""

    meaning = "1 at each of the seats, counted from the observer"

    def __init__(self, seats: int) -> None:
        self.size = seats

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        numbers = [0.0] * self.size
        for other in fact:
            numbers[(other - seat) % self.size] = 1.0
        return numbers


class SeatOrderFeature(Feature):
    """Seats in an order; of a seat that occurs twice the last place counts."""

    meaning = "place in the order / seats, counted from the observer; 0 if not in it"

    def __init__(self, seats: int) -> None:
        self.size = seats

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        numbers = [0.0] * self.size
        for place, other in enumerate(fact, 1):
            numbers[(other - seat) % self.size] = min(1.0, place / self.size)
        return numbers


class ChoiceFeature(Feature):
    """One of the values of a Literal."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values, self.size = tuple(values), len(values)
        self.meaning = f"1 at one of {', '.join(map(str, values))}"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        return [float(fact == value) for value in self.values]


class ChoiceSetFeature(Feature):
    """Any number of the values of a Literal."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values, self.size = tuple(values), len(values)
        self.meaning = f"1 at each that is present of {', '.join(map(str, values))}"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        return [float(value in fact) for value in self.values]


class CardsFeature(Feature):
    """Cards, in any order."""

    meaning = "for each card, in deck order, the share of its copies"

    def __init__(self, copies: Sequence[int]) -> None:
        self.copies, self.size = tuple(copies), len(copies)

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        numbers = [0.0] * self.size
        for card in set(fact):
            numbers[card] = fact.count(card) / self.copies[card]
        return numbers


class OptionalFeature(Feature):
    """A fact or None."""

    def __init__(self, inner: Feature) -> None:
        self.inner, self.size = inner, 1 + inner.size
        self.meaning = f"1 if there is one, then {inner.meaning}"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        if fact is None:
            return [0.0] * self.size
        return [1.0, *self.inner.encode(fact, seat)]


class PerSeatFeature(Feature):
    """One fact for every seat."""

    def __init__(self, inner: Feature, seats: int) -> None:
        self.inner, self.seats, self.size = inner, seats, inner.size * seats
        self.meaning = f"for each seat, from the observer on: {inner.meaning}"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        rotated = (*fact[seat:], *fact[:seat])
        return [number for entry in rotated for number in self.inner.encode(entry, seat)]


class BoundedListFeature(Feature):
    """A list with a maximum length; unused places are zeros."""

    def __init__(self, inner: TupleFeature, limit: AtMost) -> None:
        self.inner, self.limit, self.size = inner, limit, inner.size * limit.many
        self.meaning = f"{limit.many} places in order: {inner.meaning}"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        numbers = [n for entry in fact for n in self.inner.encode(self.limit.short(entry), seat)]
        return numbers + [0.0] * (self.size - len(numbers))


class HistoryFeature(Feature):
    """A list that grows without limit: its length, and its last entry."""

    def __init__(self, inner: Feature) -> None:
        self.inner, self.length = inner, NumberFeature()
        self.size = NumberFeature.size + inner.size
        self.meaning = f"how many there are, then the last: {inner.meaning}"

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        last = self.inner.encode(fact[-1], seat) if fact else [0.0] * self.inner.size
        return [*self.length.encode(len(fact), seat), *last]


class TupleFeature(Feature):
    """A NamedTuple of facts, field by field."""

    def __init__(self, fields: dict[str, Feature]) -> None:
        self.fields, self.size = fields, sum(feature.size for feature in fields.values())
        self.meaning = "; ".join(f"{name}: {feature.meaning}" for name, feature in fields.items())

    def encode(self, fact: Any, seat: Seat) -> list[float]:
        pairs = zip(fact, self.fields.values(), strict=True)
        return [number for each, feature in pairs for number in feature.encode(each, seat)]

    def describe(self, name: str) -> Iterator[Description]:
        for field, feature in self.fields.items():
            yield from feature.describe(f"{name}.{field}")


class FeatureBuilder:
    """Finds the feature for the type of a fact, for a number of seats and a pack of cards."""

    def __init__(self, seats: int, copies: Sequence[int]) -> None:
        self.seats, self.copies = seats, copies

    def build(self, facts: Any) -> TupleFeature:
        """Build the feature of a NamedTuple of facts, given as it is when a game begins."""
        return self._tuple(type(facts), facts)

    def _tuple(self, kind: type[Any], facts: Any) -> TupleFeature:
        hints = get_type_hints(kind, include_extras=True)
        return TupleFeature(
            {
                name: self._feature(hints[name], None if facts is None else getattr(facts, name))
                for name in kind._fields
            }
        )

    def _feature(self, hint: Any, fact: Any) -> Feature:
        origin, inner = get_origin(hint), get_args(hint)
        if hint == Seat:
            return SeatFeature(self.seats)
        if origin is Annotated and isinstance(inner[1], AtMost):
            entry = get_type_hints(inner[1].short, include_extras=True)["return"]
            return BoundedListFeature(self._tuple(entry, None), inner[1])
        if origin is Annotated:
            return self._feature(inner[0], fact)
        if hint is int:
            return NumberFeature()
        if hint is bool or hint is str:
            return FlagFeature()
        if hint is Cards:
            return CardsFeature(self.copies)
        if origin is Literal:
            return ChoiceFeature(inner)
        if origin is frozenset and get_origin(inner[0]) is Literal:
            return ChoiceSetFeature(get_args(inner[0]))
        if origin in (Union, UnionType):
            [one] = [each for each in inner if each is not type(None)]
            feature = self._feature(one, fact)
            return feature if isinstance(feature, SeatFeature) else OptionalFeature(feature)
        if origin is tuple and inner[1:] == (...,):
            return self._list(inner[0], fact)
        if isinstance(hint, type) and hasattr(hint, "_fields"):
            return self._tuple(hint, fact)
        raise TypeError(f"cannot encode a fact of type {hint}")

    def _list(self, hint: Any, facts: Any) -> Feature:
        if hint == Seat:
            return SeatOrderFeature(self.seats)
        inner = self._feature(hint, facts[0] if facts else None)
        nested = (PerSeatFeature, TupleFeature, HistoryFeature, BoundedListFeature)
        # A list of single facts inside a history has one entry per seat.
        if not isinstance(inner, nested) and (facts is None or len(facts) == self.seats):
            return PerSeatFeature(inner, self.seats)
        return HistoryFeature(inner)
