"""Summaries, scores and reviews of tables as they are stored."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from meldroom.room import log_entries
from meldroom.room.log_entries import ClockSetting, MoveMade, Phase, Settings, TableOpened
from meldroom.room.records import current_record, rebuild
from meldroom.room.services import StorageError
from meldroom.room.summaries import Summary, summary_after
from meldroom.server.administration import Administration, DeleteTable
from meldroom.server.storage.backup import back_up
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Store
from meldroom.server.storage.summaries import Summaries, read_review, write_review
from meldroom.server.tables.room import Room
from tests.server.local_room import join, open_room, start_game, table_with_people
from tests.server.postgres import EVERY_STORE
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.storage.test_log import sample_rows
from tests.server.storage.test_migrations import RELEASED, make_database

KEY = "a" * 14


def sample_summary(key: str = "t", phase: Phase = "waiting", **settings: object) -> Summary:
    opened = TableOpened("thumbs-up", "1", 2, {}, Settings(**settings), "c")  # type: ignore[arg-type]
    summary = summary_after(None, key, 1, opened, 5)
    return Summary(
        **{name: getattr(summary, name) for name in summary.__struct_fields__} | {"phase": phase}
    )


@EVERY_STORE
async def test_a_summary_follows_its_table(url: str) -> None:
    async with open_room(url) as room:
        live, clients, _ = await table_with_people(room, 2)
        key = live.table.key

        def current() -> Summary:
            summary = room.summaries.get(key)
            assert summary is not None
            return summary

        waiting = current()
        assert (waiting.phase, waiting.number) == ("waiting", 1)
        assert waiting.people == ("Ada", "Elif")
        assert waiting.options == live.table.opened.options
        await start_game(live, clients)
        assert (current().phase, current().seq) == ("playing", live.table.seq)
        await clients[live.table.current_match.to_act[0]].act("draw")
        assert current().seq == live.table.seq - 1, "a plain move costs no summary"
        await clients[1].request("leave")
        assert current().people == ("Ada", None)
        await clients[0].request("end")
        assert current().phase == "closed"


@EVERY_STORE
async def test_a_finished_game_leaves_its_pad_its_result_and_its_record(url: str) -> None:
    rows = sample_log(KEY)
    write_log(url, rows[:-1])
    last = log_entries.decode(rows[-1].body)
    assert isinstance(last, MoveMade)
    async with open_room(url) as room:
        live = await room.find(KEY)
        assert live is not None
        clients = [await join(room, live, token) for token in TOKENS]
        await clients[last.seat].act(*last.texts)
        assert room.summaries.get(KEY).phase == live.table.phase == "over"  # type: ignore[union-attr]
        score = room.summaries.score(KEY, 1)
        assert score is not None
        position = clients[0].position
        assert (score.pad, score.result) == (position["pad"], position["result"])
        assert score.record == current_record(live.table)
        assert score.players == ("Ada", "Elif")
        await clients[0].request("rematch")
        again = room.summaries.get(KEY)
        assert again is not None
        assert (again.phase, again.number) == ("waiting", 2)
        assert room.summaries.scores(KEY) == [score]


async def test_the_score_is_kept_whenever_a_hand_ends(tmp_path: Path) -> None:
    table = rebuild(KEY, sample_log(KEY)[:7])
    for row in sample_log(KEY)[7:]:
        move = log_entries.decode(row.body)
        table.apply(move, 0)
        if table.current_match.state.public.ledger:
            break
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY)[: row.seq - 1])
    assert isinstance(move, MoveMade)
    async with open_room(tmp_path / "db") as room:
        live = await room.find(KEY)
        assert live is not None
        client = await join(room, live, TOKENS[move.seat])
        assert room.summaries.scores(KEY) == []
        await client.act(*move.texts)
        [score] = room.summaries.scores(KEY)
        assert len(score.pad["rows"]) == 2
        assert (score.pad, score.players) == (client.position["pad"], ("Ada", "Elif"))
        assert score.record is score.result is None


@EVERY_STORE
async def test_a_summary_is_not_written_without_its_entry(url: str) -> None:
    store = Store(url)
    store.open()
    log = Log(store)
    rows = sample_rows("t", 2)
    await log.append(rows, sample_summary())
    with pytest.raises(StorageError):
        await log.append(rows, sample_summary(phase="closed"))
    assert Summaries(store).get("t") == sample_summary()
    log.close()
    store.close()


@pytest.mark.parametrize(
    ("clock", "listed", "standing", "phase", "restored"),
    [
        ("3d", False, False, "playing", True),
        ("3d", False, False, "waiting", False),
        ("3d", False, False, "over", False),
        ("20s", True, False, "playing", False),
        ("off", True, True, "over", True),
        ("off", False, True, "playing", False),
        ("3d", True, True, "closed", False),
    ],
)
def test_only_tables_that_go_on_by_themselves_or_stay_listed_are_restored(
    clock: ClockSetting, listed: bool, standing: bool, phase: Phase, restored: bool
) -> None:
    summary = sample_summary(phase=phase, clock=clock, listed=listed, standing=standing)
    assert summary.restored == restored


@EVERY_STORE
async def test_summaries_are_listed_by_pages_and_filters(url: str) -> None:
    store = Store(url)
    store.open()
    log, summaries = Log(store), Summaries(store)
    for number, phase in enumerate(("waiting", "playing", "over"), 1):
        key = f"t{number}"
        settings = {"clock": "1d"} if phase == "playing" else {}
        await log.append(sample_rows(key, 1), sample_summary(key, phase, **settings))  # type: ignore[arg-type]

    def keys(**filters: object) -> list[str]:
        return [one.table_id for one in summaries.page(**filters)]  # type: ignore[arg-type]

    assert keys() == ["t1", "t2", "t3"]
    assert keys(limit=2) == ["t1", "t2"]
    assert keys(after="t2") == ["t3"]
    assert keys(phases=["over", "waiting"]) == ["t1", "t3"]
    assert keys(game="scorzo") == []
    assert keys(changed_before=5) == []
    assert keys(changed_before=6) == ["t1", "t2", "t3"]
    assert summaries.keys_to_restore() == ["t2"]
    log.close()
    store.close()


async def test_a_backup_keeps_summaries_and_scores(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY))
    async with open_room(tmp_path / "db") as room:
        await table_with_people(room, 2, standing=True, listed=True)
    stores = [Store(f"sqlite:///{tmp_path / name}") for name in ("db", "copy")]
    back_up(stores[0], tmp_path / "copy")
    assert Summaries(stores[1]).page() == Summaries(stores[0]).page()
    assert Summaries(stores[1]).keys_to_restore() != []


@pytest.mark.parametrize("source", RELEASED, ids=lambda source: source.stem)
def test_an_older_database_gets_its_summaries_when_it_is_migrated(
    tmp_path: Path, source: Path
) -> None:
    make_database(source, tmp_path / "db")
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    [summary] = Summaries(store).page()
    store.close()
    assert (summary.table_id, summary.game) == ("aabbccddeeffgg", "thumbs-up")
    assert (summary.phase, summary.people, summary.number) == ("playing", ("Ada", "Elif"), 1)


KEY = "a" * 14
REVIEW = {"format": "meldroom-review/1", "line": [[0.5, 0.5], [1.0, 0.0]]}


async def store_review(log: Log, engine: str = "1", **more: Any) -> None:
    """Store a review of the table's first game."""
    form = {**REVIEW, **more}
    write = partial(write_review, key=KEY, number=1, at=5, engine=engine, form=form)
    await log.change(write, erases=False)


@EVERY_STORE
async def test_a_review_is_found_by_its_engine_until_a_newer_one_replaces_it(url: str) -> None:
    write_log(url, sample_log(KEY)[:5])
    async with open_room(url) as room:
        await store_review(room.log)
        assert read_review(room.store, KEY, 1, "1") == REVIEW
        assert read_review(room.store, KEY, 2, "1") is None
        assert read_review(room.store, KEY, 1, "2") is None
        await store_review(room.log, "2", game="new")
        assert read_review(room.store, KEY, 1, "2") == {**REVIEW, "game": "new"}
        assert read_review(room.store, KEY, 1, "1") is None


@EVERY_STORE
async def test_a_review_goes_with_its_table_and_none_is_stored_after_it(url: str) -> None:
    write_log(url, sample_log(KEY)[:5])
    async with open_room(url) as room:
        await store_review(room.log)
        await Administration(room).perform(DeleteTable(KEY))
        assert read_review(room.store, KEY, 1, "1") is None
        await store_review(room.log)
        assert read_review(room.store, KEY, 1, "1") is None


async def test_a_review_is_in_backups(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY)[:5])
    async with open_room(tmp_path / "db") as room:
        await store_review(room.log)
        back_up(room.store, tmp_path / "copy")
    copy = Store(f"sqlite:///{tmp_path / 'copy'}")
    assert read_review(copy, KEY, 1, "1") == REVIEW
    copy.close()


async def test_storing_a_review_keeps_what_guards_the_log_against_loss(room: Room) -> None:
    last_commits = room.store.last_commits
    assert last_commits is not None
    await room.log.append(sample_log(KEY)[:5])
    await store_review(room.log)
    assert [entry.seq for entry in last_commits.read()] == [5]
