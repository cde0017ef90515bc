"""A table as its log describes it: seats, host, game, and how each entry changes them; no I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.fair_deal import FairDeal, KnownDeal
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.games import find
from meldroom.match.match import Match, Play
from meldroom.room.deal_shares import DealShares
from meldroom.room.log_entries import (
    AnyEntry,
    BotChosen,
    CommitmentsClosed,
    GameBranched,
    GamePrepared,
    GameStarted,
    HintGiven,
    HintsAllowed,
    HostChanged,
    MoveMade,
    MoveUndone,
    PauseChanged,
    PersonSilenced,
    Phase,
    RequestWithdrawn,
    SeatAllowed,
    SeatChanged,
    SeatLeft,
    SeatRequested,
    SeatTaken,
    ShareCommitted,
    ShareGiven,
    StartRequested,
    TableClosed,
    TableOpened,
)
from meldroom.room.names import look_alike
from meldroom.room.refusals import refused
from meldroom.room.table_seat import BOT_NAMES, Person, SeatHolder, SeatRequest, TableSeat

MAX_COMPLETED_ACTS = 256  # acts that are recognised when they are sent again


class Watching(NamedTuple):
    """How many people only watch, and the names of those who gave one."""

    number: int = 0
    names: tuple[str, ...] = ()


class CompletedAct(NamedTuple):
    """An act that is in the log: its entry, and how many of its actions were played."""

    seq: int
    actions: int


class Table:
    """A table that changes by the entries of its log alone, but for who is here just now."""

    def __init__(self, key: str, opened: TableOpened) -> None:
        self.key = key
        self.game = self.find_game(opened)
        self.opened = opened
        self.settings = opened.settings
        self.seats = [TableSeat(seat) for seat in range(opened.seats)]
        self.requests: dict[Seat, SeatRequest] = {}
        self.watching = Watching()  # just now, which no log keeps
        self.left_by: dict[Seat, str] = {}  # since the deal: seats whose person left, and the token
        self.removed: set[str] = set()  # tokens of those whom the host removed
        self.silenced: set[str] = set()  # tokens of those whom the host muted for everybody
        self.agreed_to_hints: set[Seat] = set()  # whose people would allow hints to everybody
        self.host: Seat | None = None
        self.phase: Phase = "waiting"
        self.paused = False
        self.bots_chosen: dict[Seat, str] = {}  # since it was opened; "" for a person
        self.pace = "normal"  # of bots, which no log keeps
        self.skip_asked: set[Seat] = set()  # who wants bots to hurry, which no log keeps
        self.games = 0  # prepared so far
        self.secret = b""
        self.shares = DealShares()
        self.start_requested = False  # the host starts before all seats are taken
        self.match: Match | None = None
        self.prepared_branch: Match | None = None  # worked out before its entry is written
        self.players: list[str] = []  # who played the game that is over
        self.holders: list[list[SeatHolder]] = []  # by seat: of this game, who began it first
        self.rated = True  # no bot's hand of this game was given to a person
        self.seq = 1
        self.turn_began_at = 0  # milliseconds of the wall clock
        self.completed_acts: dict[tuple[Seat | None, str], CompletedAct] = {}

    @staticmethod
    def find_game(opened: TableOpened) -> AnyGame:
        """Find the game with the rules that a table was opened for; Refusal (P-13) without them."""
        try:
            game = find(opened.game)
        except ValueError:
            raise refused("P-13", f"this server no longer has the game {opened.game}") from None
        if game.rules != opened.rules:
            raise refused(
                "P-13",
                f"this table plays {game.name} by rules {opened.rules};"
                f" this version has rules {game.rules}",
            )
        return game

    def bot_level(self, seat: Seat) -> str:
        """Give the level of the bot that plays a seat; one that covers a person has the default."""
        chosen = "" if self.seats[seat].person else self._bot_chosen_for(seat)
        return chosen or self.settings.bot

    def awaits_person(self, seat: Seat) -> bool:
        """Whether the game starts only when a person has taken this seat, or the host wants."""
        begins = self.start_requested or self.shares.closed
        waiting = self.phase == "waiting" and not begins
        empty = not self.seats[seat].person and not self._bot_chosen_for(seat)
        return waiting and empty and self.settings.fill == "people"

    def _bot_chosen_for(self, seat: Seat) -> str:
        return self.bots_chosen.get(seat, self.settings.bot_chosen_for(seat))

    @property
    def people(self) -> Iterator[TableSeat]:
        """The seats that people hold."""
        return (seat for seat in self.seats if seat.person)

    @property
    def local_seats(self) -> list[Seat]:
        """The seats whose people share one device; none where everybody has their own."""
        return [seat.seat for seat in self.people if seat.seat < self.settings.local]

    @property
    def names(self) -> list[str]:
        """The names around the table."""
        return [seat.name for seat in self.seats]

    @property
    def names_of_people(self) -> list[str]:
        """The names of those who hold a seat or wait for one."""
        waiting = [request.name for request in self.requests.values()]
        return [*(seat.name for seat in self.people), *waiting]

    @property
    def current_match(self) -> Match:
        """The game that is being played; Refusal when there is none."""
        if self.match is None or self.phase != "playing":
            raise refused("X-8", "no game is being played")
        return self.match

    def check_not_closed(self) -> None:
        """Refuse what cannot be done at a closed table."""
        if self.phase == "closed":
            raise refused("P-5", "the table is closed")

    @property
    def next_deal(self) -> FairDeal:
        """What the next game is dealt from."""
        return FairDeal(self.secret, *self.shares.by_seat(len(self.seats)))

    def apply(self, entry: AnyEntry, at: int, play: Play | None = None) -> tuple[AnyState, ...]:
        """Change as the next entry of the log says, and give the states that the game went through.

        A play that was judged before it was written need not be judged again.
        """
        self.seq += 1
        turns_ended = self.match.turns_ended if self.match else None
        states: tuple[AnyState, ...] = ()
        match entry:
            case MoveMade(seat, texts, by):  # first: nearly every entry
                states = self._play(play or self.current_match.judge(seat, texts))
                self._remember(entry)
                if by == "person":
                    self.seats[seat].timeouts = 0
            case TableOpened():
                raise ValueError("a table is opened once")
            case SeatTaken(seat, name, token, person):
                request = self.requests.pop(seat, None)
                self._replace_person(seat, Person(name, token, person))
                if self.phase == "playing" and self.holders:
                    self._add_holder(seat)
                    dealt_in = request is not None and request.dealt
                    self.rated &= dealt_in or self.left_by.get(seat) == token
            case SeatLeft(seat, kicked):
                leaver = self.seats[seat].person
                if leaver is not None:
                    self.left_by[seat] = leaver.token
                    if kicked:
                        self.removed.add(leaver.token)
                self._replace_person(seat, None)
            case SeatChanged(seat, to):
                self._move_person(seat, to)
            case SeatRequested(seat, name, token, person):
                self.requests[seat] = SeatRequest(name, token, person)
            case SeatAllowed(seat, by):
                self.requests[seat].allowed.add(by)
            case RequestWithdrawn(seat, kicked):
                request = self.requests.pop(seat)
                if kicked:
                    self.removed.add(request.token)
            case HostChanged(seat):
                self.host = seat
            case PersonSilenced(seat, on):
                speaker = self.seats[seat].person
                if speaker is not None:
                    (self.silenced.add if on else self.silenced.discard)(speaker.token)
            case BotChosen(seat, level):
                self.bots_chosen[seat] = level
            case GamePrepared(secret):
                self.games += 1
                self.secret, self.shares = bytes.fromhex(secret), DealShares()
                self.phase, self.match = "waiting", None
                self.start_requested = self.paused = False
                self.left_by = {}
            case ShareCommitted(seat, commitment):
                self.shares.commitments[seat] = commitment
            case CommitmentsClosed():
                self.shares.close()
            case ShareGiven(seat, share):
                self.shares.revealed[seat] = bytes.fromhex(share)
            case StartRequested():
                self.start_requested = True
            case GameStarted():
                options, seats = self.opened.options, len(self.seats)
                self.match = Match(self.game, options, seats, self.next_deal)
                self.phase, states = "playing", (self.match.state,)
                self.left_by, self.rated = {}, True
                # A deal that was known counts for nobody.
                known = self.opened.daily is not None and not self.opened.daily.scored
                self.holders = [] if known else [[self._holder(seat)] for seat in range(seats)]
            case GameBranched():
                if self.prepared_branch is None:
                    self.prepare_branch(entry)
                self.match, self.prepared_branch = self.prepared_branch, None
                self.holders = []  # its cards were known: it counts for nobody
                self.games += 1
                self.phase = "playing"
            case MoveUndone(seat):
                self.current_match.undo(seat)
                self._remember(entry)
            case HintsAllowed(seat, on):
                (self.agreed_to_hints.add if on else self.agreed_to_hints.discard)(seat)
            case HintGiven(seat, ply):
                if self.match is not None:  # a game before the last one is not played again
                    self.match.hints[ply] = seat
            case PauseChanged(on):
                self.paused = on
            case TableClosed():
                self.phase, self.match, self.paused = "closed", None, False
                if not self.settings.standing:
                    self.requests = {}
        if self.match is not None and self.match.turns_ended != turns_ended:
            self.turn_began_at = at
        return states

    @property
    def plays_alone(self) -> bool:
        """Whether one person plays, and bots have all other seats."""
        return len(list(self.people)) == 1

    @property
    def is_daily_attempt(self) -> bool:
        """Whether a person plays the deal of the day here, for the one score."""
        return self.opened.daily is not None and self.opened.daily.scored

    @property
    def hints_allowed(self) -> bool:
        """Whether everybody at the table may ask for hints: one person alone, or all agreed."""
        if self.is_daily_attempt:
            return False
        return self.plays_alone or all(one.seat in self.agreed_to_hints for one in self.people)

    def was_left(self, seat: Seat) -> bool:
        """Return whether a person who holds the seat no more has seen cards of this deal there."""
        running = self.phase == "playing"
        return running and seat in self.left_by and self.seats[seat].person is None

    def is_silenced(self, seat: Seat) -> bool:
        """Return whether the host has muted the person in a seat for everybody."""
        person = self.seats[seat].person
        return person is not None and person.token in self.silenced

    def prepare_branch(self, entry: GameBranched) -> None:
        """Work out where a branched game stands; may be done before its entry is written."""
        deal = KnownDeal(bytes.fromhex(entry.seed), entry.source, len(entry.moves))
        self.prepared_branch = Match(self.game, self.opened.options, len(self.seats), deal)
        self.prepared_branch.catch_up(entry.moves)

    def _play(self, play: Play) -> tuple[AnyState, ...]:
        match = self.current_match
        match.apply(play)
        if (self.left_by or self.requests) and play.deals:
            self.left_by = {}
            for request in self.requests.values():
                request.dealt = True
        if not match.to_act:
            self.phase, self.players = "over", self.names
        return play.states

    def _add_holder(self, seat: Seat) -> None:
        """Note who took a seat over; one who comes back is noted already."""
        holder, holders = self._holder(seat), self.holders[seat]
        if holder.player not in [other.player for other in holders]:
            holders.append(holder)

    def _holder(self, seat: Seat) -> SeatHolder:
        person = self.seats[seat].person
        if person is None:
            return SeatHolder(self.seats[seat].name, bot=self.bot_level(seat))
        # Nobody knows who else sits at a device, so those people have no record.
        other_at_device = seat in self.local_seats[1:]
        return SeatHolder(person.name, "" if other_at_device else person.key or person.token)

    def _replace_person(self, seat: Seat, person: Person | None) -> None:
        locked_until = self.seats[seat].locked_until
        self.seats[seat] = TableSeat(seat, person)
        self.seats[seat].locked_until = locked_until
        self.seats[seat].taken_seq = self.seq
        self.agreed_to_hints.discard(seat)
        for request in self.requests.values():
            request.allowed.discard(seat)
        if person is None:
            self.shares.drop(seat)
            self._forget_acts(seat)
        if self.host is None and person is not None:
            self.host = seat
        elif self.host == seat and person is None:
            self.host = next((other.seat for other in self.people), None)
            # Nobody could end the pause, and newcomers would wait for a deal that never comes.
            self.paused = self.paused and self.host is not None
        self._name_bots()

    def _move_person(self, seat: Seat, to: Seat) -> None:
        """Let a person change places with a bot, or with nobody; they commit to a share again."""
        bot_here, bot_there = self._bot_chosen_for(seat), self._bot_chosen_for(to)
        mover, empty = self.seats[seat], self.seats[to]
        self.seats[seat], self.seats[to] = empty, mover
        self.bots_chosen[seat], self.bots_chosen[to] = bot_there, bot_here
        empty.seat, mover.seat = seat, to
        mover.taken_seq = self.seq
        self._forget_acts(seat)
        if seat in self.agreed_to_hints:
            self.agreed_to_hints ^= {seat, to}
        self.shares.move(seat, to)
        if self.host == seat:
            self.host = to
        self._name_bots()

    def _forget_acts(self, seat: Seat) -> None:
        self.completed_acts = {
            (other, act_id): completed
            for (other, act_id), completed in self.completed_acts.items()
            if other != seat
        }

    def _name_bots(self) -> None:
        """Give each bot the name of its seat, or a spare one where a person has that name."""
        people = [seat.name for seat in self.people]
        free = [bot for bot in BOT_NAMES if not any(look_alike(bot, name) for name in people)]
        spare = [bot for bot in free if bot not in BOT_NAMES[: len(self.seats)]]
        spare += [BOT_NAMES[seat.seat] for seat in self.people if BOT_NAMES[seat.seat] in free]
        for seat in self.seats:
            if seat.person is None:
                usual = BOT_NAMES[seat.seat]
                seat.bot_name = usual if usual in free else spare.pop(0)

    def skip(self, entry: AnyEntry | None) -> None:
        """Leave an entry of an earlier game out, but remember its act if it is given."""
        self.seq += 1
        if isinstance(entry, MoveMade | MoveUndone):
            self._remember(entry)

    def _remember(self, entry: MoveMade | MoveUndone) -> None:
        if entry.id:
            actions = len(entry.texts) if isinstance(entry, MoveMade) else 1
            self.completed_acts[entry.seat, entry.id] = CompletedAct(self.seq, actions)
            while len(self.completed_acts) > MAX_COMPLETED_ACTS:
                del self.completed_acts[next(iter(self.completed_acts))]

    def _shown_level(self, seat: TableSeat) -> str | None:
        if not seat.bot_plays or self.awaits_person(seat.seat):
            return None
        return self.bot_level(seat.seat)

    def facts(self, now: float | None = None) -> dict[str, Any]:
        """Return what anybody at the table may know of it besides the game.

        How long people may still be away is left out unless it is said what time it is.
        """
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
            "local": self.local_seats,
            "phase": self.phase,
            "paused": self.paused,
            "pace": self.pace,
            "skips": sorted(self.skip_asked),
            "host": self.host,
            "hints": self._hint_facts(),
            "number": self.games,
            "commit": self.next_deal.commit if self.secret else None,
            "commitments": self.next_deal.commitments or None,
            "seats": [self._seat_facts(seat, now) for seat in self.seats],
            "watching": self.watching._asdict(),
            "requests": [
                {"seat": seat, "name": request.name, "allowed": sorted(request.allowed)}
                for seat, request in self.requests.items()
            ],
        }
        if self.opened.daily is not None:
            facts["daily"] = {"day": self.opened.daily.day, "scored": self.opened.daily.scored}
        deal = self.match.deal if self.match else None
        if isinstance(deal, KnownDeal):
            facts["branch"] = {"digest": deal.source, "ply": deal.ply}
        elif self.phase == "over" and deal is not None and not self.is_daily_attempt:
            facts["secret"] = deal.secret.hex()
            facts["contributions"] = [share.hex() for share in deal.contributions]
        return facts

    def _hint_facts(self) -> dict[str, Any]:
        given = Counter(self.match.hints.values() if self.match else ())
        return {
            "allowed": self.hints_allowed,
            "agreed": sorted(self.agreed_to_hints),
            "given": [given[seat.seat] for seat in self.seats],
        }

    def _seat_facts(self, seat: TableSeat, now: float | None) -> dict[str, Any]:
        away_left = None
        if seat.cover_at is not None and now is not None:
            away_left = round(max(0.0, seat.cover_at - now), 1)
        return {
            "name": seat.name,
            "person": seat.person is not None,
            "here": seat.present,
            "bot": seat.bot_plays,
            "left": self.was_left(seat.seat),
            "level": self._shown_level(seat),
            "ready": seat.seat in self.shares.commitments,
            "silenced": self.is_silenced(seat.seat),
            "away_left": away_left,
            "timeouts_left": seat.timeouts_left,
        }
