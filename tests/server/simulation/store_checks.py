"""What must hold of the database at the end, and of the server beside its requests."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from meldroom.core.showdown import gathers
from meldroom.room import log_entries
from meldroom.room.log_entries import (
    CommitmentsClosed,
    GamePrepared,
    GameStarted,
    SeatLeft,
    SeatTaken,
    ShareCommitted,
    ShareGiven,
    TableOpened,
)
from meldroom.room.log_rows import LogRow
from meldroom.room.table import Table
from meldroom.room.tokens import person_key
from meldroom.server.storage.results import RATED_GAMES, RATINGS, SEAT_RESULTS
from tests.server.simulation.disk import Disk
from tests.server.simulation.network import Network
from tests.server.simulation.server import CONTROL_TOKEN, SimulatedHost

BACKGROUND = ("idle tables", "daily deals", "turns to mail")  # what runs beside the requests
LONGEST_INTERVAL = 61.0  # seconds in which each of it runs at least once
RECOMPUTED = 0.2  # of the simulations: it takes a while


class Erased(NamedTuple):
    """A person who was erased: what nothing may hold any more."""

    name: str
    sessions: Sequence[str]


class Checked(Protocol):
    """What is checked."""

    disk: Disk
    host: SimulatedHost
    network: Network
    random: Random
    counts: Counter[str]
    erased: list[Erased]

    def violation(self, text: str, fault: str = "") -> None:
        """Report that an invariant does not hold."""


def check_stored(world: Checked) -> None:
    """Check the database, when no server runs any more."""
    for key in world.disk.tables():
        rows = world.disk.rows(key)
        for share in _shares_shown_too_early(rows):
            world.violation(f"{key}: not everybody had committed: {share}", "share too early")
        for entry in _seats_given_too_early(key, rows):
            world.violation(f"{key}: seat of somebody who left: {entry}", "seat of a leaver")
    dump = "\n".join(world.disk.database.iterdump()) if world.erased else ""
    for name, sessions in world.erased:
        for found in (name, *map(person_key, sessions)):
            if found in dump:
                at = dump.index(found)
                text = dump[max(0, at - 200) : at + 40]
                world.violation(f"{name} was erased, but {found} is in {text}", "erased stays")


def _seats_given_too_early(key: str, rows: Sequence[LogRow]) -> Iterator[SeatTaken]:
    """Give each seat that somebody left in a deal, and another person got in the same deal."""
    opened = log_entries.decode(rows[0].body)
    assert isinstance(opened, TableOpened)
    tokens: dict[int, str] = {}
    left: dict[int, str] = {}
    table = Table(key, opened)
    for row in rows[1:]:
        entry = log_entries.decode(row.body)
        if isinstance(entry, GameStarted):
            left = {}
        elif isinstance(entry, SeatLeft):
            if table.phase == "playing":
                left.setdefault(entry.seat, tokens.get(entry.seat, ""))
        elif isinstance(entry, SeatTaken):
            early = table.phase == "playing" and left.get(entry.seat) not in (None, entry.token)
            request = table.requests.get(entry.seat)
            if early and not (request is not None and request.dealt):
                yield entry
        states = table.apply(entry, row.at)
        if any(gathers(state.journal) for state in states):
            left = {}  # the next hand was dealt, to a bot
        tokens = {seat.seat: seat.token for seat in table.people}


def _shares_shown_too_early(rows: Sequence[LogRow]) -> Iterator[ShareGiven]:
    """Give each share that was stored while others could still choose theirs."""
    closed = False
    for row in rows:
        entry = log_entries.decode(row.body)
        if isinstance(entry, GamePrepared | ShareCommitted):
            closed = False
        elif isinstance(entry, CommitmentsClosed):
            closed = True
        elif isinstance(entry, ShareGiven) and not closed:
            yield entry


async def check_running(world: Checked) -> None:
    """Check what goes on beside the requests, while the server still runs."""
    room = world.host.room
    assert room is not None
    before = room.background.runs.copy()
    await asyncio.sleep(LONGEST_INTERVAL)
    for name in BACKGROUND:
        if room.background.runs[name] == before[name]:
            world.violation(f"{name}: runs no more", "background task ends")
    if world.random.random() > RECOMPUTED:
        return
    await asyncio.wait([world.host.process.spawn(room.ratings.catch_up())])
    ratings = _ratings(world.disk)
    answer = await world.network.monitor("POST", "/control", {"do": "recompute"}, CONTROL_TOKEN)
    if answer is None or answer.status != 200:
        world.violation(f"ratings were not recomputed: {answer}")
    elif _ratings(world.disk) != ratings:
        world.violation(f"ratings were {ratings}, and are {_ratings(world.disk)}", "ratings differ")
    world.counts["recomputed"] += 1


def _ratings(disk: Disk) -> Any:
    return [
        sorted(disk.database.execute(f"SELECT * FROM {table.name}"), key=repr)
        for table in (SEAT_RESULTS, RATINGS, RATED_GAMES)
    ]
