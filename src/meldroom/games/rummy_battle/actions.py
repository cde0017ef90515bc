"""What a player can do in Rummy Battle, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any

from meldroom.core.action import Action, AtSeat, Card, Kind, Number
from meldroom.core.cards import Deck
from meldroom.games.rummy_battle.deck import DECK, FOR, JOKER, OF, PLACED

ROW = 108  # play cards, all of which may lie in the row
MELDS = 36  # a meld takes three play cards or more out of the hands for good


class Placed(Kind):
    """A card laid to a meld that is there: `9h`, on a run `Jk=9h`, on a set `Jk`."""

    numbers = {text: number for number, text in PLACED.items() if number < OF}

    def write(self, value: int, deck: Deck) -> str:
        return PLACED[value]

    def read(self, words: list[str], deck: Deck) -> int:
        word = words.pop(0)
        if word not in self.numbers:
            raise ValueError(
                f"{word!r} is no card of a meld; a joker is Jk on a set, Jk=9h on a run"
            )
        return self.numbers[word]

    def range(self, deck: Deck, seats: int) -> Iterator[int]:
        yield from self.numbers.values()


class NewMeld(Kind):
    """The cards of a new meld, every joker with what it stands for: `7h Jk=8h 9h`, `9c 9h Jk=9`.

    There are far too many to name: the range is the sets of three suits and the runs of three
    natural cards.
    """

    countless = True
    numbers = {text: number for number, text in PLACED.items() if number != JOKER}

    def write(self, value: bytes, deck: Deck) -> str:
        return " ".join([PLACED[number] for number in value])

    def read(self, words: list[str], deck: Deck) -> bytes:
        for word in words:
            if word not in self.numbers:
                raise ValueError(
                    f"{word!r} is no card of a new meld; a joker is Jk=9 in a set, Jk=9h in a run"
                )
        if not words:
            raise IndexError
        placed = bytes([self.numbers[word] for word in words])
        words.clear()
        return placed

    def range(self, deck: Deck, seats: int) -> Iterator[bytes]:
        for rank in range(13):
            yield from map(bytes, combinations(range(rank, JOKER, 13), 3))
        for suit in range(0, JOKER, 13):
            for low in range(12):
                yield bytes([suit + (low + at) % 13 for at in range(3)])

    def vocabulary(self, deck: Deck, seats: int) -> Iterator[str]:
        yield from self.numbers


OfMeld = Annotated[int, Number(1, MELDS, "#")]
OfRow = Annotated[int, Number(1, ROW)]
OnMeld = Annotated[int, Placed()]


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw two cards from the stock."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take so many cards from the top of the row, the deepest to be played at once."""

    verb = "take"
    cards: OfRow


@dataclass(frozen=True, slots=True)
class Hoard(Action):
    """Play Hoard: take so many cards of the row and owe nothing for it."""

    verb = "hoard"
    cards: OfRow


@dataclass(frozen=True, slots=True)
class Second(Action):
    """Use the 2nd Chance: put both cards back under the stock and draw two others."""

    verb = "second"


@dataclass(frozen=True, slots=True)
class MakeMeld(Action):
    """Lay a new set or run."""

    verb = "meld"
    cards: Annotated[bytes, NewMeld()]


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay a card off on a meld."""

    verb = "lay"
    card: OnMeld
    meld: OfMeld


@dataclass(frozen=True, slots=True)
class Bonus(Action):
    """Draw the card that a new meld brings."""

    verb = "bonus"


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Go out after the last meld, without the bonus draw."""

    verb = "done"


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Play Pickpocket: take a card of a meld that lies before an opponent."""

    verb = "pick"
    card: OnMeld
    meld: OfMeld
    victim: AtSeat


@dataclass(frozen=True, slots=True)
class PickHand(Action):
    """Play Pickpocket as the option has it: draw a card from an opponent's hand."""

    verb = "pick"
    victim: AtSeat


@dataclass(frozen=True, slots=True)
class Thief(Action):
    """Play Thief: become the owner of an opponent's set."""

    verb = "thief"
    meld: OfMeld


@dataclass(frozen=True, slots=True)
class Switch(Action):
    """Play Switcheroo: exchange a set of one's own for an opponent's."""

    verb = "switch"
    own: OfMeld
    other: OfMeld


@dataclass(frozen=True, slots=True)
class Lucky(Action):
    """Play Lucky Day: draw a card from every opponent's hand."""

    verb = "lucky"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Throw a card, which ends the turn."""

    verb = "discard"
    card: Card


ACTIONS: tuple[type[Any], ...] = (
    Draw,
    Take,
    Hoard,
    Second,
    MakeMeld,
    Lay,
    Bonus,
    Done,
    Pick,
    PickHand,
    Thief,
    Switch,
    Lucky,
    Discard,
)

DRAW, SECOND, BONUS, DONE, LUCK = Draw(), Second(), Bonus(), Done(), Lucky()
TAKES = tuple(Take(cards) for cards in range(ROW + 1))
HOARDS = tuple(Hoard(cards) for cards in range(ROW + 1))
THIEFS = tuple(Thief(meld) for meld in range(MELDS + 1))
DISCARDS = tuple(Discard(card) for card in range(len(DECK.codes)))
LAYS = tuple(tuple(Lay(card, meld) for card in range(FOR + JOKER)) for meld in range(MELDS + 1))
a_pick = lru_cache(maxsize=4096)(Pick)
a_switch = lru_cache(maxsize=MELDS * MELDS)(Switch)
