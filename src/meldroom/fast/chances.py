"""Each seat's chance to win from where a game really stands: all hands known, the stock not.

Only for games that are over: it looks at hidden hands. World number n of a seed is the one that
`rollouts` deals, with `house` in every seat.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.skill import Lots
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, View, view
from meldroom.core.zone import Sight
from meldroom.fast.binding import bound
from meldroom.fast.pack import number_of
from meldroom.fast.rollouts import lots_of_world, packed_position, play_on, sample_world, value
from meldroom.games.companions import skill_of

NO_SEAT = 255  # NONE of csrc/core.h


class WinChances(NamedTuple):
    """Every seat's mean share of the win over some worlds, with its standard error.

    If an action was given, also by how much it changes the shares, compared world by world.
    """

    means: tuple[float, ...]
    errors: tuple[float, ...]
    changes: tuple[float, ...] = ()
    change_errors: tuple[float, ...] = ()


def win_chances(
    game: AnyGame,
    state: AnyState,
    worlds: int,
    seed: bytes,
    played: tuple[Seat, Action] | None = None,
) -> WinChances:
    """Play worlds on from a state; an action is compared with what `house` would play."""
    function = _function(game)
    if function is None:
        return python_win_chances(game, state, worlds, seed, played)
    totals = [(ctypes.c_double * state.seats)() for _ in range(4)]
    actor, number = (NO_SEAT, 0) if played is None else (played[0], number_of(game, played[1]))
    function(
        *packed_position(game, open_hands(state)), seed, True, 0, worlds, actor, number,
        skill_of(game).review_horizon, *totals,
    )  # fmt: skip
    return _estimated(totals, worlds, played is not None)


def open_hands(state: AnyState) -> AnyView:
    """Show a state to somebody who sees every hand, and no pile that is face down."""
    hidden = view(state, None).zones
    zones = [
        zone._replace(sight=Sight.ALL) if zone.sight is Sight.OWNER else back
        for zone, back in zip(state.zones, hidden, strict=True)
    ]
    return View(None, tuple(zones), state.public, state.options, state.seats, state.ply)


def python_win_chances(
    game: AnyGame,
    state: AnyState,
    worlds: int,
    seed: bytes,
    played: tuple[Seat, Action] | None = None,
) -> WinChances:
    """Play the same by the referee."""
    seen, skill = open_hands(state), skill_of(game)
    totals = [[0.0] * state.seats for _ in range(4)]
    for number in range(worlds):
        world = sample_world(game, skill, seen, seed, number)
        zones = [
            zone._replace(sight=real.sight)  # the players see no more than they did
            for zone, real in zip(world.zones, state.zones, strict=True)
        ]
        world = world._replace(zones=tuple(zones))
        usual = _shares(game, world, seen, lots_of_world(seed, number))
        _add(totals[:2], usual)
        if played is not None:
            after = game.apply(world, *played)
            changed = _shares(game, after, seen, lots_of_world(seed, number))
            _add(totals[2:], [new - old for new, old in zip(changed, usual, strict=True)])
    return _estimated(totals, worlds, played is not None)


def _shares(game: AnyGame, world: AnyState, start: AnyView, lot: Lots) -> list[float]:
    """Play a world on, and give every seat's share of the win."""
    skill = skill_of(game)
    end = play_on(game, skill, world, skill.house, lot, start, skill.review_horizon)
    return [value(game, skill, end, seat) for seat in range(world.seats)]


def _add(totals: Sequence[list[float]], numbers: Sequence[float]) -> None:
    sums, squares = totals
    for seat, number in enumerate(numbers):
        sums[seat] += number
        squares[seat] += number * number


def _estimated(totals: Sequence[Iterable[float]], worlds: int, with_changes: bool) -> WinChances:
    sums, squares, change_sums, change_squares = totals
    chances = WinChances(*_mean(sums, squares, worlds))
    if not with_changes:
        return chances
    changes, errors = _mean(change_sums, change_squares, worlds)
    return chances._replace(changes=changes, change_errors=errors)


def _mean(
    sums: Iterable[float], squares: Iterable[float], worlds: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    means = tuple(total / worlds for total in sums)
    spread = zip(squares, means, strict=True)
    errors = (sqrt(max(0.0, square / worlds - mean * mean) / worlds) for square, mean in spread)
    return means, tuple(errors)


@cache
def _function(game: AnyGame) -> Any:
    text, integer, number = ctypes.c_char_p, ctypes.c_int, ctypes.c_uint64
    pointer = ctypes.c_void_p
    seen = (text, text, integer, text, integer)
    chance = (text, integer, number, number)
    arguments = (integer, text, *seen, *chance, integer, number, ctypes.c_uint32, *[pointer] * 4)
    return bound(game, "win_chances", arguments, None)
