"""Ratings of players as they are stored, and how far the results are rated."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa

from meldroom.arena.player_ratings import RatedSeat, Rating
from meldroom.server.storage.seat_results import ALIASES, IN_ORDER, SEAT_RESULTS, SeatResult
from meldroom.server.storage.store import METADATA, Store
from meldroom.server.storage.summaries import upsert

RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
RATED_GAMES = sa.Table(
    "rated_games",
    METADATA,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("results", sa.Integer, nullable=False),
)


class RatedUpTo(NamedTuple):
    """The time of the last result that is rated, and how many there are up to then."""

    at: int = -1
    results: int = 0


def rated_up_to(connection: sa.Connection, game: str, lock: bool = False) -> RatedUpTo:
    """Return how far the results of a game are rated; who writes locks that."""
    query = sa.select(RATED_GAMES.c.at, RATED_GAMES.c.results).where(RATED_GAMES.c.game == game)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return RatedUpTo() if row is None else RatedUpTo(*row)


def results_up_to(connection: sa.Connection, game: str, at: int) -> int:
    """Count the results of a game up to a time."""
    results = SEAT_RESULTS.c
    query = sa.select(sa.func.count()).where(results.game == game, results.at <= at)
    return int(connection.execute(query).scalar_one())


def results_after(connection: sa.Connection, game: str, at: int) -> list[SeatResult]:
    """Give the results of a game after a time, in the order in which they are rated."""
    wanted = (SEAT_RESULTS.c.game == game, SEAT_RESULTS.c.at > at)
    query = sa.select(SEAT_RESULTS).where(*wanted).order_by(*IN_ORDER)
    return [SeatResult(*row) for row in connection.execute(query)]


def rated_seats(
    results: list[SeatResult], persons: Mapping[str, str]
) -> list[tuple[RatedSeat, ...]]:
    """Give the seats of each game as they are rated: for who began the game there."""
    return [
        tuple(
            RatedSeat(persons.get(one.player, one.player), one.bot, one.place)
            for one in seats
            if one.rated
        )
        for _, seats in groupby(results, lambda one: (one.table_id, one.number))
    ]


def read_ratings(connection: sa.Connection, game: str) -> dict[str, Rating]:
    """Give the ratings of a game's players."""
    query = sa.select(RATINGS).where(RATINGS.c.game == game)
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def write_ratings(
    connection: sa.Connection,
    game: str,
    ratings: Mapping[str, Rating],
    before: RatedUpTo,
    now: RatedUpTo,
    afresh: bool,
) -> None:
    """Replace ratings, unless another server has written some since `before` was read."""
    if rated_up_to(connection, game, lock=True) != before:
        return
    if afresh:
        connection.execute(sa.delete(RATINGS).where(RATINGS.c.game == game))
    upsert(connection, RATINGS, {key: (key, game, *one) for key, one in ratings.items()})
    upsert(connection, RATED_GAMES, {game: (game, *now)})


def read_persons(connection: sa.Connection) -> dict[str, str]:
    """Give the person behind every alias."""
    return {row.player: row.person for row in connection.execute(sa.select(ALIASES))}


def ratings_of(store: Store, person: str) -> dict[str, Rating]:
    """Give a person's ratings by game."""
    query = sa.select(RATINGS).where(RATINGS.c.person == person)
    with store.reading() as connection:
        return {row.game: Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def rate_afresh(connection: sa.Connection, players: Collection[str]) -> None:
    """Forget the ratings of these players, and let all games that they played be rated anew."""
    games = sa.select(SEAT_RESULTS.c.game).where(SEAT_RESULTS.c.player.in_(players))
    connection.execute(sa.delete(RATED_GAMES).where(RATED_GAMES.c.game.in_(games)))
    connection.execute(sa.delete(RATINGS).where(RATINGS.c.person.in_(players)))
