"""What a game is: it starts, says who acts, judges, and carries out; all as values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, final

from meldroom.core import action as notation
from meldroom.core.action import Action
from meldroom.core.cards import Cards, Deck, Seat
from meldroom.core.rng import Rng
from meldroom.core.skill import Skill
from meldroom.core.state import P, State
from meldroom.core.view import View, view
from meldroom.core.zone import make

Setting = int | str


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


class AtMost(NamedTuple):
    """Said of the type of a fact: it never has more entries than so many, told by `short`."""

    many: int
    short: Callable[[Any], Any]


class Group(NamedTuple):
    """Cards of a hand that belong together, and what they are to their holder."""

    cards: Cards
    label: str


class Pad(NamedTuple):
    """A score pad as it looks on paper; `{0}` in a heading stands for the name at seat 0."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...] = ()  # a line is drawn under these rows


class Race(NamedTuple):
    """How a table runs a moment in which several seats may act at once, in seconds.

    Whoever is silent after `limit` is answered for, from the left of the seat that began it. A bot
    answers between `quickest` and `slowest`. The `verb` said too early is locked for `lock`.
    """

    verb: str = ""
    rule: str = ""
    limit: float = 8.0
    quickest: float = 0.9
    slowest: float = 3.5
    lock: float = 2.0


class Question(NamedTuple):
    """Something that is asked of a hand all the time, so that its speed is worth measuring."""

    name: str
    size: int  # how many cards the hand has
    answer: Callable[[Cards], object]


class Game(ABC, Generic[P]):
    """The referee of one game; holds no state of its own."""

    key: ClassVar[str]
    name: ClassVar[str]
    year: ClassVar[str]
    about: ClassVar[str]  # one sentence
    rules: ClassVar[str]  # the rules' version, kept in records
    prefix: ClassVar[str]  # ruling Q5 of RULES.md is number 5 of the page with this prefix
    players: ClassVar[range]
    deck: ClassVar[Deck]
    actions: ClassVar[tuple[type[Action], ...]]
    options: ClassVar[Mapping[str, tuple[Setting, ...]]]  # the default first
    shy: ClassVar[tuple[str, ...]] = ()  # the verbs for a silent seat, the shyest first
    topped: ClassVar[tuple[str, ...]] = ()  # piles of which the top card alone is looked at
    race: ClassVar[Race] = Race()
    questions: ClassVar[tuple[Question, ...]] = ()  # the hot paths of the game's own

    @final
    def start(self, options: Mapping[str, Setting], seats: int, rng: Rng) -> State[P]:
        """Set the table and deal; ValueError for what the game does not offer."""
        if seats not in self.players:
            low, high = self.players[0], self.players[-1]
            raise ValueError(f"{self.key} takes {low} to {high} players, not {seats}")
        return self.opening(self.settled(options), seats, rng)

    @final
    def settled(self, given: Mapping[str, Setting]) -> dict[str, Setting]:
        """Complete the options with their defaults; ValueError for one that does not exist."""
        for name, value in given.items():
            if name not in self.options:
                raise ValueError(
                    f"{self.key} has no option {name!r}; it has {', '.join(self.options)}"
                )
            if type(value) not in (int, str) or value not in self.options[name]:
                offered = ", ".join(map(str, self.options[name]))
                raise ValueError(f"{self.key}: {name} is one of {offered}, not {value!r}")
        return {name: given.get(name, values[0]) for name, values in self.options.items()}

    @final
    def legal(self, seen: View[P]) -> Sequence[Action]:
        """Give exactly the actions that `check` lets through, each once."""
        return self.choices(seen) if seen.seat in self.to_act(seen.public) else ()

    @final
    def check(self, seen: View[P], action: Action) -> Violation | None:
        """Say which rule forbids the action, or None."""
        acting = self.to_act(seen.public)
        if not acting:
            return Violation("X-8", "the game is over")
        if seen.seat not in acting:
            return Violation("X-1", "it is not your turn")
        return self.forbids(seen, action)

    @final
    def apply(self, state: State[P], seat: Seat, action: Action) -> State[P]:
        """Carry out a legal action; trusts its caller."""
        zones, public, options, seats, rng, ply, _ = state
        fresh = make(State, (zones, public, options, seats, rng, ply + 1, ()))
        return self.carry_out(fresh, seat, action)

    def pack(self, seats: int) -> Cards:
        """Give every card in play at a table of so many seats, in canonical order."""
        return self.deck.pack

    def shyness(self, seen: View[P]) -> tuple[str, ...]:
        """Rank the verbs for a seat that stays silent, the least committal first (X-2)."""
        return self.shy

    def candidates(self, seen: View[P]) -> Iterator[Action]:
        """Give every action that can be written at this table, to hold `legal` against `check`."""
        for kind in self.actions:
            yield from notation.every(kind, self.deck, seen.seats)

    def betrays(self, state: State[P], seat: Seat, action: Action) -> object:
        """Say what an action lets all learn of hidden cards by rule, besides cards that move."""
        return None

    def skill(self) -> Skill[P]:
        """Tell the bots how the game is played well; a game without a `bot.py` cannot."""
        return Skill()

    def standings(self, seen: State[P] | View[P]) -> tuple[int, ...]:
        """Give what each seat has by now, the highest best; nothing before the end by default."""
        result = self.result(seen)
        return result.scores if result else (0,) * seen.seats

    def outline(self, seen: View[P]) -> Any:
        """Give the public facts in a form that does not grow, for those who learn from vectors."""
        return seen.public

    @final
    def text(self, action: Action) -> str:
        """Write an action in the game's notation."""
        return notation.write(action, self.deck)

    @final
    def parse(self, text: str) -> Action:
        """Read an action from the game's notation; ValueError if it is none."""
        return notation.read(text, self.actions, self.deck)

    @abstractmethod
    def opening(self, options: Mapping[str, Setting], seats: int, rng: Rng) -> State[P]:
        """Set the table and deal, up to the first decision."""

    @abstractmethod
    def to_act(self, public: P) -> tuple[Seat, ...]:
        """Name the seats that may act now; none when the game is over."""

    @abstractmethod
    def choices(self, seen: View[P]) -> Sequence[Action]:
        """Give the legal actions of a seat that may act: generated, this is the hot path."""

    @abstractmethod
    def forbids(self, seen: View[P], action: Action) -> Violation | None:
        """Judge an action of a seat that may act."""

    @abstractmethod
    def carry_out(self, state: State[P], seat: Seat, action: Action) -> State[P]:
        """Do what a legal action does, and all that needs no choice after it."""

    @abstractmethod
    def result(self, seen: State[P] | View[P]) -> Result | None:
        """Say how the game ended, or None while it runs."""

    @abstractmethod
    def asks(self, seen: View[P]) -> str:
        """Say in one sentence what this seat is asked to do, or "" when it is not."""

    @abstractmethod
    def arranged(self, seen: View[P]) -> tuple[Group, ...]:
        """Lay the seat's own cards out in groups, melds and near-melds first."""

    def laid(self, seen: View[P], seat: Seat) -> tuple[Group, ...]:
        """Lay the open cards before a seat out in groups, where their zones do not tell them."""
        return ()

    @abstractmethod
    def worth(self, seen: View[P]) -> str:
        """Say in a few words what the seat's own cards are worth right now."""

    @abstractmethod
    def pad(self, seen: State[P] | View[P]) -> Pad:
        """Give the score pad as it stands."""


def play(game: Game[P], state: State[P], seat: Seat, action: Action) -> State[P]:
    """Check and apply; raises Refusal."""
    violation = game.check(view(state, seat), action)
    if violation is not None:
        raise Refusal(violation)
    return game.apply(state, seat, action)
