"""The table of a room's players, which its host can switch on."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from meldroom.arena.player_ratings import MIN_GAMES
from meldroom.games import GAMES
from meldroom.server.people.record import rating_form
from meldroom.server.storage.ratings import read_ratings
from meldroom.server.storage.seat_results import SEAT_RESULTS, SeatResults
from meldroom.server.storage.store import Store

MAX_PLAYERS = 50  # of each game


def player_table(store: Store) -> list[dict[str, Any]]:
    """Give the rated players of each game, the best first, under the name that they had last."""
    return [
        {"game": game, "players": players} for game in GAMES if (players := _players(store, game))
    ]


def _players(store: Store, game: str) -> list[dict[str, Any]]:
    with store.reading() as connection:
        ratings = read_ratings(connection, game)
    rated = [(key, one) for key, one in ratings.items() if one.games >= MIN_GAMES]
    rated.sort(key=lambda pair: -pair[1].mu)
    named = ((_last_name(store, key), one) for key, one in rated[:MAX_PLAYERS])
    return [{"name": name, **(rating_form(one) or {})} for name, one in named if name]


def _last_name(store: Store, person: str) -> str:
    keys, results = SeatResults(store).keys_of(person), SEAT_RESULTS.c
    query = sa.select(results.name).where(results.player.in_(keys)).order_by(results.at.desc())
    with store.reading() as connection:
        return str(connection.execute(query.limit(1)).scalar() or "")
