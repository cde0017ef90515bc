"""A match: one game from its deal to its record, judged move by move; no I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.default_action import default_action, drawn_last
from meldroom.core.disclosure import discloses
from meldroom.core.event import Event
from meldroom.core.fair_deal import FairDeal, KnownDeal
from meldroom.core.game import AnyGame, Game, Refusal, Result, Violation, full_options
from meldroom.core.options import Setting
from meldroom.core.record import record
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.showdown import gathers
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, events, view
from meldroom.games.companions import timing_of


class Play(NamedTuple):
    """Actions of one seat that the referee allowed, each with the state that it leads to."""

    seat: Seat
    texts: tuple[str, ...]
    states: tuple[AnyState, ...]

    @property
    def deals(self) -> bool:
        """Whether all cards were gathered and dealt again on the way."""
        return any(gathers(state.journal) for state in self.states)


class Match:
    """A game in progress; only legal actions move it on.

    It is dealt from a seed of 32 bytes, or from a deal that says where its seed came from. A turn
    lasts until other seats are to act; a race, in which several seats may act, is one turn.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, Setting],
        seats: int,
        deal_or_seed: FairDeal | KnownDeal | bytes,
    ) -> None:
        _check_arguments(game, options, seats, deal_or_seed)
        self.game = game
        self.deal = None if isinstance(deal_or_seed, bytes) else deal_or_seed
        self.seed = deal_or_seed if isinstance(deal_or_seed, bytes) else deal_or_seed.seed
        self.state = game.start(options, seats, Rng(self.seed))
        self.options = full_options(game, options)
        self.to_act = game.to_act(self.state.public)  # none when the game is over
        self.moves: list[tuple[Seat, str]] = []
        self.turns_ended = 0
        self.turn_started_by: Seat = 0  # whose action ended the turn before
        self.racing: tuple[Seat, ...] = ()  # who has not answered yet in a race
        self.turn_start = self.watcher_state = self.state  # watchers are a turn behind
        self.hand_start = self.state  # where the cards were dealt last
        self.deal_starts = [0]  # the plies after which all cards had been dealt anew
        self.turn_states: list[AnyState] = []  # after each action of this turn
        self.previous_turn_states: list[AnyState] = []
        self.released_states = [self.state]  # what watchers came to see by the last play
        self.moves_caught_up = 0  # made elsewhere, so never taken back here
        self._views: dict[Seat | None, tuple[AnyState, AnyView]] = {}  # the last of each seat
        self.hints: dict[int, Seat] = {}  # by ply, whom it was suggested to what to play there

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return self.game.result(self.state)

    def view(self, seat: Seat | None) -> AnyView:
        """Look at the game from a seat; None is a watcher, who is a turn behind."""
        state = self.watcher_state if seat is None else self.state
        seen = self._views.get(seat)
        if seen is None or seen[0] is not state:
            self._views[seat] = seen = state, view(state, seat)
        return seen[1]

    def legal(self, seat: Seat) -> Sequence[Action]:
        """List the legal actions of a seat."""
        return self.game.legal(self.view(seat))

    def events(self, seat: Seat | None) -> tuple[Event, ...]:
        """Tell what the last action did, as this seat may see it; a watcher is a turn behind."""
        if seat is not None:
            return events(self.state, seat)
        return tuple(event for state in self.released_states for event in events(state, None))

    # -- playing: judged, then applied

    def play(self, seat: Seat, action: Action | str, *more: Action | str) -> Play:
        """Play actions, given as such or as texts; Refusal names the rule and changes nothing."""
        play = self.judge(seat, (action, *more))
        self.apply(play)
        return play

    def judge(self, seat: Seat, actions: Sequence[Action | str]) -> Play:
        """Allow all of the actions or none (Refusal), without changing anything.

        The list ends early at an action that shows the seat a hidden card, because nobody can
        have meant what comes after it.
        """
        state, texts, states = self.state, [], []
        for given in actions:
            action = self._read(given)
            seen = self.view(seat) if state is self.state else view(state, seat)
            violation = self.game.check(seen, action)
            if violation is not None:
                raise Refusal(violation)
            before, state = state, self.game.apply(state, seat, action)
            texts.append(given if isinstance(given, str) else self.game.text(given))
            states.append(state)
            if len(texts) < len(actions) and discloses(before, state, (seat,)):
                break
        return Play(seat, tuple(texts), tuple(states))

    def _read(self, given: Action | str) -> Action:
        if isinstance(given, str):
            try:
                return _parsed(self.game, given)
            except ValueError as error:
                raise Refusal(Violation("X-3", str(error))) from None
        if type(given) not in self.game.actions:
            raise TypeError(f"{self.game.key} wants one of its actions, or its text, not {given!r}")
        return given

    def apply(self, play: Play) -> None:
        """Go on to where a play that was just judged leads."""
        self.released_states = []
        for text, state in zip(play.texts, play.states, strict=True):
            self._advance(play.seat, text, state)

    def apply_legal(self, seat: Seat, action: Action) -> None:
        """Apply one of the seat's legal actions; trusts its caller."""
        self.released_states = []
        self._advance(seat, self.game.text(action), self.game.apply(self.state, seat, action))

    def catch_up(self, moves: Sequence[tuple[Seat, str]]) -> None:
        """Play moves that were made in another game and are not taken back in this one."""
        for seat, text in moves:
            self.play(seat, text)
        self.moves_caught_up = len(self.moves)

    def _advance(self, seat: Seat, text: str, state: AnyState) -> None:
        expected = self.to_act
        if self.racing:
            expected = tuple(other for other in self.racing if other != seat) or expected
        if state.rng is not self.state.rng and gathers(state.journal):
            self.hand_start = state
            self.deal_starts.append(state.ply)
        self.state = state
        self.to_act = to_act = self.game.to_act(state.public)
        self.moves.append((seat, text))
        self.turn_states.append(state)
        if to_act != expected:
            self._end_turn(seat)
        elif self.racing:
            self.racing = expected

    def _end_turn(self, seat: Seat) -> None:
        """Show watchers the turn before this one, and everything once the game is over."""
        states = self.previous_turn_states
        if not self.to_act:
            states = [*states, *self.turn_states]
        if states:
            self.released_states += states
            self.watcher_state = states[-1]
        self.previous_turn_states, self.turn_states = self.turn_states, []
        self.turn_start, self.turn_started_by = self.state, seat
        self.turns_ended += 1
        self.racing = self.to_act if len(self.to_act) > 1 else ()

    # -- taking back

    def check_undo(self, seat: Seat) -> None:
        """Refusal unless the seat can take its last action back (X-4)."""
        own = self.turn_states and len(self.moves) > self.moves_caught_up
        if not own or self.racing or self.to_act != (seat,):
            raise Refusal(Violation("X-4", "you have no action in this turn to take back"))
        if discloses(self._previous_state(), self.state, (None, *range(self.state.seats))):
            raise Refusal(Violation("X-4", "a hidden card has been seen since"))

    def can_undo(self, seat: Seat) -> bool:
        """Say whether the seat can take its last action back."""
        try:
            self.check_undo(seat)
        except Refusal:
            return False
        return True

    def undo(self, seat: Seat) -> None:
        """Take the seat's last action back; Refusal if that is not allowed (X-4)."""
        self.check_undo(seat)
        self.state, self.released_states = self._previous_state(), []
        self.turn_states.pop()
        self.moves.pop()

    def _previous_state(self) -> AnyState:
        return self.turn_states[-2] if len(self.turn_states) > 1 else self.turn_start

    # -- for a seat that stays silent, and at the end

    def default_action(self, seat: Seat) -> Action:
        """Choose what the table does for a seat that stays silent (X-2)."""
        drawn = b""
        for state in (self.turn_start, *self.turn_states):
            drawn = drawn_last(events(state, seat), seat, drawn)
        seen = view(self.state, seat)
        return default_action(self.game, seen, drawn, timing_of(self.game).default_verbs(seen))

    def record(self, players: Sequence[str]) -> dict[str, Any]:
        """Write the record of the finished game; ValueError while it runs."""
        hints = self.hinted(self.moves)
        return record(
            self.game, self.options, players, self.seed, self.moves, self.state, self.deal, hints
        )

    def hinted(self, moves: Sequence[tuple[Seat, str]]) -> list[int]:
        """Give the plies of those moves before which their seat was given a hint."""
        return [ply for ply, (seat, _) in enumerate(moves) if self.hints.get(ply) == seat]


@lru_cache(maxsize=4_096)
def _parsed(game: AnyGame, text: str) -> Action:
    return game.parse(text)


def _check_arguments(game: object, options: object, seats: object, deal_or_seed: object) -> None:
    if not isinstance(game, Game):
        hint = f"; meldroom.games.find({game!r}) gives it" if isinstance(game, str) else ""
        raise TypeError(f"Match wants a game, not {game!r}{hint}")
    if not isinstance(options, Mapping):
        raise TypeError(f"Match wants options such as {{}}, not {options!r}")
    if type(seats) is not int:
        raise TypeError(f"Match wants a number of seats, not {seats!r}")
    if not isinstance(deal_or_seed, bytes | FairDeal | KnownDeal):
        raise TypeError(f"Match wants a seed of {SEED_SIZE} bytes or a deal, not {deal_or_seed!r}")
    if isinstance(deal_or_seed, bytes) and len(deal_or_seed) != SEED_SIZE:
        raise ValueError(f"Match wants a seed of {SEED_SIZE} bytes, not {len(deal_or_seed)}")
