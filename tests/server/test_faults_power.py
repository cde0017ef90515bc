"""Fault 2: the power goes at any moment, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from sqlalchemy import event as sa_event

from meldroom.room.log_entries import MoveMade
from meldroom.room.log_rows import FIRST_PREV, BrokenChain, LogRow, chain, verified
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.server.power_cuts import RecordingDisk, Sync, recording_disk

APPENDS = 120
PAGES_PER_CHECKPOINT = 25  # few, so that cuts hit many checkpoints


class TunedStore(Store):
    """A store that checkpoints often, and syncs as it is told."""

    synchronous = "FULL"

    def _engine(self, read_only: bool = False) -> sa.Engine:
        engine = super()._engine(read_only)

        @sa_event.listens_for(engine, "connect")
        def _tune(connection: Any, _: Any) -> None:
            if not read_only:
                connection.execute(f"PRAGMA wal_autocheckpoint={PAGES_PER_CHECKPOINT}")
            if self.synchronous != "FULL":
                connection.execute(f"PRAGMA synchronous={self.synchronous}")

        return engine


class Ack(NamedTuple):
    """A row whose append has returned after so many operations of the disk."""

    operations: int
    row: LogRow


async def append_rows(store: Store, disk: RecordingDisk) -> list[Ack]:
    """Append rows to a few tables, and note when each was acknowledged."""
    random, log = Random(2), Log(store)
    last = {f"table{number}": (0, FIRST_PREV) for number in range(4)}
    acks: list[Ack] = []
    for number in range(APPENDS):
        table = random.choice(sorted(last))
        seq, prev = last[table]
        text = "draw " * random.randint(1, 120)
        entries = [MoveMade(0, (text,), id=f"m{number}") for _ in range(random.randint(1, 3))]
        rows, prev = chain(table, seq + 1, prev, number, entries)
        last[table] = (seq + len(rows), prev)
        await log.append(rows)
        acks += [Ack(len(disk.operations), row) for row in rows]
    disk.recording = False
    log.close()
    return acks


def outcome_of_cut(folder: Path, files: dict[str, bytes], due: set[LogRow]) -> str:
    """Open what a power cut has left, and say what became of the rows that were acknowledged."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    database = sqlite3.connect(folder / "db")
    try:
        if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return "damaged"
        fields = ", ".join(LogRow._fields)
        found = [
            LogRow(*row)
            for row in database.execute(f"SELECT {fields} FROM events ORDER BY table_id, seq")
        ]
        for _, rows in groupby(found, lambda row: row.table_id):
            list(verified(rows))
    except (sqlite3.DatabaseError, BrokenChain):
        return "damaged"
    finally:
        database.close()
    return "lost" if due - set(found) else "kept"


def outcomes_of_cuts(folder: Path, synchronous: str, cuts: int) -> Counter[str]:
    """Cut the power so many times, at random moments, and count what became of the log."""
    written, left = folder / "written", folder / "left"
    written.mkdir()
    left.mkdir()
    outcomes: Counter[str] = Counter()
    with recording_disk() as disk:
        store = TunedStore(f"sqlite:///{written / 'db'}")
        store.open()
        store.synchronous = synchronous
        disk.begin(store.path)
        acks = asyncio.run(append_rows(store, disk))
        store.close()
    outcomes["checkpoints"] = disk.operations.count(Sync("db"))
    random = Random(synchronous)
    for _ in range(cuts):
        cut = random.randrange(len(disk.operations) + 1)
        due = {ack.row for ack in acks if ack.operations <= cut}
        outcomes[outcome_of_cut(left, disk.after_cut(cut, random), due)] += 1
        outcomes["acknowledged"] += len(due)
    return outcomes


@pytest.mark.parametrize("cuts", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_2_no_acknowledged_row_is_lost_when_the_power_goes(
    tmp_path: Path, cuts: int, figure: Figure
) -> None:
    outcomes = outcomes_of_cuts(tmp_path, "FULL", cuts)
    assert outcomes["kept"] == cuts
    assert outcomes["acknowledged"] > 10 * cuts
    assert outcomes["checkpoints"] > 3
    figure(
        f"2: {cuts} power cuts over {outcomes['checkpoints']} checkpoints:"
        f" {outcomes['acknowledged']} rows acknowledged before, 0 lost, {outcomes['kept']} files ok"
    )


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_2_a_log_that_is_not_synced_loses_rows_when_the_power_goes(
    tmp_path: Path, synchronous: str, figure: Figure
) -> None:
    outcomes = outcomes_of_cuts(tmp_path, synchronous, 30)
    assert outcomes["lost"] + outcomes["damaged"] > 0
    figure(
        f"2: synchronous={synchronous}: of 30 power cuts {outcomes['lost']} lose rows,"
        f" {outcomes['damaged']} damage the file"
    )
