"""A match at a table on a server, of which one seat is played at this terminal."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from websockets.sync.client import ClientConnection

from meldroom.cli.errors import CliError, printable
from meldroom.cli.local_match import MatchStep
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.codec import Reader, read_event
from meldroom.core.event import Event
from meldroom.core.game import AnyGame, Refusal, Result, Violation
from meldroom.core.rng import Rng
from meldroom.core.state import AnyState, State
from meldroom.core.view import AnyView, view
from meldroom.games import find

Message = dict[str, Any]


class RemoteMatch:
    """Follows a game by the messages of the protocol; hidden cards never come here."""

    def __init__(self, socket: ClientConnection, hello: Message) -> None:
        self.socket = socket
        self.hints: Mapping[int, Seat] = {}
        self.result: Result | None = None
        self.steps: list[MatchStep] = []
        self._seen: AnyView | None = None
        self._seq = 0  # of the last play
        self._answers: list[Message] = []
        self._send({"do": "hello", "help": False, **hello})
        welcome = self._answer("welcome")
        table = welcome["table"]
        self.seat: Seat = welcome["you"]
        self.game: AnyGame = find(welcome["game"]["key"])
        if welcome["game"]["rules"] != self.game.rules:
            raise CliError("the server plays by other rules; install the same version of meldroom")
        self.players: Sequence[str] = [printable(seat["name"]) for seat in table["seats"]]
        self._reader: Reader[Any, Any] = Reader(self.game, table["options"], len(self.players))
        self._skips = not welcome["game"]["race"]
        self._take_position(welcome["play"])
        self.steps.append(MatchStep(None, "", self._state(())))
        self._send({"do": "pace", "pace": "fast"})

    def let_bots_play(self) -> Seat | None:
        """Wait until it is this seat's turn, or None at the end."""
        if self.result is None and not self._legal and self._skips:
            self._send({"do": "skip"})
        while self.result is None and not self._legal:
            self._receive()
        return None if self.result else self.seat

    def view(self, seat: Seat | None) -> AnyView:
        """Look at the game from this seat, or as far as everybody can see."""
        return view(self.steps[-1].state, seat)

    def legal(self) -> Sequence[Action]:
        """List the legal actions."""
        return [self.game.parse(text) for text in self._legal]

    def play(self, action: Action) -> None:
        """Act; in a race without a ply, so that it holds whoever was quicker."""
        ply = self._ply if len(self._to_act) == 1 else None
        self._request({"do": "act", "texts": [self.game.text(action)], "ply": ply})

    def undo(self) -> str:
        """Take the last action back (X-4), and give its text; or Refusal."""
        text = self.steps[-1].text or "your last action"  # made before the connection
        self._request({"do": "undo"})
        return text

    def note_hint(self) -> None:
        """Refuse: the server gives hints, and notes them."""
        raise Refusal(Violation("P-14", "there are no hints here"))

    def _request(self, message: Message) -> None:
        """Ask for something, and wait until the game shows it; Refusal if it does not happen."""
        asked = secrets.token_hex(8)
        self._send({"id": asked, **message})
        while (answer := self._answer("ack", "refusal"))["id"] != asked:
            pass
        if answer["is"] == "refusal":
            raise Refusal(Violation(answer["rule"], printable(answer["why"])))
        while self._seq < answer["seq"]:
            self._receive()

    def _answer(self, *kinds: str) -> Message:
        """Return the next message of one of these kinds; the game goes on meanwhile."""
        while True:
            for message in self._answers:
                if message["is"] in kinds:
                    self._answers.remove(message)
                    return message
                if message["is"] == "refusal" and "welcome" in kinds:
                    raise CliError(printable(message["why"]))
            self._receive()

    def _receive(self) -> None:
        message: Message = json.loads(self.socket.recv())
        if message["is"] == "play":
            self._take_play(message)
        elif message["is"] in ("welcome", "ack", "refusal"):
            self._answers.append(message)

    def _take_play(self, play: Message) -> None:
        self._seq = play["seq"]
        self._take_position(play)
        if play["undone"]:
            self.steps = self.steps[:-1] or [MatchStep(None, "", self._state(()))]
            return
        events = tuple([read_event(event, self.game.deck) for event in play["events"]])
        moves: list[tuple[Seat | None, str]] = play["moves"] or [(None, "")]
        for at, (seat, text) in enumerate(moves, 1):  # the events of several moves come together
            journal = events if at == len(moves) else ()
            self.steps.append(MatchStep(seat, text, self._state(journal)))

    def _take_position(self, play: Message) -> None:
        self._seen = self._reader.read(play["view"], self._seen)
        self._ply: int = play["ply"]
        self._to_act: list[Seat] = play["to_act"]
        self._legal: list[str] = play["legal"]
        if (form := play["result"]) is not None:
            scores, places = tuple(form["scores"]), tuple(form["places"])
            self.result = Result(scores, places, tuple(form["winners"]), form["reason"])

    def _state(self, events: tuple[Event, ...]) -> AnyState:
        """Return what the seat can see as a state, in which nothing else is."""
        assert self._seen is not None
        _, zones, public, options, seats, ply = self._seen
        return State(zones, public, options, seats, Rng(b""), ply, events)

    def _send(self, message: Message) -> None:
        self.socket.send(json.dumps(message))
