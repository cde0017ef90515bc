"""`house@1` of Scorzo, as it was when it was frozen."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, without
from meldroom.core.skill import Lot, Skill
from meldroom.games.scorzo.deck import DECK, WILD, WILD_VALUE
from meldroom.games.scorzo.facts import (
    ANSWERING,
    DISCARD,
    HANDS,
    PICKING,
    Facts,
    Options,
    View,
    hand,
    left_of,
)
from meldroom.games.scorzo.game import CALL, DISCARDS, DRAW, TAKE, Discard
from meldroom.games.scorzo.melds import least_after_discard, least_deadwood
from meldroom.games.scorzo.points import points_after_discard

TAKE_MARGIN = 3.0  # points by which a take must better the hand: about what a draw brings
LAST_TAKE_MARGIN = 1.5  # the same if no further turn comes
COMPANY_WEIGHT = 0.8  # how much of its points a loose card is worth for what it may still meet
GIFT_POINTS = 1.5  # what a card is worth to a neighbour who was seen to take one like it


class ScorzoSkill(Skill[Facts, Options]):
    """What a player of Scorzo knows."""

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Keep the least deadwood and what it may still meet; call as soon as possible."""
        facts = seen.public
        if facts.phase == ANSWERING:
            return CALL
        mine = seen.zones[HANDS + facts.turn].cards
        all_wild = seen.options.all_wild_melds == "yes"
        last_turn = facts.caller is not None
        if facts.phase == PICKING:
            upcard = seen.zones[DISCARD].cards[-1:]
            if upcard[0] == WILD:
                return TAKE
            now = least_deadwood(mine, all_wild)
            least = min(least_after_discard(mine + upcard, all_wild).values())
            margin = LAST_TAKE_MARGIN if last_turn else TAKE_MARGIN
            return TAKE if least == 0 or least <= now - margin else DRAW
        if last_turn:
            least_by_card = points_after_discard(seen, facts.turn)
        else:
            least_by_card = least_after_discard(mine, all_wild)
        cards = discardable(legal)
        best = min([least_by_card[card] for card in cards])
        if last_turn or best == 0:
            return DISCARDS[next(card for card in cards if least_by_card[card] == best)]
        live = live_cards(seen)
        neighbour_took = seen.zones[hand(left_of(facts.turn, facts.playing))].known

        def cost(card: int) -> float:
            return (
                least_by_card[card]
                + COMPANY_WEIGHT * company(card, mine, live)
                + GIFT_POINTS * related(card, neighbour_took)
            )

        return DISCARDS[min(cards, key=cost)]


def discardable(legal: Sequence[Action]) -> list[int]:
    """Name the cards that may be discarded."""
    return [action.card for action in legal if isinstance(action, Discard)]


def live_cards(seen: View) -> bytes:
    """Count, for each kind of card, how many may still come."""
    cards = b"".join([zone.cards for zone in seen.zones])
    return bytes([DECK.pack.count(card) - cards.count(card) for card in range(WILD + 1)])


def related(card: int, others: Cards) -> int:
    """Count the cards that could be in one meld with this one."""
    if card == WILD:
        return len(others)
    number, suit = card % 10, card // 10
    return sum(
        [
            other != WILD
            and (other % 10 == number or (other // 10 == suit and abs(other - card) <= 2))
            for other in others
        ]
    )


def company(card: int, mine: Cards, live: bytes) -> float:
    """Rate what a card may still become with the others of the hand, in points.

    A pair waits for its number, neighbours in a suit for the cards beside or between them.
    """
    if card == WILD:
        return float(WILD_VALUE)
    number = card % 10
    low, high = card - number, card - number + 9
    outs = 0.0
    others = without(mine, bytes([card]))
    for other in others:
        if other % 10 == number and other != WILD:
            outs += sum([live[number + suit] for suit in range(0, WILD, 10)])
        elif low <= other <= high and abs(other - card) == 1:
            first = min(other, card)
            outs += live[first - 1] * (first > low) + live[first + 2] * (first + 2 <= high)
        elif low <= other <= high and abs(other - card) == 2:
            outs += live[(other + card) // 2]
    return min(outs, 12.0) * (number + 1) / 12
