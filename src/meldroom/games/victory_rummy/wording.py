"""How Victory Rummy is told to its players: the prompt, the hand, its prospects, the score pad."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from meldroom.core.cards import Cards, without
from meldroom.core.wording import Column, Group, Pad, PadRow, Wording
from meldroom.games.victory_rummy.deck import AXIS, COLOURS, DECK
from meldroom.games.victory_rummy.facts import DISCARD, Facts, Options, State, View, hand
from meldroom.games.victory_rummy.melds import FIVES, KINDS, NAMES, completes, holds, kind_of
from meldroom.games.victory_rummy.pad import (
    AXIS_POINTS,
    POINTS,
    RED_WHITE_BLUE,
    ScorePad,
    lines_for_meld,
    periods,
    tallies,
    victories,
)

WORTH_A_LABEL = 3  # cards of a meld
KEY = (
    f"R W B Victory {POINTS['R']} · C Capture {POINTS['C']} · G Grand {POINTS['G']}"
    f" · X in order {POINTS['X']} · A Axis {AXIS_POINTS} each"
)
SHORT_NAMES = (*COLOURS.values(), "Axis")  # as KINDS


class VictoryRummyWording(Wording[Facts, Options]):
    """What players read about Victory Rummy."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        table = seen.public
        if seen.seat not in self.game.to_act(table):
            return ""
        cards = seen.zones[hand(table.turn)].cards
        if table.taken:
            return f"Lay down {NAMES[kind_of(table.taken[0])]}."
        if not table.picked:
            card = seen.top(DISCARD)[0]
            take = f", or take the {DECK.words[card]} for {NAMES[kind_of(card)]}"
            return f"Draw a card{take if completes(cards, card) else ''}."
        if len(cards) == 1:
            return "Discard your last card and go out."
        ready = [name for kind, name in enumerate(NAMES) if holds(cards, kind)]
        return f"Lay down {' or '.join(ready)}, or discard a card." if ready else "Discard a card."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: complete melds, then the nearest, then what no meld wants."""
        if seen.seat is None:
            return ()
        parts, spare = _parted(seen.zones[hand(seen.seat)].cards)
        groups = [_group(cards) for cards in parts]
        return (*groups, Group("loose", spare, "spare")) if spare else tuple(groups)

    def worth(self, seen: View) -> str:
        """Say how near the nearest meld is, and what the Axis cards in hand put at risk."""
        if seen.seat is None:
            return ""
        cards = seen.zones[hand(seen.seat)].cards
        parts, _ = _parted(cards)
        told = [f"Best: {len(part)} of 5 {SHORT_NAMES[kind_of(part[0])]}" for part in parts[:1]]
        risk = AXIS_POINTS * cards.count(AXIS)
        if risk:
            told.append(f"Risk: {risk} points")
        return ". ".join(told)

    def pad(self, seen: State | View) -> Pad:
        """Lay the pad out as the booklet prints it, headed by what wins."""
        columns = [
            column
            for seat in range(seen.seats)
            for column in (Column("score", "score", seat), Column("text", "symbol", seat))
        ]
        rows = _rows(seen.public.pad)
        subtitle = f"{seen.options.target} points win"
        return Pad("Official score pad", tuple(columns), rows, subtitle)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give the colours won in this period, what melds bring now, and the key of the pad."""
        pad, seat = seen.public.pad, seen.seat or 0
        bonus = seen.options.order_bonus
        return {
            "won": [
                "".join(colour for colour in RED_WHITE_BLUE if colour in victories(pad, each))
                for each in range(seen.seats)
            ],
            "victory_points": {
                colour: sum(line.points for line in lines_for_meld(pad, seat, colour, bonus))
                for colour in COLOURS
            },
            "capture_points": POINTS["C"],
            "target": seen.options.target,
            "key": KEY,
        }


def _rows(pad: ScorePad) -> tuple[PadRow, ...]:
    """Give the bookings by period, score and symbol for each player, and a tally after each."""
    seats = range(len(pad.scores))
    rows: list[PadRow] = []
    for period, totals in zip(periods(pad), (*tallies(pad), pad.scores), strict=True):
        columns = [
            [(str(line.points), line.symbol) for line in period if line.seat == seat]
            for seat in seats
        ]
        booked = [sum(row, ()) for row in zip_longest(*columns, fillvalue=("", ""))]
        rows += [PadRow("entry", cells, ruled=cells is booked[-1]) for cells in booked]
        rows.append(PadRow("total", sum(((str(total), "") for total in totals), ())))
    return tuple(rows)


def _parted(cards: Cards) -> tuple[list[Cards], Cards]:
    """Part a hand into whole melds and beginnings of melds, the longest first, and the rest."""
    parts, spare = [], b""
    for kind in range(len(KINDS)):
        mine = bytes([card for card in cards if kind_of(card) == kind])
        while holds(mine, kind):
            parts.append(FIVES[kind])
            mine = without(mine, FIVES[kind])
        part = _beginning(mine, kind)
        spare += without(mine, part)
        parts += [part] * bool(part)
    return sorted(parts, key=len, reverse=True), spare


def _beginning(cards: Cards, kind: int) -> Cards:
    five = FIVES[kind]
    many = {card: min(cards.count(card), five.count(card)) for card in sorted(set(cards))}
    return b"".join(bytes([card]) * count for card, count in many.items())


def _group(part: Cards) -> Group:
    kind = kind_of(part[0])
    if len(part) == 5:
        return Group("meld", part, NAMES[kind])
    if len(part) < WORTH_A_LABEL:
        return Group("near", part)
    missing = without(FIVES[kind], part)
    many = {DECK.words[card]: missing.count(card) for card in dict.fromkeys(missing)}
    words = [f"{count} {word}{'s' * (count > 1)}" for word, count in many.items()]
    return Group("near", part, f"needs {', '.join(words)}")
