"""A match at one terminal, wherever it is played; bots play, people act on their turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Result
from meldroom.core.options import Setting
from meldroom.core.skill import Bot
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import TurnOrder, bot_turns


class MatchStep(NamedTuple):
    """A step of a match: who did what (the opening is nobody's), and the state after it."""

    seat: Seat | None
    text: str
    state: AnyState


class LocalMatch:
    """One match from the deal to the end; a person plays every seat without a bot."""

    def __init__(
        self,
        game: AnyGame,
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
    def state(self) -> AnyState:
        """The state as it is now."""
        return self.match.state

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""
        return self.game.result(self.state)

    @property
    def hints(self) -> Mapping[int, Seat]:
        """Who was given a hint, by ply."""
        return self.match.hints

    def view(self, seat: Seat | None) -> AnyView:
        """Look at the game from a seat."""
        return self.match.view(seat)

    def legal(self) -> Sequence[Action]:
        """List the legal actions of the seat on turn."""
        assert self.turn is not None, "the game is over"
        return self.match.legal(self.turn)

    def play(self, action: Action) -> None:
        """Let the seat on turn act; Refusal changes nothing."""
        assert self.turn is not None, "the game is over"
        self.match.play(self.turn, action)
        self._keep_step()

    def undo(self) -> str:
        """Take the last action of the seat on turn back (X-4), and give its text; or Refusal."""
        assert self.turn is not None, "the game is over"
        self.match.undo(self.turn)
        return self.steps.pop().text

    def note_hint(self) -> None:
        """Note for the record that the seat on turn was given a hint."""
        assert self.turn is not None, "the game is over"
        self.match.hints[self.state.ply] = self.turn

    def catch_up(self, moves: Sequence[tuple[Seat, str]]) -> None:
        """Play the moves of a game that was quit; Refusal names the rule that one breaks.

        Bots choose again at every move, so that their chance goes on where it was.
        """
        for seat, text in moves:
            if seat in self.bots and seat == self.turn:
                seen = self.match.view(seat)
                self.bots[seat].choose(seen, self.match.legal(seat))
            self.match.catch_up([(seat, text)])
            self._keep_step()

    def let_bots_play(self) -> Seat | None:
        """Let bots act until it is a person's turn; gives that seat, or None at the end."""
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


class TerminalMatch(Protocol):
    """A match in which the people at one terminal have some of the seats."""

    game: AnyGame
    players: Sequence[str]
    steps: list[MatchStep]

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""

    @property
    def hints(self) -> Mapping[int, Seat]:
        """Who was given a hint, by ply."""

    def let_bots_play(self) -> Seat | None:
        """Let others act until it is a person's turn; gives that seat, or None at the end."""

    def view(self, seat: Seat | None) -> AnyView:
        """Look at the game from a seat."""

    def legal(self) -> Sequence[Action]:
        """List the legal actions of the seat on turn."""

    def play(self, action: Action) -> None:
        """Let the seat on turn act; Refusal changes nothing."""

    def undo(self) -> str:
        """Take the last action of the seat on turn back (X-4), and give its text; or Refusal."""

    def note_hint(self) -> None:
        """Note for the record that the seat on turn was given a hint."""
