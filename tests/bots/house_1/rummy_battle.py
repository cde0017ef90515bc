"""`house@1` of Rummy Battle, as it was when it was frozen."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards
from meldroom.core.skill import Lot, Skill
from meldroom.games.rummy_battle.actions import (
    BONUS,
    DISCARDS,
    DONE,
    DRAW,
    PLAY_LUCKY_DAY,
    SECOND_CHANCE,
    Discard,
    Hoard,
    LayOff,
    MakeMeld,
    Pickpocket,
    PickpocketHand,
    Switcheroo,
    Take,
    Thief,
)
from meldroom.games.rummy_battle.deck import (
    JOKER,
    REAL_CARD,
    VALUES,
    rank_of,
    real_cards,
    suit_of,
    value,
)
from meldroom.games.rummy_battle.facts import (
    DRAWN,
    HAND,
    ROW,
    STOCK,
    Facts,
    Options,
    View,
)
from meldroom.games.rummy_battle.game import hand_on_turn

DRAW_GAIN = 16.0  # points that two cards from the stock are worth; a take must gain more
LOOSE_SHARE = 0.3  # of its value that a loose card brings on average: most find a meld in time
JOKER_IN_HAND = 14.0  # points that a joker in hand is worth
SEND_BACK_BELOW = 1.7  # points for each card drawn; below this the 2nd Chance replaces both
MIN_HAND_BEFORE_MARKER = 4  # cards: some to discard, and one to stay in with (Q19)


class RummyBattleSkill(Skill[Facts, Options]):
    """How Rummy Battle is played well."""

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Play what scores, stay in before the Marker is seen, and discard what fits least."""
        facts = seen.public
        held = hand_on_turn(seen)
        if not held:
            return DONE if facts.marker_seen else BONUS
        if not facts.drawn:
            return self._draw(seen, legal, held)
        if facts.again:
            drawn = seen.zones[DRAWN[facts.turn]].cards
            before = seen.zones[HAND[facts.turn]].cards
            gain = promise(held, fits(facts)) - promise(before, fits(facts))
            if gain < SEND_BACK_BELOW * len(drawn):
                return SECOND_CHANCE
        best, most = None, 0.0
        for action in legal:
            gain = self._gain(seen, action, held)
            if gain > most:
                best, most = action, gain
        return best or self._discard(seen, legal, held)

    def _draw(self, seen: View, legal: Sequence[Action], held: Cards) -> Action:
        """Take from the row what gains more than two unknown cards do."""
        best: Action = DRAW
        now = promise(held, fits(seen.public))
        most = now + DRAW_GAIN
        for action in legal:
            match action:
                case Take(many):
                    rating = _promise_with_row(seen, held, many)
                case Hoard(many):
                    rating = _promise_with_row(seen, held, many) - DRAW_GAIN
                case _ if action == PLAY_LUCKY_DAY and self._gain(seen, action, held) > 0:
                    return action
                case Thief() | Switcheroo() | Pickpocket() | PickpocketHand():
                    gain = self._gain(seen, action, held)
                    rating = now + DRAW_GAIN + gain if gain > 0 else 0.0
                case _:
                    continue
            if rating > most:
                best, most = action, rating
        return best

    def _gain(self, seen: View, action: Action, held: Cards) -> float:
        """Say what an action other than a discard gains, in points; at 0 or less it is not done."""
        facts, seat = seen.public, seen.public.turn
        match action:
            case MakeMeld(placed):
                # R8: the bonus card replaces one of those melded.
                left = len(held) - len(placed) + bool(seen.zones[STOCK].cards)
                if self._too_few(facts, left):
                    return 1.0 if facts.duty else 0.0
                jokers = sum([card > JOKER for card in placed])
                return 2.0 * value(real_cards(placed)) - 45.0 * jokers + 60.0
            case LayOff(placed):
                if self._too_few(facts, len(held) - 1):
                    return 1.0 if facts.duty else 0.0
                card = REAL_CARD[placed]
                if card == JOKER and len(held) > 4 and not facts.marker_seen:
                    return 1.0 if facts.duty else 0.0
                return 10.0 + VALUES[card]
            case _ if action == BONUS:
                return 50.0
            case _ if self._too_few(facts, len(held) - 1):
                return 0.0
            case Thief(number):
                meld = facts.melds[number - 1]
                return 2.0 * value(meld.cards_of(meld.owner)) - 20.0
            case Switcheroo(own, other):
                given, got = facts.melds[own - 1], facts.melds[other - 1]
                gain = value(got.cards_of(got.owner)) - value(given.cards_of(seat))
                return 2.0 * gain - 10.0
            case Pickpocket(placed):
                return 2.0 * VALUES[REAL_CARD[placed]] - 10.0
            case PickpocketHand():
                return 2.0
            case _ if action == PLAY_LUCKY_DAY:
                return self._lucky_day_gain(seen)
            case _:
                return 0.0

    def _lucky_day_gain(self, seen: View) -> float:
        """Rate Lucky Day: opponents with one card go out, and pay for it before the Marker."""
        facts = seen.public
        others = [seat for seat in range(seen.seats) if seat != facts.turn]
        if any(len(seen.zones[HAND[other]].cards) == 1 for other in others):
            return 0.0 if facts.marker_seen else 200.0
        return 3.0

    def _too_few(self, facts: Facts, left: int) -> bool:
        """Say whether so few cards might put the seat out before the Marker is seen (Q19)."""
        return left < MIN_HAND_BEFORE_MARKER and not facts.marker_seen

    def _discard(self, seen: View, legal: Sequence[Action], held: Cards) -> Action:
        discards = [action.card for action in legal if isinstance(action, Discard)]
        return DISCARDS[min(discards, key=lambda card: self._keep(seen, card, held))]

    def _keep(self, seen: View, card: int, held: Cards) -> float:
        """Rate how much a card is worth keeping."""
        if card > JOKER:
            return 4.0
        if card == JOKER:
            return 60.0
        partners = sum([_goes_with(card, other) for other in held]) - 1
        # R9: the next player can lay off what fits a meld on the table.
        given_away = VALUES[card] if card in fits(seen.public) else 0
        risk = 0.3 if seen.public.marker_seen else 0.1
        return 6.0 * partners + given_away - risk * VALUES[card]


def fits(facts: Facts) -> Cards:
    """Name the cards that can be laid off on some meld."""
    return b"".join([meld.fits for meld in facts.melds])


def _goes_with(card: int, other: int) -> bool:
    """Say whether two cards can be in one meld with a third; a joker goes with any."""
    if max(card, other) >= JOKER:
        return max(card, other) == JOKER
    gap = abs(rank_of(card) - rank_of(other))
    return gap == 0 or (suit_of(card) == suit_of(other) and (gap <= 2 or gap >= 11))


def promise(held: Cards, laying_off: Cards) -> float:
    """Rate a hand by what it will probably score: cards of a meld in full, others in part."""
    suits, ranks, jokers = [0, 0, 0, 0], [0] * 13, 0
    for card in held:
        if card < JOKER:
            suits[card // 13] |= 1 << card % 13
            ranks[card % 13] += 1
        elif card == JOKER:
            jokers += 1
    in_runs = []
    for mask in suits:
        mask |= (mask & 1) << 13  # the ace is high too
        lowest = mask & mask >> 1 & mask >> 2
        run = lowest | lowest << 1 | lowest << 2
        in_runs.append(run | run >> 13)
    points = jokers * JOKER_IN_HAND
    for card in held:
        if card > JOKER:
            points += 2.0
        elif card < JOKER:
            melded = in_runs[card // 13] >> card % 13 & 1 or ranks[card % 13] > 2
            if melded or card in laying_off:
                points += VALUES[card]
            elif jokers and ranks[card % 13] == 2:
                points += 0.5 * VALUES[card]
            else:
                points += LOOSE_SHARE * VALUES[card]
    return points


def _promise_with_row(seen: View, held: Cards, many: int) -> float:
    return promise(held + seen.zones[ROW].cards[-many:], fits(seen.public))
