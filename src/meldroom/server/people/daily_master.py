"""What `master` makes of the deals of the day, played once each in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from meldroom.core.fair_deal import FairDeal
from meldroom.core.game import full_options
from meldroom.games import find_offered
from meldroom.match.match import Match
from meldroom.match.play_out import TurnOrder
from meldroom.room.opening import daily_seats
from meldroom.room.services import BotTask
from meldroom.room.turns import bot_seed
from meldroom.server.executors import bots, database
from meldroom.server.storage.daily_deals import MasterResult, read_master, write_master
from meldroom.server.tables.bot_pool import choose_text
from meldroom.server.tables.room import Room

Think = Callable[[Callable[[BotTask], str], BotTask], Awaitable[str]]

logger = logging.getLogger("meldroom")
PERSON = 0  # whose seat `master` has


class DailyMaster:
    """Plays deals one after another, and stores what came of it.

    `master` has the same number of rollouts for each choice in every room, so whoever plays the
    deal again gets the same result; several servers on one database may do so at once.
    """

    def __init__(self) -> None:
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def start(self, room: Room, day: str, game: str, secret: bytes) -> None:
        """Play a deal in the background, unless that was done or begun before."""
        if (day, game) not in self._tasks:
            task = room.background.once("master", self._play(room, day, game, secret))
            self._tasks[day, game] = task
            task.add_done_callback(lambda _: self._tasks.pop((day, game), None))

    async def _play(self, room: Room, day: str, game: str, secret: bytes) -> None:
        try:
            async with self._turn:
                if await database.run(read_master, room.store, day, game) is None:
                    result = await master_result(room.bot_pool.run_in_background, game, secret)
                    write = partial(write_master, day=day, game=game, result=result)
                    await room.log.change(write, erases=False)
        except Exception:
            logger.exception("master could not play the deal of %s in %s", day, game)


async def master_result(think: Think, game: str, secret: bytes) -> MasterResult:
    """Play a deal with `master` in the person's seat; `think` runs its choices somewhere."""
    referee = find_offered(game)
    seats = daily_seats(referee)
    match = Match(referee, full_options(referee, {}), seats, FairDeal(secret, (b"",) * seats))
    order = TurnOrder(match, match.seed)
    while (seat := order.next()) is not None:
        seen = match.view(seat)
        level = "master" if seat == PERSON else "house"
        task = BotTask(game, level, bot_seed(secret, seen), seen, None)
        searches = seat == PERSON and len(referee.legal(seen)) > 1
        text = await (think if searches else bots.run)(choose_text, task)
        match.play(seat, text)
    assert match.result is not None
    return MasterResult(match.result.places[PERSON], match.result.scores[PERSON])
