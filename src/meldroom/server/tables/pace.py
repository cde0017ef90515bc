"""How fast bots move: at the table's pace, or quickly until a person is to act again.

Both are presence: no log keeps them.
"""

from __future__ import annotations

from collections.abc import Collection

from meldroom.core.cards import Seat
from meldroom.games.companions import timing_of
from meldroom.server import messages
from meldroom.server.refusals import refused
from meldroom.server.tables.table import Table

FACTORS = {"slow": 1.8, "normal": 1.0, "fast": 0.4}
SKIP_DELAY = 0.15  # seconds for each move; never none, or it would show how long a bot thought


def change(
    table: Table, seats: Collection[Seat], request: messages.SetPace | messages.Skip
) -> None:
    """Do what the person in these seats asks for; Refusal says which rule forbids it."""
    if not seats:
        raise refused("P-3", "you have no seat at this table")
    if isinstance(request, messages.SetPace):
        alone = all(seat.seat in seats for seat in table.people)
        if table.host not in seats and not alone:
            raise refused("P-4", "only the host may do that")
        table.pace = request.pace
        return
    if timing_of(table.game).race.verb:
        raise refused("P-5", "nobody skips in a game with a race")
    _ = table.current_match
    table.skip_asked |= set(seats)


def skipping(table: Table) -> bool:
    """Say whether everybody who still decides something wants the bots to hurry."""
    match = table.match
    if match is None or not table.skip_asked:
        return False
    people = [seat for seat in table.people if not seat.bot_plays]
    timing = timing_of(table.game)
    still_in = [seat for seat in people if not timing.is_out(match.state.public, seat.seat)]
    return all(seat.seat in table.skip_asked for seat in still_in)


def forget_skip(table: Table) -> None:
    """End the skip once a person is to act, or the game is over."""
    if not table.skip_asked:
        return
    to_act = table.match.to_act if table.match else ()
    if not to_act or any(not table.seats[seat].bot_plays for seat in to_act):
        table.skip_asked = set()


def delay(table: Table, usual: float) -> float:
    """Give the time that a bot seems to think outside a race, from its usual one."""
    return SKIP_DELAY if skipping(table) else usual * FACTORS[table.pace]
