"""How fast the bots are: the time of a decision, and how much of a game a search sees in it."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any, NamedTuple

from meldroom.bots.levels import make_bot
from meldroom.bots.master import MasterBot
from meldroom.core.game import Game
from meldroom.core.rng import Rng
from meldroom.core.skill import Bot
from meldroom.core.view import view
from meldroom.match.derived_seed import derived_seed

SEED = bytes(32)
# All times are those of a core, so that other work on the machine does not count.


class Pace(NamedTuple):
    """Seconds of a decision, in the middle and at worst but one in a hundred; what was seen."""

    median: float
    p99: float
    worlds: float = 0.0  # a second
    rollouts: float = 0.0  # a second


def house_pace(game: Game[Any], decisions: int) -> Pace:
    """Time `house` against itself."""
    return _pace(list(_timed(game, make_bot(game, "house", SEED), None, decisions)))


def master_pace(game: Game[Any], budget: float, decisions: int) -> Pace:
    """Time `master` where it searches; a decision that needs no look ahead does not count."""
    bot = MasterBot(game, SEED, process_time)
    times, seen = [], 0
    for spent in _timed(game, bot, budget, 20 * decisions):
        if bot.rollouts_played > seen:
            times.append(spent)
            seen = bot.rollouts_played
        if len(times) == decisions:
            break
    pace = _pace(times or [0.0])
    total = sum(times) or 1.0
    return pace._replace(worlds=bot.worlds_seen / total, rollouts=bot.rollouts_played / total)


def _timed(game: Game[Any], bot: Bot, budget: float | None, decisions: int) -> Iterator[float]:
    """Play on with `house` and give the time of each decision of the bot that has a choice."""
    house = make_bot(game, "house", SEED)
    asked = 0
    for number in range(decisions):
        state = game.start({}, 2, Rng(derived_seed(SEED, f"pace {number} ")))
        while acting := game.to_act(state.public):
            seen = view(state, acting[0])
            legal = game.legal(seen)
            action = house.choose(seen, legal)
            if len(legal) > 1 and (budget is None or seen.ply % 7 == number % 7):
                begun = process_time()
                bot.choose(seen, legal, budget)
                yield process_time() - begun
                asked += 1
                if asked == decisions:
                    return
            state = game.apply(state, acting[0], action)


def _pace(times: list[float]) -> Pace:
    ordered = sorted(times)
    return Pace(
        ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    )
