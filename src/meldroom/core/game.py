"""What a game is: it starts, says who acts, judges, and carries out; all as values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, final

from meldroom.core import action as notation
from meldroom.core.action import Action
from meldroom.core.cards import Deck, Seat
from meldroom.core.options import O, Setting, as_dict, settle
from meldroom.core.rng import Rng
from meldroom.core.state import P, State
from meldroom.core.view import View, view
from meldroom.core.zone import make


class Violation(NamedTuple):
    """The rule that forbids an action, and why."""

    rule: str
    why: str


class Refusal(Exception):
    """An action was refused; it changed nothing (X-3)."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.why} ({violation.rule})")
        self.violation = violation


class Result(NamedTuple):
    """How a game ended: `places` from 1, `winners` ascending, `reason` a rule's number."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


def ranked(standings: Sequence[Any], reason: str, scores: Sequence[int]) -> Result:
    """Give places by standing, the highest best, equal ones for ties."""
    places = tuple(1 + sum(other > mine for other in standings) for mine in standings)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Result(tuple(scores), places, winners, reason)


def place_rewards(places: Sequence[int]) -> tuple[float, ...]:
    """Give 1 for the first place down to -1 for the last, evenly between; ties share.

    >>> place_rewards((1, 2, 2))
    (1.0, -0.5, -0.5)
    """
    steps = len(places) - 1
    return tuple(1 - (2 * (place - 1) + places.count(place) - 1) / steps for place in places)


class Game(ABC, Generic[P, O]):
    """The referee of one game; holds no state of its own.

    What people, bots and learners need besides the rules lies in modules beside the game, which
    `meldroom.games.companions` finds by their names.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    year: ClassVar[str]
    about: ClassVar[str]  # one sentence
    rules: ClassVar[str]  # the rules' version, kept in records
    prefix: ClassVar[str]  # a record's reason TU-23 is ruling Q23 of the page with prefix TU
    players: ClassVar[range]
    deck: ClassVar[Deck]
    actions: ClassVar[tuple[type[Action], ...]]
    options: type[O]
    topped: ClassVar[tuple[str, ...]] = ()  # piles of which only the top card can be looked at

    @final
    def start(self, options: Mapping[str, Setting], seats: int, rng: Rng) -> State[P, O]:
        """Set the table and deal; ValueError for what the game does not offer."""
        if not isinstance(rng, Rng):
            raise TypeError(f"a game starts from an Rng, not from {rng!r}")
        check_players(self, seats)
        return self.opening(settle(self.options, options, self.key), seats, rng)

    @final
    def legal(self, seen: View[P, O]) -> Sequence[Action]:
        """Give exactly the actions that `check` lets through, each once."""
        return self.choices(seen) if seen.seat in self.to_act(seen.public) else ()

    @final
    def check(self, seen: View[P, O], action: Action) -> Violation | None:
        """Say which rule forbids the action, or None."""
        acting = self.to_act(seen.public)
        if not acting:
            return Violation("X-8", "the game is over")
        if seen.seat not in acting:
            return Violation("X-1", "it is not your turn")
        return self.forbids(seen, action)

    @final
    def apply(self, state: State[P, O], seat: Seat, action: Action) -> State[P, O]:
        """Carry out a legal action; trusts its caller, unlike `play`."""
        zones, public, options, seats, rng, ply, _ = state
        fresh = make(State, (zones, public, options, seats, rng, ply + 1, ()))
        return self.carry_out(fresh, seat, action)

    @final
    def text(self, action: Action) -> str:
        """Write an action in the game's notation."""
        return notation.write(action, self.deck)

    @final
    def parse(self, text: str) -> Action:
        """Read an action from the game's notation; ValueError if it is none."""
        return notation.read(text, self.actions, self.deck)

    @abstractmethod
    def opening(self, options: O, seats: int, rng: Rng) -> State[P, O]:
        """Set the table and deal, up to the first decision."""

    @abstractmethod
    def to_act(self, public: P) -> tuple[Seat, ...]:
        """Name the seats that may act now; none when the game is over."""

    @abstractmethod
    def choices(self, seen: View[P, O]) -> Sequence[Action]:
        """Give the legal actions of a seat that may act: generated, this is the hot path.

        Where none is spelled they come in the order of their numbers, as a twin gives them.
        """

    @abstractmethod
    def forbids(self, seen: View[P, O], action: Action) -> Violation | None:
        """Judge an action of a seat that may act."""

    @abstractmethod
    def carry_out(self, state: State[P, O], seat: Seat, action: Action) -> State[P, O]:
        """Do what a legal action does, and all that needs no choice after it."""

    @abstractmethod
    def result(self, seen: State[P, O] | View[P, O]) -> Result | None:
        """Say how the game ended, or None while it runs."""


AnyGame: TypeAlias = Game[Any, Any]


def play(game: Game[P, O], state: State[P, O], seat: Seat, action: Action) -> State[P, O]:
    """Check and apply; raises Refusal."""
    violation = game.check(view(state, seat), action)
    if violation is not None:
        raise Refusal(violation)
    return game.apply(state, seat, action)


def usual_players(game: AnyGame) -> int:
    """Give the number of players where nobody asks for another: four, or as many as fit."""
    return min(4, game.players[-1])


def check_players(game: AnyGame, players: int) -> None:
    """ValueError unless the game takes so many players."""
    if players not in game.players:
        low, high = game.players[0], game.players[-1]
        raise ValueError(f"{game.key} takes {low} to {high} players, not {players}")


def full_options(game: AnyGame, given: Mapping[str, Setting]) -> dict[str, Setting]:
    """Complete the options with the game's defaults; ValueError for one that it has not."""
    return as_dict(settle(game.options, given, game.key))
