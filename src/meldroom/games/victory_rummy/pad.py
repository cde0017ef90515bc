"""The score pad of Victory Rummy: what is booked, line by line."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Seat

POINTS = {"R": 10, "W": 10, "B": 10, "C": 50, "G": 25, "X": 50}  # R6, R7, R12, R13
AXIS_POINTS = 10  # R9
RED_WHITE_BLUE = "RWB"


class PadLine(NamedTuple):
    """One booking: R, W or B a Victory, C a Capture, G Grand Victory, X in order, A Axis cards."""

    seat: Seat
    symbol: str
    points: int


class ScorePad(NamedTuple):
    """Every line that was booked, in order, and what each seat has by now."""

    scores: tuple[int, ...]
    lines: tuple[PadLine, ...] = ()


def blank(seats: int) -> ScorePad:
    """Tear off a new pad."""
    return ScorePad((0,) * seats)


def booked(pad: ScorePad, line: PadLine) -> ScorePad:
    """Write a line on the pad."""
    scores = list(pad.scores)
    scores[line.seat] += line.points
    return ScorePad(tuple(scores), (*pad.lines, line))


def lines_for_meld(pad: ScorePad, seat: Seat, symbol: str, order_bonus: str) -> tuple[PadLine, ...]:
    """Give what a meld brings, in the order of booking: the meld, G, X (Q10)."""
    symbols = symbol
    if symbol in RED_WHITE_BLUE:
        won = victories(pad, seat) + symbol
        if set(won) == set(RED_WHITE_BLUE):
            symbols += "GX" if in_order(won, order_bonus) else "G"
    return tuple(PadLine(seat, each, POINTS[each]) for each in symbols)


def lines_for_going_out(seat: Seat, axis: int) -> tuple[PadLine, ...]:
    """Give what the Axis cards in the other hands bring; none, no line (Q22)."""
    return (PadLine(seat, "A", AXIS_POINTS * axis),) if axis else ()


def victories(pad: ScorePad, seat: Seat) -> str:
    """Name the colours that a seat has won since the last Grand Victory, in order (Q21)."""
    lines = periods(pad)[-1]
    return "".join(
        line.symbol for line in lines if line.seat == seat and line.symbol in RED_WHITE_BLUE
    )


def in_order(won: str, order_bonus: str) -> bool:
    """Say whether Victories, which hold every colour, earn the bonus for their order (Q4)."""
    match order_bonus:
        case "first":
            return won.index("R") < won.index("W") < won.index("B")
        case "strict":
            return won.endswith(RED_WHITE_BLUE)
        case _:
            return "B" in won.partition("R")[2].partition("W")[2]


def periods(pad: ScorePad) -> tuple[tuple[PadLine, ...], ...]:
    """Part the lines where a Grand Victory was won; the last period runs on (Q21)."""
    parted: list[list[PadLine]] = [[]]
    for line in pad.lines:
        # The bonus is booked after the Grand Victory that it belongs to (Q10).
        parted[-2 if line.symbol == "X" else -1].append(line)
        if line.symbol == "G":
            parted.append([])
    return tuple(map(tuple, parted))


def tallies(pad: ScorePad) -> tuple[tuple[int, ...], ...]:
    """Add up every player's points at each Grand Victory (R16)."""
    totals, added = [], [0] * len(pad.scores)
    for period in periods(pad)[:-1]:
        for line in period:
            added[line.seat] += line.points
        totals.append(tuple(added))
    return tuple(totals)
