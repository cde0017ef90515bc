"""How Victory Rummy is played well: which melds are near, what they bring, and what Axis cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.shared.draw_odds import share_to_draw
from meldroom.games.victory_rummy.deck import AXIS, DECK
from meldroom.games.victory_rummy.facts import (
    DISCARD,
    HANDS,
    STOCK,
    Facts,
    Options,
    State,
    View,
    hand,
    laid,
)
from meldroom.games.victory_rummy.game import DISCARDS, DRAW, LAYS, TAKE, Discard
from meldroom.games.victory_rummy.melds import KINDS, holds, kind_of
from meldroom.games.victory_rummy.pad import (
    AXIS_POINTS,
    POINTS,
    RED_WHITE_BLUE,
    ScorePad,
    in_order,
    lines_for_meld,
    victories,
)

PATIENCE = 9.0  # turns after which a meld is worth a third of what it would be now
SPARE = 0.35  # what a meld beyond the two of a deal is worth, as a way out
COMPLETED = (1.0, 0.55, 0.33, 0.2)  # chance to win the colours that are missing, by their number
CAUGHT = 0.35  # chance that somebody else goes out while an Axis card is held
DANGER = (0.1, 0.5, 0.5)  # what a dot, a dash and a V are worth to a neighbour
UNLAID = 0.25  # how often a whole meld is kept in hand
DEAL = 30.0  # points by which a deal moves the scores apart

Kept = tuple[float, ...]


class VictoryRummySkill(Skill[Facts, Options]):
    """What a player of Victory Rummy knows."""

    short = {"target": 150}
    horizon = 12

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Lay down what gains, and keep what comes to a meld soonest for the most points."""
        table = seen.public
        seat = table.turn
        gains = gained(table.pad, seat, seen.options)
        if not table.picked:
            upcard = seen.zones[DISCARD].cards[-1]
            return TAKE if TAKE in legal and gains[kind_of(upcard)] > 0 else DRAW
        lays = [(gains[kind], lay) for kind, lay in enumerate(LAYS) if lay in legal]
        if lays and (best := max(lays, key=lambda pair: pair[0]))[0] > 0:
            return best[1]
        cards = seen.zones[HANDS + 2 * seat].cards
        outs, unseen = outs_left(seen)
        melds = 2 - len(seen.zones[laid(seat)].cards) // 5

        def cost(card: int) -> float:
            danger = 0.0 if card == AXIS else DANGER[card % 3] * (outs[card] > 0)
            return danger - hope(without(cards, bytes([card])), gains, outs, unseen, melds)

        throws = [action.card for action in legal if isinstance(action, Discard)]
        return DISCARDS[min(throws, key=cost)]

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Lay down whatever can be laid, throw from the shortest colour, and slip now and then."""
        if lot(7) == 0:
            return legal[lot(len(legal))]
        melds = [lay for lay in LAYS if lay in legal]
        if melds:
            return melds[0]
        if TAKE in legal:
            return TAKE
        if DRAW in legal:
            return DRAW
        kinds = [kind_of(card) for card in seen.zones[HANDS + 2 * seen.public.turn].cards]
        throws = [action.card for action in legal if isinstance(action, Discard)]
        return DISCARDS[min(throws, key=lambda card: kinds.count(kind_of(card)))]

    def stage(self, public: Facts) -> object:
        """A deal is a stage."""
        return public.deal

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the scores with what the hands promise, by how far the target is."""
        scores = expected(state)
        target = int(state.options.target)
        left = max(0.0, target - max(scores))
        return chance_to_win(scores, seat, 0.5 * DEAL + 0.3 * left)

    def likely(self, world: State, seen: View) -> float:
        """Doubt a hand with a meld that its holder would have laid down."""
        weight = 1.0
        for seat in range(world.seats):
            if seat != seen.seat:
                cards = world.zones[hand(seat)].cards
                weight *= UNLAID ** sum([holds(cards, kind) for kind in range(len(KINDS))])
        return weight


def gained(pad: ScorePad, seat: Seat, options: Options) -> Kept:
    """Say what each meld is worth to the seat by the pad: points, and colours still to come."""
    won = victories(pad, seat)
    now = promise(won, options.order_bonus)
    gains = []
    for symbol in KINDS:
        booked = lines_for_meld(pad, seat, symbol, options.order_bonus)
        points = sum([line.points for line in booked])
        if symbol == "C":
            gain = float(points)
        elif len(booked) > 1:
            gain = points + promise("", options.order_bonus) - now
        else:
            gain = points + promise(won + symbol, options.order_bonus) - now
        # Q20: the line that reaches the target wins, whatever it spoils.
        wins = options.win_at == "once" and pad.scores[seat] + points >= int(options.target)
        gains.append(1000.0 if wins else gain)
    return tuple(gains)


def promise(won: str, order_bonus: str) -> float:
    """Rate the Victories of a period by the Grand Victory that they may lead to (Q4)."""
    missing = [colour for colour in RED_WHITE_BLUE if colour not in won]
    in_turn = in_order(won + "".join(missing), order_bonus)
    return COMPLETED[len(missing)] * (POINTS["G"] + in_turn * POINTS["X"])


def outs_left(seen: View) -> tuple[tuple[int, ...], int]:
    """Count the cards of each kind that may still come, and all that are unseen."""
    cards = b"".join([zone.cards for zone in seen.zones])
    outs = tuple([DECK.pack.count(card) - cards.count(card) for card in range(AXIS + 1)])
    return outs, cards.count(BACK)


def hope(cards: Cards, gains: Kept, outs: tuple[int, ...], unseen: int, melds: int) -> float:
    """Rate a hand by the melds that it may still lay down, less what its Axis cards may cost."""
    axis = cards.count(AXIS)
    wait = unseen * share_to_draw((max(0, 5 - axis),), 0, (outs[AXIS], 0))
    capture = exp(-wait / PATIENCE)
    hopes = [gains[3] * capture]
    for kind, first in enumerate(range(0, AXIS, 3)):
        dots, dashes, vs = cards.count(first), cards.count(first + 1), cards.count(first + 2)
        left = (*outs[first : first + 3], 0)
        for many in (1, 2)[:melds]:
            needs = (max(0, 3 * many - dots), max(0, many - dashes), max(0, many - vs))
            if sum(needs) <= 4:
                wait = unseen * share_to_draw(needs, 0, left)
                # The second of a colour brings its points only.
                gain = max(1.0, gains[kind]) if many == 1 else POINTS["R"]
                hopes.append(gain * exp(-wait / PATIENCE))
    hopes.sort(reverse=True)
    return (
        sum(hopes[:melds])
        + SPARE * sum(hopes[melds : melds + 2])
        - CAUGHT * AXIS_POINTS * axis * (1 - capture)
    )


def expected(state: State) -> list[float]:
    """Give the scores with what each hand may still bring."""
    pad = state.public.pad
    stock = state.zones[STOCK].cards
    outs = tuple([stock.count(card) for card in range(AXIS + 1)])
    scores = []
    for seat, score in enumerate(pad.scores):
        melds = 2 - len(state.zones[laid(seat)].cards) // 5
        gains = tuple([min(gain, 100.0) for gain in gained(pad, seat, state.options)])
        mine = hope(state.zones[hand(seat)].cards, gains, outs, len(stock), melds)
        scores.append(score + mine + promise(victories(pad, seat), state.options.order_bonus))
    return scores
