"""What people can do with their record: carry it to another device, export it, erase it.

Two browsers between which it was carried are one person. Of a person erased no name, key or figure
stays; the games of others do.
"""

from __future__ import annotations

import csv
import json
import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from io import BytesIO, StringIO
from itertools import count
from time import monotonic
from zipfile import ZIP_DEFLATED, ZipFile

import sqlalchemy as sa

from meldroom.room.actor import RESTARTING
from meldroom.room.renaming import renamed_table
from meldroom.room.table_seat import BOT_NAMES
from meldroom.room.tokens import KEY_ALPHABET, person_key
from meldroom.server.executors import bulk, database
from meldroom.server.people.record import PersonalGame
from meldroom.server.sessions import first_session, joined_sessions
from meldroom.server.storage.daily_deals import erase_attempts, today
from meldroom.server.storage.mails import erase_mails
from meldroom.server.storage.maintenance import (
    is_known,
    names_by_table,
    replace_table,
    seat_entries,
    tables_of,
)
from meldroom.server.storage.results import erase_players, join_people, person_of, rate_afresh
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.storage.summaries import Summaries
from meldroom.server.tables.room import Room

CODE_LENGTH = 8
VALID_SECONDS = 600
MAX_CODES = 10_000
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a spreadsheet may take for one begins so
COLUMNS = ("date", "game", "seats", "seat", "name", "place", "score", "others", "record")


# -- carrying


class CarryCodes:
    """Codes that give a browser's sessions to another one: each works once, for ten minutes.

    They are in memory alone: sessions are never stored.
    """

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[str, float]] = {}  # with the end, by code, the oldest first

    def make(self, sessions: str) -> str:
        """Make a code that is easily typed."""
        code = "".join(secrets.choice(KEY_ALPHABET) for _ in range(CODE_LENGTH))
        self._forget_old(keep=MAX_CODES - 1)
        self._sessions[code] = sessions, monotonic() + VALID_SECONDS
        return code

    def take(self, text: str) -> str:
        """Return what a code stands for, however it was typed; "" if it is wrong, used or old."""
        self._forget_old(keep=MAX_CODES)
        code = "".join(character for character in text.lower() if character in KEY_ALPHABET)
        return self._sessions.pop(code, ("", 0.0))[0]

    def _forget_old(self, keep: int) -> None:
        for code, (_, end) in list(self._sessions.items()):
            if end > monotonic() and len(self._sessions) <= keep:
                break
            del self._sessions[code]


async def join_browsers(room: Room, carried: str, own: str) -> str:
    """Let the people behind two browsers' sessions be one; return the sessions of both."""

    def join(connection: sa.Connection) -> None:
        person = person_of(connection, person_key(first_session(carried)))
        other = person_of(connection, person_key(first_session(own)))
        if other != person:
            rate_afresh(connection, [other])
            join_people(connection, person, other)

    if own:
        await room.log.change(join, erases=False)
        room.ratings.catch_up_soon()
    return joined_sessions(carried, own)


# -- exporting


def exported(
    games: Sequence[PersonalGame], summaries: Summaries, sealed: Collection[str] = ()
) -> bytes:
    """Return a zip file with `games.csv` and a record of each game, as far as one is stored.

    It leaves out the records of tables that are sealed.
    """
    file, table = BytesIO(), StringIO(newline="")
    rows = csv.writer(table, quoting=csv.QUOTE_NONNUMERIC)
    rows.writerow(COLUMNS)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for game in games:
            mine = game.mine
            score = summaries.score(mine.table_id, mine.number)
            name = ""
            if score and score.record is not None and mine.table_id not in sealed:
                name = f"records/{mine.game}-{mine.table_id}-{mine.number}.json"
                archive.writestr(name, json.dumps(score.record, ensure_ascii=False))
            rows.writerow(_row(game, name))
        archive.writestr("games.csv", table.getvalue())
    return file.getvalue()


def _row(game: PersonalGame, record: str) -> tuple[str | int, ...]:
    mine = game.mine
    others = "; ".join(
        f"{other.name}{f' ({other.bot})' if other.bot else ''} {other.place}: {other.score}"
        for other in game.others
    )
    seats = len({mine.seat, *(other.seat for other in game.others)})
    date = datetime.fromtimestamp(mine.at / 1000, UTC).isoformat(timespec="seconds")
    name = _no_formula(mine.name)
    others = _no_formula(others)
    return date, mine.game, seats, mine.seat, name, mine.place, mine.score, others, record


def _no_formula(text: str) -> str:
    """Quote a text that people chose, so that no spreadsheet carries it out."""
    return f"'{text}" if text.startswith(FORMULA) else text


# -- erasing


async def erase_person(room: Room, keys: Collection[str]) -> int:
    """Erase the person who played under these keys, and count their tables.

    Whoever had the same name at one of their tables loses it there too.
    """
    found = await database.run(names_of, room.store, keys)
    if found is None:
        return 0
    for table, names in sorted(found.items()):
        taken = (await database.run(names_by_table, room.store, table)).get(table, set())
        neutral: dict[str, str] = {}
        for name in sorted(names):
            neutral |= guest_names(name, {*taken, *neutral.values()})
        await rename(room, table, neutral, keys)
    await room.log.change(partial(_erase, keys=keys))
    room.ratings.catch_up_soon()
    return len(found)


async def rename(
    room: Room, key: str, names: Mapping[str, str], erased: Collection[str] = ()
) -> None:
    """Replace names at a table, and erase people's keys; players are reconnected."""
    async with room.taken_out(key, RESTARTING, "the table is reloaded; reconnect in a moment"):
        summary = await room.summary(key)
        if summary is None:
            return  # it was deleted meanwhile
        rows = await database.run(room.log.read, key)
        scores = await database.run(room.summaries.scores, key)
        changed = await bulk.run(renamed_table, rows, summary, scores, names, erased)
        await room.log.change(partial(replace_table, **changed._asdict()), room.lease_of(key))


def guest_names(name: str, names: Collection[str]) -> dict[str, str]:
    """Return a neutral name for each of a table's names that is this one, in any spelling."""
    taken = {casefolded(other) for other in (*names, *BOT_NAMES)}
    free = (
        guest
        for number in count(1)
        if casefolded(guest := "Guest" if number == 1 else f"Guest {number}") not in taken
    )
    return {other: next(free) for other in sorted(names) if casefolded(other) == casefolded(name)}


def casefolded(name: str) -> str:
    """Make two spellings of a name equal: in capitals or not, composed or not."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def names_of(store: Store, keys: Collection[str]) -> dict[str, set[str]] | None:
    """Return by table the names of these people and of those at their devices; None of nobody."""
    with store.reading() as connection:
        if not is_known(connection, keys):
            return None
        tables = tables_of(connection, keys)
    names: dict[str, set[str]] = {}
    for table in tables:
        seats = [entry for _, entry in seat_entries(store, EVENTS.c.table_id == table)]
        tokens = {entry.token for entry in seats if entry.person in keys}
        names[table] = {entry.name for entry in seats if entry.token in tokens}
    return names


def _erase(connection: sa.Connection, keys: Collection[str]) -> None:
    rate_afresh(connection, keys)
    erase_players(connection, keys)
    erase_attempts(connection, keys, today())
    erase_mails(connection, keys)
