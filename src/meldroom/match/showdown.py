"""How a hand ended, with the standing and the score pad before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.state import AnyState
from meldroom.core.wording import Pad
from meldroom.games.companions import wording_of
from meldroom.match.turning_point import Gain, TurningPoint, turning_point


class Standing(NamedTuple):
    """A player's points and place after a hand, and before it."""

    seat: Seat
    points: int
    place: int
    points_before: int
    place_before: int


class HandResult(NamedTuple):
    """A showdown, the standing from the first place down, and which rows of the pad are new."""

    showdown: Showdown
    standing: tuple[Standing, ...]
    new_rows: tuple[int, ...]
    turning: TurningPoint | None = None


def hand_result(
    game: AnyGame,
    start: AnyState,
    before: AnyState,
    states: Sequence[AnyState],
    gains: Sequence[Gain] = (),
) -> HandResult | None:
    """Say how a hand ended on the way through these states; None if it goes on.

    The hand began at `start`, and `before` is the state before the first of them; `gains` are what
    players openly got in it.
    """
    wording = wording_of(game)
    for after in states:
        if wording.ends_hand(before, after):
            shown = wording.showdown(HandEnd(start, before, after))
            pads = wording.pad(start), wording.pad(after)
            standing = _standing(*pads, shown.fewest_wins)
            rows = _new_rows(*pads) if standing else ()
            return HandResult(shown, standing, rows, turning_point(game.deck, shown, gains))
        before = after
    return None


def totals(pad: Pad) -> tuple[int, ...]:
    """Read the points of each seat off the last total of a pad; () where there is none."""
    columns = [at for at, column in enumerate(pad.columns) if column.kind == "score"]
    cells = [row.cells for row in pad.rows if row.kind == "total"][-1:]
    try:
        return tuple(int(cells[0][at]) for at in columns) if cells else ()
    except ValueError:
        return ()


def _standing(old: Pad, new: Pad, fewest_wins: bool) -> tuple[Standing, ...]:
    after = totals(new)
    before = totals(old) or (0,) * len(after)
    places, places_before = _places(after, fewest_wins), _places(before, fewest_wins)
    rows = map(Standing, range(len(after)), after, places, before, places_before)
    return tuple(sorted(rows, key=lambda row: row.place))


def _places(points: Sequence[int], fewest_wins: bool) -> list[int]:
    sign = 1 if fewest_wins else -1
    return [1 + sum(sign * other < sign * mine for other in points) for mine in points]


def _new_rows(old: Pad, new: Pad) -> tuple[int, ...]:
    """Find the rows that were written; a running total is no news."""
    cells = [row.cells for row in old.rows]
    return tuple(
        at
        for at, row in enumerate(new.rows)
        if row.kind != "total" and any(row.cells) and row.cells not in cells[at : at + 1]
    )
