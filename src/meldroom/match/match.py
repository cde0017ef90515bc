"""A match: one game from its deal to its record, with what each turn can take back; no I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.default_action import drawn_last, least_committal
from meldroom.core.disclosure import discloses
from meldroom.core.fair_deal import FairDeal, KnownDeal
from meldroom.core.game import Game, Refusal, Result, Setting, Violation
from meldroom.core.record import record
from meldroom.core.rng import Rng
from meldroom.core.state import State
from meldroom.core.view import View, events, view


class Play(NamedTuple):
    """Actions of one seat that the referee let through, each with the state it leads to."""

    seat: Seat
    texts: tuple[str, ...]
    states: tuple[State[Any], ...]


class Match:
    """One game in progress; nothing but a `Play` that it judged itself moves it on."""

    def __init__(
        self,
        game: Game[Any],
        options: Mapping[str, Setting],
        seats: int,
        deal: FairDeal | KnownDeal,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.deal = deal
        self.state = game.start(options, seats, Rng(deal.seed))
        self.moves: list[tuple[Seat, str]] = []
        self.turns = 0  # turns ended; a race, in which several seats may act, is one turn
        self.racing: tuple[Seat, ...] = ()  # who has not answered yet
        self.starter: Seat = 0  # who acted last before the turn began
        self.turn: list[State[Any]] = []  # the states since this turn began, and the one before it
        self.turn_before: list[State[Any]] = []
        self.began = self.seen_by_watchers = self.state
        self.released: list[State[Any]] = [self.state]  # what watchers came to see by the last play
        self.given = 0  # so many moves were made elsewhere and are not taken back here

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now; none when the game is over."""
        return self.game.to_act(self.state.public)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return self.game.result(self.state)

    def view(self, seat: Seat | None) -> View[Any]:
        """Look at the game from a seat; a watcher is a turn behind."""
        return view(self.seen_by_watchers if seat is None else self.state, seat)

    def legal(self, seat: Seat) -> Sequence[Action]:
        """Give the legal actions of a seat."""
        return self.game.legal(view(self.state, seat))

    def judge(self, seat: Seat, texts: Sequence[str]) -> Play:
        """Let through all of the actions, or none: Refusal says why.

        The list ends with an action that shows the seat a hidden card, because nobody can have
        meant what comes after it.
        """
        state, done, states = self.state, [], []
        for text in texts:
            try:
                action = self.game.parse(text)
            except ValueError as error:
                raise Refusal(Violation("X-3", str(error))) from None
            violation = self.game.check(view(state, seat), action)
            if violation is not None:
                raise Refusal(violation)
            before, state = state, self.game.apply(state, seat, action)
            done.append(text)
            states.append(state)
            if len(done) < len(texts) and discloses(before, state, (seat,)):
                break
        return Play(seat, tuple(done), tuple(states))

    def carry_out(self, play: Play) -> None:
        """Go on to where the play leads."""
        self.released = []
        for text, state in zip(play.texts, play.states, strict=True):
            acting = tuple(s for s in self.racing if s != play.seat) or self.to_act
            self.state = state
            self.moves.append((play.seat, text))
            self.turn.append(state)
            if self.to_act != acting:
                self._end_turn(play.seat)
            elif self.racing:
                self.racing = acting

    def submit(self, seat: Seat, texts: Sequence[str]) -> Play:
        """Judge and carry out."""
        play = self.judge(seat, texts)
        self.carry_out(play)
        return play

    def catch_up(self, moves: Sequence[tuple[Seat, str]]) -> None:
        """Go to where another game stood after these moves, and begin there."""
        for seat, text in moves:
            self.submit(seat, [text])
        self.given = len(self.moves)

    def _end_turn(self, seat: Seat) -> None:
        """Show watchers the turn before this one, and everything once the game is over."""
        seen = self.turn_before if self.to_act else [*self.turn_before, *self.turn]
        self.released += seen
        self.seen_by_watchers = seen[-1] if seen else self.seen_by_watchers
        self.turn_before, self.turn = self.turn, []
        self.began, self.starter = self.state, seat
        self.turns += 1
        self.racing = self.to_act if len(self.to_act) > 1 else ()

    def check_undo(self, seat: Seat) -> None:
        """Refusal unless the seat can take its last action back (X-4)."""
        own = len(self.moves) > self.given
        if not self.turn or not own or self.racing or self.to_act != (seat,):
            raise Refusal(Violation("X-4", "there is nothing of yours to take back in this turn"))
        eyes = (None, *range(self.state.seats))
        if discloses(self._before(), self.state, eyes):
            raise Refusal(Violation("X-4", "a card that was hidden has been seen since"))

    def undoable(self, seat: Seat) -> bool:
        """Say whether the seat can take its last action back."""
        try:
            self.check_undo(seat)
        except Refusal:
            return False
        return True

    def undo(self) -> None:
        """Take the last action back."""
        self.state = self._before()
        self.turn.pop()
        self.moves.pop()

    def _before(self) -> State[Any]:
        return self.turn[-2] if len(self.turn) > 1 else self.began

    def least_committal(self, seat: Seat) -> str:
        """Write the action that the table takes for a seat that stays silent (X-2)."""
        drawn = b""
        for state in (self.began, *self.turn):
            drawn = drawn_last(events(state, seat), seat, drawn)
        return self.game.text(least_committal(self.game, view(self.state, seat), drawn))

    def record(self, players: Sequence[str]) -> dict[str, Any]:
        """Write the finished game down."""
        return record(
            self.game, self.options, players, self.deal.seed, self.moves, self.state, self.deal
        )
