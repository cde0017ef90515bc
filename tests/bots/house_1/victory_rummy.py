"""`house@1` of Victory Rummy, as it was when it was frozen."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill
from meldroom.games.victory_rummy.deck import AXIS, DECK
from meldroom.games.victory_rummy.facts import (
    DISCARD,
    HANDS,
    Facts,
    Options,
    View,
    laid,
)
from meldroom.games.victory_rummy.game import DISCARDS, DRAW, MELD_ACTIONS, TAKE, Discard
from meldroom.games.victory_rummy.melds import (
    CAPTURE,
    MELD_SIZE,
    MELD_SYMBOLS,
    meld_of,
)
from meldroom.games.victory_rummy.pad import (
    AXIS_POINTS,
    POINTS,
    RED_WHITE_BLUE,
    ScorePad,
    in_order,
    lines_for_meld,
    victories,
)
from tests.bots.house_1.draw_odds import share_to_draw

MELDS_PER_DEAL = 2  # Q3
FADING_TURNS = 9.0  # turns after which a meld is worth a third of what it would be now
SPARE_MELD_WEIGHT = 0.35  # what a meld beyond the two of a deal is worth, as a way out
GRAND_VICTORY_CHANCES = (1.0, 0.55, 0.33, 0.2)  # by how many colours are missing
CAUGHT_CHANCE = 0.35  # that somebody else goes out while an Axis card is held
DANGER_POINTS = (0.1, 0.5, 0.5)  # what a dot, a dash and a V are worth to a neighbour
WINNING_GAIN = 1000.0

Gains = tuple[float, ...]  # what each meld is worth


class VictoryRummySkill(Skill[Facts, Options]):
    """What a player of Victory Rummy knows."""

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Lay down what gains, and keep what comes to a meld soonest for the most points."""
        facts = seen.public
        seat = facts.turn
        gains = gains_of_melds(facts.pad, seat, seen.options)
        if not facts.picked:
            upcard = seen.zones[DISCARD].cards[-1]
            return TAKE if TAKE in legal and gains[meld_of(upcard)] > 0 else DRAW
        melds = [meld for meld, action in enumerate(MELD_ACTIONS) if action in legal]
        best = max(melds, key=lambda meld: gains[meld], default=None)
        if best is not None and gains[best] > 0:
            return MELD_ACTIONS[best]
        cards = seen.zones[HANDS + 2 * seat].cards
        outs, unseen = outs_left(seen)
        melds_to_come = MELDS_PER_DEAL - len(seen.zones[laid(seat)].cards) // MELD_SIZE

        def cost(card: int) -> float:
            danger = 0.0 if card == AXIS else DANGER_POINTS[card % 3] * (outs[card] > 0)
            return danger - hope(without(cards, bytes([card])), gains, outs, unseen, melds_to_come)

        return DISCARDS[min(discardable(legal), key=cost)]


def discardable(legal: Sequence[Action]) -> list[int]:
    """Name the cards that may be discarded."""
    return [action.card for action in legal if isinstance(action, Discard)]


def gains_of_melds(pad: ScorePad, seat: Seat, options: Options) -> Gains:
    """Say what each meld is worth to the seat: its points, and the Grand Victory that it brings."""
    won = victories(pad, seat)
    now = promise(won, options.order_bonus)
    gains = []
    for symbol in MELD_SYMBOLS:
        lines = lines_for_meld(pad, seat, symbol, options.order_bonus)
        points = sum([line.points for line in lines])
        if symbol == "C":
            gain = float(points)
        elif len(lines) > 1:  # a Grand Victory: everyone begins anew (R14)
            gain = points + promise("", options.order_bonus) - now
        else:
            gain = points + promise(won + symbol, options.order_bonus) - now
        # Q20: the line that reaches the target wins, whatever it spoils.
        wins = options.win_at == "once" and pad.scores[seat] + points >= options.target
        gains.append(WINNING_GAIN if wins else gain)
    return tuple(gains)


def promise(won: str, order_bonus: str) -> float:
    """Rate the Victories of a period by the Grand Victory that they may lead to (Q4)."""
    missing = [colour for colour in RED_WHITE_BLUE if colour not in won]
    may_be_in_order = in_order(won + "".join(missing), order_bonus)
    points = POINTS["G"] + may_be_in_order * POINTS["X"]
    return GRAND_VICTORY_CHANCES[len(missing)] * points


def outs_left(seen: View) -> tuple[tuple[int, ...], int]:
    """Count the cards of each kind that may still come, and all that are unseen."""
    cards = b"".join([zone.cards for zone in seen.zones])
    outs = tuple([DECK.pack.count(card) - cards.count(card) for card in range(AXIS + 1)])
    return outs, cards.count(BACK)


def hope(cards: Cards, gains: Gains, outs: tuple[int, ...], unseen: int, melds: int) -> float:
    """Rate a hand by the melds that it may still lay down, less what its Axis cards may cost."""
    axis = cards.count(AXIS)
    draws = unseen * share_to_draw((max(0, MELD_SIZE - axis),), 0, (outs[AXIS], 0))
    capture = exp(-draws / FADING_TURNS)
    hopes = [gains[CAPTURE] * capture]
    for meld, dot in enumerate(range(0, AXIS, 3)):
        dots, dashes, vs = cards.count(dot), cards.count(dot + 1), cards.count(dot + 2)
        left = (*outs[dot : dot + 3], 0)
        for many in (1, 2)[:melds]:
            needs = (max(0, 3 * many - dots), max(0, many - dashes), max(0, many - vs))
            if sum(needs) <= 4:
                draws = unseen * share_to_draw(needs, 0, left)
                # R11: the second of a colour earns its points only.
                gain = max(1.0, gains[meld]) if many == 1 else POINTS["R"]
                hopes.append(gain * exp(-draws / FADING_TURNS))
    hopes.sort(reverse=True)
    return (
        sum(hopes[:melds])
        + SPARE_MELD_WEIGHT * sum(hopes[melds : melds + 2])
        - CAUGHT_CHANCE * AXIS_POINTS * axis * (1 - capture)
    )
