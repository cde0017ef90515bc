"""What a network is told of Thumbs Up; its twin is in fast/csrc/thumbs_up_row.h."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.row import RowFacts, RowWriter, seats_round
from meldroom.core.state import seat_to_the_left
from meldroom.games.thumbs_up.deck import COLOURS, DECK, SYMBOLS, bill
from meldroom.games.thumbs_up.facts import (
    DISCARD,
    MAX_TAKES_PER_SEAT,
    MAX_VOIDS,
    POOL,
    RACK_SIZE,
    Facts,
    Options,
    View,
    fined,
    rack,
)

KINDS = len(DECK.codes)
MAX_SEATS, PER_OPPONENT = 8, 20
MOST_HELD, MOST_OUTS = (4, 2, 2, 2), (3, 2, 2, 1)  # of dots, dashes, Vs and Liberties
HANDS = (5, 3, 10)
LEADS = (-200, -120, -60, -30, 0, 5, 30, 60, 120, 200)


class ThumbsUpRow(RowFacts[Facts, Options]):
    """How near each colour is, what comes to it, what losing costs, and who collects what."""

    def seen(self, to: RowWriter, seen: View) -> None:
        """Write the rack, the blocks to come, the colours, the bills, the options, every seat."""
        facts, pool, upcard = seen.public, seen.zones[POOL], seen.top(DISCARD)
        assert seen.seat is not None
        blocks = seen.zones[rack(seen.seat)].cards
        outs = _outs(seen, seen.seat)
        for block in range(KINDS):
            symbol = block % len(SYMBOLS)
            to.reached(blocks.count(block), MOST_HELD[symbol])
            to.number(outs[block], 4)
            to.reached(outs[block], MOST_OUTS[symbol])
        to.one_of(upcard[0] if upcard else None, KINDS)
        to.number(len(pool.cards), 16)
        to.number(len(pool.known), 16)
        to.number(sum(outs), 16)
        to.flag(facts.emptied > 0)
        to.one_of(facts.voids, MAX_VOIDS)
        to.number(MAX_TAKES_PER_SEAT * seen.seats - facts.takes, 8)
        to.flag(facts.picked)
        _write_colours(to, blocks, outs, upcard)
        _write_bills(to, blocks)
        of_left = seen.zones[rack(seat_to_the_left(seen.seat, seen.seats))].known
        for block in range(KINDS):
            to.number(of_left.count(block), 2)
        _write_options(to, seen)
        _write_seats(to, seen, seen.seat)


def _outs(seen: View, seat: Seat) -> list[int]:
    """Count the blocks of each kind that may still come to a rack."""
    racks = [seen.zones[rack(other)] for other in range(seen.seats)]
    in_sight = seen.zones[DISCARD].cards + b"".join(
        [zone.cards if zone.owner == seat else zone.known for zone in racks]
    )
    pack = DECK.pack_for(seen.seats)
    return [pack.count(block) - in_sight.count(block) for block in range(KINDS)]


def _ready(blocks: Cards, colour: int) -> int:
    """Count how many of the five blocks of a winning hand a colour has (R7, R8)."""
    dots, dashes, vs, liberties = [
        blocks.count(len(SYMBOLS) * colour + symbol) for symbol in range(len(SYMBOLS))
    ]
    return min(min(dots, 3) + (dashes > 0) + (vs > 0) + liberties, RACK_SIZE)


def _write_colours(to: RowWriter, blocks: Cards, outs: Sequence[int], upcard: Cards) -> None:
    for colour in range(len(COLOURS)):
        have, useful = _ready(blocks, colour), 0
        for block in range(len(SYMBOLS) * colour, len(SYMBOLS) * (colour + 1)):
            if _ready(blocks + bytes([block]), colour) > have:
                useful += outs[block]
        to.reached(have, RACK_SIZE)
        to.number(useful, 8)
    to.reached(_ready(blocks + upcard, upcard[0] // len(SYMBOLS)) if upcard else 0, RACK_SIZE)


def _write_bills(to: RowWriter, blocks: Cards) -> None:
    """Write what a loser would owe (R9): now, and after each discard. All prices are fives."""
    to.number(bill(blocks) // 5, 8)
    for block in range(KINDS):
        to.number(bill(without(blocks, bytes([block]))) // 5 if block in blocks else 0, 8)


def _write_options(to: RowWriter, seen: View) -> None:
    options = seen.options
    hands_left = options.hands - len(seen.public.ledger)
    to.one_of(HANDS.index(options.hands), len(HANDS))
    to.flag(fined(options, seen.seats))
    to.flag(options.debt == "allowed")
    to.flag(options.tie == "extra")
    to.flag(options.pool_empty == "reshuffle")
    to.one_of(seen.seats - 2, MAX_SEATS - 1)
    to.number(max(hands_left, 0), 4)
    to.flag(hands_left == 1)
    to.flag(hands_left == 2)
    to.flag(hands_left <= 0)


def _write_seats(to: RowWriter, seen: View, own: Seat) -> None:
    """Write who has how much, and which colours everybody saw them take."""
    balances = seen.public.balances
    most = max([balance for seat, balance in enumerate(balances) if seat != own])
    for seat in seats_round(seen):
        known = seen.zones[rack(seat)].known
        to.number(len(known), 2)
        for colour in range(len(COLOURS)):
            to.number(sum([block // len(SYMBOLS) == colour for block in known]), 2)
        to.flag(seen.public.first == seat)
        to.number(balances[seat] // 5, 16)
        lead = balances[own] - (most if seat == own else balances[seat])
        to.number(lead // 5, 16)
        to.reached(lead, LEADS)
        if seat != own:
            to.flag(True)
    to.zeros((MAX_SEATS - seen.seats) * PER_OPPONENT)
