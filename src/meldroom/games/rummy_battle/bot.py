"""How Rummy Battle is played well: get cards onto the table, but do not go out too early.

`house` is in `house`.
"""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.rummy_battle import house
from meldroom.games.rummy_battle.actions import (
    BONUS,
    DISCARDS,
    DRAW,
    Discard,
    Draw,
    Hoard,
    LayOff,
    MakeMeld,
    Pickpocket,
    PickpocketHand,
    Take,
    Thief,
)
from meldroom.games.rummy_battle.card_bits import HeldCards
from meldroom.games.rummy_battle.deck import JOKER, VALUES, rank_of, suit_of, value
from meldroom.games.rummy_battle.facts import (
    DRAWN,
    HAND,
    STOCK,
    TABLE,
    Facts,
    Options,
    State,
    View,
    meld_rules,
)
from meldroom.games.rummy_battle.game import hand_on_turn

NOVICE_MIN_HAND = 4  # cards that a novice keeps before the Marker is seen (Q19)
TENTHS = 10  # of a point, in which the house rates
ROUND_SWING = 55.0  # points by which one round moves the totals of two players apart


class RummyBattleSkill(Skill[Facts, Options]):
    """How Rummy Battle is played well."""

    short = {"rounds": 3}
    claims = {
        "novice against beginner": 0.50,
        "novice against three beginner": 0.25,
        "house against house@1": 0.75,
        "house against three house@1": 0.30,
        "champion against house": 0.58,
        "champion against three house": 0.32,
    }
    horizon = 14
    review_cost = 2.0
    review_horizon = 100  # beyond it a round is mostly noise; at 50 a Thief seems worth too much

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Collect and meld, hold back the rest, and go out when it pays."""
        return house.choose(seen, legal)

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Take what can be played, play whatever there is, and discard the dearest loose card."""
        held = hand_on_turn(seen)
        for action in legal:
            if isinstance(action, Thief | Pickpocket | PickpocketHand):
                return action
        if DRAW in legal:
            from_row = [action for action in legal if isinstance(action, Take | Hoard)]
            return max(from_row, key=lambda action: action.cards) if from_row else DRAW
        if BONUS in legal:
            return BONUS
        for action in legal:
            if isinstance(action, MakeMeld | LayOff) and _keeps_enough(seen, action, held):
                return action
        discards = [action.card for action in legal if isinstance(action, Discard)]

        def dear(card: int) -> float:
            wanted = any(_goes_with(card, other) for other in held if other != card)
            return VALUES[card] - 20 * wanted

        return DISCARDS[max(discards, key=dear)]

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Look at a few draws and a few discards; what can be melded is melded."""
        outlook = house.look(seen, legal)
        if isinstance(favourite, Draw | Take | Hoard):
            from_row = [action for action in legal if isinstance(action, Take | Hoard)]
            from_row.sort(key=lambda action: -house.promise_with_row(outlook, action.cards))
            return [DRAW, *from_row[:3]]
        if not isinstance(favourite, Discard):
            return ()
        discards = [action for action in legal if isinstance(action, Discard)]
        return sorted(discards, key=lambda action: house.worth_keeping(outlook, action.card))[:4]

    def stage(self, public: Facts) -> object:
        """A round is a stage."""
        return len(public.ledger)

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the totals, with each seat's table cards and what its hand promises."""
        facts = state.public
        rounds_left = int(state.options.rounds) - len(facts.ledger)
        scores = [float(total) for total in facts.totals]
        fits, distinct = house.fitting(facts), meld_rules(state.options).distinct
        for other in range(state.seats):
            held = HeldCards.of(state.zones[HAND[other]].cards + state.zones[DRAWN[other]].cards)
            promised = house.promise(held, fits, distinct) / TENTHS
            scores[other] += value(state.zones[TABLE[other]].cards) + promised
        return chance_to_win(scores, seat, ROUND_SWING * max(0.5, rounds_left) ** 0.5)


def _keeps_enough(seen: View, action: MakeMeld | LayOff, held: Cards) -> bool:
    """Say whether a novice makes a meld or lays a card off, with the cards that this leaves."""
    facts = seen.public
    if facts.duty or facts.marker_seen:
        return True
    if isinstance(action, LayOff):
        return len(held) > NOVICE_MIN_HAND
    left = len(held) - len(action.cards) + bool(seen.zones[STOCK].cards)  # R8
    return left >= NOVICE_MIN_HAND


def _goes_with(card: int, other: int) -> bool:
    """Say whether two cards can be in one meld with a third; a joker goes with any."""
    if max(card, other) >= JOKER:
        return max(card, other) == JOKER
    gap = abs(rank_of(card) - rank_of(other))
    return gap == 0 or (suit_of(card) == suit_of(other) and (gap <= 2 or gap >= 11))
