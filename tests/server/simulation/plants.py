"""Faults to be planted in the server, each with a part of the text that the simulation finds.

Most of them were there once: each puts back what was mended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import nullcontext
from typing import Any, NamedTuple

import pytest

from meldroom.room import actor, log_entries, permissions, records, seats
from meldroom.room.audience import Audience
from meldroom.room.broadcast import Broadcaster
from meldroom.room.log_entries import SeatAllowed, SeatTaken, ShareGiven
from meldroom.room.services import StorageError
from meldroom.room.table import Table
from meldroom.room.tokens import session_token
from meldroom.server import administration, executors, mail, monitoring
from meldroom.server.background import Background
from meldroom.server.executors import database
from meldroom.server.http.tables_api import TablesApi
from meldroom.server.mail import MailSender
from meldroom.server.people import account, mails
from meldroom.server.storage import backup, maintenance, store
from meldroom.server.storage.daily_deals import DAILY_ATTEMPTS
from meldroom.server.storage.leases import OutcomeUnknown
from meldroom.server.storage.log import Log, read_rows
from meldroom.server.storage.mails import MAIL_LINKS
from meldroom.server.storage.results import SEAT_RESULTS
from meldroom.server.storage.store import upsert
from meldroom.server.tables.room import Room


def acknowledge_before_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk."""
    begin = Log.begin

    def do_not_wait(self: Log, *append: Any) -> None:
        *what, done = append
        begin(self, *what, lambda _: None)  # type: ignore[call-arg]
        asyncio.get_running_loop().call_soon(done, None)

    monkeypatch.setattr(Log, "begin", do_not_wait)


def lose_deferred_broadcasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not flush before the next entry."""

    def send_batch(self: Any) -> None:
        deferred, self._deferred, self._scheduled = self._deferred, {}, False
        for send in deferred.values():
            send()

    monkeypatch.setattr(Broadcaster, "flush", lambda self, table: None)
    monkeypatch.setattr(Broadcaster, "_send_batch", send_batch)


def forget_completed_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not recognise an act that is sent again after a restart."""

    def forgetful(key: str, rows: Any) -> Table:
        table = records.rebuild(key, rows)
        table.completed_acts.clear()
        return table

    monkeypatch.setattr(actor, "rebuild", forgetful)


def resend_one_event_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the last entry that a client has seen for one that it has missed."""
    missed = Audience._missed_plays
    monkeypatch.setattr(
        Audience,
        "_missed_plays",
        lambda self, seat, since: missed(self, seat, None if since is None else since - 1),
    )


def give_seats_that_were_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a seat at once, as the people there agreed, although somebody has left it."""
    may_sit_now = seats.may_sit_now

    def lax(table: Table, seat: int, token_hash: str, allowed_by: Any = ()) -> bool:
        people = {one.seat for one in table.people}
        agreed = bool(people) and people.issubset(allowed_by)
        return agreed or may_sit_now(table, seat, token_hash, allowed_by)

    def allow(table: Table, by: int, seat: int) -> tuple[SeatAllowed, ...]:
        return (SeatAllowed(seat, by),) if seat in table.requests else ()

    monkeypatch.setattr(seats, "may_sit_now", lax)
    monkeypatch.setattr(seats, "allow", allow)


def reveal_shares_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a share before everybody has committed to theirs."""

    def give(table: Table, seat: int, share: str) -> tuple[ShareGiven, ...]:
        return (ShareGiven(seat, share),)

    monkeypatch.setattr(permissions, "give_share", give)


def open_what_is_being_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look whether a table is there and open it later, whoever else does."""

    async def find_or_open(self: Room, key: str, opening: Any, session: str) -> Any:
        token = session_token(session, key)
        return await self.find(key) or await self._open(key, opening, token, session)

    monkeypatch.setattr(Room, "find_or_open", find_or_open)


def back_up_no_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the deals of the day out of backups."""
    left_out = {**backup.NOT_COPIED, "daily_deals": "", "daily_attempts": ""}
    monkeypatch.setattr(backup, "NOT_COPIED", left_out)


def end_background_work_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do nothing again that has failed once."""

    async def repeat(
        self: Background, name: str, work: Any, first: float, interval: float | None
    ) -> None:
        await asyncio.sleep(first)
        while True:
            self.runs[name] += 1
            try:
                await work()
            except StorageError:
                return
            if interval is None:
                return
            await asyncio.sleep(interval)

    monkeypatch.setattr(Background, "_repeat", repeat)


def let_everything_wait_for_the_mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send all emails at once, by the threads that everything else needs."""

    async def run(self: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(function, *args, **kwargs)

    async def send(self: MailSender, email: Any) -> None:
        for _ in range(3):
            try:
                await asyncio.to_thread(self.server.send, email)
            except OSError:
                await asyncio.sleep(self.retry_after)
            else:
                break

    def put(self: MailSender, email: Any, wanted: Any) -> None:
        task = asyncio.get_running_loop().create_task(send(self, email))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    monkeypatch.setattr(executors.Executor, "run", run)
    monkeypatch.setattr(MailSender, "put", put)


def take_spellings_for_mailboxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop emails to one spelling of an address alone."""
    monkeypatch.setattr(mail, "mailbox_of", lambda address: address)


def write_to_unconfirmed_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send emails of turns to whoever was named by somebody."""

    def all_mailboxes(store: Any) -> dict[str, str]:
        with store.reading() as connection:
            rows = connection.execute(MAIL_LINKS.select())
            return {row.key: row.mailbox for row in rows}

    monkeypatch.setattr(mails, "confirmed_mailboxes", all_mailboxes)


def forget_attempts_of_the_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever was erased play the deal of the day again."""

    def forget(connection: Any, persons: Any, day: str) -> None:
        attempts = DAILY_ATTEMPTS
        theirs = attempts.c.person.in_(persons)
        connection.execute(attempts.update().where(theirs).values(person=attempts.c.table_id))

    monkeypatch.setattr(account, "erase_attempts", forget)


def be_ready_on_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that the server is ready when it can read."""

    async def works(self: Any, room: Room) -> bool:
        return await database.run(room.store.ready)

    monkeypatch.setattr(monitoring.WriteProbe, "works", works)


def unseal_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a deal of the day to anybody, before its day is over."""

    async def shown(self: TablesApi, request: Any) -> None:
        """Refuse nobody."""

    monkeypatch.setattr(TablesApi, "_check_shown", shown)


def leave_requests_of_the_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    """Erase people where they took seats, not where they only asked for one."""
    tables_of = maintenance.tables_of

    def seated_at(connection: Any, persons: Collection[str]) -> list[str]:
        return [
            key
            for key in tables_of(connection, persons)
            for entry in [log_entries.decode(row.body) for row in read_rows(connection, key)]
            if isinstance(entry, SeatTaken) and entry.person in persons
        ]

    monkeypatch.setattr(account, "tables_of", seated_at)


def answer_reads_that_fail_as_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what the database raises pass through every reader."""
    monkeypatch.setattr(store, "reading_errors", nullcontext)


def rate_the_erased_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take what proves the seat of an erased person for a player, when ratings are recomputed."""

    def replace(connection: Any, key: str, results: Any) -> None:
        connection.execute(SEAT_RESULTS.delete().where(SEAT_RESULTS.c.table_id == key))
        upsert(connection, SEAT_RESULTS, {one[:4]: one for one in results})

    monkeypatch.setattr(administration, "_replace", replace)


def refuse_what_may_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse an act whose table was lost before the database answered."""
    monkeypatch.setattr(OutcomeUnknown, "fatal", False)


class Planted(NamedTuple):
    """What finds a fault: the cast that meets it soon, and a seed that has found it before."""

    says: str  # a kind in brackets, or "" where any violation will do
    cast: tuple[str, ...] = ()
    seed: int = 0


PLANTS: dict[Callable[[pytest.MonkeyPatch], None], Planted] = {
    acknowledge_before_writing: Planted(""),
    lose_deferred_broadcasts: Planted(""),
    forget_completed_acts: Planted("", seed=12),
    resend_one_event_too_many: Planted("", seed=3),
    give_seats_that_were_left: Planted("[seat of a leaver]", ("rowdies",), seed=14),
    reveal_shares_at_once: Planted("[share too early]", seed=8),
    open_what_is_being_opened: Planted("[P-8 without cause]", ("daily",), seed=4),
    back_up_no_deals: Planted("[backup]", ("backup", "daily")),
    end_background_work_that_fails: Planted("[background task ends]", seed=30),
    let_everything_wait_for_the_mail_server: Planted("[waits]", ("correspondents",)),
    take_spellings_for_mailboxes: Planted("[mail after stop]", ("correspondents",)),
    write_to_unconfirmed_addresses: Planted("[mail after stop]", ("correspondents",)),
    forget_attempts_of_the_erased: Planted("[daily twice]", ("cheat",), seed=1),
    be_ready_on_a_full_disk: Planted("[ready on a full disk]", ("administrator",), seed=9),
    unseal_deals: Planted("[sealed]", ("cheat",), seed=4),
    leave_requests_of_the_erased: Planted("[erased stays]", ("rowdies",), seed=2),
    answer_reads_that_fail_as_mistakes: Planted(
        "[500 while the database is away]", ("reader",), seed=6
    ),
    rate_the_erased_again: Planted("[ratings differ]", seed=172),
    refuse_what_may_be_stored: Planted("[two owners]", ("neighbours",)),
}
