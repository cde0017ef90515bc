"""What must hold at the end of a simulation: the log, and everything that was sent, agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.json import decode

from meldroom.core.codec import plain_view
from meldroom.core.state import AnyState
from meldroom.match.match import Match
from meldroom.room import log_entries
from meldroom.room.log_entries import AnyEntry, GameStarted, MoveMade, MoveUndone, TableOpened
from meldroom.room.log_rows import BrokenChain, LogRow, verified
from meldroom.room.payload import MatchPayload, encode
from meldroom.room.table import Table
from tests.server.simulation.client import Connected, Observed, Person
from tests.server.simulation.disk import Disk

Report = Callable[[str], None]
FACTS = ("phase", "paused", "host", "number", "commit")  # of a table that only its log changes
SAMPLE = 0.15  # of the messages with a position are compared with the log


def check_all(disk: Disk, people: Sequence[Person], random: Random, report: Report) -> int:
    """Check every table's log, and what its people were sent; gives the number of entries."""
    entries = 0
    for key in disk.tables():
        rows = disk.rows(key)
        entries += len(rows)
        here = [person for person in people if person.place and person.place["table"] == key]
        try:
            rows = list(verified(iter(rows)))
        except BrokenChain as broken:
            report(str(broken))
            continue
        _check_acts(rows, here, report)
        for person in here:
            for connection in person.connections:
                if connection.seat is not None:  # watchers are a turn behind
                    _check_plays(rows, person.name, connection, report)
        _check_messages(key, rows, here, random, report)
    return entries


def _check_acts(rows: Sequence[LogRow], people: Sequence[Person], report: Report) -> None:
    """Each act that was acknowledged is there, each once, and none that was refused."""
    moves = {}
    for row in rows:
        entry = log_entries.decode(row.body)
        if isinstance(entry, MoveMade | MoveUndone) and entry.id:
            moves[row.seq] = (entry.seat, entry.id)
    for act, times in Counter(moves.values()).items():
        if times > 1:
            report(f"act {act} was played {times} times")
    stored = set(moves.values())
    for person in people:
        assert person.place is not None
        seat = person.place["seat"]
        for act_id, seq in person.acked.items():
            if moves.get(seq) != (seat, act_id):
                report(f"act {act_id} was acknowledged as entry {seq} and is lost")
        for act_id, rule in person.refused.items():
            if (seat, act_id) in stored:
                report(f"act {act_id} was refused by {rule} and played all the same")


def _check_plays(rows: Sequence[LogRow], name: str, connection: Connected, report: Report) -> None:
    """A connection is sent every play after its welcome, once and in order, tables after it."""
    due = iter([row.seq for row in rows[connection.began :] if row.kind in log_entries.MOVE_KINDS])
    next_play = next(due, None)
    for kind, seq in connection.messages:
        if kind == "play" and seq == next_play:
            next_play = next(due, None)
        elif kind == "play" or (next_play is not None and next_play <= seq):
            report(f"{name} was sent {kind} {seq} instead of play {next_play}")
            return


class _Moment(NamedTuple):
    """A table after an entry of its log, and the states of the current game by entry."""

    table: Table
    entry: AnyEntry
    states: dict[int, tuple[AnyState, ...]]
    payload: MatchPayload | None


def _replayed(key: str, rows: Sequence[LogRow]) -> Iterator[_Moment]:
    opened = log_entries.decode(rows[0].body)
    assert isinstance(opened, TableOpened)
    table = Table(key, opened)
    states: dict[int, tuple[AnyState, ...]] = {}
    match: Match | None = None
    payload: MatchPayload | None = None
    yield _Moment(table, opened, states, payload)
    for row in rows[1:]:
        entry = log_entries.decode(row.body)
        changed = table.apply(entry, row.at)
        if table.match is not match:
            match = table.match
            payload = MatchPayload(match, table.settings.history) if match else None
            states = {}
        if isinstance(entry, GameStarted | MoveMade | MoveUndone):
            states[row.seq] = changed
        yield _Moment(table, entry, states, payload)


def _check_messages(
    key: str, rows: Sequence[LogRow], people: Sequence[Person], random: Random, report: Report
) -> None:
    """Compare what was sent with what the log says that this seat may see at that entry."""
    observed: dict[int, list[Observed]] = defaultdict(list)
    for person in people:
        for one in person.observed:
            if random.random() < SAMPLE or one.message["is"] == "welcome":
                observed[one.message["seq"]].append(one)
    if not observed:
        return
    for moment in _replayed(key, rows):
        for one in observed.pop(moment.table.seq, ()):
            for difference in _differences(moment, one):
                report(f"seat {one.seat}, entry {moment.table.seq}: {difference}")


def _differences(moment: _Moment, one: Observed) -> Iterator[str]:
    table, payload, message = moment.table, moment.payload, one.message
    if table.phase != "over" and table.secret and table.secret.hex().encode() in encode(message):
        yield "the secret was sent before the end"
    if table.phase != "over":
        sent = encode(message)
        for share in table.shares.revealed.values():
            if share.hex().encode() in sent:
                yield "a share was sent before the end"
    if message["is"] == "play":
        assert payload is not None
        states = moment.states[table.seq]
        happened, position = payload.happened(states), payload.snapshot(one.seat, one.help)
        expected = decode(b"{%s,%s}" % (happened.form(one.seat), position))
        entry = moment.entry
        expected["by"] = entry.by if isinstance(entry, MoveMade) else "table"
        expected["undone"] = isinstance(entry, MoveUndone)
        yield from _compare(expected, message)
        yield from _unseen(table, one, message)
        return
    facts, sent = table.facts(), message.get("table", message)
    yield from _compare({name: facts[name] for name in FACTS}, sent)
    names = [seat["name"] for seat in sent["seats"]]
    if names != table.names:
        yield f"the names are {names} instead of {table.names}"
    if message["is"] == "welcome":
        if (message["play"] is None) != (payload is None):
            yield "a welcome has a position if and only if there is a game"
        elif payload is not None:
            position = decode(b"{%s}" % payload.snapshot(one.seat, one.help))
            yield from _compare(position, message["play"])
            yield from _unseen(table, one, message["play"])
            if message["events"] is not None and one.since is not None:
                missed = [
                    state
                    for seq, states in moment.states.items()
                    if seq > one.since
                    for state in states
                ]
                expected = {"events": decode(payload.happened(missed).events(one.seat))}
                yield from _compare(expected, message)


def _compare(expected: dict[str, Any], message: dict[str, Any]) -> Iterator[str]:
    for name, value in decode(encode(expected)).items():
        if name != "left" and message[name] != value:
            yield f"{name} is {message[name]} instead of {value}"


def _unseen(table: Table, one: Observed, position: dict[str, Any]) -> Iterator[str]:
    """Compare with the view of core itself: a position names no card that is not in it."""
    assert table.match is not None
    seen = plain_view(table.match.view(one.seat), table.game.deck)
    for zone, allowed in zip(position["view"]["zones"], seen["zones"], strict=True):
        for card, visible in zip(zone["cards"], allowed["cards"], strict=True):
            if card is not None and card != visible:
                yield f"{card} in {zone['name']} is hidden"
