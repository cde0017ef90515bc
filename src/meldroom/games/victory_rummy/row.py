"""What a network is told of Victory Rummy; its twin is in fast/csrc/victory_rummy_row.h."""

from __future__ import annotations

from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.row import RowFacts, RowWriter, seats_round
from meldroom.games.victory_rummy.deck import AXIS, DECK
from meldroom.games.victory_rummy.facts import (
    DISCARD,
    EMPTYINGS_TO_VOID,
    STOCK,
    Facts,
    Options,
    View,
    hand,
    laid,
)
from meldroom.games.victory_rummy.melds import CAPTURE, MELD_CARDS, MELD_SIZE
from meldroom.games.victory_rummy.pad import POINTS, RED_WHITE_BLUE, in_order, victories

KINDS = len(DECK.codes)
MAX_SEATS, PER_SEAT, TOP_CARDS = 4, 36, 2
TARGETS, ORDERS = (500, 250, 150), ("first", "strict", "any")
SCORES = (-150, -110, -95, -85, -70, -60, -50, -45, -35, -30, -20, -10)  # less the target
MOST_HELD = tuple(7 if card == AXIS else 3 if card % 3 else 6 for card in range(KINDS))
MOST_UNSEEN = tuple(5 if card == AXIS else 2 if card % 3 else 3 for card in range(KINDS))


class VictoryRummyRow(RowFacts[Facts, Options]):
    """Counts of cards, how far each meld is, and what each seat needs to win."""

    def seen(self, to: RowWriter, seen: View) -> None:
        """Write the hand, the piles, the cards that are left, the options, and every seat."""
        facts, options, zones = seen.public, seen.options, seen.zones
        assert seen.seat is not None
        cards, stock, discard = zones[hand(seen.seat)].cards, zones[STOCK], zones[DISCARD].cards
        visible = b"".join(zone.cards for zone in zones)
        unseen = [DECK.pack.count(card) - visible.count(card) for card in range(KINDS)]
        for card in range(KINDS):
            to.reached(cards.count(card), MOST_HELD[card])
        for card in range(KINDS):
            to.number(discard.count(card), 4)
            to.number(stock.known.count(card), 4)
            to.number(unseen[card], 4)
            to.reached(unseen[card], MOST_UNSEEN[card])
        to.top_cards(discard, TOP_CARDS, KINDS)
        to.number(len(stock.cards), 16)
        to.number(visible.count(BACK), 16)
        to.one_of(facts.emptied, EMPTYINGS_TO_VOID)
        to.flag(facts.picked)
        for meld in range(len(MELD_CARDS)):
            to.reached(_ready(cards, meld), MELD_SIZE)
        to.one_of(TARGETS.index(options.target), len(TARGETS))
        to.one_of(ORDERS.index(options.order_bonus), len(ORDERS))
        to.flag(options.win_at == "tally")
        to.one_of(seen.seats - 2, MAX_SEATS - 1)
        for seat in seats_round(seen):
            _write_seat(to, seen, seat)
        to.zeros((MAX_SEATS - seen.seats) * PER_SEAT)


def _write_seat(to: RowWriter, seen: View, seat: Seat) -> None:
    """Write what a seat has laid down, and how far it is from the target and a Grand Victory."""
    facts, options, down = seen.public, seen.options, seen.zones[laid(seat)].cards
    score = facts.pad.scores[seat] - options.target
    won = victories(facts.pad, seat)
    to.flag(True)
    to.flag(facts.dealer == seat)
    to.number(len(seen.zones[hand(seat)].cards), 8)
    to.reached(len(down) // MELD_SIZE, 2)
    for dash in (1, 4, 7):
        to.number(down.count(dash), 1)
    to.flag(AXIS in down)
    to.number(score // 5, 16)  # all points are fives
    to.reached(score, SCORES)
    for colour in RED_WHITE_BLUE:
        after = won + colour
        grand = set(after) == set(RED_WHITE_BLUE)
        bonus = grand and in_order(after, options.order_bonus)
        points = POINTS[colour] + POINTS["G"] * grand + POINTS["X"] * bonus
        to.flag(colour in won)
        to.flag(grand)
        to.flag(bonus)
        to.flag(_wins(options, score + points, grand))
    to.flag(_wins(options, score + POINTS["C"], grand=False))
    missing = "".join(colour for colour in RED_WHITE_BLUE if colour not in won)
    to.flag(in_order(won + missing, options.order_bonus))  # by the shortest way


def _wins(options: Options, score: int, grand: bool) -> bool:  # Q12
    return score >= 0 and (grand or options.win_at == "once")


def _ready(cards: Cards, meld: int) -> int:
    """Count how many of the five cards of a meld a hand has (R6, R7)."""
    if meld == CAPTURE:
        return cards.count(AXIS)
    dot = 3 * meld
    return min(cards.count(dot), 3) + (dot + 1 in cards) + (dot + 2 in cards)
