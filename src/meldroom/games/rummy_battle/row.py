"""What a network is told of Rummy Battle; its twin is in fast/csrc/rummy_battle_row.h."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.row import RowFacts, RowWriter, seats_round
from meldroom.core.state import seat_to_the_left
from meldroom.games.rummy_battle.actions import Hoard, Take
from meldroom.games.rummy_battle.card_bits import (
    EVERY_SUIT,
    HeldCards,
    bit_of,
    cards_at,
    places_of,
    points,
)
from meldroom.games.rummy_battle.deck import DECK, JOKER, value
from meldroom.games.rummy_battle.facts import (
    DRAWN,
    HAND,
    ROW,
    STOCK,
    TABLE,
    Facts,
    Options,
    View,
    meld_rules,
)
from meldroom.games.rummy_battle.melds import SET as SET_KIND
from meldroom.games.rummy_battle.moves import (
    HOARD_DEPTHS,
    LAY_OFF,
    MAX_TAKES,
    MOVES,
    SET,
    hoard_depths,
    melds_of,
    moves,
    natural_value,
    owners_value,
)

KINDS = len(DECK.codes)
MAX_SEATS, PER_SEAT = 6, 18
NEARNESS = 16  # cards at the end of the row that are told apart
DRAWS = 3 * MAX_TAKES + 2 * (len(HOARD_DEPTHS) + 1)
HAND_SIZES, OTHER_SIZES = (1, 2, 3, 4, 6, 8, 11), (2, 3, 5)
ABOVE_MARKER = (1, 3, 5, 9, 13, 21)
LEADS = (-100, -40, 0, 5, 40, 100)


class Worth(NamedTuple):
    """What the plain cards of a hand are worth, by what they go with."""

    sure: int  # in a set or run, or fitting a meld
    near: int  # lacking one card
    loose: int


class RummyBattleRow(RowFacts[Facts, Options]):
    """The hand and its melds, what each draw would add, the Marker, and who is how far ahead."""

    told_actions = SET  # the others follow from the hand and the melds

    @property
    def actions(self) -> int:
        """How many moves a network chooses from."""
        return MOVES

    def legal(self, seen: View) -> dict[int, Action]:
        """Give the legal actions that moves stand for."""
        return moves(seen, self.game.legal(seen))

    def seen(self, to: RowWriter, seen: View) -> None:
        """Write the hand, the cards on the table and to come, the draws, the turn, every seat."""
        facts, zones, seat = seen.public, seen.zones, seen.seat
        assert seat is not None
        cards = zones[HAND[seat]].cards + zones[DRAWN[seat]].cards
        held, fits = HeldCards.of(cards), _fits(facts)
        visible = b"".join([zone.cards for zone in zones])
        for card in range(JOKER):
            to.number(cards.count(card), 1)
        to.reached(held.jokers, 3)
        for card in range(JOKER + 1, KINDS):
            to.reached(cards.count(card), 2)
        for card in range(JOKER):
            to.flag(bool(fits >> bit_of(card) & 1))
        for card in range(KINDS):
            to.number(DECK.pack.count(card) - visible.count(card), 2 if card < JOKER else 4)
        row = zones[ROW].cards
        for card in range(JOKER + 1):
            depth = len(row) - row.rfind(card) if card in row else NEARNESS + 1
            to.number(max(NEARNESS + 1 - depth, 0), NEARNESS)
        of_left = zones[HAND[seat_to_the_left(seat, seen.seats)]].known
        for card in range(JOKER):
            to.flag(card in of_left)
        distinct = meld_rules(seen.options).distinct
        now = _worth(held, fits, distinct)
        self._write_draws(to, seen, held, fits, now)
        melds = melds_of(held, distinct, b"")
        for move in range(SET, LAY_OFF):
            to.number(natural_value(melds[move]) // 5 if move in melds else 0, 8)
        before = _worth(HeldCards.of(zones[HAND[seat]].cards), fits, distinct)
        _write_turn(to, seen, seat, held, now, before)
        _write_seats(to, seen, seat)

    def _write_draws(
        self, to: RowWriter, seen: View, held: HeldCards, fits: int, now: Worth
    ) -> None:
        """Write what each take and each move with Hoard would add to the hand."""
        facts, row = seen.public, seen.zones[ROW].cards
        if facts.reason or facts.turn != seen.seat or facts.drawn or facts.duty or not row:
            to.zeros(DRAWS)
            return
        legal = self.game.legal(seen)
        distinct = meld_rules(seen.options).distinct
        gains: list[tuple[int, int]] = [(0, 0)]  # by the number of cards
        for card in reversed(row):
            held = held.with_card(card)
            after = _worth(held, fits, distinct)
            gains.append(((after.sure - now.sure) // 5, (after.near - now.near) // 5))
        takes = sorted([action.cards for action in legal if isinstance(action, Take)])[:MAX_TAKES]
        numbers = [number for many in takes for number in (many, *gains[many])]
        numbers += [0] * (3 * (MAX_TAKES - len(takes)))
        hoards = [0] * (2 * (len(HOARD_DEPTHS) + 1))
        if any(isinstance(action, Hoard) for action in legal):
            for slot, many in hoard_depths(len(row)):
                hoards[2 * slot : 2 * slot + 2] = gains[many]
        for number in numbers + hoards:
            to.number(number, 8)


def _fits(facts: Facts) -> int:
    """Give the plain cards that fit some meld, as bits."""
    return sum({1 << bit_of(card) for meld in facts.melds for card in meld.fits if card < JOKER})


def _worth(held: HeldCards, fits: int, distinct: bool) -> Worth:
    two, three = held.ranks(distinct)
    places = places_of(held.once)
    neighbours, over_next = places & places >> 1, places & places >> 2
    runs = neighbours & places >> 2
    sure = cards_at(runs | runs << 1 | runs << 2) | fits | three * EVERY_SUIT
    near = cards_at(neighbours | neighbours << 1 | over_next | over_next << 2) | two * EVERY_SUIT
    return Worth(
        points(held.once & sure) + points(held.twice & sure),
        points(held.once & near & ~sure) + points(held.twice & near & ~sure),
        points(held.once & ~(sure | near)) + points(held.twice & ~(sure | near)),
    )


def _write_turn(
    to: RowWriter, seen: View, seat: Seat, held: HeldCards, now: Worth, before: Worth
) -> None:
    facts, options, stock = seen.public, seen.options, len(seen.zones[STOCK].cards)
    size = len(seen.zones[HAND[seat]].cards) + len(seen.zones[DRAWN[seat]].cards)
    above, rounds_left = stock - facts.marker, options.rounds - len(facts.ledger)
    rules = meld_rules(options)
    for worth in (*now, now.sure - before.sure, now.near - before.near):
        to.number(worth // 5, 8)
    to.number(size, 8)
    to.reached(size, HAND_SIZES)
    to.flag(held.action_cards != b"")
    to.flag(facts.turn == seat)
    to.flag(facts.drawn)
    to.flag(facts.duty != b"")
    to.flag(facts.bonus)
    to.flag(facts.again)
    to.flag(facts.acted)
    to.flag(facts.marker_seen)
    to.number(above, 16)
    to.reached(above, ABOVE_MARKER)
    to.number(stock, 32)
    to.number(len(seen.zones[ROW].cards), 16)
    to.number(facts.turns, 32)
    to.flag(options.rounds == 5)
    to.flag(options.pickpocket == "hand")
    to.flag(rules.naturals == 1)
    to.flag(rules.distinct)
    to.flag(options.deck_empty == "reshuffle")
    to.flag(options.actions_per_turn == "one")
    to.one_of(seen.seats - 2, MAX_SEATS - 1)
    to.number(max(rounds_left, 0), 4)
    to.flag(rounds_left == 1)
    to.flag(rounds_left <= 0)


def _write_seats(to: RowWriter, seen: View, own: Seat) -> None:
    """Write what each seat has by now, and how far the viewer is ahead of it."""
    facts, zones = seen.public, seen.zones
    tables = [value(zones[TABLE[seat]].cards) for seat in range(seen.seats)]
    by_now = [total + table for total, table in zip(facts.totals, tables, strict=True)]
    most = max([points for seat, points in enumerate(by_now) if seat != own])
    for seat in seats_round(seen):
        zone = zones[HAND[seat]]
        lead = by_now[own] - (most if seat == own else by_now[seat])
        sets = [
            owners_value(meld)
            for meld in facts.melds
            if meld.kind == SET_KIND and meld.owner == seat
        ]
        to.flag(True)
        to.flag(facts.dealer == seat)
        to.flag(facts.opened[seat])
        to.flag(facts.chances[seat])
        to.number(len(zone.cards), 8)
        to.reached(len(zone.cards), OTHER_SIZES)
        to.number(len(zone.known), 8)
        to.number(tables[seat] // 5, 16)
        to.number(max(sets, default=0) // 5, 8)
        to.number(lead // 5, 16)
        to.reached(lead, LEADS)
    to.zeros((MAX_SEATS - seen.seats) * PER_SEAT)
