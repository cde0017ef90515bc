"""Ratings of a room's players: each game rated once, and always as the whole history gives."""

from __future__ import annotations

from functools import partial

import pytest
import sqlalchemy as sa

from meldroom.arena.player_ratings import START_MU, Rating
from meldroom.room.tokens import person_key
from meldroom.server.administration import Administration, DeleteTable, RecomputeRatings
from meldroom.server.storage.results import (
    RATED_GAMES,
    RATINGS,
    SEAT_RESULTS,
    ratings_of,
    read_ratings,
)
from meldroom.server.tables.room import Room
from tests.server.local_room import open_room
from tests.server.played_games import NEVER, SHORT_GAME, finished_game
from tests.server.postgres import EVERY_STORE

ADA, ELIF = "session of Ada", "session of Elif"


def stored_ratings(room: Room) -> dict[str, Rating]:
    """Give the ratings of the game that is played here."""
    with room.store.reading() as connection:
        return read_ratings(connection, SHORT_GAME)


@EVERY_STORE
async def test_ratings_recomputed_from_the_log_are_those_that_grew_game_by_game(url: str) -> None:
    async with open_room(url, NEVER) as room:
        for seed in range(5):
            people = {"Ada": ADA, "Elif": ELIF} if seed % 2 else {"Ada": ADA}
            await finished_game(room, people, seats=3, seed=seed)
            await room.ratings.catch_up()
        grown = stored_ratings(room)
        assert grown[person_key(ADA)].games == 5
        assert grown[person_key(ELIF)].games == 2
        assert grown[person_key(ADA)].mu != START_MU
        for table in (SEAT_RESULTS, RATINGS, RATED_GAMES):
            await room.log.change(partial(_empty, table=table))
        assert stored_ratings(room) == {}
        done = await Administration(room).perform(RecomputeRatings())
        assert done == {"tables": 5, "games": 5, "skipped": []}
        assert stored_ratings(room) == grown


def _empty(connection: sa.Connection, table: sa.Table) -> None:
    connection.execute(sa.delete(table))


async def test_a_game_that_is_gone_is_no_longer_rated(still_room: Room) -> None:
    await finished_game(still_room, {"Ada": ADA}, seats=2)
    await still_room.ratings.catch_up()
    once = stored_ratings(still_room)
    again = await finished_game(still_room, {"Ada": ADA}, seats=2)
    await still_room.ratings.catch_up()
    assert stored_ratings(still_room)[person_key(ADA)].games == 2
    await Administration(still_room).perform(DeleteTable(again.table.key))
    await still_room.ratings.catch_up()
    assert stored_ratings(still_room) == once


async def test_a_person_has_a_rating_in_each_game_that_they_finished(still_room: Room) -> None:
    await finished_game(still_room, {"Ada": ADA}, seats=2)
    await still_room.ratings.catch_up()
    assert list(ratings_of(still_room.store, person_key(ADA))) == [SHORT_GAME]
    assert ratings_of(still_room.store, person_key(ELIF)) == {}


@pytest.mark.parametrize("bot", ["house", "novice"])
async def test_bots_keep_the_ratings_that_were_measured(bot: str, still_room: Room) -> None:
    await finished_game(still_room, {"Ada": ADA}, seats=2, bot=bot)
    await still_room.ratings.catch_up()
    assert list(stored_ratings(still_room)) == [person_key(ADA)]
