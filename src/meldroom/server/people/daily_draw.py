"""Draws the secrets of the deals of the day, each of them a day ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from meldroom.games import GAMES
from meldroom.server.executors import database
from meldroom.server.storage.daily_deals import day_after, draw_deals, read_secrets, today
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Store

DRAW_INTERVAL = 60.0  # seconds between two looks at the calendar


async def todays_secrets(log: Log) -> tuple[str, dict[str, bytes]]:
    """Give the day and its secrets by game; those of the next day are drawn by then too.

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
