"""How Scorzo is played well: the least deadwood, exactly, and what loose cards may still meet."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.scorzo.deck import DECK, WILD
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

# Ratings are integers, so that the compiled twin chooses the same: POINT is one point of a hand.
POINT = 15
TAKE_MARGIN = 7 * POINT  # by which a take must better the hand: about what a draw brings
GIFT = 2 * POINT  # what a card is worth to a neighbour who was seen to take one like it
WILD_WORTH = 16 * POINT  # what a wild is worth, even where it counts against the hand now
COMPLETE = -50 * POINT  # a hand that can be called
MAX_OUTS = 16  # more do not make a card better

UNCALLED_WEIGHT = 0.05  # how often a hand that is all melds is not called
DEADWOOD_WEIGHT = 0.6  # how much of the deadwood in the middle of a round will count
ROUND_SWING = 11.0  # points by which a round moves the totals of two players apart
CANDIDATES = 5  # discards that a search looks at
LAY_OFF_MARGIN = 2  # points by which a last take must better a hand that may be laid off
COPIES = [DECK.pack.count(card) for card in range(len(DECK.codes))]


class ScorzoSkill(Skill[Facts, Options]):
    """What a player of Scorzo knows."""

    short = {"rounds": "down"}
    claims = {
        "house against three house@1": 0.30,
        "champion against house": 0.50,
        "champion against house, short games": 0.50,
        "champion against three house": 0.25,
        "champion against house@1": 0.61,
        "champion against house@1, short games": 0.59,
        "champion against three house@1": 0.32,
    }
    claim_deals = {
        "champion against house, short games": 4_000,
        "champion against three house": 8_000,
    }
    horizon = 12

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Keep the least deadwood and what it may still meet; call as soon as possible."""
        facts = seen.public
        if facts.phase == ANSWERING:
            return CALL
        if facts.phase == DISCARDING:
            if facts.caller is None:
                cost = discard_costs(seen, seen.zones[hand(facts.turn)].cards)
            else:
                cost = points_after_discard(seen, facts.turn)
            return DISCARDS[min(sorted(discardable(legal)), key=cost.__getitem__)]
        if facts.caller is not None:
            return TAKE if last_take_pays(seen) else DRAW
        upcard = seen.top(DISCARD)
        return TAKE if upcard[0] == WILD or take_pays(seen, upcard) else DRAW

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Discard the highest card that meets no other."""
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


def discard_costs(seen: View, cards: Cards) -> dict[int, int]:
    """Rate each discard: the deadwood it leaves, what it could still become, whom it helps."""
    live = live_cards(seen)
    least_by_card = least_after_discard(cards, seen.options.all_wild_melds == "yes")
    return {
        card: (POINT * least if least else COMPLETE) + worth(card, cards, live) + gift(seen, card)
        for card, least in least_by_card.items()
    }


def take_pays(seen: View, upcard: Cards) -> bool:
    """Say whether the best hand with the upcard betters the one without it by the margin."""
    costs = discard_costs(seen, seen.zones[hand(seen.public.turn)].cards + upcard)
    without_it = costs.pop(upcard[0]) - gift(seen, upcard[0])
    return min(costs.values()) + TAKE_MARGIN < without_it


def gift(seen: View, card: int) -> int:
    """Rate a card for the neighbour, by the cards that it was seen to take."""
    neighbour = left_of(seen.public.turn, seen.public.playing)
    return GIFT * related(card, seen.zones[hand(neighbour)].known)


def last_take_pays(seen: View) -> bool:
    """Say whether the upcard leaves fewer points on the last turn than a draw does on average."""
    mine = seen.zones[hand(seen.public.turn)].cards
    upcard = seen.top(DISCARD)
    after = points_after_discard(seen, seen.public.turn, upcard)
    least, without_it = min(after.values()), after[upcard[0]]
    if least in (0, without_it):
        return least < without_it
    if seen.options.lay_off == "yes":  # too many ways to lay off for every card that may come
        return least + LAY_OFF_MARGIN <= without_it
    all_wild = seen.options.all_wild_melds == "yes"
    live = live_cards(seen)
    gain = 0  # of the take over the draws
    for card, many in enumerate(live):
        if many:
            drawn = min(least_after_discard(mine + bytes([card]), all_wild).values())
            gain += many * (drawn - least)
    return gain > 0


def live_cards(seen: View) -> list[int]:
    """Count, for each kind of card, how many may still come from the stock."""
    cards = b"".join([zone.cards for zone in seen.zones[DISCARD:]])
    return [many - cards.count(card) for card, many in enumerate(COPIES)]


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


def worth(card: int, mine: Cards, live: Sequence[int]) -> int:
    """Rate what a card may still become with the others of the hand.

    A pair waits for its number, neighbours in a suit for the cards beside or between them.
    """
    if card == WILD:
        return WILD_WORTH
    number = card % 10
    low, high = card - number, card - number + 9
    alike = sum([other % 10 == number for other in mine if other != WILD]) - 1
    outs = alike * sum(live[number:WILD:10])
    for first in (card - 1, card):  # neighbours wait for a card at either end
        if first >= low and first + 1 <= high and first in mine and first + 1 in mine:
            outs += sum([live[end] for end in (first - 1, first + 2) if low <= end <= high])
    for other in (card - 2, card + 2):
        if low <= other <= high and other in mine:
            outs += live[(other + card) // 2]
    return min(outs, MAX_OUTS) * (number + 1)
