"""Who finished which game in which place, by seat, and the ratings that follow from it.

A player's key is that of a browser's record or, of a program and in logs of version 0.1, the hash
of the token that proves the seat. Aliases say which keys are one person.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa

from meldroom.arena.player_ratings import RatedSeat, Rating
from meldroom.room.summaries import SeatResult
from meldroom.server.storage.store import METADATA, Store, upsert

SEAT_RESULTS = sa.Table(
    "seat_results",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("bot", sa.String(40), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)
ALIASES = sa.Table(
    "aliases",
    METADATA,
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), nullable=False),
)


SEAT_OF_GAME = ("table_id", "number", "seat")
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


class SeatResults:
    """Reads the results of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def person_of(self, player: str) -> str:
        """Return the person who plays under a key: the key itself, unless it is an alias."""
        with self.store.reading() as connection:
            return person_of(connection, player)

    def keys_of(self, person: str) -> list[str]:
        """Return every key under which a person has played."""
        with self.store.reading() as connection:
            return keys_of(connection, person)

    def games_of(self, players: list[str]) -> list[SeatResult]:
        """Return every seat of every game that somebody with one of these keys took part in."""
        mine = SEAT_RESULTS.alias()
        games = sa.select(mine.c.table_id, mine.c.number).where(mine.c.player.in_(players))
        one_of_them = sa.tuple_(SEAT_RESULTS.c.table_id, SEAT_RESULTS.c.number).in_(games)
        query = sa.select(SEAT_RESULTS).where(one_of_them).order_by(*IN_ORDER)
        with self.store.reading() as connection:
            return [SeatResult(*row) for row in connection.execute(query)]


IN_ORDER = (
    SEAT_RESULTS.c.at, SEAT_RESULTS.c.table_id, SEAT_RESULTS.c.number, SEAT_RESULTS.c.seat,
)  # fmt: skip


def person_of(connection: sa.Connection, player: str) -> str:
    """Return the person who plays under a key: the key itself, unless it is an alias."""
    query = sa.select(ALIASES.c.person).where(ALIASES.c.player == player)
    return connection.execute(query).scalar() or player


def keys_of(connection: sa.Connection, person: str) -> list[str]:
    """Return every key under which a person has played."""
    query = sa.select(ALIASES.c.player).where(ALIASES.c.person == person)
    return [person, *connection.execute(query).scalars()]


def join_people(connection: sa.Connection, person: str, other: str) -> None:
    """Let another person's keys be one person's from now on."""
    update = sa.update(ALIASES).where(ALIASES.c.person == other).values(person=person)
    connection.execute(update)
    connection.execute(sa.delete(ALIASES).where(ALIASES.c.player == other))
    connection.execute(sa.insert(ALIASES).values(player=other, person=person))


def erase_players(connection: sa.Connection, players: Collection[str]) -> None:
    """Let nobody find these players' results; how the games ended stays for the others."""
    theirs = sa.select(SEAT_RESULTS).where(SEAT_RESULTS.c.player.in_(players))
    for row in connection.execute(theirs).all():
        of_seat = sa.and_(*(SEAT_RESULTS.c[name] == getattr(row, name) for name in SEAT_OF_GAME))
        this_one = sa.and_(of_seat, SEAT_RESULTS.c.player == row.player)
        unknown = sa.select(SEAT_RESULTS.c.seat).where(of_seat, SEAT_RESULTS.c.player == "")
        if connection.execute(unknown).first() is None:
            connection.execute(sa.update(SEAT_RESULTS).where(this_one).values(player=""))
        else:  # who took the seat over from a bot, or the other way round, is not needed
            connection.execute(sa.delete(SEAT_RESULTS).where(this_one))
    keys = sa.or_(ALIASES.c.player.in_(players), ALIASES.c.person.in_(players))
    connection.execute(sa.delete(ALIASES).where(keys))


def rename_players(connection: sa.Connection, table_id: str, names: Mapping[str, str]) -> None:
    """Replace names in a table's results."""
    for name, new in names.items():
        wanted = (SEAT_RESULTS.c.table_id == table_id, SEAT_RESULTS.c.name == name)
        connection.execute(sa.update(SEAT_RESULTS).where(*wanted).values(name=new))


# -- ratings


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
    """Return the results of a game after a time, in the order in which they are rated."""
    wanted = (SEAT_RESULTS.c.game == game, SEAT_RESULTS.c.at > at)
    query = sa.select(SEAT_RESULTS).where(*wanted).order_by(*IN_ORDER)
    return [SeatResult(*row) for row in connection.execute(query)]


def rated_seats(
    results: list[SeatResult], persons: Mapping[str, str]
) -> list[tuple[RatedSeat, ...]]:
    """Return the seats of each game as they are rated: for who began the game there."""
    return [
        tuple(
            RatedSeat(persons.get(one.player, one.player), one.bot, one.place)
            for one in seats
            if one.rated
        )
        for _, seats in groupby(results, lambda one: (one.table_id, one.number))
    ]


def read_ratings(connection: sa.Connection, game: str) -> dict[str, Rating]:
    """Return the ratings of a game's players."""
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
    """Return the person behind every alias."""
    return {row.player: row.person for row in connection.execute(sa.select(ALIASES))}


def ratings_of(store: Store, person: str) -> dict[str, Rating]:
    """Return a person's ratings by game."""
    query = sa.select(RATINGS).where(RATINGS.c.person == person)
    with store.reading() as connection:
        return {row.game: Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def rate_afresh(connection: sa.Connection, players: Collection[str]) -> None:
    """Forget the ratings of these players, and let all games that they played be rated anew."""
    games = sa.select(SEAT_RESULTS.c.game).where(SEAT_RESULTS.c.player.in_(players))
    connection.execute(sa.delete(RATED_GAMES).where(RATED_GAMES.c.game.in_(games)))
    connection.execute(sa.delete(RATINGS).where(RATINGS.c.person.in_(players)))
