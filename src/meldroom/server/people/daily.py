"""The deal of the day: one deal for each game, the same for everybody in the room.

Its secret is drawn a day ahead and committed to; the seed follows from it without anybody's share,
and so does what the bots choose. Nothing that would show the cards leaves the server before
midnight.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa

from meldroom.core.fair_deal import commitment
from meldroom.games import GAMES
from meldroom.room.log_entries import DailyTable
from meldroom.room.opening import daily_table
from meldroom.room.refusals import refused
from meldroom.room.tokens import new_table_key
from meldroom.server.executors import database
from meldroom.server.storage.daily_deals import (
    DailyAttempt,
    attempts_at,
    attempts_of,
    claim_attempt,
    day_after,
    draw_deals,
    end_of,
    fewest_win,
    past_days,
    read_master,
    read_secrets,
    sealed_deal,
    today,
)
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Store
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room

PAST_DAYS = 14  # that the archive lists, at most
DRAW_INTERVAL = 60.0  # seconds between two looks at the calendar


async def open_attempt(
    room: Room, game: str, name: str, persons: Sequence[str], session: str
) -> LiveTable:
    """Open the table of a person's one attempt at today's deal, or find the one they have.

    Refusal (P-15) if they had one and were erased.
    """
    day, secrets = await todays_secrets(room.log)
    tables: list[str] = []

    def claim(connection: sa.Connection) -> None:
        tables.append(claim_attempt(connection, day, game, persons, new_table_key()))

    await room.log.change(claim, erases=False)
    if not tables[0]:
        raise refused("P-15", "you have played this deal and deleted it; come back tomorrow")
    opening = daily_table(game, secrets[game], DailyTable(day, scored=True), name)
    return await room.find_or_open(tables[0], opening, session)


async def open_practice(room: Room, day: str, game: str, name: str, session: str) -> LiveTable:
    """Open a table for the deal of a past day, which counts for nobody; LookupError if none was."""
    secret = await past_secret(room, day, game)
    daily = DailyTable(day, scored=False)
    live, _ = await room.open_table(daily_table(game, secret, daily, name), session)
    return live


async def past_secret(room: Room, day: str, game: str) -> bytes:
    """Return the secret of a deal whose day is over; LookupError if there was none."""
    if day >= today():
        raise LookupError("that day is not over")
    return (await database.run(read_secrets, room.store, day))[game]


def keys_of_person(room: Room, key: str) -> list[str]:
    """Return every key of the person who plays under one; none for nobody."""
    return list(room.results.keys_of(room.results.person_of(key))) if key else []


def is_sealed(room: Room, table_id: str) -> bool:
    """Return whether a table's cards and seed are not public, since its day is not over."""
    return sealed_deal(room.store, table_id, today()) is not None


def is_shown_to(room: Room, table_id: str, person: str) -> bool:
    """Return whether a person may see a table's cards: who has finished the same deal may."""
    deal = sealed_deal(room.store, table_id, today())
    if deal is None:
        return True
    persons = keys_of_person(room, person)
    attempts = attempts_of(room.store, persons) if persons else []
    return any((one.day, one.game) == deal and one.place is not None for one in attempts)


def overview_form(
    store: Store,
    day: str,
    secrets: dict[str, bytes],
    persons: Collection[str],
    past_limit: int = PAST_DAYS,
) -> dict[str, Any]:
    """Describe today's deals, a person's attempts, their streak and so many past days."""
    attempts = attempts_of(store, persons) if persons else []
    own = {(one.day, one.game): one for one in attempts}
    past: dict[str, list[dict[str, Any]]] = {}
    for past_day, game in past_days(store, day, past_limit):
        if game in GAMES:
            form = {"game": game, **attempt_form(own.get((past_day, game)))}
            past.setdefault(past_day, []).append(form)
    return {
        "day": day,
        "ends": end_of(day),
        "streak": streak(attempts, day),
        "games": [
            {"game": game, "commit": commitment(secret), **attempt_form(own.get((day, game)))}
            for game, secret in secrets.items()
        ],
        "past": [{"day": past_day, "games": games} for past_day, games in past.items()],
    }


def deal_form(
    store: Store,
    day: str,
    game: str,
    secret: bytes,
    persons: Collection[str],
    with_names: bool,
) -> dict[str, Any]:
    """Describe one deal: the field to who has finished it, the secret when its day is over.

    What `master` made of it is part of the field, and missing until it has played.
    """
    attempts = attempts_at(store, day, game)
    mine = next((one for one in attempts if one.person in persons), None)
    over = day < today()
    form: dict[str, Any] = {"day": day, "game": game, "commit": commitment(secret)}
    form |= attempt_form(mine)
    form["secret"] = secret.hex() if over else None
    shown = over or (mine is not None and mine.score is not None)
    form["field"] = field_form(store, attempts, mine, with_names) if shown else None
    master = read_master(store, day, game) if shown else None
    form["master"] = None if master is None else master._asdict()
    return form


def field_form(
    store: Store, attempts: Sequence[DailyAttempt], mine: DailyAttempt | None, with_names: bool
) -> list[dict[str, Any]]:
    """Return how everybody did, the best first."""
    finished = [one for one in attempts if one.place is not None]
    sign = 1 if finished and fewest_win(store, finished[0].table_id) else -1
    finished.sort(key=lambda one: (one.place, sign * (one.score or 0)))
    return [
        {
            "place": one.place,
            "score": one.score,
            "mine": one is mine,
            "name": one.name if with_names else None,
        }
        for one in finished
    ]


def attempt_form(attempt: DailyAttempt | None) -> dict[str, Any]:
    """Return how far an attempt is, and how it ended."""
    if attempt is None:
        return {"state": "new", "table": None, "place": None, "score": None}
    state = "playing" if attempt.place is None else "over"
    return {
        "state": state,
        "table": attempt.table_id,
        "place": attempt.place,
        "score": attempt.score,
    }


def streak(attempts: Sequence[DailyAttempt], day: str) -> int:
    """Count the days in a row on which a person finished a deal, up to today or yesterday."""
    played = {one.day for one in attempts if one.place is not None}
    last = date.fromisoformat(day)
    if day not in played:
        last -= timedelta(days=1)
    days = 0
    while (last - timedelta(days=days)).isoformat() in played:
        days += 1
    return days


async def todays_secrets(log: Log) -> tuple[str, dict[str, bytes]]:
    """Return the day and its secrets by game; those of the next day are drawn by then too.

    Of several servers on one database one draws a secret, and all have the same.
    """
    day = today()
    drawn = await database.run(_secrets_of, log.store, (day, day_after(day)))
    if any({*GAMES} - {*secrets} for secrets in drawn):
        await log.change(partial(draw_deals, day=day, games=GAMES), erases=False)
        drawn = await database.run(_secrets_of, log.store, (day,))
    return day, {game: drawn[0][game] for game in GAMES}


def _secrets_of(store: Store, days: Sequence[str]) -> list[dict[str, bytes]]:
    return [read_secrets(store, day) for day in days]
