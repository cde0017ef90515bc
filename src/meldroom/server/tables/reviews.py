"""Reviews of finished games, computed in the background and kept in the database."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from functools import partial
from typing import Any

from meldroom.fast.rollouts import compiled
from meldroom.games import find
from meldroom.reviews.form import ENGINE
from meldroom.reviews.parts import assembled_form, reviewed_move, rough_line
from meldroom.reviews.review import ReviewedMove
from meldroom.room.refusals import LimitReached
from meldroom.server.background import Background
from meldroom.server.executors import database
from meldroom.server.storage.log import Log
from meldroom.server.storage.summaries import read_review, write_review
from meldroom.server.tables.bot_pool import BotPool

logger = logging.getLogger("meldroom")
MAX_REVIEWS = 16  # computed or waiting at once
RETRY_AFTER = 30.0  # seconds until one of them is likely to be there
KEEP_FAILED = 60.0  # seconds until a review that failed is tried again
EFFORT_IN_PYTHON = 0.1  # of the usual worlds, where a game has no compiled twin


def engine_name(effort: float) -> str:
    """Name what a review was made by; a newer one makes it anew."""
    return f"{ENGINE}, effort {effort:g}"


class PendingReview:
    """A review that is being computed, or has failed."""

    def __init__(self, record: dict[str, Any], effort: float) -> None:
        self.record, self.effort = json.dumps(record), effort
        self.rough: dict[str, Any] | None = None
        self.moves: list[ReviewedMove | None] = [None] * len(record["moves"])
        self.failed = False
        self.task: asyncio.Task[None] | None = None

    @property
    def progress(self) -> float:
        """The share of the moves that are reviewed."""
        done = sum(move is not None for move in self.moves)
        return done / max(1, len(self.moves))

    @property
    def form(self) -> dict[str, Any]:
        """How far it is, and the first rough line of the chances to win."""
        return {"progress": round(self.progress, 3), "rough": self.rough}


class Reviews:
    """Computes each review once, one after another, and stores it."""

    def __init__(
        self, log: Log, bot_pool: BotPool, background: Background, effort: float = 1.0
    ) -> None:
        self.log, self.bot_pool, self.effort = log, bot_pool, effort
        self.background = background
        self._pending: dict[tuple[str, int], PendingReview] = {}
        self._turn = asyncio.Lock()

    def pending(self, key: str, number: int) -> PendingReview | None:
        """Find the review of a table's game if it is being computed or has failed just now."""
        return self._pending.get((key, number))

    async def find(self, key: str, number: int, record: dict[str, Any]) -> dict[str, Any] | None:
        """Find the stored review of a table's game; None if this version has not made any."""
        engine = engine_name(self._effort(record))
        form = await database.run(read_review, self.log.store, key, number, engine)
        return None if form is None else {**form, "players": record["players"]}

    def start(self, key: str, number: int, record: dict[str, Any]) -> PendingReview:
        """Begin to review a finished game, unless somebody asked before; LimitReached if busy."""
        found = self._pending.get((key, number))
        if found is not None:
            return found
        if len(self._pending) >= MAX_REVIEWS:
            raise LimitReached("too many games are being reviewed; try again later", RETRY_AFTER)
        review = PendingReview(record, self._effort(record))
        self._pending[key, number] = review
        review.task = self.background.once("reviews", self._work(key, number, review))
        return review

    def stop(self, key: str) -> None:
        """Stop reviewing the games of a table."""
        for at in [at for at in self._pending if at[0] == key]:
            task = self._pending.pop(at).task
            if task is not None:
                task.cancel()

    def _effort(self, record: dict[str, Any]) -> float:
        return self.effort * (1.0 if compiled(find(record["game"]), "house") else EFFORT_IN_PYTHON)

    async def _work(self, key: str, number: int, review: PendingReview) -> None:
        try:
            form = await self._computed(review)
            del form["players"]  # names may be replaced; the record has them
            write = partial(
                write_review,
                key=key,
                number=number,
                at=time.time_ns() // 1_000_000,
                engine=engine_name(review.effort),
                form=form,
            )
            await self.log.change(write, erases=False)
        except Exception:
            logger.exception("table %s: game %d could not be reviewed", key, number)
            review.failed = True
            await asyncio.sleep(KEEP_FAILED)
        finally:
            if self._pending.get((key, number)) is review:
                del self._pending[key, number]

    async def _computed(self, review: PendingReview) -> dict[str, Any]:
        run, record, effort = self.bot_pool.run_in_background, review.record, review.effort
        review.rough = await run(rough_line, record, effort)
        plies = iter(range(len(review.moves)))

        async def work() -> None:
            for ply in plies:
                review.moves[ply] = await run(reviewed_move, record, effort, ply)

        async with self._turn, asyncio.TaskGroup() as group:
            for _ in range(self.bot_pool.background_workers):
                group.create_task(work())
        return await run(assembled_form, record, effort, [*filter(None, review.moves)])
