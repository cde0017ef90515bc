"""How Scorzo is played well: the least deadwood, exactly, and what loose cards may still meet."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.scorzo.deck import DECK, WILD, WILD_VALUE
from meldroom.games.scorzo.facts import (
    ANSWERING,
    CHARTS,
    DISCARD,
    DISCARDING,
    HANDS,
    PICKING,
    Facts,
    Options,
    State,
    View,
    hand,
    left_of,
)
from meldroom.games.scorzo.game import CALL, DISCARDS, DRAW, TAKE, Discard
from meldroom.games.scorzo.melds import is_complete, least_after_discard, least_deadwood
from meldroom.games.scorzo.points import points_after_discard

TAKE_MARGIN = 3.0  # points by which a take must better the hand: about what a draw brings
LAST_TAKE_MARGIN = 1.5  # the same if no further turn comes
COMPANY_WEIGHT = 0.8  # how much of its points a loose card is worth for what it may still meet
GIFT_POINTS = 1.5  # what a card is worth to a neighbour who was seen to take one like it
UNCALLED_WEIGHT = 0.05  # how often a hand that is all melds is not called
DEADWOOD_WEIGHT = 0.6  # how much of the deadwood in the middle of a round will count
ROUND_SWING = 11.0  # points by which a round moves the totals of two players apart
CANDIDATES = 5  # discards that a search looks at


class ScorzoSkill(Skill[Facts, Options]):
    """What a player of Scorzo knows."""

    short = {"rounds": "down"}
    horizon = 12

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

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Discard the highest card that meets no other, and slip now and then."""
        if lot(7) == 0:
            return legal[lot(len(legal))]
        facts = seen.public
        if facts.phase == ANSWERING:
            return CALL
        mine = seen.zones[HANDS + facts.turn].cards
        if facts.phase == PICKING:
            upcard = seen.zones[DISCARD].cards[-1]
            return TAKE if upcard == WILD or related(upcard, mine) > 1 else DRAW

        def lonely(card: int) -> float:
            met = related(card, without(mine, bytes([card])))
            return -99.0 if card == WILD else card % 10 + 1 - 6 * met

        return DISCARDS[max(discardable(legal), key=lonely)]

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Look at both picks, and at the discards that leave the least; never doubt a call."""
        facts = seen.public
        if facts.phase != DISCARDING:
            return legal if facts.phase == PICKING else ()
        least = points_after_discard(seen, facts.turn)
        best_first = sorted(discardable(legal), key=lambda card: least[card])
        return [DISCARDS[card] for card in best_first[:CANDIDATES]]

    def stage(self, public: Facts) -> object:
        """A round is a stage."""
        return len(public.ledger)

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the totals, with part of the deadwood that each player holds now."""
        facts = state.public
        if seat not in facts.playing:
            return 0.0
        rounds_left = len(CHARTS[state.options.rounds]) - len(facts.ledger)
        all_wild = state.options.all_wild_melds == "yes"
        scores = []
        for other in facts.playing:
            deadwood = least_deadwood(state.zones[hand(other)].cards, all_wild)
            scores.append(-facts.totals[other] - DEADWOOD_WEIGHT * deadwood)
        swing = ROUND_SWING * max(0.5, rounds_left) ** 0.5
        return chance_to_win(scores, facts.playing.index(seat), swing)

    def likely(self, world: State, seen: View) -> float:
        """Doubt a hand that would have been called; expect company for cards that were taken."""
        weight = 1.0
        for seat in seen.public.playing:
            if seat not in (seen.seat, seen.public.caller):
                zone = world.zones[hand(seat)]
                if is_complete(zone.cards, seen.options.all_wild_melds == "yes"):
                    weight *= UNCALLED_WEIGHT
                for card in zone.known:
                    weight *= min(3, related(card, zone.cards))
        return weight


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
