"""How Rummy Battle is played well: cards on the table, and cards in hand until the Marker."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.rummy_battle.actions import (
    BONUS,
    DISCARDS,
    DONE,
    DRAW,
    LUCK,
    SECOND,
    Discard,
    Hoard,
    Lay,
    MakeMeld,
    Pick,
    PickHand,
    Switch,
    Take,
    Thief,
)
from meldroom.games.rummy_battle.deck import JOKER, REAL, WORTH, value
from meldroom.games.rummy_battle.facts import (
    FRESH,
    FRONT,
    HAND,
    ROW,
    STOCK,
    Facts,
    Options,
    State,
    View,
)
from meldroom.games.rummy_battle.game import holding

WORTHWHILE = 16.0  # points by which a take must help: about what two cards from the stock do
LOOSE = -0.3  # what a card that fits nowhere yet costs: it will find its meld more often than not
JOIN = 14.0  # what a joker is worth in hand, beside a pair that waits for it
SEND_BACK = 1.7  # a draw that helps less than this is put under the stock
KEPT = 4  # cards to keep before the Marker: some to throw, and one to stay in with (Q19)
ROUND = 55.0  # points by which a round moves the totals of two players apart


class RummyBattleSkill(Skill[Facts, Options]):
    """What a player of Rummy Battle knows."""

    short = {"rounds": 3}
    horizon = 14

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Put on the table what scores, stay in before the Marker, and throw what joins least."""
        table = seen.public
        held = holding(seen)
        if not held:
            return DONE if table.marker_seen else BONUS
        if not table.drawn:
            return self._draw(seen, legal, held)
        if table.again:
            drawn = seen.zones[FRESH[table.turn]].cards
            rest = seen.zones[HAND[table.turn]].cards
            if promise(held, fits(table)) - promise(rest, fits(table)) < SEND_BACK * len(drawn):
                return SECOND
        best, most = None, 0.0
        for action in legal:
            gain = self._gain(seen, action, held)
            if gain > most:
                best, most = action, gain
        return best or self._throw(seen, legal, held)

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Draw, lay down whatever there is, throw the dearest loose card, and slip at times."""
        if lot(6) == 0:
            return legal[lot(len(legal))]
        held = holding(seen)
        if DRAW in legal:
            return DRAW
        if BONUS in legal:
            return BONUS
        for action in legal:
            if isinstance(action, MakeMeld | Lay) and self._gain(seen, action, held) > 0:
                return action
        throws = [action.card for action in legal if isinstance(action, Discard)]

        def dear(card: int) -> float:
            return WORTH[card] - 20 * any(_joins(card, other) for other in held if other != card)

        return DISCARDS[max(throws, key=dear)]

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Look at a few draws and a few throws; what can be laid down is laid down."""
        held, table = holding(seen), seen.public
        if not table.drawn:
            rows = [action for action in legal if isinstance(action, Take | Hoard)]
            rows.sort(key=lambda action: -_after(seen, held, action.cards))
            return [DRAW, *rows[:3]]
        if not isinstance(favourite, Discard):
            return ()
        throws = [action for action in legal if isinstance(action, Discard)]
        return sorted(throws, key=lambda action: self._keep(seen, action.card, held))[:4]

    def stage(self, public: Facts) -> object:
        """A round is a stage."""
        return len(public.ledger)

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the totals, with what lies before each seat and what its hand promises."""
        table = state.public
        left = int(state.options.rounds) - len(table.ledger)
        scores = [float(total) for total in table.totals]
        for other in range(state.seats):
            held = state.zones[HAND[other]].cards + state.zones[FRESH[other]].cards
            scores[other] += value(state.zones[FRONT[other]].cards) + promise(held, fits(table))
        return chance_to_win(scores, seat, ROUND * max(0.5, left) ** 0.5)

    def _draw(self, seen: View, legal: Sequence[Action], held: Cards) -> Action:
        """Take from the row what plays more than two unknown cards would."""
        best: Action = DRAW
        most = _now(seen, held) + WORTHWHILE
        for action in legal:
            match action:
                case Take(many):
                    worth = _after(seen, held, many)
                case Hoard(many):
                    worth = _after(seen, held, many) - WORTHWHILE
                case _ if action == LUCK and self._gain(seen, action, held) > 0:
                    return action
                case Thief() | Switch() | Pick() | PickHand():
                    gain = self._gain(seen, action, held)
                    worth = _now(seen, held) + WORTHWHILE + gain if gain > 0 else 0.0
                case _:
                    continue
            if worth > most:
                best, most = action, worth
        return best

    def _gain(self, seen: View, action: Action, held: Cards) -> float:
        """Say what an action other than a throw gains, in points; not above 0: better not."""
        table, seat = seen.public, seen.public.turn
        match action:
            case MakeMeld(placed):
                # The bonus draw (R7) replaces one of the cards that are laid down.
                left = len(held) - len(placed) + bool(seen.zones[STOCK].cards)
                if self._too_few(table, left):
                    return 1.0 if table.duty else 0.0
                wilds = sum([number > JOKER for number in placed])
                return 2.0 * value(placed.translate(REAL)) - 45.0 * wilds + 60.0
            case Lay(number):
                if self._too_few(table, len(held) - 1):
                    return 1.0 if table.duty else 0.0
                if REAL[number] == JOKER and len(held) > 4 and not table.marker_seen:
                    return 1.0 if table.duty else 0.0
                return 10.0 + WORTH[REAL[number]]
            case _ if action == BONUS:
                return 50.0
            case _ if self._too_few(table, len(held) - 1):
                return 0.0
            case Thief(number):
                meld = table.melds[number - 1]
                return 2.0 * value(meld.of_seat(meld.owner)) - 20.0
            case Switch(own, other):
                mine, his = table.melds[own - 1], table.melds[other - 1]
                gain = value(his.of_seat(his.owner)) - value(mine.of_seat(seat))
                return 2.0 * gain - 10.0
            case Pick(number):
                return 2.0 * WORTH[REAL[number]] - 10.0
            case PickHand():
                return 2.0
            case _ if action == LUCK:
                return self._luck(seen)
            case _:
                return 0.0

    def _luck(self, seen: View) -> float:
        """Rate Lucky Day: it runs opponents with one card out, at a price before the Marker."""
        table = seen.public
        others = [s for s in range(seen.seats) if s != table.turn]
        runs_out = any(len(seen.zones[HAND[other]].cards) == 1 for other in others)
        if runs_out:
            return 0.0 if table.marker_seen else 200.0
        return 3.0

    def _too_few(self, table: Facts, left: int) -> bool:
        """Say whether so few cards would put the seat out before the Marker is seen (Q19)."""
        return left < KEPT and not table.marker_seen

    def _throw(self, seen: View, legal: Sequence[Action], held: Cards) -> Action:
        throws = [action.card for action in legal if isinstance(action, Discard)]
        return DISCARDS[min(throws, key=lambda card: self._keep(seen, card, held))]

    def _keep(self, seen: View, card: int, held: Cards) -> float:
        """Rate how much a card is worth keeping."""
        if card > JOKER:
            return 4.0
        if card == JOKER:
            return 60.0
        joined = sum([_joins(card, other) for other in held]) - 1
        # What fits a meld on the table is the neighbour's if it is thrown (R9).
        given = WORTH[card] if card in fits(seen.public) else 0
        late = 0.3 if seen.public.marker_seen else 0.1
        return 6.0 * joined + given - late * WORTH[card]


def fits(table: Facts) -> Cards:
    """Name the cards that can be laid off on some meld."""
    return b"".join([meld.fits for meld in table.melds])


def _joins(card: int, other: int) -> bool:
    """Say whether two cards can stand in one meld; a joker can with any."""
    if max(card, other) >= JOKER:
        return max(card, other) == JOKER
    gap = abs(card % 13 - other % 13)
    return gap == 0 or (card // 13 == other // 13 and (gap <= 2 or gap >= 11))


def promise(held: Cards, laying: Cards) -> float:
    """Rate cards in hand by what they will score: those in a meld for, most others against."""
    suits, ranks, jokers = [0, 0, 0, 0], [0] * 13, 0
    for card in held:
        if card < JOKER:
            suits[card // 13] |= 1 << card % 13
            ranks[card % 13] += 1
        elif card == JOKER:
            jokers += 1
    placed = []
    for mask in suits:
        mask |= (mask & 1) << 13  # the ace is high too
        begins = mask & mask >> 1 & mask >> 2
        run = begins | begins << 1 | begins << 2
        placed.append(run | run >> 13)
    worth = jokers * JOIN
    for card in held:
        if card > JOKER:
            worth += 2.0
        elif card < JOKER:
            melded = placed[card // 13] >> card % 13 & 1 or ranks[card % 13] > 2
            if melded or card in laying:
                worth += WORTH[card]
            elif jokers and ranks[card % 13] == 2:
                worth += 0.5 * WORTH[card]
            else:
                worth -= LOOSE * WORTH[card]
    return worth


def _now(seen: View, held: Cards) -> float:
    return promise(held, fits(seen.public))


def _after(seen: View, held: Cards, many: int) -> float:
    return promise(held + seen.zones[ROW].cards[-many:], fits(seen.public))
