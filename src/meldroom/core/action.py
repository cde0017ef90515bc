"""Actions: what a player can do; text, JSON and range follow from their fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations_with_replacement, product
from typing import Annotated, Any, ClassVar, get_type_hints

from meldroom.core.cards import Cards, Deck


class Action:
    """One thing that a player can do; each kind is a frozen dataclass with slots."""

    __slots__ = ()
    verb: ClassVar[str]


class Kind(ABC):
    """How one field of an action is written in words, read back, and what it ranges over."""

    countless: ClassVar[bool] = False  # too many values to list: the range is a sample
    most_cards: int = 0  # that a value names

    @abstractmethod
    def write(self, value: Any, deck: Deck) -> str:
        """Write the value as one or more words."""

    @abstractmethod
    def read(self, words: list[str], deck: Deck) -> Any:
        """Take the value off the front of the words; ValueError if they do not spell one."""

    @abstractmethod
    def range(self, deck: Deck, seats: int) -> Iterator[Any]:
        """Give every value that the field can have at a table of so many seats."""

    def from_cards(self, cards: Cards) -> Iterator[Any]:
        """Give values that name exactly these cards, in whatever order, the likeliest first."""
        return iter(())

    def vocabulary(self, deck: Deck, seats: int) -> Iterator[str]:
        """Give every word that a value is written in, each at least once."""
        for value in self.range(deck, seats):
            yield from self.write(value, deck).split(" ")


class OneCard(Kind):
    """A card, written as its code."""

    most_cards = 1

    def write(self, value: int, deck: Deck) -> str:
        return deck.codes[value]

    def read(self, words: list[str], deck: Deck) -> int:
        return deck.card(words.pop(0))

    def range(self, deck: Deck, seats: int) -> Iterator[int]:
        yield from range(len(deck.codes))

    def from_cards(self, cards: Cards) -> Iterator[int]:
        if len(cards) == 1:
            yield cards[0]


class SomeCards(Kind):
    """Cards in canonical order, from one up to a number."""

    def __init__(self, most: int) -> None:
        self.most = self.most_cards = most

    def write(self, value: Cards, deck: Deck) -> str:
        return deck.text(value)

    def read(self, words: list[str], deck: Deck) -> Cards:
        cards = bytes([deck.card(word) for word in words])
        if not 1 <= len(cards) <= self.most or cards != bytes(sorted(cards)):
            raise ValueError(f"name up to {self.most} cards in canonical order")
        words.clear()
        return cards

    def range(self, deck: Deck, seats: int) -> Iterator[Cards]:
        for many in range(1, self.most + 1):
            yield from map(bytes, combinations_with_replacement(range(len(deck.codes)), many))

    def from_cards(self, cards: Cards) -> Iterator[Cards]:
        if 1 <= len(cards) <= self.most:
            yield bytes(sorted(cards))


class Number(Kind):
    """A number from a first to a last, after a sign such as `#` where the game writes one."""

    def __init__(self, first: int, last: int, sign: str = "") -> None:
        self.first, self.last, self.sign = first, last, sign

    def write(self, value: int, deck: Deck) -> str:
        return f"{self.sign}{value}"

    def read(self, words: list[str], deck: Deck) -> int:
        word = words.pop(0)
        digits = word.removeprefix(self.sign)
        value = int(digits) if digits.isdecimal() else -1
        if self.write(value, deck) != word or not self.first <= value <= self.last:
            raise ValueError(f"{word!r} is not from {self.sign}{self.first} to {self.last}")
        return value

    def range(self, deck: Deck, seats: int) -> Iterator[int]:
        yield from range(self.first, self.last + 1)


class SeatNumber(Number):
    """A seat, written as its number from 0 on."""

    def __init__(self) -> None:
        super().__init__(0, 7)

    def range(self, deck: Deck, seats: int) -> Iterator[int]:
        yield from range(seats)


class Word(Kind):
    """One of a few words that the game fixes."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def write(self, value: str, deck: Deck) -> str:
        return value

    def read(self, words: list[str], deck: Deck) -> str:
        word = words.pop(0)
        if word not in self.words:
            raise ValueError(f"{word!r} is none of {', '.join(self.words)}")
        return word

    def range(self, deck: Deck, seats: int) -> Iterator[str]:
        yield from self.words


Card = Annotated[int, OneCard()]
AtSeat = Annotated[int, SeatNumber()]


_KINDS: dict[type[Action], tuple[tuple[str, Kind], ...]] = {}


def kinds(action: type[Any]) -> tuple[tuple[str, Kind], ...]:
    """Name the fields of an action with their kinds, in order."""
    if action not in _KINDS:
        hints = get_type_hints(action, include_extras=True)
        names = [field.name for field in fields(action)]
        _KINDS[action] = tuple((name, hints[name].__metadata__[0]) for name in names)
    return _KINDS[action]


def write(action: Action, deck: Deck) -> str:
    """Write an action in the game's notation."""
    words = [kind.write(getattr(action, name), deck) for name, kind in kinds(type(action))]
    return " ".join([action.verb, *words])


def read(text: str, actions: tuple[type[Action], ...], deck: Deck) -> Action:
    """Read an action; ValueError if the text is not exactly how one is written."""
    verb, *words = text.split(" ")
    why = ""
    for action in actions:
        if action.verb != verb:
            continue
        try:
            rest = list(words)
            values = [kind.read(rest, deck) for _, kind in kinds(action)]
        except ValueError as error:
            why = str(error)
        except IndexError:
            why = f"{verb!r} needs {' and '.join(name for name, _ in kinds(action))} after it"
        else:
            if not rest:
                return action(*values)
            why = f"nothing follows {text.removesuffix(' '.join(rest)).strip()!r}"
    if not why:
        verbs = dict.fromkeys([action.verb for action in actions])
        why = f"there is no action {verb!r}; there are {', '.join(verbs)}"
    raise ValueError(why)


def as_json(action: Action, deck: Deck) -> dict[str, Any]:
    """Give the action as a JSON object: its verb, and each field as it is written."""
    words = {name: kind.write(getattr(action, name), deck) for name, kind in kinds(type(action))}
    return {"action": action.verb, **words}


def from_json(form: dict[str, Any], actions: tuple[type[Action], ...], deck: Deck) -> Action:
    """Read the JSON form back; ValueError if it is not exactly an action's."""
    values = list(form.values())
    if not all(isinstance(value, str) for value in values):
        raise ValueError("an action's JSON holds words only")
    action = read(" ".join(values), actions, deck)
    if as_json(action, deck) != form:
        raise ValueError(f"not the fields of {action.verb!r}: {', '.join(form)}")
    return action


def cards_named(action: Action, deck: Deck) -> Cards:
    """Give the cards that an action names; a joker that stands for another is a joker."""
    words = [
        word.partition("=")[0]
        for name, kind in kinds(type(action))
        if not isinstance(kind, Number | Word)
        for word in kind.write(getattr(action, name), deck).split(" ")
    ]
    return bytes(deck.card(word) for word in words)


def every(action: type[Action], deck: Deck, seats: int) -> Iterator[Action]:
    """Give each action of this kind that can be written at a table of so many seats."""
    for values in product(*[list(kind.range(deck, seats)) for _, kind in kinds(action)]):
        yield action(*values)
