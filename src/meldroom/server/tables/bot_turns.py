"""What a bot does on its turn at a table."""

from __future__ import annotations

import logging
from hashlib import sha256

from meldroom.bots.registry import may_be_slow
from meldroom.core.cards import Seat
from meldroom.core.view import AnyView
from meldroom.match.match import Match
from meldroom.server.executors import bots
from meldroom.server.tables.bot_pool import BotPool, BotTask, choose_text
from meldroom.server.tables.table import Table

logger = logging.getLogger("meldroom")
BOT_BUDGET = 1.0  # seconds that a bot may think


def bot_seed(secret: bytes, seen: AnyView) -> bytes:
    """Give what a bot's chance follows from: the game's secret, its seat and the ply."""
    assert seen.seat is not None
    return sha256(b"bot" + secret + bytes([seen.seat]) + b"%d" % seen.ply).digest()


async def bot_choice(table: Table, match: Match, seat: Seat, pool: BotPool) -> str:
    """Ask the bot; if it fails, take the default action so that nobody has to wait."""
    seen, level = match.view(seat), table.bot_level(seat)
    task = BotTask(table.game.key, level, bot_seed(table.secret, seen), seen, BOT_BUDGET)
    try:
        if may_be_slow(level):
            return await pool.choose(task)
        return await bots.run(choose_text, task)
    except Exception:
        logger.exception("table %s: the bot at seat %d failed", table.key, seat)
        return table.game.text(match.default_action(seat))
