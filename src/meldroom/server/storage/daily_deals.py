"""The deals of the day: one secret for each day and game, and each person's one attempt.

A day is that of UTC, as YYYY-MM-DD. Secrets are drawn a day ahead and never change. The attempt of
an erased person stays until its day is over, under a key that names nobody: its table stays sealed,
and the same browser does not try again.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from meldroom.core.fair_deal import SECRET_SIZE
from meldroom.room.tokens import hashed
from meldroom.server.storage.results import ALIASES, SEAT_RESULTS
from meldroom.server.storage.store import METADATA, Store

PERSON_LENGTH = 64
ERASED = "erased "  # how the key of an erased person's attempt begins
DAILY_DEALS = sa.Table(
    "daily_deals",
    METADATA,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("master_place", sa.Integer),  # missing until `master` has played it
    sa.Column("master_score", sa.Integer),
)
DAILY_ATTEMPTS = sa.Table(
    "daily_attempts",
    METADATA,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("person", sa.String(PERSON_LENGTH), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
)


class MasterResult(NamedTuple):
    """What `master` made of a deal."""

    place: int
    score: int


class DailyAttempt(NamedTuple):
    """A person's one scored game of a deal; without a result it is not over, or was over late."""

    day: str
    game: str
    person: str
    table_id: str
    name: str | None
    place: int | None
    score: int | None


def today() -> str:
    """Return the day that it is (UTC)."""
    return datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def day_after(day: str) -> str:
    """Return the next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def end_of(day: str) -> int:
    """Return the midnight that ends a day, in milliseconds of the wall clock."""
    return int(datetime.fromisoformat(f"{day_after(day)}T00:00:00+00:00").timestamp() * 1000)


def draw_deals(connection: sa.Connection, day: str, games: Iterable[str]) -> None:
    """Draw the secrets that a day and the next one lack, and forget who was erased before it."""
    erased = DAILY_ATTEMPTS.c.person.startswith(ERASED)
    connection.execute(sa.delete(DAILY_ATTEMPTS).where(erased, DAILY_ATTEMPTS.c.day < day))
    for each in (day, day_after(day)):
        drawn = connection.execute(
            sa.select(DAILY_DEALS.c.game).where(DAILY_DEALS.c.day == each)
        ).scalars()
        missing = sorted({*games} - {*drawn})
        rows = [
            {
                "day": each,
                "game": game,
                "secret": secrets.token_bytes(SECRET_SIZE).hex(),
            }
            for game in missing
        ]
        if rows:
            _insert_new(connection, DAILY_DEALS, rows)


def read_secrets(store: Store, day: str) -> dict[str, bytes]:
    """Return the secrets of a day by game."""
    query = sa.select(DAILY_DEALS.c.game, DAILY_DEALS.c.secret).where(DAILY_DEALS.c.day == day)
    with store.reading() as connection:
        return {game: bytes.fromhex(secret) for game, secret in connection.execute(query)}


def read_master(store: Store, day: str, game: str) -> MasterResult | None:
    """Return what `master` made of a deal; None if it has not played it."""
    columns = DAILY_DEALS.c.master_place, DAILY_DEALS.c.master_score
    query = sa.select(*columns).where(*_deal(day, game), columns[0].is_not(None))
    with store.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else MasterResult(*row)


def write_master(connection: sa.Connection, day: str, game: str, result: MasterResult) -> None:
    """Keep what `master` made of a deal."""
    values = {"master_place": result.place, "master_score": result.score}
    connection.execute(sa.update(DAILY_DEALS).where(*_deal(day, game)).values(values))


def _deal(day: str, game: str) -> tuple[sa.ColumnElement[bool], ...]:
    return DAILY_DEALS.c.day == day, DAILY_DEALS.c.game == game


def past_days(store: Store, before: str, limit: int) -> list[tuple[str, str]]:
    """Return the days and games of past deals, the latest first."""
    days = (
        sa.select(DAILY_DEALS.c.day)
        .where(DAILY_DEALS.c.day < before)
        .distinct()
        .order_by(DAILY_DEALS.c.day.desc())
        .limit(limit)
    )
    query = (
        sa.select(DAILY_DEALS.c.day, DAILY_DEALS.c.game)
        .where(DAILY_DEALS.c.day.in_(days))
        .order_by(DAILY_DEALS.c.day.desc(), DAILY_DEALS.c.game)
    )
    with store.reading() as connection:
        return [(row.day, row.game) for row in connection.execute(query)]


def claim_attempt(
    connection: sa.Connection, day: str, game: str, persons: Sequence[str], table_id: str
) -> str:
    """Return the table of a person's attempt: the one they have, or this new one; "" if erased.

    The first of `persons` is the person; the others are the keys under which they played too.
    """
    deal = DAILY_ATTEMPTS.c.day == day, DAILY_ATTEMPTS.c.game == game
    theirs = sa.and_(*deal, DAILY_ATTEMPTS.c.person.in_(persons))
    erased = [_erased_key(day, game, person) for person in persons]
    if not _attempts(connection, theirs):
        used_up = sa.select(DAILY_ATTEMPTS).where(*deal, DAILY_ATTEMPTS.c.person.in_(erased))
        if connection.execute(used_up).first() is not None:
            return ""
        row = {"day": day, "game": game, "person": persons[0], "table_id": table_id}
        _insert_new(connection, DAILY_ATTEMPTS, [row])
    return _attempts(connection, theirs)[0].table_id


def attempts_of(store: Store, persons: Collection[str]) -> list[DailyAttempt]:
    """Return the attempts of a person, one for each deal."""
    with store.reading() as connection:
        return _attempts(connection, DAILY_ATTEMPTS.c.person.in_(persons))


def attempts_at(store: Store, day: str, game: str) -> list[DailyAttempt]:
    """Return everybody's attempt at a deal, but for people who were erased."""
    erased = DAILY_ATTEMPTS.c.person.startswith(ERASED)
    deal = sa.and_(DAILY_ATTEMPTS.c.day == day, DAILY_ATTEMPTS.c.game == game, ~erased)
    with store.reading() as connection:
        return _attempts(connection, deal)


def fewest_win(store: Store, table_id: str) -> bool:
    """Return whether fewest points won the game of an attempt, since that depends on the game."""
    result = SEAT_RESULTS.c
    query = sa.select(result.score).where(result.table_id == table_id, result.number == 1)
    with store.reading() as connection:
        scores = connection.execute(query.order_by(result.place)).scalars().all()
    return bool(scores) and scores[0] < scores[-1]


def sealed_deal(store: Store, table_id: str, day: str) -> tuple[str, str] | None:
    """Return day and game of a table's deal if its cards and seed are not public by this day."""
    attempt = DAILY_ATTEMPTS.c
    query = sa.select(attempt.day, attempt.game).where(
        attempt.table_id == table_id, attempt.day >= day
    )
    with store.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else (row.day, row.game)


def sealed_tables(store: Store, day: str) -> set[str]:
    """Return every table whose cards and seed are not public by this day."""
    query = sa.select(DAILY_ATTEMPTS.c.table_id).where(DAILY_ATTEMPTS.c.day >= day)
    with store.reading() as connection:
        return {*connection.execute(query).scalars()}


def erase_attempts(connection: sa.Connection, persons: Collection[str], day: str) -> None:
    """Let nobody find out who played the attempts of one person, who has these keys.

    They leave the fields. Those of this day's deals are used up under each of the keys.
    """
    theirs = DAILY_ATTEMPTS.c.person.in_(persons)
    found = connection.execute(sa.select(DAILY_ATTEMPTS).where(theirs)).all()
    connection.execute(sa.delete(DAILY_ATTEMPTS).where(theirs))
    current = [one for one in found if one.day >= day]
    tables: dict[tuple[str, str, str], str] = {}
    for one in current:
        tables |= {(one.day, one.game, person): one.table_id for person in persons}
    for one in current:  # a table without a row would not be sealed
        tables[one.day, one.game, one.person] = one.table_id
    rows = [
        {"day": when, "game": game, "person": _erased_key(when, game, person), "table_id": table}
        for (when, game, person), table in tables.items()
    ]
    if rows:
        _insert_new(connection, DAILY_ATTEMPTS, rows)


def _erased_key(day: str, game: str, person: str) -> str:
    """Return the key of an attempt after its person was erased, which nobody else can make."""
    return (ERASED + hashed(f"{day} {game} {person}"))[:PERSON_LENGTH]


def _insert_new(connection: sa.Connection, table: sa.Table, rows: list[dict[str, str]]) -> None:
    """Insert rows, but leave those that another server has inserted meanwhile."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def _attempts(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> list[DailyAttempt]:
    """Find attempts, one for each person and deal: of several the one that was finished first."""
    attempt, result = DAILY_ATTEMPTS.c, SEAT_RESULTS.c
    own = sa.and_(
        result.table_id == attempt.table_id, result.number == 1, result.seat == 0, result.rated
    )
    person = sa.func.coalesce(ALIASES.c.person, attempt.person)
    query = (
        sa.select(
            attempt.day, attempt.game, person, attempt.table_id,
            result.name, result.place, result.score, result.at,
        )
        .select_from(
            DAILY_ATTEMPTS.outerjoin(SEAT_RESULTS, own).outerjoin(
                ALIASES, ALIASES.c.player == attempt.person
            )
        )
        .where(wanted)
        .order_by(attempt.day, attempt.game, result.at.is_(None), result.at, attempt.table_id)
    )  # fmt: skip
    found: dict[tuple[str, str, str], DailyAttempt] = {}
    for *columns, at in connection.execute(query):
        one = DailyAttempt(*columns)
        if at is not None and at >= end_of(one.day):  # the seed is known by then
            one = one._replace(name=None, place=None, score=None)
        found.setdefault((one.day, one.game, one.person), one)
    return [*found.values()]
