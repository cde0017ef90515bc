"""Sparrow Mahjong of pgx, a draw-and-discard game on JAX, beside our vector environments."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.rates import Contender
from meldroom.arena.isolation import process_context

PGX_GAME, PGX_PLAYERS = "sparrow_mahjong", 3


def pgx_contender(name: str, games: int) -> Contender | None:
    """Step a number of games at once by pgx; None where it is not installed."""
    if find_spec("pgx") is None:
        return None

    def run(seconds: float) -> float:
        # In a process of its own: JAX starts threads, and others here are forked.
        with ProcessPoolExecutor(1, process_context()) as alone:
            return alone.submit(steps_per_second, games, seconds).result()

    return Contender(name, PGX_PLAYERS, run)


def steps_per_second(games: int, seconds: float) -> float:
    """Measure the steps of all games together, compiled by JAX beforehand."""
    jax: Any = import_module("jax")
    game = import_module("pgx").make(PGX_GAME)
    wrappers = import_module("pgx.experimental.wrappers")
    # As in our environments, a new game begins after the end of one.
    step = jax.jit(jax.vmap(wrappers.auto_reset(game.step, game.init)))

    def one_choice(key: Any, mask: Any) -> Any:
        return (jax.random.uniform(key, mask.shape) * mask).argmax()

    choose = jax.jit(jax.vmap(one_choice))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(game.init))(jax.random.split(key, games))
    steps, spent = 0, 0.0
    while spent < seconds:
        key, for_choice, for_step = jax.random.split(key, 3)
        actions = choose(jax.random.split(for_choice, games), state.legal_action_mask)
        keys = jax.block_until_ready(jax.random.split(for_step, games))
        jax.block_until_ready(actions)
        began = time.perf_counter()
        state = jax.block_until_ready(step(state, actions, keys))
        if steps:  # the first step compiles
            spent += time.perf_counter() - began
        steps += games
    return (steps - games) / spent
