"""Results and ratings worked out anew from the log, as after an upgrade."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa

from meldroom.core.game import Refusal
from meldroom.server.executors import bulk, database
from meldroom.server.storage.log import BrokenChain, Log
from meldroom.server.storage.results import RATED_GAMES, SEAT_RESULTS, SeatResult
from meldroom.server.storage.store import upsert
from meldroom.server.tables.room import Room
from meldroom.server.tables.scores import scores_from_log

TABLES_PER_PAGE = 500


class Recomputed(NamedTuple):
    """How many tables and finished games there are, and the tables that cannot be replayed."""

    tables: int
    games: int
    skipped: list[str]


async def recompute_ratings(room: Room) -> Recomputed:
    """Replace the results of every finished game by what the log says, and rate them all.

    Results of games that this version cannot replay stay as they are.
    """
    tables = games = 0
    skipped, last = [], ""
    while keys := await database.run(room.summaries.keys, after=last, limit=TABLES_PER_PAGE):
        last = keys[-1]
        for key in keys:
            tables += 1
            try:
                results = await bulk.run(_results, room.log, key)
            except (Refusal, BrokenChain, ValueError):
                skipped.append(key)
                continue
            games += len({one.number for one in results})
            await room.log.change(partial(_replace, key=key, results=results), erases=False)
    await room.log.change(_rate_all_afresh, erases=False)
    await room.ratings.catch_up()
    return Recomputed(tables, games, skipped)


def _results(log: Log, key: str) -> list[SeatResult]:
    return [seat for score in scores_from_log(key, log.read(key)) for seat in score.seats]


def _replace(connection: sa.Connection, key: str, results: Sequence[SeatResult]) -> None:
    of_table = SEAT_RESULTS.c.table_id == key
    stored = {one[:4] for one in connection.execute(sa.select(SEAT_RESULTS).where(of_table))}
    connection.execute(sa.delete(SEAT_RESULTS).where(of_table))
    # Of whoever was erased the log has no name and no key, but still what proves the seat.
    kept = (
        one._replace(player="") if (*one[:3], "") in stored and one[:4] not in stored else one
        for one in results
    )
    upsert(connection, SEAT_RESULTS, {one[:4]: one for one in kept})


def _rate_all_afresh(connection: sa.Connection) -> None:
    connection.execute(sa.delete(RATED_GAMES))
