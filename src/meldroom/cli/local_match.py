"""A match at one terminal: bots play, people are asked, and each step is kept to be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game, Setting
from meldroom.core.skill import Bot
from meldroom.core.state import State
from meldroom.core.view import View
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import TurnOrder, bot_turns


class MatchStep(NamedTuple):
    """Something that happened: who did what (nobody did the opening), and the state after it."""

    seat: Seat | None
    text: str
    state: State[Any]


class LocalMatch:
    """One match from the deal to the end; a seat without a bot is a person who must be asked."""

    def __init__(
        self,
        game: Game[Any],
        options: Mapping[str, Setting],
        players: Sequence[str],
        seed: bytes,
        bots: Mapping[Seat, Bot],
    ) -> None:
        self.match = Match(game, options, len(players), seed)
        self.game, self.players, self.seed, self.bots = game, players, seed, bots
        self.steps = [MatchStep(None, "", self.match.state)]
        self._order = TurnOrder(self.match, derived_seed(seed, "answers"))
        self.turn = self._next()

    @property
    def state(self) -> State[Any]:
        """The state as it is now."""
        return self.match.state

    def view(self, seat: Seat | None) -> View[Any]:
        """Look at the game from a seat."""
        return self.match.view(seat)

    def legal(self) -> Sequence[Action]:
        """List what the seat on turn may do."""
        assert self.turn is not None, "the game is over"
        return self.match.legal(self.turn)

    def play(self, action: Action) -> None:
        """Let the seat on turn act; Refusal changes nothing."""
        assert self.turn is not None, "the game is over"
        self.match.play(self.turn, action)
        self._keep_step()

    def let_bots_play(self) -> Seat | None:
        """Let bots act until a person is on turn, who is named; None when the game is over."""
        for _ in bot_turns(self.match, self.bots, lambda: self.turn):
            self._keep_step()
        return self.turn

    def record(self) -> dict[str, Any]:
        """Write the record; ValueError before the end."""
        return self.match.record(self.players)

    def _keep_step(self) -> None:
        self.steps.append(MatchStep(*self.match.moves[-1], self.match.state))
        self.turn = self._next()

    def _next(self) -> Seat | None:
        return self._order.next()
