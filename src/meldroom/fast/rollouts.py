"""Playouts: candidates compared in the same sampled worlds, with the same chance to come.

World number n of a seed draws, by calls from 5n on: the seeds of three worlds, of which one is kept
by a lot weighted with how likely each is, the lot, and the seed of all lots in its rollouts. A game
whose skill weighs no worlds samples one. A rollout ends with the stage, the horizon or the game.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import as_dict
from meldroom.core.rng import Rng, below, fresh_seed
from meldroom.core.skill import Lots, Skill
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, resample, view
from meldroom.fast.binding import bound, chosen_values
from meldroom.fast.pack import number_of, packed_view
from meldroom.games.companions import skill_of

Policy = Callable[[AnyView, Sequence[Action], Lots], Action]

POLICIES = ("random", "house")
WORLDS_PER_SAMPLE = 3  # one of them is played, weighted by what the others took and discarded
CALLS_PER_SAMPLE = WORLDS_PER_SAMPLE + 2
LOT_SIZE = 1 << 20


class Playouts(NamedTuple):
    """What the candidates were worth in all worlds together, each by its place in the list."""

    worlds: int
    sums: tuple[float, ...]
    squares: tuple[float, ...]
    lead_squares: tuple[float, ...]  # of the lead over the first candidate, world by world
    rollouts: int
    plies: int


def compiled(game: AnyGame, policy: str) -> bool:
    """Say whether the twin of this game plays rollouts by this policy."""
    return _function(game, policy) is not None


def playouts(
    game: AnyGame,
    seen: AnyView,
    worlds: int,
    policy: str,
    candidates: Sequence[Action],
    horizon: int,
    seed: bytes,
    *,
    first: int = 0,
    exact: bool = True,
) -> Playouts:
    """Play the candidates in the worlds from number `first` on, as far as `horizon` plies ahead.

    The answer follows from the seed, with the library and, but for rounding, without it. Where
    exact is False, a faster generator deals other worlds if there is the library.
    """
    if policy not in POLICIES:
        raise ValueError(f"rollouts are played by {' or '.join(POLICIES)}, not {policy!r}")
    function = _function(game, policy)
    if function is None:
        return python_playouts(
            game, skill_of(game), seen, worlds, policy, candidates, horizon, seed, first=first
        )
    numbers = [number_of(game, action) for action in candidates]
    many = len(numbers)
    sums, squares, lead_squares = ((ctypes.c_double * many)() for _ in range(3))
    counts = (ctypes.c_uint64 * 2)()
    function(
        *packed_position(game, seen), seen.seat, seed, exact, first, worlds,
        (ctypes.c_uint64 * many)(*numbers), many, horizon, sums, squares, lead_squares, counts,
    )  # fmt: skip
    return Playouts(worlds, tuple(sums), tuple(squares), tuple(lead_squares), *counts)


def python_playouts(
    game: AnyGame,
    skill: Skill[Any, Any],
    seen: AnyView,
    worlds: int,
    policy: str,
    candidates: Sequence[Action],
    horizon: int,
    seed: bytes,
    *,
    first: int = 0,
) -> Playouts:
    """Play the same by the referee, with any skill."""
    seat = seen.seat
    assert seat is not None
    choose = skill.house if policy == "house" else Skill().house
    sums, squares, lead_squares = ([0.0] * len(candidates) for _ in range(3))
    plies = 0
    for number in range(first, first + worlds):
        world = sample_world(game, skill, seen, seed, number)
        favourite = 0.0
        for at, action in enumerate(candidates):
            state, lot = game.apply(world, seat, action), lots_of_world(seed, number)
            state = play_on(game, skill, state, choose, lot, seen, horizon)
            worth = value(game, skill, state, seat)
            favourite = favourite if at else worth
            plies += state.ply - seen.ply
            sums[at] += worth
            squares[at] += worth * worth
            lead_squares[at] += (worth - favourite) ** 2
    rollouts = worlds * len(candidates)
    return Playouts(worlds, tuple(sums), tuple(squares), tuple(lead_squares), rollouts, plies)


@lru_cache(maxsize=1)  # a search comes back to the same view
def packed_position(game: AnyGame, seen: AnyView) -> tuple[Any, ...]:
    """Give what a function of the library takes for a view: seats, options and the packed view."""
    chosen = chosen_values(game, as_dict(seen.options))
    return (seen.seats, chosen, *packed_view(game, seen).arguments)


def play_on(
    game: AnyGame,
    skill: Skill[Any, Any],
    state: AnyState,
    choose: Policy,
    lot: Lots,
    start: AnyView,
    horizon: int | None = None,
) -> AnyState:
    """Play on to the end of the stage that `start` is in, or to the horizon."""
    stage = skill.stage(start.public)
    last_ply = start.ply + (skill.horizon if horizon is None else horizon)
    while acting := game.to_act(state.public):
        if state.ply >= last_ply or skill.stage(state.public) != stage:
            break
        actor = acting[lot(len(acting)) if len(acting) > 1 else 0]
        seen = view(state, actor)
        legal = game.choices(seen)
        action = legal[0] if len(legal) == 1 else choose(seen, legal, lot)
        state = game.apply(state, actor, action)
    return state


def value(game: AnyGame, skill: Skill[Any, Any], state: AnyState, seat: Seat) -> float:
    """Rate where a rollout ended: the share of the win, or the prospect if the game goes on."""
    result = game.result(state)
    if result is None:
        return skill.prospect(state, seat)
    return (result.places[seat] == 1) / len(result.winners)


def lots_of_world(seed: bytes, number: int) -> Lots:
    """Give the lots that are drawn in the rollouts of a world."""
    lots_seed, _ = fresh_seed(Rng(seed, number * CALLS_PER_SAMPLE + WORLDS_PER_SAMPLE + 1))
    return Lots(lots_seed)


def sample_world(
    game: AnyGame, skill: Skill[Any, Any], seen: AnyView, seed: bytes, number: int
) -> AnyState:
    """Sample a world that the seat cannot rule out, likelier ones more often."""
    pack, call = game.deck.pack_for(seen.seats), number * CALLS_PER_SAMPLE
    weighs_worlds = type(skill).likely is not Skill.likely
    worlds = []
    for at in range(WORLDS_PER_SAMPLE if weighs_worlds else 1):
        world_seed, _ = fresh_seed(Rng(seed, call + at))
        worlds.append(resample(seen, pack, Rng(world_seed)))
    weights = [skill.likely(world, seen) for world in worlds]
    lot, _ = below(Rng(seed, call + WORLDS_PER_SAMPLE), LOT_SIZE)
    remaining = sum(weights) * lot / LOT_SIZE
    for world, weight in zip(worlds, weights, strict=True):
        remaining -= weight
        if remaining < 0:
            return world
    return worlds[-1]


def _function(game: AnyGame, policy: str) -> Any:
    text, integer, number = ctypes.c_char_p, ctypes.c_int, ctypes.c_uint64
    pointer = ctypes.c_void_p
    seen = (text, text, integer, text, integer)
    search = (integer, text, integer, number, number, pointer, integer, ctypes.c_uint32)
    arguments = (integer, text, *seen, *search, *[pointer] * 4)
    return bound(game, f"playouts_{policy}", arguments, None)
