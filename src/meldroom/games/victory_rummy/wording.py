"""What players of Victory Rummy read: the prompt, the hand, its chances and the score pad."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.wording import CardHelp, Column, Group, Pad, PadRow, Wording
from meldroom.games.victory_rummy.card_help import card_help
from meldroom.games.victory_rummy.deck import AXIS, COLOURS, DECK
from meldroom.games.victory_rummy.facts import DISCARD, Facts, Options, State, View, hand
from meldroom.games.victory_rummy.melds import (
    MELD_CARDS,
    MELD_NAMES,
    MELD_SIZE,
    completes,
    holds,
    meld_of,
)
from meldroom.games.victory_rummy.pad import (
    AXIS_POINTS,
    POINTS,
    RED_WHITE_BLUE,
    ScorePad,
    colours_won,
    lines_for_meld,
    periods,
    tallies,
)
from meldroom.games.victory_rummy.showdown import showdown

SHORT_NAMES = (*COLOURS.values(), "Axis")  # of the melds
MIN_LABELLED = 3  # cards of a meld that are worth a label
PAD_KEY = (
    f"R W B Victory {POINTS['R']} · C Capture {POINTS['C']} · G Grand {POINTS['G']}"
    f" · X in order {POINTS['X']} · A Axis {AXIS_POINTS} each"
)


class VictoryRummyWording(Wording[Facts, Options]):
    """What players read about Victory Rummy."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        facts = seen.public
        if seen.seat not in self.game.to_act(facts):
            return ""
        cards = seen.zones[hand(facts.turn)].cards
        if facts.taken:
            return f"Lay down {MELD_NAMES[meld_of(facts.taken[0])]}."
        if not facts.picked:
            upcard = seen.top(DISCARD)[0]
            take = f", or take the {DECK.words[upcard]} for {MELD_NAMES[meld_of(upcard)]}"
            return f"Draw a card{take if completes(cards, upcard) else ''}."
        if len(cards) == 1:
            return "Discard your last card and go out."
        ready = [name for meld, name in enumerate(MELD_NAMES) if holds(cards, meld)]
        return f"Lay down {' or '.join(ready)}, or discard a card." if ready else "Discard a card."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: complete melds, then the nearest, then cards that no meld needs."""
        if seen.seat is None:
            return ()
        return _groups(seen.zones[hand(seen.seat)].cards)

    def worth(self, seen: View) -> str:
        """Say how near the nearest meld is, and what the Axis cards in hand put at risk."""
        if seen.seat is None:
            return ""
        cards = seen.zones[hand(seen.seat)].cards
        parts, _ = _melds_and_spare(cards)
        said = [
            f"Best: {len(part)} of {MELD_SIZE} {SHORT_NAMES[meld_of(part[0])]}"
            for part in parts[:1]
        ]
        risk = AXIS_POINTS * cards.count(AXIS)
        if risk:
            said.append(f"Risk: {risk} points")
        return ". ".join(said)

    def card_help(self, card: int) -> CardHelp:
        """Explain a card."""
        return card_help(card)

    def pad(self, seen: State | View) -> Pad:
        """Lay the pad out as the booklet prints it, with what wins as its subtitle."""
        columns = [
            column
            for seat in range(seen.seats)
            for column in (Column("score", "score", seat), Column("text", "symbol", seat))
        ]
        rows = _pad_rows(seen.public.pad)
        return Pad("Official score pad", tuple(columns), rows, f"{seen.options.target} points win")

    def showdown(self, end: HandEnd[Facts, Options]) -> Showdown:
        """Show how a hand ended."""
        return showdown(end)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give the colours won in this period, what melds earn now, and the key of the pad."""
        return {
            "won": [
                "".join([colour for colour in RED_WHITE_BLUE if colour in won])
                for won in colours_won(seen.public.pad)
            ],
            "victory_points": {colour: _victory_points(seen, colour) for colour in COLOURS},
            "capture_points": POINTS["C"],
            "target": seen.options.target,
            "key": PAD_KEY,
            "discarded_by": _discarder(seen),
        }


def _discarder(seen: View) -> Seat | None:
    """Name who discarded the top card; None if it was turned up, or once it may be covered."""
    facts = seen.public
    if facts.picked or len(seen.zones[DISCARD].cards) < 2:
        return None
    return (facts.turn - 1) % seen.seats


def _victory_points(seen: View, colour: str) -> int:
    """Give what a Victory would earn the viewer now; to a watcher, its points alone (R12, R13)."""
    if seen.seat is None:
        return POINTS[colour]
    lines = lines_for_meld(seen.public.pad, seen.seat, colour, seen.options.order_bonus)
    return sum(line.points for line in lines)


@lru_cache(maxsize=256)
def _pad_rows(pad: ScorePad) -> tuple[PadRow, ...]:
    """Give the entries of each period, score and symbol for each player, and the totals below."""
    seats = range(len(pad.scores))
    rows: list[PadRow] = []
    for period, totals in zip(periods(pad), (*tallies(pad), pad.scores), strict=True):
        columns = [
            [(str(line.points), line.symbol) for line in period if line.seat == seat]
            for seat in seats
        ]
        entries = [sum(row, ()) for row in zip_longest(*columns, fillvalue=("", ""))]
        rows += [PadRow("entry", cells, ruled=cells is entries[-1]) for cells in entries]
        rows.append(PadRow("total", sum(((str(total), "") for total in totals), ())))
    return tuple(rows)


@lru_cache(maxsize=1_024)  # a hand is shown after each move of anybody
def _groups(cards: Cards) -> tuple[Group, ...]:
    parts, spare = _melds_and_spare(cards)
    groups = [_group(part) for part in parts]
    return (*groups, Group("loose", spare, "spare")) if spare else tuple(groups)


@lru_cache(maxsize=1_024)
def _melds_and_spare(cards: Cards) -> tuple[tuple[Cards, ...], Cards]:
    """Divide a hand into melds and beginnings of melds, the longest first, and spare cards."""
    parts, spare = [], b""
    for meld, needed in enumerate(MELD_CARDS):
        rest = bytes([card for card in cards if meld_of(card) == meld])
        while holds(rest, meld):
            parts.append(needed)
            rest = without(rest, needed)
        beginning = _in_both(rest, needed)
        if beginning:
            parts.append(beginning)
        spare += without(rest, beginning)
    return tuple(sorted(parts, key=len, reverse=True)), spare


def _in_both(cards: Cards, needed: Cards) -> Cards:
    """Give the cards that are needed and there, each as often as it is both."""
    many = {card: min(cards.count(card), needed.count(card)) for card in sorted(set(cards))}
    return b"".join(bytes([card]) * count for card, count in many.items())


def _group(part: Cards) -> Group:
    meld = meld_of(part[0])
    if len(part) == MELD_SIZE:
        return Group("meld", part, MELD_NAMES[meld])
    if len(part) < MIN_LABELLED:
        return Group("near", part)
    missing = without(MELD_CARDS[meld], part)
    many = {DECK.words[card]: missing.count(card) for card in dict.fromkeys(missing)}
    words = [f"{count} {word}{'s' * (count > 1)}" for word, count in many.items()]
    return Group("near", part, f"needs {', '.join(words)}")
