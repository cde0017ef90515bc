"""A simulated person: keeps to docs/protocol.md, plays at random, and checks what it is sent."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol

from meldroom.cli.deal_share import DealShare
from meldroom.core.fair_deal import SHARE_SIZE
from meldroom.room.log_entries import MoveMade, MoveUndone, TableClosed
from tests.server.simulation.browser import Browser
from tests.server.simulation.disk import Disk
from tests.server.simulation.network import Link, Network, Unreachable

MAX_REFUSALS = 60  # of acts in a row: more mean that the server offers what it then refuses
# The rules that refuse what a person asked for before they heard that it was too late.
LATE = ("P-3", "P-4", "P-5", "P-8", "P-9", "P-11", "X-1", "X-8")
RESEND_AFTER = 5.0  # seconds without an answer


class Plan(NamedTuple):
    """What a person likes to do, each as a chance in every tick."""

    think: float = 1.5  # seconds between ticks, at most
    undo: float = 0.05
    say: float = 0.03
    pause: float = 0.01
    leave: float = 0.002
    allow: float = 0.2  # lets a newcomer have a seat at once
    resend: float = 0.03  # sends an act twice
    with_ply: float = 0.3
    hang_up: float = 0.01


class Observed(NamedTuple):
    """A message with a position, to be compared with the log: `since` only for a welcome."""

    seat: int
    help: bool
    message: dict[str, Any]
    since: int | None = None


class Connected(NamedTuple):
    """What was sent after a welcome, and the entry of that; `seat` is None for a watcher."""

    seat: int | None
    began: int
    messages: list[tuple[str, int]]  # kind and entry of each play and table, in order


class Surroundings(Protocol):
    """What a person knows of the simulation around them."""

    disk: Disk
    network: Network
    random: Random
    calm: bool

    def violation(self, text: str, fault: str = "") -> None:
        """Report that an invariant does not hold."""


class Person:
    """One person at one table, who holds a seat and reconnects for ever."""

    def __init__(
        self, world: Surroundings, name: str, address: str, plan: Plan, random: Random
    ) -> None:
        self.world, self.name, self.address, self.plan = world, name, address, plan
        self.random = random
        self.browser = Browser(world, address)
        self.keep = random.choice(("token", "cookie"))
        self.place: dict[str, Any] | None = None  # table, seat, code and, for a program, token
        self.waiting = False  # for the seat: a game ran when it was asked for
        self.you: int | None = None  # the seat, as the last welcome says
        self.help = random.random() < 0.3
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}  # acts that were sent once, by rule
        self.share = DealShare(partial(random.randbytes, SHARE_SIZE))
        self.pending: dict[str, Any] | None = None
        self.times_sent = 0  # the pending act
        self.stored_act = ""  # the id of one that was in the log before this connection sent it
        self.sent_at = 0.0
        self.acts = self.refusals_in_row = 0
        self.last_seq = 0
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.observed: list[Observed] = []
        self.connections: list[Connected] = []
        self.said_leave = self.gone = False
        self.games_to_play = 1
        self.max_acts = 1_000  # after which a host ends the game
        self.link: Link | None = None
        self.next_since: int | None = None

    # -- getting a seat

    async def open_table(self, body: dict[str, Any]) -> None:
        """Open a table, and try again until there is one."""
        await self._post("/api/tables", {**body, "name": self.name, "keep": self.keep})

    async def take_seat(self, host: Person) -> None:
        """Take a seat at the table of a host; under another name if an answer was lost."""
        assert host.place is not None
        body = {"name": self.name, "code": host.place["code"], "keep": self.keep}
        await self._post(f"/api/tables/{host.place['table']}/seats", body)

    async def _post(self, path: str, body: dict[str, Any]) -> None:
        tries = 0
        while self.place is None and not self.gone:
            try:
                status, answer = await self.browser.request("POST", path, body)
            except Unreachable:
                tries += 1
                body = {**body, "name": f"{self.name} {tries}"}
            else:
                if status in (201, 202):
                    self.place, self.waiting = answer, status == 202
                elif status not in (429, 503):
                    self.gone = True  # every seat is taken
                    if answer.get("rule") not in ("P-2", "P-3", "P-5"):
                        self.world.violation(f"no seat: {status} {answer}")
            await asyncio.sleep(self.random.uniform(0, 2))

    # -- playing

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        if self.gone or self.table.get("phase") == "closed":
            return True
        return self._satisfied and self.pending is None

    @property
    def _satisfied(self) -> bool:
        over = self.table.get("phase") == "over" and (
            self.you is None or bool(self.position.get("result"))
        )
        if not over or self.table["number"] >= self.games_to_play:
            return over
        host = self.table["host"]  # who alone may ask for another game
        return host is None or not self.table["seats"][host]["here"]

    @property
    def _closed(self) -> bool:
        """Whether the table is closed, and nobody waits for a seat there any more."""
        assert self.place is not None
        key = self.place["table"]
        return isinstance(self.world.disk.entry(key, self.world.disk.last_seq(key)), TableClosed)

    async def play(self) -> None:
        """Stay connected until told to stop."""
        while not self.gone:
            try:
                self.link = await self.browser.connect()
            except Unreachable:
                await asyncio.sleep(self.random.uniform(0, 3))
                continue
            await self._converse(self.link)
            await asyncio.sleep(self.random.uniform(0, 3))

    @property
    def hello(self) -> dict[str, Any]:
        """What proves the seat, with the browser's cookie."""
        assert self.place is not None
        token = {"token": self.place["token"]} if "token" in self.place else {}
        return {"do": "hello", "table": self.place["table"], "help": self.help, **token}

    async def _converse(self, link: Link) -> None:
        hello = self.hello
        self.next_since = self.last_seq if self.random.random() < 0.8 else None
        if self.next_since is not None:
            hello["since"] = self.next_since
        link.send(hello)
        self.stored_act = ""
        self.share.say_again()
        if self.pending is not None:
            if self.world.disk.has_act(self.pending["id"]):
                self.stored_act = self.pending["id"]
            self._send_pending(link)
        ticking = asyncio.get_running_loop().create_task(self._tick(link))
        try:
            while (message := await link.receive()) is not None:
                self._handle(message)
        finally:
            ticking.cancel()
        if link.close_code not in (None, 1012, 1013, 4001, 4003):
            self.world.violation(f"{self.name}: closed with {link.close_code}")
        if link.close_code == 4001 and not self.said_leave:
            self.world.violation(f"{self.name}: removed, but nobody asked for it")

    async def _tick(self, link: Link) -> None:
        while not self.gone:
            await asyncio.sleep(self.random.uniform(0.2, self.plan.think))
            if self.table and link.client_open:
                self._do_something(link)

    def _do_something(self, link: Link) -> None:
        random, plan, table = self.random, self.plan, self.table
        assert self.place is not None
        seat, phase = self.place["seat"], table["phase"]
        host = table["host"] == seat
        calm = self.world.calm
        if self.you is None:
            return  # waits, and watches
        if table["requests"] and random.random() < plan.allow:
            link.send({"do": "allow", "seat": random.choice(table["requests"])["seat"]})
        if self.pending is not None:
            late = asyncio.get_running_loop().time() - self.sent_at > RESEND_AFTER
            if late or random.random() < plan.resend:
                self._send_pending(link)
        elif phase == "waiting":
            self._prepare(link, seat, host)
        elif phase == "playing" and table["paused"]:
            if host and (calm or random.random() < 0.3):
                link.send({"do": "pause", "on": False})
        elif phase == "playing":
            self._play_on(link, host)
        elif phase == "over" and host and table["number"] < self.games_to_play:
            link.send({"do": "rematch"})
        if not calm and phase != "closed":
            self._misbehave(link)

    def _prepare(self, link: Link, seat: int, host: bool) -> None:
        if self.table["commitments"] or not self.table["seats"][seat]["ready"]:
            self.share.say_again()  # it may not have been saved
        given = self.share.answer(self.table, seat)
        if given is not None:
            link.send(given)
        elif host and self.table["fill"] == "people":
            link.send({"do": "start"})

    def _play_on(self, link: Link, host: bool) -> None:
        random, plan = self.random, self.plan
        if host and self.world.calm and self.acts >= self.max_acts:
            link.send({"do": "end"})
        elif host and not self.world.calm and random.random() < plan.pause:
            link.send({"do": "pause", "on": True})
        elif self.position.get("undo") and random.random() < plan.undo:
            self._act(link, {"do": "undo"})
        elif self.position.get("legal"):
            form = random.choice(self.position["legal"])
            act = {"do": "act", "texts": [form if isinstance(form, str) else form["text"]]}
            if random.random() < plan.with_ply and len(self.position["to_act"]) == 1:
                act["ply"] = self.position["ply"]
            self._act(link, act)

    def _act(self, link: Link, act: dict[str, Any]) -> None:
        self.acts += 1
        self.pending = {**act, "id": f"{self.name}-{self.acts}"}
        self.times_sent = 0
        self._send_pending(link)

    def _send_pending(self, link: Link) -> None:
        assert self.pending is not None
        self.sent_at = asyncio.get_running_loop().time()
        self.times_sent += 1
        link.send(self.pending)

    def _misbehave(self, link: Link) -> None:
        draw = self.random.random()
        if draw < self.plan.leave:
            self.said_leave = True
            link.send({"do": "leave"})
        elif draw < self.plan.leave + self.plan.hang_up:
            link.hang_up()
        elif draw < self.plan.leave + self.plan.hang_up + self.plan.say:
            link.send({"do": "say", "phrase": self.random.randrange(8)})

    # -- what is received

    def _handle(self, message: dict[str, Any]) -> None:
        kind = message["is"]
        if kind == "welcome":
            self._welcomed(message)
        elif kind == "table":
            self._heard_of(message["seq"])
            self.connections[-1].messages.append((kind, message["seq"]))
            self.table = message
        elif kind == "play":
            self._heard_of(message["seq"])
            self.position = message
            self.connections[-1].messages.append((kind, message["seq"]))
            self._observe(message)
        elif kind == "ack":
            self._acknowledged(message)
        elif kind == "refusal":
            self._was_refused(message)

    def _welcomed(self, message: dict[str, Any]) -> None:
        assert self.place is not None
        seq, seat, self.you = message["seq"], self.place["seat"], message["you"]
        if self.you is None and not self.waiting:
            self.world.violation(f"{self.name} has lost seat {seat}")
        elif (self.you, message["asked"]) not in ((seat, None), (None, seat)):
            self.world.violation(f"{self.name}: seat {seat}, but {self.you}, {message['asked']}")
        self.waiting = self.you is None
        if "lost" in message:
            self.world.violation(f"{self.name}: {message['lost']} entries are lost")
        self.table = message["table"]
        self.position = message["play"] or {}
        self.connections.append(Connected(self.you, seq, []))
        self._heard_of(seq)
        self._observe(message, self.next_since)
        self.next_since = None  # a second welcome on a connection tells of nothing missed

    def _heard_of(self, seq: int) -> None:
        """Note the last entry; nothing is sent that is not on disk."""
        assert self.place is not None
        stored = self.world.disk.last_seq(self.place["table"])
        if seq > stored:
            self.world.violation(f"{self.name}: told of entry {seq}, but {stored} is on disk")
        if seq < self.last_seq:
            self.world.violation(f"{self.name}: entry {seq} after {self.last_seq}")
        self.last_seq = seq

    def _observe(self, message: dict[str, Any], since: int | None = None) -> None:
        if self.you is not None:
            self.observed.append(Observed(self.you, self.help, message, since))
        elif message.get("legal"):
            self.world.violation(f"{self.name} has no seat, but {message['legal']}")

    def _acknowledged(self, message: dict[str, Any]) -> None:
        assert self.place is not None
        act_id, seq = message["id"], message["seq"]
        if self.acked.setdefault(act_id, seq) != seq:
            self.world.violation(f"{act_id} acknowledged as {seq} and as {self.acked[act_id]}")
        entry = self.world.disk.entry(self.place["table"], seq)
        if not isinstance(entry, MoveMade | MoveUndone) or (entry.seat, entry.id) != (
            self.place["seat"],
            act_id,
        ):
            self.world.violation(f"{act_id} is acknowledged, but entry {seq} is {entry}")
        self.refusals_in_row = 0
        if self.pending is not None and self.pending["id"] == act_id:
            self.pending = None

    def _was_refused(self, message: dict[str, Any]) -> None:
        rule, act_id = message["rule"], message["id"]
        if act_id and act_id == self.stored_act:
            self.world.violation(f"{act_id} was played, but sent again it is refused by {rule}")
        if act_id and self.pending is not None and self.pending["id"] == act_id:
            if rule == "P-8":
                if self.times_sent == 1 and self.world.disk.has_act(act_id):
                    self.world.violation(f"{act_id} was refused by P-8, but it happened")
                return  # sent again in a while
            if self.times_sent == 1:
                self.refused[act_id] = rule
            self.pending = None
            self.refusals_in_row += 1
            if self.refusals_in_row > MAX_REFUSALS:
                self.world.violation(f"{self.name}: nothing but refusals: {message}")
        elif rule == "P-7":
            self.gone = True
            if not self.said_leave and not (self.waiting and self._closed):
                self.world.violation(f"{self.name}: the seat is lost: {message['why']}")
        elif not act_id and rule not in LATE:
            self.world.violation(f"{self.name}: refused: {message}")
