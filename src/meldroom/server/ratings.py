"""Ratings of a room's players: every finished game is rated once, in the order of time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from time import monotonic
from typing import NamedTuple

from meldroom.arena.player_ratings import PlayerRatings, Rating, bot_ratings
from meldroom.games import GAMES
from meldroom.server.background import Background
from meldroom.server.executors import bulk
from meldroom.server.storage.log import Log
from meldroom.server.storage.results import (
    RatedUpTo,
    rated_seats,
    rated_up_to,
    read_persons,
    read_ratings,
    results_after,
    results_up_to,
    write_ratings,
)

REST = 9  # times as long as rating took: it uses a tenth of a thread at most


class NewRatings(NamedTuple):
    """Ratings that changed by results that were not rated yet."""

    ratings: dict[str, Rating]
    before: RatedUpTo
    now: RatedUpTo
    afresh: bool


class Ratings:
    """Rates what was finished since the last time, in the background.

    Where a result came late, or was deleted, a game's ratings are computed afresh: they are always
    those that all stored results give in the order of time.
    """

    def __init__(self, log: Log, background: Background) -> None:
        self.log = log
        self._lock = asyncio.Lock()
        self._behind: set[str] = set()  # games with results that are not rated yet
        self._wanted, self._up_to_date = asyncio.Event(), asyncio.Event()
        self._up_to_date.set()
        background.run("ratings", self._keep_up)

    def catch_up_soon(self, *games: str) -> None:
        """Rate the new results of these games, or of all, in the background."""
        self._behind.update(games or GAMES)
        self._up_to_date.clear()
        self._wanted.set()

    async def up_to_date(self) -> None:
        """Wait until everything that was finished by now is rated."""
        await self._up_to_date.wait()

    async def _keep_up(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            began = monotonic()
            while self._behind:
                game = self._behind.pop()
                try:
                    await self.catch_up([game])
                except Exception:
                    self.catch_up_soon(game)
                    raise
            self._up_to_date.set()
            await asyncio.sleep(REST * (monotonic() - began))

    async def catch_up(self, games: Iterable[str] = ()) -> None:
        """Rate every result of these games, or of all, that is not rated yet."""
        async with self._lock:
            for game in games or GAMES:
                while (new := await bulk.run(self._new_ratings, game)) is not None:
                    write = partial(write_ratings, game=game, **new._asdict())
                    await self.log.change(write, erases=False)

    def _new_ratings(self, game: str) -> NewRatings | None:
        with self.log.store.reading() as connection:
            before = rated_up_to(connection, game)
            nothing = RatedUpTo()
            known_results = results_up_to(connection, game, before.at)
            afresh = before == nothing or known_results != before.results
            start = nothing if afresh else before
            results = results_after(connection, game, start.at)
            if not results and start == before:
                return None
            known = {} if afresh else read_ratings(connection, game)
            persons = read_persons(connection)
        players = PlayerRatings(bot_ratings(game), known.items())
        for seats in rated_seats(results, persons):
            players.rate(seats)
        changed = {key: one for key, one in players.ratings.items() if one != known.get(key)}
        now = RatedUpTo(results[-1].at, start.results + len(results)) if results else start
        return NewRatings(changed, before, now, afresh)
