"""What a hand is worth: its best melds, the cards that they leave, and pairs that need one card.

`best_melds` chooses melds that share no card so that the natural cards left over are worth as
little as possible. The proof:

1. Of all melds with the same natural cards only the shortest matters. It needs the fewest jokers,
   so it can replace the others in any choice of melds. `melds_in` gives every meld, so
   `_shortest_melds` misses none.

2. Put the natural cards of the hand in some order. The first card is either in a meld, and then it
   is the first card of that meld, or it is left over. If it is left over, so are all cards equal to
   it, for if one of them is in a meld we can swap the two. In both cases fewer cards remain, and
   the same question is asked of them and of the jokers that remain. So the best of all these
   answers is the best choice, and `best` compares them all.

3. Jokers that are not needed lengthen the melds. A set takes any number of them, and a run takes
   them up to thirteen cards. So a joker is left over only if there is no meld or if every meld is a
   run of thirteen, and jokers do not change which natural cards to meld.

Many choices leave the same cards, above all if the order is by rank, so the answers are kept. That
makes about a hundred questions for sixteen cards. A huge hand could make far too many: from the
MAX_QUESTIONS-th on, a new question is answered by the dearest meld of its first card, which is good
but not always the best.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from meldroom.core.cards import Cards, without
from meldroom.games.rummy_battle.deck import (
    JOKER,
    JOKER_AS,
    JOKER_OF,
    Placed,
    rank_of,
    real_cards,
    suit_of,
    value,
)
from meldroom.games.rummy_battle.meld_finder import SINGLE, melds_in
from meldroom.games.rummy_battle.melds import MAX_RUN, MeldRules, is_set, stood_for

MAX_QUESTIONS = 2_000
PLACED_JOKERS = bytes(range(JOKER, 256))


class MeldCandidate(NamedTuple):
    """A meld that can be chosen."""

    points: int  # of its natural cards
    naturals: Cards
    jokers: int  # how many it needs
    meld: Placed


class MeldChoice(NamedTuple):
    """Melds that share no card."""

    points: int = 0  # of their natural cards
    melds: tuple[Placed, ...] = ()

    def better_than(self, other: MeldChoice) -> bool:
        """Say whether this is worth more, or as much with fewer melds."""
        if self.points == other.points:
            return len(self.melds) < len(other.melds)
        return self.points > other.points


def by_rank(card: int) -> tuple[int, int]:
    """Order cards by rank, then by suit."""
    return rank_of(card), suit_of(card)


@lru_cache(maxsize=256)
def best_melds(hand: Cards, rules: MeldRules) -> tuple[Placed, ...]:
    """Choose the melds of a hand that leave the least, the dearest first."""
    melds = _best_choice(hand, _shortest_melds(hand, rules)).melds
    dearest_first = sorted(melds, key=lambda meld: -value(_naturals(meld)))
    return _with_spare_jokers(dearest_first, hand.count(JOKER))


def _naturals(meld: Placed) -> Cards:
    return meld.translate(None, PLACED_JOKERS)


def _shortest_melds(hand: Cards, rules: MeldRules) -> list[MeldCandidate]:
    """Give the shortest meld for each choice of natural cards (step 1), the dearest first."""
    shortest: dict[Cards, Placed] = {}
    for meld in sorted([action.cards for action in melds_in(hand, rules)], key=len):
        shortest.setdefault(_naturals(meld), meld)
    melds = [
        MeldCandidate(value(naturals), naturals, len(meld) - len(naturals), meld)
        for naturals, meld in shortest.items()
    ]
    return sorted(melds, key=lambda meld: -meld.points)


def _best_choice(hand: Cards, melds: list[MeldCandidate]) -> MeldChoice:
    """Choose the melds of a hand that leave the least (step 2)."""
    by_first_card: dict[int, list[MeldCandidate]] = {}
    for meld in melds:
        by_first_card.setdefault(min(meld.naturals, key=by_rank), []).append(meld)
    answers: dict[tuple[Cards, int], MeldChoice] = {}

    def best(cards: Cards, jokers: int) -> MeldChoice:
        if not cards:
            return MeldChoice()
        if (cards, jokers) in answers:
            return answers[cards, jokers]
        found = MeldChoice()
        for points, naturals, needed, meld in by_first_card.get(cards[0], ()):
            if found.melds and len(answers) >= MAX_QUESTIONS:
                break
            if needed <= jokers and all(cards.count(c) >= naturals.count(c) for c in naturals):
                rest = best(without(cards, naturals), jokers - needed)
                choice = MeldChoice(points + rest.points, (meld, *rest.melds))
                if choice.better_than(found):
                    found = choice
        if not found.melds or len(answers) < MAX_QUESTIONS:
            choice = best(cards.lstrip(SINGLE[cards[0]]), jokers)
            if choice.better_than(found):
                found = choice
        answers[cards, jokers] = found
        return found

    melded = set(b"".join([meld.naturals for meld in melds]))
    cards = sorted([card for card in hand if card in melded], key=by_rank)
    return best(bytes(cards), hand.count(JOKER))


def _with_spare_jokers(melds: list[Placed], jokers: int) -> tuple[Placed, ...]:
    """Lengthen melds by the jokers that they do not use (step 3)."""
    spare = jokers - sum(placed > JOKER for meld in melds for placed in meld)
    longer = []
    for meld in melds:
        while spare and (grown := _with_joker(meld)):
            meld, spare = grown, spare - 1
        longer.append(meld)
    return tuple(longer)


def _with_joker(meld: Placed) -> Placed:
    """Add a joker, at the upper end of a run where there is room; a full run gives nothing."""
    if is_set(meld):
        return meld + SINGLE[JOKER_OF + rank_of(meld[0])]
    if len(meld) == MAX_RUN:
        return b""
    lowest = stood_for(meld)[0]
    suit, low = suit_of(lowest), rank_of(lowest)
    above = low + len(meld)
    if above <= 13:
        return meld + SINGLE[JOKER_AS + 13 * suit + above % 13]
    return SINGLE[JOKER_AS + lowest - 1] + meld


def loose(hand: Cards, rules: MeldRules) -> Cards:
    """Name the cards that the best melds leave, in canonical order."""
    melded = b"".join([real_cards(meld) for meld in best_melds(hand, rules)])
    return bytes(sorted(without(hand, melded)))


def near_melds(cards: Cards) -> list[Cards]:
    """Find pairs among loose cards that need one card: of one rank, or close in one suit."""
    pairs = []
    left = bytes([card for card in cards if card < JOKER])
    while left:
        first, left = left[0], left[1:]
        mate = next((card for card in left if completing(first, card)), None)
        if mate is not None:
            pairs.append(bytes([first, mate]))
            left = without(left, SINGLE[mate])
    return pairs


def completing(first: int, second: int) -> Cards:
    """Name the cards of which each makes a meld of two cards in canonical order."""
    if rank_of(first) == rank_of(second):
        return bytes(range(rank_of(first), JOKER, 13))
    if suit_of(first) != suit_of(second):
        return b""
    held = {rank_of(first), rank_of(second)}
    runs_of_three = [{low, low + 1, (low + 2) % 13} for low in range(12)]
    missing = {min(ranks - held) for ranks in runs_of_three if held < ranks}
    return bytes(sorted(13 * suit_of(first) + rank for rank in missing))
