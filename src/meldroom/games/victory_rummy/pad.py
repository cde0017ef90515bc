"""The score pad of Victory Rummy: lines are entered one by one and added up (R16)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from meldroom.core.cards import Seat
from meldroom.games.victory_rummy.deck import COLOURS

POINTS = {"R": 10, "W": 10, "B": 10, "C": 50, "G": 25, "X": 50}  # R6, R7, R12, R13
AXIS_POINTS = 10  # R9
RED_WHITE_BLUE = "RWB"

# For each symbol of the pad, the rule that grants its points and what the log calls it.
LINE_RULES = {
    **{colour: ("R6", f"a Victory in {ink}") for colour, ink in COLOURS.items()},
    "C": ("R7", "a Capture"),
    "G": ("R12", "a Grand Victory"),
    "X": ("R13", "Red, White and Blue in order"),
    "A": ("R9", "Axis cards in other hands"),
}

ColoursWon = Literal["", "R", "W", "B", "RW", "RB", "WR", "WB", "BR", "BW"]


class PadLine(NamedTuple):
    """An entry: R, W, B a Victory, C a Capture, G a Grand Victory, X its bonus, A Axis cards."""

    seat: Seat
    symbol: str
    points: int


class ScorePad(NamedTuple):
    """What each seat has by now, and every line in the order of entry."""

    scores: tuple[int, ...]
    lines: tuple[PadLine, ...] = ()


def blank_pad(seats: int) -> ScorePad:
    """Give a new pad."""
    return ScorePad((0,) * seats)


def with_line(pad: ScorePad, line: PadLine) -> ScorePad:
    """Enter a line on the pad."""
    scores = list(pad.scores)
    scores[line.seat] += line.points
    return ScorePad(tuple(scores), (*pad.lines, line))


def lines_for_meld(pad: ScorePad, seat: Seat, symbol: str, order_bonus: str) -> tuple[PadLine, ...]:
    """Give the lines that a meld earns, in order: the meld, G, X (Q10)."""
    symbols = symbol
    if symbol in RED_WHITE_BLUE:
        won = victories(pad, seat) + symbol
        if set(won) == set(RED_WHITE_BLUE):  # R12
            symbols += "GX" if in_order(won, order_bonus) else "G"
    return tuple(PadLine(seat, each, POINTS[each]) for each in symbols)


def lines_for_going_out(seat: Seat, axis_cards: int) -> tuple[PadLine, ...]:
    """Give the line that the Axis cards in the other hands earn, if there are any (R9, Q22)."""
    return (PadLine(seat, "A", AXIS_POINTS * axis_cards),) if axis_cards else ()


def victories(pad: ScorePad, seat: Seat) -> str:
    """Name the colours of a seat's Victories since the last Grand Victory, in order (Q21)."""
    won = ""
    for line in reversed(pad.lines):
        if line.symbol == "G":
            break
        if line.seat == seat and line.symbol in RED_WHITE_BLUE:
            won = line.symbol + won
    return won


def colours_won(pad: ScorePad) -> tuple[ColoursWon, ...]:
    """Name each seat's colours since the last Grand Victory, in the order of their first (Q21)."""
    won: list[Any] = [""] * len(pad.scores)
    for seat, symbol, _ in reversed(pad.lines):
        if symbol == "G":
            break
        if symbol in RED_WHITE_BLUE:
            won[seat] = symbol + won[seat].replace(symbol, "")
    return tuple(won)


def in_order(won: str, order_bonus: str) -> bool:
    """Say whether Victories, which hold every colour, earn the bonus for their order (R13, Q4)."""
    match order_bonus:
        case "first":
            return won.index("R") < won.index("W") < won.index("B")
        case "strict":
            return won.endswith(RED_WHITE_BLUE)
        case _:
            return "B" in won.partition("R")[2].partition("W")[2]


def periods(pad: ScorePad) -> tuple[tuple[PadLine, ...], ...]:
    """Divide the lines after each Grand Victory; the last period still runs (Q21)."""
    divided: list[list[PadLine]] = [[]]
    for line in pad.lines:
        # The bonus is entered after the Grand Victory that it belongs to (Q10).
        divided[-2 if line.symbol == "X" else -1].append(line)
        if line.symbol == "G":
            divided.append([])
    return tuple(map(tuple, divided))


def tallies(pad: ScorePad) -> tuple[tuple[int, ...], ...]:
    """Add up every player's points at each Grand Victory (R16)."""
    totals, added = [], [0] * len(pad.scores)
    for period in periods(pad)[:-1]:
        for line in period:
            added[line.seat] += line.points
        totals.append(tuple(added))
    return tuple(totals)
