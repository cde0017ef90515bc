"""A table: who sits there, which game is on, and how each entry of its log changes it; no I/O."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.fair_deal import FairDeal, KnownDeal
from meldroom.core.game import Game, Refusal, Violation
from meldroom.games import find
from meldroom.match.match import Match, Play
from meldroom.server.storage.log_entries import (
    AnyEntry,
    Began,
    Branched,
    Closed,
    Dealt,
    Gave,
    Hosted,
    Left,
    MoveMade,
    Opened,
    Paused,
    Sat,
    Undone,
)

Phase = Literal["waiting", "playing", "over", "closed"]
BIRDS = ("Robin", "Wren", "Finch", "Lark", "Swift", "Martin", "Jay", "Teal")
REMEMBERED = 256  # how many acts a table can tell from ones that are sent again


class Person(NamedTuple):
    """Who holds a seat; `token` is the SHA-256 of what proves it."""

    name: str
    token: str


class Chair:
    """One seat: its person, and what is known of that person just now (which no log keeps)."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.person: Person | None = None
        self.lines = 0  # connections
        self.away: float | None = None  # since when the person has none
        self.covered = False  # a bot holds the seat for its person
        self.silent = 0  # time-outs in a row
        self.locked = 0.0  # until when a verb said too early is not heard

    @property
    def name(self) -> str:
        """The name at this seat."""
        return self.person.name if self.person else BIRDS[self.seat % len(BIRDS)]

    @property
    def bot(self) -> bool:
        """Whether a bot plays these cards."""
        return self.person is None or self.covered

    @property
    def here(self) -> bool:
        """Whether a person sits here and is connected."""
        return self.person is not None and self.lines > 0


def refused(rule: str, why: str) -> Refusal:
    """Refuse what no game forbids but the table does; docs/protocol.md lists these rules."""
    return Refusal(Violation(rule, why))


class CompletedAct(NamedTuple):
    """An act that stands: where it is in the log, and how many of its actions were carried out."""

    seq: int
    many: int


class Table:
    """A table as its log tells it."""

    def __init__(self, key: str, opened: Opened) -> None:
        self.key = key
        self.game: Game[Any] = find(opened.game)
        if self.game.rules != opened.rules:
            raise ValueError(
                f"table {key} plays {opened.game} by rules {opened.rules},"
                f" which are not the rules {self.game.rules} of this version"
            )
        self.opened = opened
        self.settings = opened.settings
        self.chairs = [Chair(seat) for seat in range(opened.seats)]
        self.host: Seat | None = None
        self.phase: Phase = "waiting"
        self.paused = False
        self.games = 0  # dealt so far
        self.secret = b""
        self.shares: dict[Seat, bytes] = {}
        self.wanted = False  # the host wants to begin before all seats are taken
        self.match: Match | None = None
        self.foreseen: Match | None = None  # a game to be taken up, as long as that is not written
        self.players: list[str] = []  # who played the game that is over
        self.seq = 1
        self.turn_at = 0  # when the turn began, in milliseconds of the wall clock
        self.done: dict[tuple[Seat, str], CompletedAct] = {}

    @property
    def people(self) -> Iterator[Chair]:
        """The seats that people hold."""
        return (chair for chair in self.chairs if chair.person)

    @property
    def names(self) -> list[str]:
        """The names around the table."""
        return [chair.name for chair in self.chairs]

    @property
    def playing(self) -> Match:
        """The game that is on; Refusal when none is."""
        if self.match is None or self.phase != "playing":
            raise refused("X-8", "no game is on")
        return self.match

    @property
    def deal(self) -> FairDeal:
        """What the next game's seed is made of."""
        seats = range(len(self.chairs))
        return FairDeal(self.secret, tuple(self.shares.get(seat, b"") for seat in seats))

    def evolve(self, entry: AnyEntry, at: int, play: Play | None = None) -> None:
        """Change the table as the next entry of its log says; a play judged before saves time."""
        self.seq += 1
        turns = self.match.turns_ended if self.match else None
        match entry:
            case Opened():
                raise ValueError("a table is opened once")
            case Sat(seat, name, token):
                self._seat(seat, Person(name, token))
            case Left(seat):
                self._seat(seat, None)
            case Hosted(seat):
                self.host = seat
            case Dealt(secret):
                self.games += 1
                self.secret, self.shares = bytes.fromhex(secret), {}
                self.phase, self.match, self.wanted, self.paused = "waiting", None, False, False
            case Gave(seat, share):
                self.shares[seat] = bytes.fromhex(share)
            case Began():
                options, seats = self.opened.options, len(self.chairs)
                self.match = Match(self.game, options, seats, self.deal)
                self.phase = "playing"
            case Branched():
                if self.foreseen is None:
                    self.foresee(entry)
                self.match, self.foreseen = self.foreseen, None
                self.games += 1
                self.phase = "playing"
            case MoveMade(seat, texts, by, mark):
                self._move(seat, play or self.playing.judge(seat, texts))
                self._remember(seat, mark, len(texts))
                if by == "person":
                    self.chairs[seat].silent = 0
            case Undone(seat, mark):
                self.playing.undo(seat)
                self._remember(seat, mark, 1)
            case Paused(on):
                self.paused = on
            case Closed():
                self.phase, self.match, self.paused = "closed", None, False
        if self.match is not None and self.match.turns_ended != turns:
            self.turn_at = at

    def foresee(self, entry: Branched) -> None:
        """Work out where a game that is taken up stands, which may be done before it is written."""
        deal = KnownDeal(bytes.fromhex(entry.seed), entry.source, len(entry.moves))
        self.foreseen = Match(self.game, self.opened.options, len(self.chairs), deal)
        self.foreseen.catch_up(entry.moves)

    def _move(self, seat: Seat, play: Play) -> None:
        self.playing.apply(play)
        if not self.playing.to_act:
            self.phase, self.players = "over", self.names

    def _seat(self, seat: Seat, person: Person | None) -> None:
        old = self.chairs[seat]
        chair = self.chairs[seat] = Chair(seat)
        chair.person = person
        chair.locked = old.locked
        if person is None:
            self.shares.pop(seat, None)
            self.done = {key: done for key, done in self.done.items() if key[0] != seat}
        if self.host is None and person is not None:
            self.host = seat
        elif self.host == seat and person is None:
            self.host = next((chair.seat for chair in self.people), None)

    def _remember(self, seat: Seat, mark: str, many: int) -> None:
        if mark:
            self.done[seat, mark] = CompletedAct(self.seq, many)
            while len(self.done) > REMEMBERED:
                del self.done[next(iter(self.done))]

    def facts(self) -> dict[str, Any]:
        """Tell what anybody at the table may know of it besides the game."""
        settings = self.settings
        facts: dict[str, Any] = {
            "key": self.key,
            "game": self.game.key,
            "options": self.opened.options,
            "clock": settings.clock,
            "listed": settings.listed,
            "watchers": settings.watchers,
            "history": settings.history,
            "chat": settings.chat,
            "fill": settings.fill,
            "standing": settings.standing,
            "phase": self.phase,
            "paused": self.paused,
            "host": self.host,
            "number": self.games,
            "commit": FairDeal(self.secret, ()).commit if self.secret else None,
            "seats": [self._chair(chair) for chair in self.chairs],
        }
        deal = self.match.deal if self.match else None
        if isinstance(deal, KnownDeal):
            facts["branch"] = {"digest": deal.source, "ply": deal.ply}
        elif self.phase == "over" and deal is not None:
            facts["secret"] = deal.secret.hex()
            facts["contributions"] = [share.hex() for share in deal.contributions]
        return facts

    def _chair(self, chair: Chair) -> Mapping[str, Any]:
        return {
            "name": chair.name,
            "person": chair.person is not None,
            "here": chair.here,
            "bot": chair.bot,
            "ready": chair.seat in self.shares,
        }
