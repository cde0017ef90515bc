"""Steps per second of the environments, one game and many at once."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import click
from rich.table import Table

from benchmarks.pgx import PGX_GAME, pgx_contender
from benchmarks.rates import REPEATS, Contender, Rate, best_of_all, seconds_option
from meldroom.cli.terminal import Terminal
from meldroom.fast import why_missing
from meldroom.fast.batch import can_batch
from meldroom.games import GAMES

PEER_MODULES = {
    "RLCard gin-rummy": "rlcard",
    "PettingZoo gin_rummy": "pettingzoo.classic.gin_rummy_v4",
    "OpenSpiel gin_rummy": "pyspiel",
}
BASELINE, SPIEL_BASELINE = "RLCard gin-rummy", "OpenSpiel gin_rummy"
SEATS = 2, 4  # as in RLCard, and our default
MOVES_PER_BATCH = 5_000  # so that pauses between games weigh little
GAMES_AT_ONCE = 256
PYSPIEL_NAME = "{} through pyspiel"
PYSPIEL_DEALS = 1 << 20  # a list, so that another process can name a deal
VECTOR_NAME = "256 games of {}, {} worker{}"
PGX_BASELINE = f"256 games of pgx's {PGX_GAME}"

Moves = list[int]


@click.command()
@seconds_option
@click.option("--workers", type=click.IntRange(min=1), help="Processes; default: one per core.")
def envs(seconds: float, workers: int | None) -> None:
    """Measure the research environments.

    Every game is played at random, beside the environments of other libraries.
    """
    worker_count = workers or os.cpu_count() or 1
    peers = peer_contenders()
    contenders = list(peers)
    for key, game in GAMES.items():
        contenders += [single_contender(key, seats) for seats in SEATS if seats in game.players]
    if any(peer.name == SPIEL_BASELINE for peer in peers):
        contenders += [pyspiel_contender(key) for key in GAMES]
    vector_peer = pgx_contender(PGX_BASELINE, GAMES_AT_ONCE)
    if vector_peer is not None:
        contenders.append(vector_peer)
    for key in GAMES:
        contenders += [vector_contender(key, count) for count in sorted({1, worker_count})]
    terminal = Terminal()
    terminal.show(rates_table(best_of_all(contenders, seconds)))
    terminal.show(
        f"random legal actions, best of {REPEATS}, choosing them not timed; single games: "
        "PettingZoo's reset(), last() and step(), RLCard's reset() and step(), OpenSpiel's "
        "legal_actions(), observation tensor and apply_action() for each decision of a player, per "
        f"second of CPU time; {GAMES_AT_ONCE} games at once, all seats played by the agent: "
        "step(), per second of wall-clock time; pgx steps on all cores"
    )
    compiled = [key for key, game in GAMES.items() if can_batch(game)]
    terminal.show(f"many games by compiled twins: {', '.join(compiled) or why_missing()}")
    missing = PEER_MODULES.keys() - {peer.name for peer in peers}
    for name in (*missing, *["pgx"] * (vector_peer is None)):
        terminal.show(f"{name} is not installed")


class EnvKind(NamedTuple):
    """A kind of environment: how to make one, choose the moves of a game, and replay them."""

    make: Callable[[], Any]
    choose: Callable[[Any, int], Moves]  # from a seed, at random among the legal ones
    replay: Callable[[Any, int, Moves], float]  # returns the seconds it took


def single_contender(key: str, seats: int) -> Contender:
    """Step a single game through PettingZoo."""
    make = partial(_pettingzoo, "meldroom.envs.pettingzoo", key, seats)
    return Contender(key, seats, timed_run(PETTINGZOO._replace(make=make)))


def timed_run(kind: EnvKind) -> Callable[[float], float]:
    """Return a function that steps an environment for a number of seconds, through new games.

    The moves are chosen beforehand in another process, so that only the environment is timed, and
    nothing of these games is in its caches.
    """
    env, rng = kind.make(), random.Random(1)

    def run(seconds: float) -> float:
        steps, spent = 0, 0.0
        with ProcessPoolExecutor(1) as chooser:
            while spent < seconds:
                games = chooser.submit(choose_games, kind, rng.getrandbits(30)).result()
                for seed, moves in games:
                    spent += kind.replay(env, seed, moves)
                    steps += sum(move >= 0 for move in moves)
        return steps / spent

    return run


def choose_games(kind: EnvKind, seed: int) -> list[tuple[int, Moves]]:
    """Choose the moves of random games until there are enough for one batch."""
    env, rng = kind.make(), random.Random(seed)
    games: list[tuple[int, Moves]] = []
    while sum(len(moves) for _, moves in games) < MOVES_PER_BATCH:
        deal_seed = rng.getrandbits(30)
        games.append((deal_seed, kind.choose(env, deal_seed)))
    return games


def _pettingzoo(module: str, *setup: Any) -> Any:
    return import_module(module).env(*setup)


def _choose_by_pettingzoo(env: Any, seed: int) -> Moves:
    chance, moves = random.Random(seed).random, []
    env.reset(seed=seed)
    while env.agents:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        moves.append(int(legal[int(chance() * len(legal))]))
        env.step(moves[-1])
    return moves


def _replay_by_pettingzoo(env: Any, seed: int, moves: Moves) -> float:
    began = time.process_time()
    env.reset(seed=seed)
    for move in moves:
        env.last()
        env.step(move)
    while env.agents:
        env.last()
        env.step(None)
    return time.process_time() - began


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


def _replay_by_rlcard(env: Any, seed: int, moves: Moves) -> float:
    env.seed(seed)
    began = time.process_time()
    env.reset()
    for move in moves:
        env.step(move)
    return time.process_time() - began


def _pyspiel(name: str, parameters: dict[str, Any]) -> Any:
    pyspiel = import_module("pyspiel")
    if name not in pyspiel.registered_names():
        import_module("meldroom.envs.openspiel")
    return pyspiel.load_game(name, parameters)


def _choose_by_pyspiel(game: Any, seed: int) -> Moves:
    chance = random.Random(seed).random
    moves: Moves = []
    state = game.new_initial_state()
    while not state.is_terminal():
        chance_node = state.is_chance_node()
        if not moves and game.max_chance_outcomes() == PYSPIEL_DEALS:
            number = seed % PYSPIEL_DEALS  # quicker than to list them all
        else:
            legal = state.legal_actions()
            number = legal[int(chance() * len(legal))]
        # The sign of a move says whose it is: chance is negative.
        moves.append(-1 - number if chance_node else number)
        state.apply_action(number)
    return moves


def _replay_by_pyspiel(game: Any, _: int, moves: Moves) -> float:
    observer = import_module("open_spiel.python.observation").make_observation(game)
    began = time.process_time()
    state = game.new_initial_state()
    for move in moves:
        if move < 0:
            state.apply_action(-1 - move)
            continue
        observer.set_from(state, state.current_player())
        state.legal_actions()
        state.apply_action(move)
    state.returns()
    return time.process_time() - began


def pyspiel_contender(key: str) -> Contender:
    """Step a single game of two through OpenSpiel."""
    parameters = {"players": 2, "seed": 1, "deals": PYSPIEL_DEALS}
    make = partial(_pyspiel, f"meldroom_{key.replace('-', '_')}", parameters)
    return Contender(PYSPIEL_NAME.format(key), 2, timed_run(PYSPIEL._replace(make=make)))


PYSPIEL = EnvKind(partial(_pyspiel, "gin_rummy", {}), _choose_by_pyspiel, _replay_by_pyspiel)
PETTINGZOO = EnvKind(
    partial(_pettingzoo, PEER_MODULES["PettingZoo gin_rummy"]),
    _choose_by_pettingzoo,
    _replay_by_pettingzoo,
)
RLCARD = EnvKind(_rlcard, _choose_by_rlcard, _replay_by_rlcard)
PEER_KINDS = dict(zip(PEER_MODULES, (RLCARD, PETTINGZOO, PYSPIEL), strict=True))


def vector_contender(key: str, workers: int) -> Contender:
    """Step many games at once in a number of processes."""
    numpy = import_module("numpy")
    vector = import_module("meldroom.envs.vector")
    rng = numpy.random.default_rng(1)

    def run(seconds: float) -> float:
        envs = vector.MeldroomVector(key, num_envs=GAMES_AT_ONCE, workers=workers, opponents=None)
        observations, _ = envs.reset(seed=int(rng.integers(1 << 30)))
        steps, spent = 0, 0.0
        while spent < seconds:
            # A random legal action in every game: the one with the highest random number.
            masks = observations["action_mask"]
            actions = (rng.random(masks.shape) * masks).argmax(axis=1)
            began = time.perf_counter()
            observations, *_ = envs.step(actions)
            spent += time.perf_counter() - began
            steps += GAMES_AT_ONCE
        envs.close()
        return steps / spent

    seats = vector.MeldroomEnv(key).episode.seats
    return Contender(VECTOR_NAME.format(key, workers, "s" * (workers > 1)), seats, run)


def peer_contenders() -> list[Contender]:
    """Return the rummy environments of other libraries that are installed."""
    found = []
    for name, module in PEER_MODULES.items():
        try:
            import_module(module)
        except ImportError:
            continue
        found.append(Contender(name, 2, timed_run(PEER_KINDS[name])))
    return found


def rates_table(rates: list[Rate]) -> Table:
    """Draw the rates, with the ratios to others' games that were measured in the same way."""
    measured = {one.name: one.per_second for one in rates}
    baselines = {
        heading: (measured[name], way)
        for heading, name, way in (
            ("to RLCard", BASELINE, "single"),
            ("to gin_rummy", SPIEL_BASELINE, "pyspiel"),
            ("to pgx", PGX_BASELINE, "vector"),
        )
        if name in measured
    }
    table = Table("environment")
    for column in ("players", "steps/s", *baselines):
        table.add_column(column, justify="right")
    for name, seats, steps in rates:
        cells = [
            f"{steps / baseline:.2f}×" if way == way_of(name) else ""
            for baseline, way in baselines.values()
        ]
        table.add_row(name, str(seats), f"{steps:,.0f}", *cells)
    return table


def way_of(name: str) -> str:
    """Return how a contender was measured: only those measured alike are compared."""
    if name.startswith(VECTOR_NAME.partition("{")[0]):
        return "vector"
    through_spiel = name == SPIEL_BASELINE or name.endswith(PYSPIEL_NAME.removeprefix("{}"))
    return "pyspiel" if through_spiel else "single"
