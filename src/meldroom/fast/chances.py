"""Each seat's chance to win from where a game really stands: all hands known, the stock not.

Only for games that are over: it looks at hidden hands. World number n of a seed is the one that
`rollouts` deals, with `house` in every seat.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, View, view
from meldroom.core.zone import Sight
from meldroom.fast.binding import bound
from meldroom.fast.pack import number_of
from meldroom.fast.rollouts import lots_of_world, packed_position, play_on, sample_world, value
from meldroom.games.companions import skill_of

NO_SEAT = 255  # NONE of csrc/core.h


class WinChances(NamedTuple):
    """Every seat's mean share of the win over some worlds, with its standard error."""

    means: tuple[float, ...]
    errors: tuple[float, ...]


def win_chances(
    game: AnyGame,
    state: AnyState,
    worlds: int,
    seed: bytes,
    played: tuple[Seat, Action] | None = None,
) -> WinChances:
    """Play worlds on from a state, after an action if one is given."""
    function = _function(game)
    if function is None:
        return python_win_chances(game, state, worlds, seed, played)
    sums, squares = (ctypes.c_double * state.seats)(), (ctypes.c_double * state.seats)()
    actor, number = (NO_SEAT, 0) if played is None else (played[0], number_of(game, played[1]))
    function(
        *packed_position(game, open_hands(state)), seed, True, 0, worlds, actor, number,
        skill_of(game).review_horizon, sums, squares,
    )  # fmt: skip
    return _mean(sums, squares, worlds)


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
    skill, seen = skill_of(game), open_hands(state)
    sums, squares = [0.0] * state.seats, [0.0] * state.seats
    for number in range(worlds):
        world = sample_world(game, skill, seen, seed, number)
        zones = [
            zone._replace(sight=real.sight)  # the players see no more than they did
            for zone, real in zip(world.zones, state.zones, strict=True)
        ]
        world = world._replace(zones=tuple(zones))
        if played is not None:
            world = game.apply(world, *played)
        lot = lots_of_world(seed, number)
        end = play_on(game, skill, world, skill.house, lot, seen, skill.review_horizon)
        for seat in range(state.seats):
            worth = value(game, skill, end, seat)
            sums[seat] += worth
            squares[seat] += worth * worth
    return _mean(sums, squares, worlds)


def _mean(sums: Iterable[float], squares: Iterable[float], worlds: int) -> WinChances:
    means = tuple(total / worlds for total in sums)
    spread = zip(squares, means, strict=True)
    errors = (sqrt(max(0.0, square / worlds - mean * mean) / worlds) for square, mean in spread)
    return WinChances(means, tuple(errors))


@cache
def _function(game: AnyGame) -> Any:
    text, integer, number = ctypes.c_char_p, ctypes.c_int, ctypes.c_uint64
    pointer = ctypes.c_void_p
    seen = (text, text, integer, text, integer)
    chance = (text, integer, number, number)
    arguments = (integer, text, *seen, *chance, integer, number, ctypes.c_uint32, pointer, pointer)
    return bound(game, "win_chances", arguments, None)
