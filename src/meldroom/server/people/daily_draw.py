"""Draws the secrets of the deals of the day, each of them a day ahead."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from meldroom.games import GAMES
from meldroom.server.executors import database
from meldroom.server.storage.daily_deals import day_after, draw_deals, read_secrets, today
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import StorageError, Store

logger = logging.getLogger("meldroom")


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


async def draw_ahead(log: Log, drawn: str) -> str:
    """Fix the deals of today and tomorrow unless that was done today; gives the last such day."""
    if today() == drawn:
        return drawn
    try:
        return (await todays_secrets(log))[0]
    except StorageError as error:
        logger.warning("the deals of the day were not written, to be tried again: %s", error)
        return drawn


def _secrets_of(store: Store, days: Sequence[str]) -> list[dict[str, bytes]]:
    return [read_secrets(store, day) for day in days]
