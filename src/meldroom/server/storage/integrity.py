"""Looks for damage: entries that were lost, a broken file, a broken chain of hashes."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import sqlalchemy as sa

from meldroom.room.log_rows import BrokenChain
from meldroom.room.services import StorageError
from meldroom.server.storage.log import lost_entry, read_rows
from meldroom.server.storage.store import CannotOpen, Store, Unreadable
from meldroom.server.storage.summaries import Summaries

logger = logging.getLogger("meldroom")
REST_FACTOR = 9  # the check rests this many times as long as it works: people play meanwhile
TABLES_PER_PAGE = 500
RETRY_SECONDS = 60.0  # until a database that was away is checked again


class Damaged(CannotOpen):
    """The database lacks entries that were committed."""


def open_undamaged(store: Store, accept_loss: bool = False) -> None:
    """Open a database; Damaged if it lacks committed entries, unless that is accepted."""
    store.open()
    lost = lost_entry(store)
    if lost is None:
        return
    problem = f"{store} lacks what was saved: entry {lost.seq} of table {lost.table_id} is missing"
    if not accept_loss:
        raise Damaged(
            f"{problem} or altered; restore a backup, or start once with --accept-loss if this"
            " is one"
        )
    logger.warning("%s; accepted", problem)
    if store.last_commits is not None:
        store.last_commits.clear()


def problem_of_file(connection: sa.Connection) -> str | None:
    """Let SQLite look for damage in its file; None if there is none."""
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return None if found == "ok" else f"the database file is damaged: {found}"


class Integrity:
    """What is known of damage to the database, and a check of all of it in the background."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.problems: list[str] = []
        self.checked = False  # all of it
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._connection: Any = None  # while SQLite looks at the file

    def note(self, problem: str) -> None:
        """Take note of damage, and say so in the server's log."""
        if problem not in self.problems:
            self.problems.append(problem)
            logger.critical("%s", problem)

    def start(self) -> None:
        """Check everything in a thread, slowly."""
        self._thread = threading.Thread(target=self._check, name="integrity", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop checking."""
        self._stop.set()
        connection = self._connection
        if connection is not None:
            connection.interrupt()
        if self._thread is not None:
            self._thread.join()

    def _check(self) -> None:
        while not self._stop.is_set():
            try:
                if self.store.sqlite:
                    self._check_file()
                self._check_chains()
            except Unreadable as damage:
                if not self._stop.is_set():
                    self.note(f"the database cannot be checked: {damage}")
            except StorageError:  # it is away
                self._stop.wait(RETRY_SECONDS)
                continue
            break
        self.checked = not self._stop.is_set()

    def _check_file(self) -> None:
        with self.store.reading() as connection:
            self._connection = connection.connection.driver_connection
            problem = problem_of_file(connection)
            self._connection = None
        if problem is not None:
            self.note(problem)

    def _check_chains(self) -> None:
        summaries, last = Summaries(self.store), ""
        while keys := summaries.keys(after=last, limit=TABLES_PER_PAGE):
            for key in keys:
                began = time.perf_counter()
                try:
                    with self.store.reading() as connection:
                        read_rows(connection, key)
                except BrokenChain as broken:
                    self.note(str(broken))
                if self._stop.wait(REST_FACTOR * (time.perf_counter() - began)):
                    return
            last = keys[-1]
