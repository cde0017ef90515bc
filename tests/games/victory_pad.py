"""Score pads of Victory Rummy for the tests, written event by event."""

from __future__ import annotations

from meldroom.games.victory_rummy.pad import (
    ScorePad,
    blank_pad,
    lines_for_going_out,
    lines_for_meld,
    with_line,
)

# The sheet that is printed in the booklet, deal by deal; `A3` is going out against 3 Axis cards.
SAMPLE = [
    "B:R B:W C:B B:A3",
    "A:B C:W B:C A:W A:A1",
    "D:R B:W D:R D:A1",
    "C:B D:B C:W C:A2",
    "C:C B:B",
    "A:B A:R A:A2",
    "C:R B:W D:B C:W C:A2",
]


def pad_after(
    *events: str, players: int = 4, order: str = "first", pad: ScorePad | None = None
) -> ScorePad:
    """Enter score events on a pad, `A:R` for a Victory in red of the first player."""
    pad = pad or blank_pad(players)
    for event in " ".join(events).split():
        seat = "ABCD".index(event[0])
        symbol, axis = event[2], event[3:]
        if symbol == "A":
            lines = lines_for_going_out(seat, int(axis))
        else:
            lines = lines_for_meld(pad, seat, symbol, order)
        for line in lines:
            pad = with_line(pad, line)
    return pad
