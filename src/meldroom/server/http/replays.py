"""Finished games for the eyes: what each seat saw after every move, or everything laid open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.codec import plain_event, plain_view
from meldroom.core.event import masked
from meldroom.core.game import Game
from meldroom.core.record import replay
from meldroom.core.state import State
from meldroom.core.view import view
from meldroom.games import find
from meldroom.server.tables import presentation

MOST = 50  # plies in one answer


class ReplayPositions:
    """A record with the state after each of its moves."""

    def __init__(self, form: dict[str, Any]) -> None:
        self.game: Game[Any] = find(form["game"])
        self.moves: Sequence[tuple[Seat, str]] = [(seat, text) for seat, text in form["moves"]]
        self.states: list[State[Any]] = list(replay(form, find))

    def shots(self, first: int, last: int, eyes: Seat | None) -> list[dict[str, Any]]:
        """Give the plies from the first to the last, at most MOST; eyes None see every card."""
        last = min(last, len(self.states) - 1, first + MOST - 1)
        return [self._shot(ply, eyes) for ply in range(first, last + 1)]

    def _shot(self, ply: int, eyes: Seat | None) -> dict[str, Any]:
        game, state = self.game, self.states[ply]
        seen = view(state, eyes)
        if eyes is None:
            seen = seen._replace(zones=state.zones)
        result = game.result(state)
        journal = state.journal if eyes is None else [masked(e, eyes) for e in state.journal]
        return {
            "ply": ply,
            "to_act": game.to_act(state.public),
            "view": plain_view(seen, game.deck),
            "result": None if result is None else presentation.result_with_rule(game, result),
            **presentation.sight(game, seen),
            "move": self.moves[ply - 1] if ply else None,
            "events": [plain_event(event, game.deck) for event in journal],
        }


class Shelf:
    """The last few films that somebody watched."""

    def __init__(self) -> None:
        self._film = lru_cache(maxsize=8)(lambda key: ReplayPositions(self._forms[key]))
        self._forms: dict[tuple[str, int], dict[str, Any]] = {}

    def film(self, table: str, number: int, form: dict[str, Any]) -> ReplayPositions:
        """Find or develop the film of a table's game."""
        key = (table, number)
        self._forms[key] = form
        try:
            return self._film(key)
        finally:
            del self._forms[key]
