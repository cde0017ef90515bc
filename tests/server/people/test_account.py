"""Erasing a person, and exporting their games."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Collection
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from meldroom.core.record import replay
from meldroom.games import find
from meldroom.room.log_entries import SeatLeft, Settings
from meldroom.room.summaries import SeatResult
from meldroom.room.tokens import person_key
from meldroom.server.administration import Administration, ForgetPerson, RecomputeRatings
from meldroom.server.people import account
from meldroom.server.people.account import erase_person, exported, names_of
from meldroom.server.people.record import PersonalGame, played_games
from meldroom.server.storage.backup import back_up, verified_rows
from meldroom.server.storage.maintenance import names_by_table
from meldroom.server.storage.results import read_ratings
from meldroom.server.storage.store import Store
from meldroom.server.tables.room import Room
from tests.server.local_room import open_room
from tests.server.played_games import (
    NEVER,
    SHORT_GAME,
    finished_game,
    play_on,
    seated_table,
    sit,
    start,
)
from tests.server.test_administration import stored

ADA, ELIF = "session of Ada", "session of Elif"
NAME = "Zyxwvut"


def export_of(room: Room, session: str) -> ZipFile:
    """Export the games of a session's person."""
    keys = room.results.keys_of(person_key(session))
    games = played_games(room.results.games_of(keys), keys)
    return ZipFile(BytesIO(exported(games, room.summaries)))


def text_of(archive: ZipFile) -> str:
    """Give everything that an export holds."""
    return "".join(archive.read(name).decode() for name in archive.namelist())


async def test_nothing_of_an_erased_person_is_left_in_database_backups_or_exports(
    tmp_path: Path,
) -> None:
    (tmp_path / "room").mkdir()
    async with open_room(tmp_path / "room" / "db", NEVER) as room:
        await finished_game(room, {"Elif": ELIF, NAME: ADA})
        shared, _ = await room.open(
            SHORT_GAME, 3, {}, Settings(fill="people"), NAME, ADA, [f"{NAME} II"]
        )
        await start(shared)
        await play_on(shared, 3)
        await room.ratings.catch_up()
        key = person_key(ADA)
        assert NAME in text_of(export_of(room, ELIF))
        assert NAME.encode() in stored(tmp_path / "room")
        assert await erase_person(room, room.results.keys_of(key)) == 2
        await room.ratings.catch_up()
        back_up(room.store, tmp_path / "backup")
        everything = stored(tmp_path / "room") + (tmp_path / "backup").read_bytes()
        for trace in (NAME, key):
            assert trace.encode() not in everything
        assert room.results.games_of([key]) == []
        assert NAME not in text_of(export_of(room, ELIF))
    assert NAME.encode() not in stored(tmp_path / "room"), "nor when the server has stopped"


async def test_games_with_an_erased_person_stay_whole_and_can_be_verified(still_room: Room) -> None:
    await finished_game(still_room, {"Elif": ELIF, NAME: ADA})
    running, _ = await still_room.open(SHORT_GAME, 2, {}, Settings(), NAME, ADA)
    await start(running)
    await play_on(running, 3)
    before = still_room.results.games_of([person_key(ELIF)])
    await erase_person(still_room, [person_key(ADA)])
    after = still_room.results.games_of([person_key(ELIF)])
    assert [one._replace(name="", player="") for one in after] == [
        one._replace(name="", player="") for one in before
    ]
    assert [one.name for one in after][:2] == ["Elif", "Guest"]
    archive = export_of(still_room, ELIF)
    (name,) = [one for one in archive.namelist() if one.endswith(".json")]
    assert list(replay(json.loads(archive.read(name)), find))
    live = await still_room.find(running.table.key)
    assert live is not None
    assert live.table.seats[0].name == "Guest"
    await play_on(live)
    assert live.table.phase == "over"
    assert list(verified_rows(still_room.store))


async def test_a_person_is_erased_though_one_of_their_tables_is_deleted_meanwhile(
    still_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, delete = asyncio.get_running_loop(), Administration(still_room).delete
    kept, deleted = [
        (await finished_game(still_room, {"Elif": ELIF, NAME: ADA})).table.key for _ in range(2)
    ]

    def then_delete(store: Store, keys: Collection[str]) -> dict[str, set[str]] | None:
        found = names_of(store, keys)
        asyncio.run_coroutine_threadsafe(delete(deleted), loop).result()
        return found

    monkeypatch.setattr(account, "names_of", then_delete)
    await erase_person(still_room, [person_key(ADA)])
    assert names_by_table(still_room.store) == {kept: {"Elif", "Guest"}}


async def test_who_took_a_seat_over_from_a_bot_can_be_erased(still_room: Room) -> None:
    live = await seated_table(still_room, {"Elif": ELIF}, 2)
    await start(live)
    await live.write([SeatLeft(0)])
    await sit(still_room, live, NAME, ADA, seat=1)
    await play_on(live)
    assert len(still_room.results.games_of([person_key(ADA)])) == 3
    await erase_person(still_room, [person_key(ADA)])
    left = still_room.results.games_of([person_key(ELIF)])
    assert [(one.seat, one.bot) for one in left] == [(0, ""), (1, "house")]
    await Administration(still_room).perform(RecomputeRatings())
    assert still_room.results.games_of([person_key(ELIF)]) == left


async def test_an_erased_person_is_no_longer_rated_and_the_others_are(still_room: Room) -> None:
    await finished_game(still_room, {"Elif": ELIF, NAME: ADA})
    await still_room.ratings.catch_up()
    await erase_person(still_room, [person_key(ADA)])
    await still_room.ratings.catch_up()
    with still_room.store.reading() as connection:
        assert list(read_ratings(connection, SHORT_GAME)) == [person_key(ELIF)]


async def test_nobody_who_was_erased_is_rated_again_when_all_ratings_are_recomputed(
    still_room: Room,
) -> None:
    await finished_game(still_room, {"Elif": ELIF, NAME: ADA})
    await erase_person(still_room, [person_key(ADA)])
    await Administration(still_room).perform(RecomputeRatings())
    with still_room.store.reading() as connection:
        assert list(read_ratings(connection, SHORT_GAME)) == [person_key(ELIF)]


async def test_a_name_that_the_host_lets_be_forgotten_is_replaced_in_results(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Elif": ELIF, NAME: ADA})
        await Administration(room).perform(ForgetPerson(NAME))
        results = room.results.games_of([person_key(ADA)])
        assert [one.name for one in results][:2] == ["Elif", "Guest"]
        assert len(results) == 3, "the record itself stays"
    assert NAME.encode() not in stored(tmp_path)


async def test_no_name_is_a_formula(still_room: Room) -> None:
    def seat(number: int, name: str) -> SeatResult:
        return SeatResult("a" * 14, 1, number, "p", name, "", "scorzo", 0, 1, -5, True)

    formulas = [f"{begin}HYPERLINK(1;2)" for begin in "=+-@\t\r\n"]
    games = [PersonalGame(seat(0, one), (seat(1, one), seat(2, one))) for one in formulas]
    archive = ZipFile(BytesIO(exported(games, still_room.summaries)))
    text = archive.read("games.csv").decode()
    for row, formula in zip(csv.DictReader(StringIO(text, newline="")), formulas, strict=True):
        assert row["name"] == f"'{formula}"
        assert row["others"].startswith(f"'{formula}")
        assert row["score"] == "-5", "a number stays one"
        assert f'"{row["others"]}"' in text, "a semicolon in quotes separates no columns"
