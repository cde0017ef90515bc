"""One game played by its compiled twin, action by action."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.view import AnyView
from meldroom.fast.binding import bound, chosen_values, functions
from meldroom.fast.pack import packed_view

SAMPLE_WORLD = (
    ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p,
    ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int,
)  # fmt: skip
HOUSE = (ctypes.c_void_p, ctypes.c_int)
ROW = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
NEXT_NUMBERS = ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
CONCRETE = (ctypes.c_void_p, ctypes.c_int, ctypes.c_int)
RATE = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
USUAL_LEGAL = 1_024  # legal actions; where there are more, room is made for them
MAX_PACKED = 16_384


class Twin:
    """A table of the compiled twin; actions are numbers, those of `fast.pack.number_of`.

    It trusts its caller as `Game.apply` does: only legal actions may be applied.
    """

    def __init__(self, game: AnyGame, options: Mapping[str, Setting], seats: int, rng: Rng) -> None:
        check_players(game, seats)
        self._game = game
        self._functions = functions(game)
        self._seed = _full_seed(rng)
        self._seats, self._chosen = seats, chosen_values(game, options)
        self._table = ctypes.create_string_buffer(self._functions.table_size())
        self._actions = (ctypes.c_uint64 * USUAL_LEGAL)()
        self._packed = ctypes.create_string_buffer(MAX_PACKED)
        self._functions.start(self._table, self._seed, seats, self._chosen)

    def to_act(self) -> tuple[Seat, ...]:
        """Name the seats that may act now."""
        bits = self._functions.to_act(self._table)
        return tuple(seat for seat in range(self._seats) if bits >> seat & 1)

    def legal(self, seat: Seat) -> list[int]:
        """Give the numbers of a seat's legal actions, ascending."""
        many = self._functions.legal(self._table, seat, self._actions, len(self._actions))
        if many > len(self._actions):
            self._actions = (ctypes.c_uint64 * many)()
            self._functions.legal(self._table, seat, self._actions, many)
        return self._actions[:many]

    def next_numbers(self, seat: Seat, spelled: Sequence[int] = ()) -> list[int]:
        """Give the numbers of `core.encoding` that go on with some of a legal action, ascending."""
        mask = ctypes.create_string_buffer(encoding_of(self._game).size)
        numbers = (ctypes.c_int32 * len(spelled))(*spelled)
        mark = bound(self._game, "next_numbers", NEXT_NUMBERS, None)
        mark(self._table, seat, numbers, len(spelled), mask)
        return [number for number, marked in enumerate(mask.raw) if marked]

    def apply(self, seat: Seat, action: int) -> None:
        """Carry out a legal action."""
        self._functions.apply(self._table, seat, action)

    def house(self, seat: Seat) -> int:
        """Give the number of the action that `house` chooses for a seat that may act."""
        number: int = bound(self._game, "house", HOUSE, ctypes.c_uint64)(self._table, seat)
        return number

    def row(self, seat: Seat) -> list[float]:
        """Give the row that a network sees for a seat, as `bots.rows.row` does."""
        numbers = (ctypes.c_float * row_sizes(self._game).seen)()
        bound(self._game, "row", ROW, None)(self._table, seat, numbers)
        return numbers[:]

    def choices(self, seat: Seat) -> list[int]:
        """Give a seat's legal actions by the numbers that a network has for them, ascending."""
        mask = (ctypes.c_uint8 * row_sizes(self._game).actions)()
        bound(self._game, "choices", ROW, None)(self._table, seat, mask)
        return [number for number, legal in enumerate(mask) if legal]

    def concrete(self, seat: Seat, choice: int) -> int:
        """Give the number of the action that a network's choice stands for."""
        number: int = bound(self._game, "concrete", CONCRETE, ctypes.c_uint64)(
            self._table, seat, choice
        )
        return number

    def packed(self) -> bytes:
        """Give the state as `fast.pack` packs the referee's."""
        size = self._functions.pack(self._table, self._packed)
        return self._packed.raw[:size]

    def load(self, packed: bytes) -> None:
        """Go to a state of the same game that was packed."""
        self._functions.unpack(self._table, self._seed, self._seats, self._chosen, packed)

    def resample(self, seen: AnyView, seed: bytes, *, exact: bool = True) -> None:
        """Go to a world that gives this seat the same view, as `core.view.resample` does.

        One that is not exact comes from a faster generator: equally likely, but another.
        """
        start = self._table, seed, self._seats, self._chosen
        view = packed_view(self._game, seen)
        sample_world = bound(self._game, "sample_world", SAMPLE_WORLD, None)
        sample_world(*start, *view.arguments, exact)

    def rate(self, seat: Seat) -> tuple[float, float, int]:
        """Give the skill's prospect for a seat, how likely the state is as its world, the stage."""
        ratings = (ctypes.c_double * 3)()
        bound(self._game, "rate", RATE, None)(self._table, seat, ratings)
        return ratings[0], ratings[1], int(ratings[2])


class RowSizes(NamedTuple):
    """How many numbers a network sees, and sees in training; its actions; the most seats."""

    seen: int
    whole: int
    actions: int
    seats: int


@cache
def row_sizes(game: AnyGame) -> RowSizes:
    """Give the sizes of a game's compiled rows; RuntimeError where it has none."""
    write_sizes = bound(game, "row_sizes", (ctypes.c_void_p,), None)
    if write_sizes is None:
        raise RuntimeError(f"{game.name} has no compiled rows here; meldroom doctor says why")
    sizes = (ctypes.c_int32 * len(RowSizes._fields))()
    write_sizes(sizes)
    return RowSizes(*sizes)


def _full_seed(rng: Rng) -> bytes:
    if len(rng.seed) != SEED_SIZE or rng.calls:
        raise ValueError(f"a twin starts from a fresh seed of {SEED_SIZE} bytes")
    return rng.seed
