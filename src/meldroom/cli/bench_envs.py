"""`meldroom bench envs`: steps a second of the environments, one table and many."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from meldroom.cli.bench import ROUNDS, Contender, Figure, best_of_all
from meldroom.cli.screen import Screen
from meldroom.cli.trouble import Trouble

if TYPE_CHECKING:
    from rich.table import Table

PEERS = {"RLCard gin-rummy": "rlcard", "PettingZoo gin_rummy": "pettingzoo.classic.gin_rummy_v4"}
YARDSTICK = "RLCard gin-rummy"
TABLES = 32  # of one kind at once
MANY = "many tables of {}, {} worker{}"


def show_environments(seconds: float, workers: int | None) -> None:
    """Measure every game as an environment, beside others' rummy where that is installed."""
    try:
        import_module("meldroom.envs.vector")
    except ImportError:
        raise Trouble('environments need more: pip install "meldroom[rl]"') from None
    from meldroom.games import GAMES

    cores = workers or os.cpu_count() or 1
    others = peers()
    contenders = [*others, *map(one_table, GAMES)]
    for key in GAMES:
        contenders += [many_tables(key, hands) for hands in sorted({1, cores})]
    screen = Screen()
    screen.show(drawn(best_of_all(contenders, seconds)))
    screen.show(
        f"steps of random play by the mask, best of {ROUNDS}; one table by PettingZoo's last() and "
        f"step(), per second of CPU time; many are {TABLES} at once with every seat played from "
        "outside, per second by the clock"
    )
    for name in PEERS.keys() - {peer.name for peer in others}:
        screen.show(f"{name} is not installed here")


def one_table(key: str) -> Contender:
    """Step one table as PettingZoo does."""
    env = import_module("meldroom.envs.pettingzoo").env(key)
    return Contender(key, len(env.possible_agents), in_turns(env))


def in_turns(env: Any) -> Callable[[float], float]:
    """Give what steps an AEC environment for so many seconds, every time through other games."""
    lots = random.Random(1)
    chance = lots.random

    def run(seconds: float) -> float:
        steps = 0
        begun = time.process_time()
        while True:
            env.reset(seed=lots.getrandbits(30))
            while env.agents:
                told, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = told["action_mask"].nonzero()[0]
                env.step(int(legal[int(chance() * len(legal))]))
                steps += 1
            if (spent := time.process_time() - begun) >= seconds:
                return steps / spent

    return run


def many_tables(key: str, workers: int) -> Contender:
    """Step many tables at once in so many processes."""
    numpy = import_module("numpy")
    vector = import_module("meldroom.envs.vector")
    lots = numpy.random.default_rng(1)

    def run(seconds: float) -> float:
        tables = vector.ManyTables(key, num_envs=TABLES, workers=workers, opponents=None)
        told, _ = tables.reset(seed=int(lots.integers(1 << 30)))
        steps = 0
        begun = time.perf_counter()
        while (spent := time.perf_counter() - begun) < seconds:
            # The legal number with the highest lot, at all tables in one go.
            drawn_lots = lots.random(told["action_mask"].shape) * told["action_mask"]
            told, *_ = tables.step(drawn_lots.argmax(axis=1))
            steps += TABLES
        tables.close()
        return steps / spent

    seats = vector.OneSeat(key).table.seats
    return Contender(MANY.format(key, workers, "s" * (workers > 1)), seats, run)


def peers() -> list[Contender]:
    """Give the rummies of others that are installed."""
    found = []
    for name, module in PEERS.items():
        try:
            peer = import_module(module)
        except ImportError:
            continue
        if name == YARDSTICK:
            found.append(Contender(name, 2, _rlcard(peer.make("gin-rummy", config={"seed": 1}))))
        else:
            found.append(Contender(name, 2, in_turns(peer.env())))
    return found


def _rlcard(env: Any) -> Callable[[float], float]:
    chance = random.Random(1).random

    def run(seconds: float) -> float:
        steps = 0
        begun = time.process_time()
        while True:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance() * len(legal))])
                steps += 1
            if (spent := time.process_time() - begun) >= seconds:
                return steps / spent

    return run


def drawn(figures: list[Figure]) -> Table:
    """Draw the figures, with the ratio to the yardstick where it was measured."""
    from rich.table import Table

    yardstick = next((figure.steps for figure in figures if figure.name == YARDSTICK), None)
    table = Table("environment")
    for column in ("players", "steps/s", *(["to RLCard"] if yardstick else [])):
        table.add_column(column, justify="right")
    for name, seats, steps in figures:
        by_the_clock = name.startswith(MANY.partition("{")[0])  # the yardstick goes by CPU time
        ratio = f"{steps / yardstick:.2f}×" if yardstick and not by_the_clock else ""
        table.add_row(name, str(seats), f"{steps:,.0f}", *([ratio] if yardstick else []))
    return table
