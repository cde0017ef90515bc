"""A game in play between people and bots; it prints nothing and asks nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from meldroom.bots.rule_bots import Bot
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game, Setting, play
from meldroom.core.record import record
from meldroom.core.rng import Rng, below
from meldroom.core.state import State
from meldroom.core.view import View, view


class MatchStep(NamedTuple):
    """Something that happened: who did what (nobody did the opening), and the state after it."""

    seat: Seat | None
    text: str
    state: State[Any]


class LocalMatch:
    """One game from the deal to the end: whoever is no bot is a person who must be asked."""

    def __init__(
        self,
        game: Game[Any],
        options: Mapping[str, Setting],
        players: Sequence[str],
        seed: bytes,
        bots: Mapping[Seat, Bot],
    ) -> None:
        self.game, self.players, self.seed, self.bots = game, players, seed, bots
        self.options = dict(options)
        self.steps = [MatchStep(None, "", game.start(options, len(players), Rng(seed)))]
        self._lots = Rng(own_chance(seed, "answers"))
        self.turn = self._next()

    @property
    def state(self) -> State[Any]:
        """The state as it is now."""
        return self.steps[-1].state

    def view(self, seat: Seat | None) -> View[Any]:
        """Look at the table from a seat."""
        return view(self.state, seat)

    def legal(self) -> Sequence[Action]:
        """Give what the seat on turn may do."""
        return self.game.legal(self.view(self.turn))

    def play(self, action: Action) -> None:
        """Let the seat on turn act; Refusal changes nothing."""
        assert self.turn is not None, "the game is over"
        self._carry_out(play(self.game, self.state, self.turn, action), action)

    def let_bots_play(self) -> Seat | None:
        """Let bots act until a person is on turn, who is named; None when the game is over."""
        while self.turn is not None and self.turn in self.bots:
            seen = self.view(self.turn)
            action = self.bots[self.turn].choose(seen, self.game.legal(seen))
            self._carry_out(self.game.apply(self.state, self.turn, action), action)
        return self.turn

    def record(self) -> dict[str, Any]:
        """Write down the game; ValueError before its end."""
        moves = [(step.seat, step.text) for step in self.steps if step.seat is not None]
        return record(self.game, self.options, self.players, self.seed, moves, self.state)

    def _carry_out(self, after: State[Any], action: Action) -> None:
        self.steps.append(MatchStep(self.turn, self.game.text(action), after))
        self.turn = self._next()

    def _next(self) -> Seat | None:
        """Where several may act at once, let a lot say who is first: people and bots alike."""
        acting = self.game.to_act(self.state.public)
        if len(acting) < 2:
            return acting[0] if acting else None
        at, self._lots = below(self._lots, len(acting))
        return acting[at]


def own_chance(seed: bytes, whose: str) -> bytes:
    """Give someone at the table chance that follows from the seed but does not tell it."""
    return sha256(whose.encode() + seed).digest()
