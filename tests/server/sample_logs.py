"""Logs of whole games, made in memory and written to a database in one go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

import sqlalchemy as sa

from meldroom.core.rng import Rng, below
from meldroom.games import find
from meldroom.room.log_entries import (
    AnyEntry,
    GamePrepared,
    GameStarted,
    MoveMade,
    SeatTaken,
    Settings,
    ShareGiven,
    TableOpened,
)
from meldroom.room.log_rows import FIRST_PREV, LogRow, chain, row_hash
from meldroom.room.records import rebuild, summary_from_log
from meldroom.room.table import Table
from meldroom.room.tokens import hashed
from meldroom.server.storage.store import EVENTS
from meldroom.server.storage.summaries import write_summaries
from tests.server.local_room import GAME, open_store

TOKENS = ("a" * 43, "b" * 43)


def sample_log(key: str, games: int = 1, stop: int = 0, game: str = GAME) -> list[LogRow]:
    """Play whole games of two people at random, all but the last `stop` entries."""
    opened = TableOpened(game, find(game).rules, 2, {}, Settings(), "c" * 22)
    table = Table(key, opened)
    entries: list[AnyEntry] = [opened]

    def add(entry: AnyEntry) -> None:
        entries.append(entry)
        table.apply(entry, 0)

    for seat, name in enumerate(("Ada", "Elif")):
        add(SeatTaken(seat, name, hashed(TOKENS[seat])))
    for number in range(games):
        rng = Rng(f"{key} {number}".encode())
        add(GamePrepared(f"{number:064x}"))
        for seat in (0, 1):
            add(ShareGiven(seat, f"{seat:032x}"))
        add(GameStarted())
        while table.phase == "playing":
            seat = table.current_match.to_act[0]
            legal = table.current_match.legal(seat)
            at, rng = below(rng, len(legal))
            add(MoveMade(seat, (table.game.text(legal[at]),), "person", f"m{table.seq}"))
    rows, _ = chain(key, 1, FIRST_PREV, 0, entries[: len(entries) - stop])
    return rows


def continued(rows: Sequence[LogRow], entries: Sequence[AnyEntry]) -> list[LogRow]:
    """Give a table's log with more entries."""
    last = rows[-1]
    more, _ = chain(last.table_id, last.seq + 1, row_hash(last), last.at, entries)
    return [*rows, *more]


def write_log(url: str, rows: Iterable[LogRow]) -> None:
    """Write rows to a new database in one go, with the summaries of their tables."""
    rows = list(rows)
    store = open_store(url)
    with store.writing(slowly=True) as connection:
        connection.execute(sa.insert(EVENTS), [row._asdict() for row in rows])
        tables = {key: list(some) for key, some in groupby(rows, attrgetter("table_id"))}
        write_summaries(
            connection,
            [summary_from_log(key, some, rebuild(key, some).phase) for key, some in tables.items()],
        )
        connection.commit()
    store.close()
