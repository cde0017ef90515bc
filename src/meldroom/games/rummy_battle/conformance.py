"""What the conformance suite must know of Rummy Battle: which actions to try."""

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
    LAY_OFFS,
    PLAY_LUCKY_DAY,
    SECOND_CHANCE,
    TAKES,
    THEFTS,
    MakeMeld,
    Pickpocket,
    PickpocketHand,
    Switcheroo,
)
from meldroom.games.rummy_battle.deck import (
    JOKER,
    JOKER_AS,
    JOKER_OF,
    PLACED_CODES,
    Placed,
    rank_of,
    suit_of,
)
from meldroom.games.rummy_battle.facts import DRAWN, HAND, ROW, Facts, Options, View
from meldroom.games.rummy_battle.melds import placed_at

LONGEST_TRIED = 14  # cards in a run, one more than is legal (Q3)


class RummyBattleConformance(Conformance[Facts, Options]):
    """Tries the melds that the cards held can spell, since all spellings are too many."""

    def candidates(self, seen: View) -> Iterator[Action]:
        """Give every action with the cards that the seat holds and the melds on the table.

        Melds are spelled card by card, independently of the meld finder, also ones that are too
        short, wrap around from king to two or have too few natural cards. Cards, melds and seats go
        up to one beyond the last.
        """
        yield from (DRAW, SECOND_CHANCE, BONUS, DONE, PLAY_LUCKY_DAY, *DISCARDS)
        beyond_row = len(seen.zones[ROW].cards) + 2
        yield from (*TAKES[1:beyond_row], *HOARDS[1:beyond_row])
        yield from _with_melds(seen)
        yield from [PickpocketHand(victim) for victim in range(seen.seats + 1)]
        seat = seen.seat or 0
        held = seen.zones[HAND[seat]].cards + seen.zones[DRAWN[seat]].cards
        spelled = (*_sets(held), *_runs(held), *_not_held())
        yield from map(MakeMeld, dict.fromkeys(spelled))


def _with_melds(seen: View) -> Iterator[Action]:
    melds = seen.public.melds
    numbers = range(1, len(melds) + 2)
    for number in numbers:
        yield THEFTS[number]
        yield from [Switcheroo(number, other) for other in numbers]
        yield from [LAY_OFFS[number][placed] for placed in PLACED_CODES if placed < JOKER_OF]
    for meld in melds:
        cards = {placed_at(meld, at) for at in range(len(meld.cards))}
        for card in {*cards, JOKER, JOKER_AS, *meld.fits}:
            for victim in range(seen.seats + 1):
                yield Pickpocket(card, meld.number, victim)
                yield Pickpocket(card, len(numbers), victim)


def _sets(held: Cards) -> Iterator[Placed]:
    jokers = held.count(JOKER)
    for rank in range(13):
        naturals = sorted(card for card in held if card < JOKER and rank_of(card) == rank)
        cards = [*naturals, *[JOKER_OF + rank] * jokers]
        for size in range(1, len(cards) + 1):
            for chosen in combinations(cards, size):
                yield bytes(chosen)
                yield bytes(chosen[::-1])


def _runs(held: Cards) -> Iterator[Placed]:
    for lowest in range(JOKER):
        for run in _runs_from(lowest, held, LONGEST_TRIED):
            yield run
            yield run[::-1]


def _runs_from(card: int, held: Cards, longest: int) -> Iterator[Placed]:
    """Go up in the suit from a card, past the king too, with what is held."""
    following = 13 * suit_of(card) + rank_of(card + 1)
    for real, placed in ((card, card), (JOKER, JOKER_AS + card)):
        if real in held:
            yield bytes([placed])
            if longest > 1:
                for rest in _runs_from(following, without(held, bytes([real])), longest - 1):
                    yield bytes([placed]) + rest


def _not_held() -> Iterator[Placed]:
    """Give three cards from each card on, most of which nobody holds."""
    for card in range(JOKER):
        yield bytes([card, card + 1, card + 2]) if card < 50 else bytes([card, card, card])
