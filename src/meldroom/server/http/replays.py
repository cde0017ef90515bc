"""Positions of finished games: as a seat saw them after every move, or with every card open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.event import masked
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.core.showdown import gathers
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games import find
from meldroom.match.showdown import hand_result
from meldroom.presentation import position_form, showdown_form

MAX_POSITIONS = 50  # in one response
MAX_REPLAYS = 8  # kept in memory


class ReplayPositions:
    """A record with the state after each of its moves."""

    def __init__(self, form: dict[str, Any]) -> None:
        self.game: AnyGame = find(form["game"])
        self.moves: Sequence[tuple[Seat, str]] = [(seat, text) for seat, text in form["moves"]]
        self.states: list[AnyState] = list(replay(form, find))
        self.hand_starts = [ply for ply, one in enumerate(self.states) if gathers(one.journal)]

    def positions(self, first: int, last: int, seat: Seat | None) -> list[dict[str, Any]]:
        """Give the positions after these plies, at most MAX_POSITIONS; seat None sees all cards."""
        last = min(last, len(self.states) - 1, first + MAX_POSITIONS - 1)
        return [self._position(ply, seat) for ply in range(first, last + 1)]

    def _position(self, ply: int, seat: Seat | None) -> dict[str, Any]:
        game, state = self.game, self.states[ply]
        seen = view(state, seat)
        if seat is None:
            seen = seen._replace(zones=state.zones)
        events = state.journal if seat is None else [masked(e, seat) for e in state.journal]
        move = self.moves[ply - 1] if ply else None
        return {**position_form(game, state, seen, move, events), **self._showdown(ply)}

    def _showdown(self, ply: int) -> dict[str, Any]:
        """Give how the last move ended a hand, if it did; nothing in it is hidden from a seat."""
        if ply == 0:
            return {}
        start = max((first for first in self.hand_starts if first < ply), default=0)
        before, after = self.states[ply - 1 : ply + 1]
        ended = hand_result(self.game, self.states[start], before, (after,))
        return {} if ended is None else {"showdown": showdown_form(self.game, ended)}
