"""A table that stands at a position: the page is sent what the server would send of it.

The server's own code says what each seat sees, may do and is answered; but nothing is stored, no
clock runs and no bot plays. Others move only as a test says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any

from msgspec import json

from meldroom.core.fair_deal import SECRET_SIZE
from meldroom.core.game import Refusal
from meldroom.core.options import Setting
from meldroom.room import messages, permissions
from meldroom.room.audience import Audience
from meldroom.room.broadcast import Broadcaster
from meldroom.room.clock import Clock, change_pace
from meldroom.room.explain import explain
from meldroom.room.limits import TokenBucket
from meldroom.room.log_entries import (
    AnyEntry,
    GamePrepared,
    GameStarted,
    HostChanged,
    MoveMade,
    MoveUndone,
    SeatTaken,
    Settings,
    TableOpened,
)
from meldroom.room.showdowns import Showdowns
from meldroom.room.table import Table
from tests.match.positions import default_text, put_at
from tests.scenario import Scenario
from tests.web.browser_user import BrowserUser

CODE = "code"
numbers = count(1)  # of the tables, so that each has an address of its own
NOW = 0.0  # by the table's clock, which stands still


class PageConnection:
    """A page at the table, by the websocket that it opened."""

    def __init__(self, table: StillTable, seat: int | None, socket: Any, user: BrowserUser) -> None:
        self.table, self.seat, self.socket, self.user = table, seat, socket, user
        self.token_hash = "" if seat is None else str(seat)
        self.name = ""
        self.wants_help = self.wants_showdown = True
        self.muted: set[int] = set()
        self.received_at = NOW
        self.chat_limit = TokenBucket(100, 1, NOW)

    def send(self, message: bytes) -> None:
        """Send a message to the page."""
        self.socket.send(message.decode())

    def close(self, code: int, why: str) -> None:
        """End the connection."""
        self.socket.close(code=code, reason=why)

    def receive(self, text: str) -> None:
        """Answer a message of the page."""
        self.table.sent.append(json.decode(text))
        request = messages.decode(text)
        try:
            self.table.answer(self, request)
        except Refusal as refusal:
            rule, why = refusal.violation
            form = {"is": "refusal", "id": getattr(request, "id", ""), "rule": rule, "why": why}
            self.send(json.encode(form))
        except Exception as error:
            self.user.errors.append(repr(error))
            self.user.page.close()  # nobody waits for an answer that never comes
            raise


class StillTable:
    """A position with people in the first seats; `sent` is what their pages sent."""

    def __init__(
        self,
        position: Scenario,
        *people: str,
        options: Mapping[str, Setting] | None = None,
        settings: Settings | None = None,
    ) -> None:
        game, seats = position.game, position.state.seats
        opened = TableOpened(
            game.key, game.rules, seats, dict(options or {}), settings or Settings(), CODE
        )
        self.table = Table(f"still{next(numbers)}", opened)
        for seat, name in enumerate(people or ("Ada",)):
            self.table.apply(SeatTaken(seat, name, token=str(seat)), 0)
            self.table.seats[seat].connections = 1
        for entry in (HostChanged(0), GamePrepared("00" * SECRET_SIZE), GameStarted()):
            self.table.apply(entry, 0)
        self.match = self.table.current_match
        put_at(self.match, position.state._replace(ply=0, journal=()))
        self.match.hand_start = self.match.watcher_state = self.match.state
        self.audience = Audience(self.table, Broadcaster(lambda send: send()), lambda: NOW)
        self.audience.follow_match()
        self.clock = Clock(self.table, NOW)
        self.showdowns = Showdowns(self.table, self.clock, self.audience)
        self.sent: list[dict[str, Any]] = []
        self.checked = dict[str, Any]()  # what the table answers about every move

    @property
    def acts(self) -> list[str]:
        """The actions that pages sent."""
        return [
            text for message in self.sent if message["do"] == "act" for text in message["texts"]
        ]

    def show(self, user: BrowserUser, seat: int | None = 0) -> None:
        """Open the table's page in a seat, or (None) as a watcher."""

        def connect(socket: Any) -> None:
            connection = PageConnection(self, seat, socket, user)
            socket.on_message(connection.receive)
            socket.on_close(lambda *_: self.audience.listeners.discard(connection))

        user.page.route_web_socket(re.compile("/socket$"), connect)
        user.visit(f"/t/{self.table.key}#{CODE}")
        user.page.wait_for_selector(".own-side .hand .card" if seat is not None else ".board")

    def play(self, *texts: str) -> None:
        """Let the seats on turn play; `2: seen` names the seat where several may act."""
        for text in texts:
            named, colon, words = text.partition(": ")
            seat, words = (int(named), words) if colon else (self.match.to_act[0], text)
            self._apply(MoveMade(seat, (words,), "bot", ""))

    def play_turn(self) -> None:
        """Let the seat on turn do what the table does for one that stays silent."""
        turn, seat = self.match.turns_ended, self.match.to_act[0]
        while self.match.turns_ended == turn:
            self.play(f"{seat}: {default_text(self.match, seat)}")

    def play_others(self) -> None:
        """Let the others play until the user in seat 0 is on turn."""
        while self.match.to_act != (0,):
            self.play_turn()

    def answer(self, page: PageConnection, request: messages.AnyMessage) -> None:
        """Do what a page asks for; Refusal says which rule forbids it."""
        match request:
            case messages.Hello(since=since):
                self.audience.welcome(page, since, None, self.showdowns.current(NOW))
            case messages.Why():
                page.send(json.encode(explain(self.table, page.seat, request)))
            case messages.Ready():
                self.showdowns.ready(page.token_hash, NOW)
            case messages.SetPace() | messages.Skip():
                change_pace(self.table, [] if page.seat is None else [page.seat], request)
                self.audience.send_table()
            case messages.CheckMove(act_id):
                form = {"is": "checked", "id": act_id, "ply": self.match.state.ply, **self.checked}
                page.send(json.encode(form))
            case messages.AskHint() | messages.ShowHands() | messages.Mute() | messages.Ping():
                pass  # what a server with bots and games to replay answers
            case _:
                self._decide(page, request)

    def _decide(self, page: PageConnection, request: messages.TableRequest) -> None:
        entries, play, chat = permissions.decide(self.table, page.seat, request, page, NOW)
        for entry in entries:
            self._apply(entry, play)
        if chat is not None:
            self.audience.send_chat(chat)
        act_id = getattr(request, "id", "")
        completed = self.table.completed_acts.get((page.seat, act_id))
        if completed is not None:
            self.audience.acknowledge(page, act_id, completed)

    def _apply(self, entry: AnyEntry, play: Any = None) -> None:
        table, match = self.table, self.table.match
        self.showdowns.watch(match)
        states = table.apply(entry, 0, play)
        showdown = self.showdowns.after(states, NOW)
        if isinstance(entry, MoveMade | MoveUndone):
            watched = self.showdowns.for_watchers()
            self.audience.send_play(entry, states, None, showdown, watched)
        if table.match is not match or table.phase == "over" or not states:
            self.audience.send_table()
