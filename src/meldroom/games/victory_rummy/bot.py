"""How Victory Rummy is played well: which melds come in time, what they earn, what Axis cost.

`house` rates in integers: its twin in fast/csrc/victory_rummy_house.h must choose the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.core.state import seat_to_the_left
from meldroom.games.shared.draw_odds import CERTAIN, Chances, both, chances, share_drawn
from meldroom.games.victory_rummy.deck import AXIS, DECK
from meldroom.games.victory_rummy.facts import (
    CARDS_DEALT,
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
from meldroom.games.victory_rummy.game import DISCARDS, DRAW, MELD_ACTIONS, TAKE, Discard
from meldroom.games.victory_rummy.melds import (
    CAPTURE,
    MELD_SIZE,
    MELD_SYMBOLS,
    holds,
    meld_of,
)
from meldroom.games.victory_rummy.pad import (
    AXIS_POINTS,
    POINTS,
    RED_WHITE_BLUE,
    in_order,
    lines_for_meld,
    victories,
)

POINT = 64  # ratings are in 64ths of a point, and so are the chances and weights here
MELDS_PER_DEAL = 2  # Q3
MELD_DOTS = 3  # R6
DRAWS_IN_TIME = 3  # a card counts by its chance to be among the next so many
GRAND_VICTORY_CHANCES = (64, 35, 14, 6)  # by how many colours are missing
OUT_GAIN = 12 * POINT  # what the last meld is worth besides: it ends the deal (R9)
WINNING_GAIN = 150 * POINT
SPARE_MELD_WEIGHT = 22  # what a meld beyond those of the deal is worth, as a way out
CAUGHT_CHANCE = 16  # that somebody else goes out while an Axis card is held
GIFT_WEIGHT = 6  # how much a rival's gain from a discard counts
UNLAID_WEIGHT = 0.25  # how often a whole meld is kept in hand
DEAL_SWING = 30.0  # points by which a deal moves the scores apart
MAX_EXPECTED_GAIN = 100 * POINT

Gains = tuple[int, ...]  # what each meld is worth


class Outlook(NamedTuple):
    """What a hand may still come to."""

    gains: Gains
    melds: int  # how many the seat may still lay down in this deal
    odds: tuple[Chances, ...]  # for each card, the chances that so many come in time


class VictoryRummySkill(Skill[Facts, Options]):
    """What a player of Victory Rummy knows."""

    short = {"target": 150}
    claims = {
        "champion against house@1": 0.85,
        "champion against house@1, short games": 0.75,
        "champion against three house@1": 0.55,
        "champion against three house@1, short games": 0.42,
    }
    claim_deals = {
        "champion against house@1": 2_000,
        "champion against house@1, short games": 4_000,
    }
    horizon = 12

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Lay down what gains, keep what comes to a meld in time, and give the neighbour little."""
        facts = seen.public
        seat = facts.turn
        gains = gains_of_melds(seen, seat)
        if not facts.picked:
            upcard = seen.zones[DISCARD].cards[-1]
            return TAKE if TAKE in legal and gains[meld_of(upcard)] > 0 else DRAW
        melds = [meld for meld, action in enumerate(MELD_ACTIONS) if action in legal]
        best = max(melds, key=lambda meld: gains[meld], default=None)
        if best is not None and gains[best] > 0:
            return MELD_ACTIONS[best]
        cards = seen.zones[HANDS + 2 * seat].cards
        outs, unseen = outs_left(seen)
        outlook = Outlook(gains, melds_to_come(seen, seat), odds_of(outs, unseen, DRAWS_IN_TIME))
        left = seat_to_the_left(seat, seen.seats)
        held = CARDS_DEALT - len(seen.zones[laid(left)].cards)
        outlook_to_left = Outlook(gains_of_melds(seen, left), 1, odds_of(outs, unseen, held))

        def cost(card: int) -> int:
            kept = without(cards, bytes([card]))
            return gift(card, outlook_to_left) - hope(kept, outlook)

        return DISCARDS[min(sorted(discardable(legal)), key=cost)]

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Lay down any meld, take any card, and discard from the shortest colour."""
        melds = [action for action in MELD_ACTIONS if action in legal]
        if melds:
            return melds[0]
        if TAKE in legal:
            return TAKE
        if DRAW in legal:
            return DRAW
        held = [meld_of(card) for card in seen.zones[HANDS + 2 * seen.public.turn].cards]
        return DISCARDS[min(discardable(legal), key=lambda card: held.count(meld_of(card)))]

    def stage(self, public: Facts) -> object:
        """A deal is a stage."""
        return public.deal

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the scores with what the hands promise, by how far the target is."""
        scores = expected_scores(state)
        to_target = max(0.0, state.options.target - max(scores))
        return chance_to_win(scores, seat, 0.5 * DEAL_SWING + 0.3 * to_target)

    def likely(self, world: State, seen: View) -> float:
        """Doubt a hand with a meld that its holder would have laid down."""
        weight = 1.0
        for seat in range(world.seats):
            if seat != seen.seat:
                cards = world.zones[hand(seat)].cards
                unlaid = sum([holds(cards, meld) for meld in range(len(MELD_ACTIONS))])
                weight *= UNLAID_WEIGHT**unlaid
        return weight


def discardable(legal: Sequence[Action]) -> list[int]:
    """Name the cards that may be discarded."""
    return [action.card for action in legal if isinstance(action, Discard)]


def melds_to_come(seen: State | View, seat: Seat) -> int:
    """Count the melds that a seat may still lay down in this deal (Q3)."""
    return MELDS_PER_DEAL - len(seen.zones[laid(seat)].cards) // MELD_SIZE


def gains_of_melds(seen: State | View, seat: Seat) -> Gains:
    """Say what each meld is worth to a seat: its points, what it promises, and going out."""
    pad, options = seen.public.pad, seen.options
    won = victories(pad, seat)
    now = promise(won, options.order_bonus)
    out = OUT_GAIN if melds_to_come(seen, seat) == 1 else 0
    gains = []
    for symbol in MELD_SYMBOLS:
        lines = lines_for_meld(pad, seat, symbol, options.order_bonus)
        points = sum([line.points for line in lines])
        gain = POINT * points
        if symbol != "C":
            # R14: after a Grand Victory everyone begins anew.
            won_then = "" if len(lines) > 1 else won + symbol
            gain += promise(won_then, options.order_bonus) - now
        # Q20: the line that reaches the target wins, whatever it spoils.
        wins = options.win_at == "once" and pad.scores[seat] + points >= options.target
        gains.append(WINNING_GAIN if wins else gain + out)
    return tuple(gains)


def promise(won: str, order_bonus: str) -> int:
    """Rate the Victories of a period by the Grand Victory that they may lead to (Q4)."""
    missing = [colour for colour in RED_WHITE_BLUE if colour not in won]
    may_be_in_order = in_order(won + "".join(missing), order_bonus)
    points = POINTS["G"] + may_be_in_order * POINTS["X"]
    return GRAND_VICTORY_CHANCES[len(missing)] * points


def outs_left(seen: View) -> tuple[tuple[int, ...], int]:
    """Count the cards of each kind that are in the pack or in other hands, and all of these."""
    hidden = seen.zones[STOCK].cards  # known or not, it may come
    in_sight = b"".join([zone.cards for zone in seen.zones[DISCARD:]])
    outs = tuple([DECK.pack.count(card) - in_sight.count(card) for card in range(AXIS + 1)])
    return outs, len(hidden) + in_sight.count(BACK)


def odds_of(outs: Sequence[int], unseen: int, draws: int) -> tuple[Chances, ...]:
    """Give, for each card, the chances that so many of it are among cards that are drawn."""
    each = share_drawn(draws, unseen)
    return tuple([chances(out, each, MELDS_PER_DEAL * MELD_DOTS) for out in outs])


def hope(cards: Cards, outlook: Outlook) -> int:
    """Rate a hand by the melds that it may still lay down, less what its Axis cards may cost."""
    gains, melds, odds = outlook
    axis = cards.count(AXIS)
    capture = odds[AXIS][max(0, MELD_SIZE - axis)]
    hopes = [gains[CAPTURE] * capture]
    for meld, dot in enumerate(range(0, AXIS, 3)):
        dots, dashes, vs = cards.count(dot), cards.count(dot + 1), cards.count(dot + 2)
        for times in range(1, melds + 1):
            dotted = odds[dot][max(0, MELD_DOTS * times - dots)]
            dashed = odds[dot + 1][max(0, times - dashes)]
            chance = both(both(dotted, dashed), odds[dot + 2][max(0, times - vs)])
            # R11: the second of a colour earns its points only.
            gain = max(POINT, gains[meld]) if times == 1 else POINT * POINTS["R"]
            hopes.append(gain * chance)
    hopes.sort(reverse=True)
    spare = sum(hopes[melds : melds + 2]) * SPARE_MELD_WEIGHT // POINT
    return sum(hopes[:melds]) + spare - CAUGHT_CHANCE * AXIS_POINTS * axis * (CERTAIN - capture)


def gift(card: int, outlook: Outlook) -> int:
    """Rate what a discard is worth to a player who may take it to complete a meld (R5)."""
    gains, _, odds = outlook
    meld = meld_of(card)
    if card == AXIS:
        chance = odds[AXIS][MELD_SIZE - 1]
    else:
        dot = 3 * meld
        chance = both(
            both(odds[dot][MELD_DOTS - (card == dot)], odds[dot + 1][card != dot + 1]),
            odds[dot + 2][card != dot + 2],
        )
    return max(0, gains[meld]) * chance * GIFT_WEIGHT // POINT


def expected_scores(state: State) -> list[float]:
    """Give the scores with what each hand may still bring."""
    pad = state.public.pad
    stock = state.zones[STOCK].cards
    outs = [stock.count(card) for card in range(AXIS + 1)]
    odds = odds_of(outs, len(stock), DRAWS_IN_TIME)
    scores = []
    for seat, score in enumerate(pad.scores):
        gains = tuple([min(gain, MAX_EXPECTED_GAIN) for gain in gains_of_melds(state, seat)])
        outlook = Outlook(gains, melds_to_come(state, seat), odds)
        hand_hope = hope(state.zones[hand(seat)].cards, outlook) / CERTAIN
        pad_hope = promise(victories(pad, seat), state.options.order_bonus)
        scores.append(score + (hand_hope + pad_hope) / POINT)
    return scores
