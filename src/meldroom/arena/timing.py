"""How fast the bots decide, and how much a search sees in that time."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

from meldroom.bots.master import MasterBot
from meldroom.bots.registry import make_bot
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.skill import Bot
from meldroom.core.view import view
from meldroom.match.derived_seed import derived_seed

SEED = bytes(32)
# All times are CPU times, so that other work on the machine does not count.


class DecisionTiming(NamedTuple):
    """Median and p99 seconds per decision, and the worlds and rollouts per second of a search."""

    median: float
    p99: float
    worlds_per_second: float = 0.0
    rollouts_per_second: float = 0.0


def time_house(game: AnyGame, decisions: int) -> DecisionTiming:
    """Time `house` against itself."""
    return _timing(list(_decision_times(game, make_bot(game, "house", SEED), None, decisions)))


def time_master(game: AnyGame, budget: float, decisions: int) -> DecisionTiming:
    """Time `master` where it searches; decisions made without a search do not count."""
    bot = MasterBot(game, SEED, process_time)
    times, rollouts_before = [], 0
    for spent in _decision_times(game, bot, budget, 20 * decisions):
        if bot.rollouts_played > rollouts_before:
            times.append(spent)
            rollouts_before = bot.rollouts_played
        if len(times) == decisions:
            break
    timing = _timing(times or [0.0])
    total = sum(times) or 1.0
    return timing._replace(
        worlds_per_second=bot.worlds_sampled / total,
        rollouts_per_second=bot.rollouts_played / total,
    )


def _decision_times(
    game: AnyGame, bot: Bot, budget: float | None, decisions: int
) -> Iterator[float]:
    """Let `house` play, and give the time the bot takes for each decision that has a choice."""
    house = make_bot(game, "house", SEED)
    timed = 0
    for number in range(decisions):
        state = game.start({}, 2, Rng(derived_seed(SEED, f"pace {number} ")))
        while acting := game.to_act(state.public):
            seen = view(state, acting[0])
            legal = game.legal(seen)
            action = house.choose(seen, legal)
            if len(legal) > 1 and (budget is None or seen.ply % 7 == number % 7):
                began = process_time()
                bot.choose(seen, legal, budget)
                yield process_time() - began
                timed += 1
                if timed == decisions:
                    return
            state = game.apply(state, acting[0], action)


def _timing(times: list[float]) -> DecisionTiming:
    ordered = sorted(times)
    return DecisionTiming(
        ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    )
