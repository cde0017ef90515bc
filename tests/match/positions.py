"""Positions for tests: put a match where a test wants it."""

from __future__ import annotations

from meldroom.core.cards import Seat
from meldroom.core.state import AnyState
from meldroom.match.match import Match


def put_at(match: Match, state: AnyState) -> None:
    """Put a match into a state, as the start of a turn."""
    match.state = match.turn_start = state
    match.to_act = match.game.to_act(state.public)


def default_text(match: Match, seat: Seat) -> str:
    """Write what the table would do for a silent seat (X-2)."""
    return match.game.text(match.default_action(seat))
