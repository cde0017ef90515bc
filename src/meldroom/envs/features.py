"""Public facts as numbers: the type of a fact says how many it takes and what they mean.

Every number lies between -1 and 1. Seats are counted from the one who looks: 0 is oneself, 1 the
seat to the left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import AtMost

FINE, COARSE = 10, 200  # a number n is told twice, as n / (10 + abs n) and n / (200 + abs n)

Named = tuple[str, int, str]  # what a part is called, how many numbers it takes, what they mean


class Shape(ABC):
    """How facts of one type are told in a fixed count of numbers."""

    size: int
    meaning: str

    @abstractmethod
    def tell(self, fact: Any, seat: Seat) -> Sequence[float]:
        """Tell the fact as the seat sees it."""

    def parts(self, name: str) -> Iterator[Named]:
        """Name what the numbers are, in order."""
        yield name, self.size, self.meaning


class Flag(Shape):
    """Yes or no; for a text whether there is one."""

    size, meaning = 1, "1 if so"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        return [1.0 if fact else 0.0]


class Amount(Shape):
    """A number, finely and coarsely."""

    size, meaning = 2, f"n / ({FINE} + abs n), n / ({COARSE} + abs n)"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        return [fact / (FINE + abs(fact)), fact / (COARSE + abs(fact))]


class ASeat(Shape):
    """One seat, or none."""

    meaning = "1 at the seat, counted from oneself"

    def __init__(self, seats: int) -> None:
        self.size = seats

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        marks = [0.0] * self.size
        if fact is not None:
            marks[(fact - seat) % self.size] = 1.0
        return marks


class Among(Shape):
    """Some of the seats."""

    meaning = "1 at each of the seats, counted from oneself"

    def __init__(self, seats: int) -> None:
        self.size = seats

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        marks = [0.0] * self.size
        for other in fact:
            marks[(other - seat) % self.size] = 1.0
        return marks


class Order(Shape):
    """Seats in an order; where one comes again its last place counts."""

    meaning = "place in the order / seats, counted from oneself; 0 if not in it"

    def __init__(self, seats: int) -> None:
        self.size = seats

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        marks = [0.0] * self.size
        for place, other in enumerate(fact, 1):
            marks[(other - seat) % self.size] = min(1.0, place / self.size)
        return marks


class Choice(Shape):
    """One of a few values that the type names."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values, self.size = tuple(values), len(values)
        self.meaning = f"1 at one of {', '.join(map(str, values))}"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        return [float(fact == value) for value in self.values]


class Several(Shape):
    """Some of a few values that the type names."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values, self.size = tuple(values), len(values)
        self.meaning = f"1 at each that is there of {', '.join(map(str, values))}"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        return [float(value in fact) for value in self.values]


class Held(Shape):
    """Cards, whatever their order."""

    meaning = "of each card, in the order of the deck, the share of its copies"

    def __init__(self, copies: Sequence[int]) -> None:
        self.copies, self.size = tuple(copies), len(copies)

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        told = [0.0] * self.size
        for card in set(fact):
            told[card] = fact.count(card) / self.copies[card]
        return told


class Maybe(Shape):
    """Something or nothing."""

    def __init__(self, inner: Shape) -> None:
        self.inner, self.size = inner, 1 + inner.size
        self.meaning = f"1 if there is one, then {inner.meaning}"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        if fact is None:
            return [0.0] * self.size
        return [1.0, *self.inner.tell(fact, seat)]


class OfEachSeat(Shape):
    """One fact for every seat."""

    def __init__(self, inner: Shape, seats: int) -> None:
        self.inner, self.seats, self.size = inner, seats, inner.size * seats
        self.meaning = f"of each seat from oneself on: {inner.meaning}"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        turned = (*fact[seat:], *fact[:seat])
        return [number for entry in turned for number in self.inner.tell(entry, seat)]


class Places(Shape):
    """Entries in order, of which there are never more than so many; empty places are zeros."""

    def __init__(self, inner: Sheet, most: AtMost) -> None:
        self.inner, self.most, self.size = inner, most, inner.size * most.many
        self.meaning = f"{most.many} places in order: {inner.meaning}"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        told = [n for entry in fact for n in self.inner.tell(self.most.short(entry), seat)]
        return told + [0.0] * (self.size - len(told))


class History(Shape):
    """Entries that grow in number: how many there are, and the last of them."""

    def __init__(self, inner: Shape) -> None:
        self.inner, self.amount, self.size = inner, Amount(), Amount.size + inner.size
        self.meaning = f"how many there are, then the last: {inner.meaning}"

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        last = self.inner.tell(fact[-1], seat) if fact else [0.0] * self.inner.size
        return [*self.amount.tell(len(fact), seat), *last]


class Sheet(Shape):
    """A NamedTuple of facts, one after another."""

    def __init__(self, fields: dict[str, Shape]) -> None:
        self.fields, self.size = fields, sum(shape.size for shape in fields.values())
        self.meaning = "; ".join(f"{name}: {shape.meaning}" for name, shape in fields.items())

    def tell(self, fact: Any, seat: Seat) -> list[float]:
        shapes = self.fields.values()
        return [n for each, shape in zip(fact, shapes, strict=True) for n in shape.tell(each, seat)]

    def parts(self, name: str) -> Iterator[Named]:
        for field, shape in self.fields.items():
            yield from shape.parts(f"{name}.{field}")


class Shaper:
    """Finds the shape of any fact at a table of so many seats."""

    def __init__(self, seats: int, copies: Sequence[int]) -> None:
        self.seats, self.copies = seats, copies

    def sheet(self, facts: Any) -> Sheet:
        """Shape a NamedTuple of facts, as they are when a game begins."""
        return self._sheet(type(facts), facts)

    def _sheet(self, kind: type[Any], facts: Any) -> Sheet:
        hints = get_type_hints(kind, include_extras=True)
        return Sheet(
            {
                name: self._shape(hints[name], None if facts is None else getattr(facts, name))
                for name in kind._fields
            }
        )

    def _shape(self, hint: Any, fact: Any) -> Shape:
        origin, inner = get_origin(hint), get_args(hint)
        if hint == Seat:
            return ASeat(self.seats)
        if origin is Annotated and isinstance(inner[1], AtMost):
            entry = get_type_hints(inner[1].short, include_extras=True)["return"]
            return Places(self._sheet(entry, None), inner[1])
        if origin is Annotated:
            return self._shape(inner[0], fact)
        if hint is int:
            return Amount()
        if hint is bool or hint is str:
            return Flag()
        if hint is Cards:
            return Held(self.copies)
        if origin is Literal:
            return Choice(inner)
        if origin is frozenset and get_origin(inner[0]) is Literal:
            return Several(get_args(inner[0]))
        if origin in (Union, UnionType):
            [one] = [each for each in inner if each is not type(None)]
            shape = self._shape(one, fact)
            return shape if isinstance(shape, ASeat) else Maybe(shape)
        if origin is tuple and inner[1:] == (...,):
            return self._shape_of_many(inner[0], fact)
        if isinstance(hint, type) and hasattr(hint, "_fields"):
            return self._sheet(hint, fact)
        raise TypeError(f"no way to tell a fact of type {hint} in numbers")

    def _shape_of_many(self, hint: Any, facts: Any) -> Shape:
        if hint == Seat:
            return Order(self.seats)
        inner = self._shape(hint, facts[0] if facts else None)
        single = not isinstance(inner, (OfEachSeat, Sheet, History, Places))
        # An entry of a history that is itself a row of single facts has one for each seat.
        if single and (facts is None or len(facts) == self.seats):
            return OfEachSeat(inner, self.seats)
        return History(inner)
