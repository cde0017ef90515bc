"""Leases: one owner a table, and PostgreSQL refuses what any other would write."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from meldroom.room.log_rows import FIRST_PREV, LogRow, row_hash
from meldroom.server.storage.leases import Lease, Leases, NotOwner, OwnedElsewhere, Owner
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Overtaken, Store
from tests.conftest import Figure
from tests.server.postgres import ONLY_POSTGRES, connect
from tests.server.storage.test_log import sample_rows

FEW_OR_ALL = pytest.mark.parametrize


@contextmanager
def two_processes(url: str, seconds: float = 60.0) -> Iterator[tuple[Store, Leases, Leases]]:
    """Give the leases of two processes on one database, both alive."""
    store = Store(url)
    store.open()
    first, second = (Leases(store, f"host:{number}", seconds) for number in (1, 2))
    for one in (first, second):
        one.renew()
    yield store, first, second
    for one in (first, second):
        one.close()
    store.close()


@ONLY_POSTGRES
def test_a_table_is_owned_by_one_process_until_it_is_released(url: str) -> None:
    with two_processes(url) as (_, first, second):
        lease = first.claim("t")
        assert first.still_held([lease]) == {lease}
        with pytest.raises(OwnedElsewhere) as elsewhere:
            second.claim("t")
        owner = Owner("host:1", first.process_id)
        assert elsewhere.value.owner == second.owner("t") == owner
        first.release([lease])
        assert second.owner("t") is None
        taken = second.claim("t")
        assert taken.fence > lease.fence
        assert second.still_held([lease, taken]) == {taken}


@ONLY_POSTGRES
def test_a_process_that_ends_gives_every_table_back(url: str) -> None:
    with two_processes(url) as (_, first, second):
        first.claim("a")
        first.claim("b")
        assert first.renew()[0] == 2
        first.release_all()
        assert [second.claim(key).table_id for key in "ab"] == ["a", "b"]


@ONLY_POSTGRES
def test_tables_of_a_process_without_a_heartbeat_can_be_taken(url: str) -> None:
    with two_processes(url, seconds=0.0) as (_, first, second):
        lease = first.claim("t")
        assert second.claim("t").fence > lease.fence
        assert first.still_held([lease]) == set()
        assert first.renew() == (0, 0)


@ONLY_POSTGRES
def test_an_administrator_takes_a_table_by_force(url: str) -> None:
    with two_processes(url) as (_, first, second):
        lease = first.claim("t")
        taken = second.claim("t", force=True)
        assert first.still_held([lease, taken]) == {taken}


@ONLY_POSTGRES
async def test_8_a_stale_owner_is_refused_by_the_database_alone(url: str) -> None:
    with two_processes(url) as (store, first, second):
        log = Log(store)
        rows, others = sample_rows("t", 3), sample_rows("u", 3)
        stale, other = first.claim("t"), first.claim("u")
        await log.append(rows[:1], lease=stale)
        second.claim("t", force=True)
        outcomes = await asyncio.gather(
            log.append(rows[1:], lease=stale),
            log.append(others, lease=other),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], NotOwner)
        assert outcomes[1] is None, "only the table that was taken is refused"
        with pytest.raises(NotOwner):
            await log.change(lambda _: None, stale)
        assert (log.read("t"), log.read("u")) == (rows[:1], others)
        await asyncio.to_thread(log.close)


@ONLY_POSTGRES
def test_8_a_claim_waits_for_what_the_owner_is_writing(url: str) -> None:
    with two_processes(url) as (_, first, second):
        lease = first.claim("t")
        claimed: list[Lease] = []
        claim = threading.Thread(target=lambda: claimed.append(second.claim("t", force=True)))
        with connect(url) as writing:
            writing.execute("SELECT FROM leases WHERE fence = %s FOR SHARE", [lease.fence])
            claim.start()
            with connect(url, autocommit=True) as watching:
                waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                while watching.execute(waiting).fetchone() != (1,):
                    pass
            assert claimed == []
        claim.join()
        assert claimed[0].fence > lease.fence


@ONLY_POSTGRES
def test_8_an_owner_that_stops_in_mid_transaction_loses_the_table(url: str) -> None:
    limit = "idle_in_transaction_session_timeout"
    with two_processes(url) as (store, first, second):
        lease = first.claim("t")
        with store.writing() as paused:
            transaction = paused.begin()
            assert paused.exec_driver_sql(f"SHOW {limit}").scalar() == "2s"
            paused.exec_driver_sql(f"SET {limit} = 50")  # the test need not wait
            paused.exec_driver_sql("SELECT FROM leases WHERE fence = %s FOR SHARE", (lease.fence,))
            assert second.claim("t", force=True).fence > lease.fence
            paused.invalidate()
            transaction.close()


@ONLY_POSTGRES
@FEW_OR_ALL(
    ("races", "tables"),
    [(100, 2), pytest.param(100_000, 20, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
async def test_7_two_processes_that_race_for_a_table_never_fork_it(
    url: str, races: int, tables: int, figure: Figure
) -> None:
    """Both take a table by force and write its next entry, all at once, at several tables."""
    refused: Counter[type[Exception]] = Counter()
    with two_processes(url) as (store, first, second):
        stores = [store, Store(url)]
        logs = [Log(one) for one in stores]

        async def write(number: int, row: LogRow) -> LogRow | None:
            claim = (first, second)[number].claim
            lease = await asyncio.to_thread(claim, row.table_id, True)
            try:
                await logs[number].append([row], lease=lease)
            except (NotOwner, Overtaken) as error:
                refused[type(error)] += 1
                return None
            return row

        async def race_for(key: str) -> None:
            rows: list[LogRow] = []
            for seq in range(1, races // tables + 1):
                prev = row_hash(rows[-1]) if rows else FIRST_PREV
                bodies = [f'{{"by":{number}}}' for number in (0, 1)]
                both = [LogRow(key, seq, seq, "moved", prev, body) for body in bodies]
                written = await asyncio.gather(*map(write, (0, 1), both))
                winners = [row for row in written if row is not None]
                assert len(winners) == 1, "one of them wins"
                rows += winners
            assert logs[0].read(key) == rows, "the log is what was acknowledged, in order"

        await asyncio.gather(*[race_for(f"t{number}") for number in range(tables)])
        for log in logs:
            await asyncio.to_thread(log.close)
        stores[1].close()
    assert refused.total() == races
    figure(
        f"7: {races} races at {tables} tables: {races} acknowledged, 0 lost, 0 doubled;"
        f" of the losers {refused[NotOwner]} had lost the table, {refused[Overtaken]} came second"
    )
