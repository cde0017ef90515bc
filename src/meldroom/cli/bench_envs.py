"""`meldroom bench envs`: steps a second of the environments, one table and many."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from meldroom.cli.bench import ROUNDS, BenchFigure, Contender, best_of_all
from meldroom.cli.errors import CliError
from meldroom.cli.terminal import Terminal

if TYPE_CHECKING:
    from rich.table import Table

PEERS = {"RLCard gin-rummy": "rlcard", "PettingZoo gin_rummy": "pettingzoo.classic.gin_rummy_v4"}
YARDSTICK = "RLCard gin-rummy"
SEATS = 2, 4  # as RLCard's table, and as ours where nobody says
MOVES_AT_ONCE = 5_000  # so that a pause between games does not slow down many
TABLES = 64  # of one kind at once
MANY = "many tables of {}, {} worker{}"

Moves = list[int]


def show_environments(seconds: float, workers: int | None) -> None:
    """Measure every game as an environment, beside others' rummy where that is installed."""
    try:
        import_module("meldroom.envs.vector")
    except ImportError:
        raise CliError('environments need more: pip install "meldroom[rl]"') from None
    from meldroom.games import GAMES

    cores = workers or os.cpu_count() or 1
    others = peers()
    contenders = list(others)
    for key, game in GAMES.items():
        contenders += [one_table(key, seats) for seats in SEATS if seats in game.players]
    for key in GAMES:
        contenders += [many_tables(key, hands) for hands in sorted({1, cores})]
    screen = Terminal()
    screen.show(drawn(best_of_all(contenders, seconds)))
    screen.show(
        f"random play by the mask, best of {ROUNDS}, the choosing not timed; of one table "
        "PettingZoo's reset(), last() and step(), of RLCard its reset() and step(), per second of "
        f"CPU time; many are {TABLES} at once with every seat played from outside, step() per "
        "second by the clock"
    )
    for name in PEERS.keys() - {peer.name for peer in others}:
        screen.show(f"{name} is not installed here")


class EnvKind(NamedTuple):
    """A kind of environment: how one is made, how a game is chosen, and how it is played again."""

    make: Callable[[], Any]
    choose: Callable[[Any, int], Moves]  # from a seed, at random among what is legal
    follow: Callable[[Any, int, Moves], float]  # gives the seconds that it took


def one_table(key: str, seats: int) -> Contender:
    """MatchStep one table as PettingZoo does."""
    make = partial(_pettingzoo, "meldroom.envs.pettingzoo", key, seats)
    return Contender(key, seats, timed(IN_TURNS._replace(make=make)))


def timed(kind: EnvKind) -> Callable[[float], float]:
    """Give what steps an environment for so many seconds, every time through other games.

    The moves are chosen before and in a process of their own, so that the environment alone is
    timed, and has not met these games.
    """
    env, lots = kind.make(), random.Random(1)

    def run(seconds: float) -> float:
        steps, spent = 0, 0.0
        with ProcessPoolExecutor(1) as elsewhere:
            while spent < seconds:
                games = elsewhere.submit(chosen, kind, lots.getrandbits(30)).result()
                for seed, moves in games:
                    spent += kind.follow(env, seed, moves)
                    steps += len(moves)
        return steps / spent

    return run


def chosen(kind: EnvKind, seed: int) -> list[tuple[int, Moves]]:
    """Choose games from seeds until there are moves enough to be timed in one go."""
    env, lots = kind.make(), random.Random(seed)
    games: list[tuple[int, Moves]] = []
    while sum(len(moves) for _, moves in games) < MOVES_AT_ONCE:
        dealt = lots.getrandbits(30)
        games.append((dealt, kind.choose(env, dealt)))
    return games


def _pettingzoo(module: str, *table: Any) -> Any:
    return import_module(module).env(*table)


def _choose_in_turns(env: Any, seed: int) -> Moves:
    chance, moves = random.Random(seed).random, []
    env.reset(seed=seed)
    while env.agents:
        told, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = told["action_mask"].nonzero()[0]
        moves.append(int(legal[int(chance() * len(legal))]))
        env.step(moves[-1])
    return moves


def _follow_in_turns(env: Any, seed: int, moves: Moves) -> float:
    begun = time.process_time()
    env.reset(seed=seed)
    for move in moves:
        env.last()
        env.step(move)
    while env.agents:
        env.last()
        env.step(None)
    return time.process_time() - begun


def _rlcard() -> Any:
    return import_module("rlcard").make("gin-rummy")


def _choose_by_rlcard(env: Any, seed: int) -> Moves:
    chance, moves = random.Random(seed).random, []
    env.seed(seed)
    state, _ = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        moves.append(legal[int(chance() * len(legal))])
        state, _ = env.step(moves[-1])
    return moves


def _follow_by_rlcard(env: Any, seed: int, moves: Moves) -> float:
    env.seed(seed)
    begun = time.process_time()
    env.reset()
    for move in moves:
        env.step(move)
    return time.process_time() - begun


IN_TURNS = EnvKind(
    partial(_pettingzoo, PEERS["PettingZoo gin_rummy"]), _choose_in_turns, _follow_in_turns
)
BY_RLCARD = EnvKind(_rlcard, _choose_by_rlcard, _follow_by_rlcard)


def many_tables(key: str, workers: int) -> Contender:
    """MatchStep many tables at once in so many processes."""
    numpy = import_module("numpy")
    vector = import_module("meldroom.envs.vector")
    lots = numpy.random.default_rng(1)

    def run(seconds: float) -> float:
        tables = vector.MeldroomVector(key, num_envs=TABLES, workers=workers, opponents=None)
        told, _ = tables.reset(seed=int(lots.integers(1 << 30)))
        steps, spent = 0, 0.0
        while spent < seconds:
            # The legal number with the highest lot, at all tables in one go.
            drawn_lots = lots.random(told["action_mask"].shape) * told["action_mask"]
            numbers = drawn_lots.argmax(axis=1)
            begun = time.perf_counter()
            told, *_ = tables.step(numbers)
            spent += time.perf_counter() - begun
            steps += TABLES
        tables.close()
        return steps / spent

    seats = vector.MeldroomEnv(key).table.seats
    return Contender(MANY.format(key, workers, "s" * (workers > 1)), seats, run)


def peers() -> list[Contender]:
    """Give the rummies of others that are installed."""
    found = []
    for name, module in PEERS.items():
        try:
            import_module(module)
        except ImportError:
            continue
        kind = BY_RLCARD if name == YARDSTICK else IN_TURNS
        found.append(Contender(name, 2, timed(kind)))
    return found


def drawn(figures: list[BenchFigure]) -> Table:
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
