"""How Scorzo is played well: the least deadwood, exactly, and what loose cards may still meet."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import (
    ANSWER,
    CHARTS,
    DISCARD,
    HANDS,
    PICK,
    THROW,
    Facts,
    Options,
    State,
    View,
    hand,
    left_of,
)
from meldroom.games.scorzo.game import ANSWERS, DISCARDS, PICKS, Discard
from meldroom.games.scorzo.melds import (
    WILD,
    WILD_VALUE,
    is_complete,
    least_after_discard,
    least_deadwood,
)
from meldroom.games.scorzo.points import points_after_throw

DRAW, TAKE = PICKS
CALL = ANSWERS[0]
WORTHWHILE = 3.0  # points by which a take must beat the hand: about what a draw brings
LAST_WORTHWHILE = 1.5  # the same where no further turn comes
COMPANY = 0.8  # how much a live card beside a loose one is worth of its points
GIFT = 1.5  # points that a card is worth to a neighbour who was seen to take its like
UNCALLED = 0.05  # how often a hand that is all melds is not called
RUNNING = 0.6  # how much of the deadwood of a running round will count
ROUND = 11.0  # points by which a round moves the totals of two players apart


class ScorzoSkill(Skill[Facts, Options]):
    """What a player of Scorzo knows."""

    short = {"rounds": "down"}
    horizon = 12

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Keep the least deadwood and the most company for it; call as soon as it can be done."""
        table = seen.public
        if table.phase == ANSWER:
            return CALL
        mine = seen.zones[HANDS + table.turn].cards
        all_wild = seen.options.all_wild_melds == "yes"
        last = table.caller is not None
        if table.phase == PICK:
            upcard = seen.zones[DISCARD].cards[-1:]
            if upcard[0] == WILD:
                return TAKE
            now = least_deadwood(mine, all_wild)
            least = min(least_after_discard(mine + upcard, all_wild).values())
            gain = LAST_WORTHWHILE if last else WORTHWHILE
            return TAKE if least == 0 or least <= now - gain else DRAW
        if last:
            least_by_card = points_after_throw(seen, table.turn)
        else:
            least_by_card = least_after_discard(mine, all_wild)
        throws = [action.card for action in legal if isinstance(action, Discard)]
        best = min([least_by_card[card] for card in throws])
        if last or best == 0:
            return DISCARDS[next(card for card in throws if least_by_card[card] == best)]
        live = live_cards(seen)
        wanted = seen.zones[hand(left_of(table.turn, table.playing))].known

        def cost(card: int) -> float:
            return (
                least_by_card[card]
                + COMPANY * company(card, mine, live)
                + GIFT * related(card, wanted)
            )

        return DISCARDS[min(throws, key=cost)]

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Throw the highest card that meets no other, and slip now and then."""
        if lot(7) == 0:
            return legal[lot(len(legal))]
        table = seen.public
        if table.phase == ANSWER:
            return CALL
        mine = seen.zones[HANDS + table.turn].cards
        if table.phase == PICK:
            upcard = seen.zones[DISCARD].cards[-1]
            return TAKE if upcard == WILD or related(upcard, mine) > 1 else DRAW
        throws = [action.card for action in legal if isinstance(action, Discard)]

        def lonely(card: int) -> float:
            met = related(card, without(mine, bytes([card])))
            return -99.0 if card == WILD else card % 10 + 1 - 6 * met

        return DISCARDS[max(throws, key=lonely)]

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Look at the throws that leave the least; never doubt a call."""
        table = seen.public
        if table.phase != THROW:
            return legal if table.phase == PICK else ()
        least = points_after_throw(seen, table.turn)
        throws = [action for action in legal if isinstance(action, Discard)]
        return sorted(throws, key=lambda action: least[action.card])[:5]

    def stage(self, public: Facts) -> object:
        """A round is a stage."""
        return len(public.ledger)

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the totals, with about half of the deadwood that is held in a running round."""
        table = state.public
        if seat not in table.playing:
            return 0.0
        left = len(CHARTS[state.options.rounds]) - len(table.ledger)
        all_wild = state.options.all_wild_melds == "yes"
        scores = []
        for other in table.playing:
            held = state.zones[hand(other)].cards
            deadwood = least_deadwood(held, all_wild) if table.turns or held else 0
            scores.append(-table.totals[other] - RUNNING * deadwood)
        swing = ROUND * max(0.5, left) ** 0.5
        return chance_to_win(scores, table.playing.index(seat), swing)

    def likely(self, world: State, seen: View) -> float:
        """Doubt a hand that would have been called; expect company for cards that were taken."""
        weight = 1.0
        for seat in seen.public.playing:
            if seat not in (seen.seat, seen.public.caller):
                zone = world.zones[hand(seat)]
                if is_complete(zone.cards, seen.options.all_wild_melds == "yes"):
                    weight *= UNCALLED
                for card in zone.known:
                    weight *= min(3, related(card, zone.cards))
        return weight


def live_cards(seen: View) -> bytes:
    """Count, for each kind of card, how many may still come."""
    cards = b"".join([zone.cards for zone in seen.zones])
    return bytes([DECK.pack.count(card) - cards.count(card) for card in range(WILD + 1)])


def related(card: int, others: Cards) -> int:
    """Count the cards that could stand in one meld with this one."""
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
