"""What a player can do in Rummy Battle, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any

from meldroom.core.action import Action, AtSeat, Card, Kind, Number
from meldroom.core.cards import Cards, Deck
from meldroom.games.rummy_battle.deck import (
    ACE,
    DECK,
    JOKER,
    JOKER_AS,
    JOKER_OF,
    PLACED_CODES,
    REAL_CARD,
    Placed,
    rank_of,
    suit_of,
)

MAX_ROW = 108  # all plain cards and jokers
MAX_MELDS = MAX_ROW // 3  # R6


class CardOnMeld(Kind):
    """A card of a meld on the table: `9h`, or a joker, `Jk=9h` in a run and `Jk` in a set."""

    most_cards = 1
    numbers = {code: placed for placed, code in PLACED_CODES.items() if placed < JOKER_OF}

    def write(self, value: int, deck: Deck) -> str:
        return PLACED_CODES[value]

    def read(self, words: list[str], deck: Deck) -> int:
        word = words.pop(0)
        if word not in self.numbers:
            raise ValueError(
                f"{word!r} is not a card of a meld; write a joker as Jk in a set, Jk=9h in a run"
            )
        return self.numbers[word]

    def range(self, deck: Deck, seats: int) -> Iterator[int]:
        yield from self.numbers.values()

    def from_cards(self, cards: Cards) -> Iterator[int]:
        if len(cards) == 1:
            yield from (one for one in self.numbers.values() if REAL_CARD[one] == cards[0])


class NewMeld(Kind):
    """The cards of a new meld, each joker with what it stands for: `7h Jk=8h 9h`, `9c 9h Jk=9`.

    There are far too many to list: the range is the sets of three suits and the runs of three
    natural cards.
    """

    countless = True
    most_cards = 13  # Q3
    numbers = {code: placed for placed, code in PLACED_CODES.items() if placed != JOKER}

    def write(self, value: Placed, deck: Deck) -> str:
        return " ".join([PLACED_CODES[placed] for placed in value])

    def read(self, words: list[str], deck: Deck) -> Placed:
        for word in words:
            if word not in self.numbers:
                raise ValueError(
                    f"{word!r} is not a card of a new meld;"
                    " write a joker as Jk=9 in a set, Jk=9h in a run"
                )
        if not words:
            raise IndexError
        placed = bytes([self.numbers[word] for word in words])
        words.clear()
        return placed

    def range(self, deck: Deck, seats: int) -> Iterator[Placed]:
        for rank in range(13):
            yield from map(bytes, combinations(range(rank, JOKER, 13), 3))
        for suit in range(0, JOKER, 13):
            for low in range(12):
                yield bytes([suit + (low + at) % 13 for at in range(3)])

    def vocabulary(self, deck: Deck, seats: int) -> Iterator[str]:
        yield from self.numbers

    def from_cards(self, cards: Cards) -> Iterator[Placed]:
        naturals = sorted(card for card in cards if card < JOKER)
        jokers = cards.count(JOKER)
        if not cards or len(naturals) + jokers < len(cards):  # action cards are in no meld
            return
        rank = rank_of(naturals[0]) if naturals else ACE
        as_set = bytes([*naturals, *[JOKER_OF + rank] * jokers])
        one_suit = len({suit_of(card) for card in naturals}) == 1
        if not one_suit or len({rank_of(card) for card in naturals}) == 1:
            yield as_set
        if one_suit:
            yield from _runs_of(naturals, jokers)


def _runs_of(naturals: list[int], jokers: int) -> Iterator[Placed]:
    """Write cards of one suit as a run, with the ace low and high; jokers fill gaps from below."""
    suit = 13 * suit_of(naturals[0])
    low = [card - suit for card in naturals]
    high = sorted(place or 13 for place in low)
    for places in (low, high) if low[0] == ACE and low[-1] > 6 else (low,):
        gaps = [place for place in range(places[0], places[-1]) if place not in places]
        ends = [*range(places[-1] + 1, 14), *range(places[0] - 1, -1, -1)]
        stood_for = (gaps + ends)[:jokers]
        run = [(place, suit + place % 13) for place in places]
        run += [(place, JOKER_AS + suit + place % 13) for place in stood_for]
        yield bytes([placed for _, placed in sorted(run)])


MeldNumber = Annotated[int, Number(1, MAX_MELDS, "#")]
RowDepth = Annotated[int, Number(1, MAX_ROW)]
OnMeld = Annotated[int, CardOnMeld()]


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw two cards from the stock (R4)."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take cards from the end of the row; the deepest must be played at once (R4, Q7)."""

    verb = "take"
    cards: RowDepth


@dataclass(frozen=True, slots=True)
class Hoard(Action):
    """Play Hoard: take cards from the end of the row, without having to play any (R17)."""

    verb = "hoard"
    cards: RowDepth


@dataclass(frozen=True, slots=True)
class SecondChance(Action):
    """Put the two cards just drawn under the stock and draw two others (R22)."""

    verb = "second"


@dataclass(frozen=True, slots=True)
class MakeMeld(Action):
    """Lay down a new set or run (R6)."""

    verb = "meld"
    cards: Annotated[Placed, NewMeld()]


@dataclass(frozen=True, slots=True)
class LayOff(Action):
    """Add a card to a meld on the table (R9)."""

    verb = "lay"
    card: OnMeld
    meld: MeldNumber


@dataclass(frozen=True, slots=True)
class Bonus(Action):
    """Draw the bonus card for a new meld (R8)."""

    verb = "bonus"


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Go out after the last meld, without the bonus card (Q11)."""

    verb = "done"


@dataclass(frozen=True, slots=True)
class Pickpocket(Action):
    """Play Pickpocket: take a card of a meld that lies in front of an opponent (R20)."""

    verb = "pick"
    card: OnMeld
    meld: MeldNumber
    victim: AtSeat


@dataclass(frozen=True, slots=True)
class PickpocketHand(Action):
    """Play Pickpocket by the option: draw a card from an opponent's hand (R20)."""

    verb = "pick"
    victim: AtSeat


@dataclass(frozen=True, slots=True)
class Thief(Action):
    """Play Thief: become the owner of an opponent's set (R18)."""

    verb = "thief"
    meld: MeldNumber


@dataclass(frozen=True, slots=True)
class Switcheroo(Action):
    """Play Switcheroo: swap one of your sets for an opponent's (R19)."""

    verb = "switch"
    own: MeldNumber
    other: MeldNumber


@dataclass(frozen=True, slots=True)
class LuckyDay(Action):
    """Play Lucky Day: draw a card from every opponent's hand (R21)."""

    verb = "lucky"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card, which ends the turn (R11)."""

    verb = "discard"
    card: Card


ACTIONS: tuple[type[Any], ...] = (
    Draw,
    Take,
    Hoard,
    SecondChance,
    MakeMeld,
    LayOff,
    Bonus,
    Done,
    Pickpocket,
    PickpocketHand,
    Thief,
    Switcheroo,
    LuckyDay,
    Discard,
)

# Actions are made once and then looked up, by their number where they have one.
DRAW, SECOND_CHANCE, BONUS, DONE = Draw(), SecondChance(), Bonus(), Done()
PLAY_LUCKY_DAY = LuckyDay()
TAKES = tuple(Take(cards) for cards in range(MAX_ROW + 1))
HOARDS = tuple(Hoard(cards) for cards in range(MAX_ROW + 1))
THEFTS = tuple(Thief(meld) for meld in range(MAX_MELDS + 1))
DISCARDS = tuple(Discard(card) for card in range(len(DECK.codes)))
LAY_OFFS = tuple(
    tuple(LayOff(placed, meld) for placed in range(JOKER_AS + JOKER))
    for meld in range(MAX_MELDS + 1)
)
"""By the number of the meld, then by the placed card."""
pickpocket = lru_cache(maxsize=4096)(Pickpocket)
switcheroo = lru_cache(maxsize=MAX_MELDS * MAX_MELDS)(Switcheroo)
