"""What the conformance suite must know of Rummy Battle: which actions can be written at all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from meldroom.core.action import Action
from meldroom.core.cards import Cards, without
from meldroom.core.conformance import Conformance
from meldroom.games.rummy_battle.actions import (
    BONUS,
    DISCARDS,
    DONE,
    DRAW,
    HOARDS,
    LAYS,
    LUCK,
    SECOND,
    TAKES,
    THIEFS,
    MakeMeld,
    Pick,
    PickHand,
    Switch,
)
from meldroom.games.rummy_battle.deck import FOR, JOKER, OF, PLACED
from meldroom.games.rummy_battle.facts import FRESH, HAND, ROW, Facts, Options, View
from meldroom.games.rummy_battle.melds import number_at


class RummyBattleConformance(Conformance[Facts, Options]):
    """All spellings of melds are too many to list, so the cards held say which are tried."""

    def candidates(self, seen: View) -> Iterator[Action]:
        """Give every action with the cards that the seat holds and the melds that lie there."""
        return writable(seen)


def writable(seen: View) -> Iterator[Action]:
    """Give every action with the cards that the seat holds and the melds that lie there.

    Melds are tried out word by word instead of generated from masks, among them ones that are too
    short, go round the corner or have too few natural cards; so are cards, melds and seats that do
    not exist, up to one beyond the last.
    """
    table = seen.public
    yield from (DRAW, SECOND, BONUS, DONE, LUCK, *DISCARDS)
    beyond = len(seen.zones[ROW].cards) + 2
    yield from (*TAKES[1:beyond], *HOARDS[1:beyond])
    numbers = range(1, len(table.melds) + 2)
    for number in numbers:
        yield THIEFS[number]
        yield from [Switch(number, other) for other in numbers]
        yield from [LAYS[number][card] for card in PLACED if card < OF]
    yield from [PickHand(victim) for victim in range(seen.seats + 1)]
    for meld in table.melds:
        cards = {number_at(meld, at) for at in range(len(meld.cards))}
        for card in {*cards, JOKER, FOR, *meld.fits}:
            for victim in range(seen.seats + 1):
                yield Pick(card, meld.number, victim)
                yield Pick(card, len(numbers), victim)
    seat = seen.seat or 0
    held = seen.zones[HAND[seat]].cards + seen.zones[FRESH[seat]].cards
    yield from map(MakeMeld, dict.fromkeys(_texts(held)))


def _texts(held: Cards) -> Iterator[bytes]:
    jokers = held.count(JOKER)
    for rank in range(13):
        alike = sorted(card for card in held if card < JOKER and card % 13 == rank)
        words = [*alike, *[OF + rank] * jokers]
        for size in range(1, len(words) + 1):
            for chosen in combinations(words, size):
                yield bytes(chosen)
                yield bytes(chosen[::-1])
    for card in range(JOKER):
        for text in _rising(card, held, 14):
            yield text
            yield text[::-1]
    for card in range(JOKER):
        yield bytes([card, card + 1, card + 2]) if card < 50 else bytes([card, card, card])


def _rising(card: int, held: Cards, most: int) -> Iterator[bytes]:
    """Begin at a card and go up in its suit, round the corner too, with what is held."""
    following = card - card % 13 + (card + 1) % 13
    for real, word in ((card, card), (JOKER, FOR + card)):
        if real in held:
            yield bytes([word])
            if most > 1:
                for rest in _rising(following, without(held, bytes([real])), most - 1):
                    yield bytes([word]) + rest
