"""The compiled network of a learned bot: the same numbers as in plain Python, in less time."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

from meldroom.core.game import AnyGame
from meldroom.core.options import as_dict
from meldroom.core.rng import SEED_SIZE
from meldroom.core.view import AnyView
from meldroom.fast.binding import bound, chosen_values, functions, library
from meldroom.fast.pack import packed_view
from meldroom.fast.twin import SAMPLE_WORLD

LANES = 8  # as in csrc/network.h
MAX_LAYER = 4_096


class NetworkPointers(ctypes.Structure):
    """`Network` in csrc/network.h."""

    _fields_ = (
        ("numbers", ctypes.c_void_p),
        ("sizes", ctypes.c_void_p),
        ("layers", ctypes.c_int),
    )


class CompiledNetwork:
    """The numbers of a network as the library reads them; RuntimeError without the library."""

    def __init__(
        self, sizes: Sequence[int], layers: Sequence[tuple[array[float], array[float]]]
    ) -> None:
        if max(sizes) > MAX_LAYER:
            raise ValueError(f"a layer of {max(sizes)} is too large; {MAX_LAYER} is the most")
        numbers = array("f")
        for weights, biases in layers:
            inputs = len(weights) // len(biases)
            filling = array("f", bytes(4 * (-len(biases) % LANES)))
            numbers += biases + filling
            for at in range(inputs):
                numbers += weights[at::inputs]
                numbers += filling
        self.row_size, self.actions = sizes[0], sizes[-1]
        self._numbers, self._sizes = numbers, (ctypes.c_int32 * len(sizes))(*sizes)
        self.pointers = NetworkPointers(
            numbers.buffer_info()[0], ctypes.addressof(self._sizes), len(layers)
        )

    def choose(self, game: AnyGame, seen: AnyView) -> int:
        """Give the number of the action that `champion` chooses for the seat of a view."""
        chosen = chosen_values(game, as_dict(seen.options))
        table = ctypes.create_string_buffer(functions(game).table_size())
        # Any world that fits the view: the row has nothing of what the seat does not see.
        bound(game, "sample_world", SAMPLE_WORLD, None)(
            table, bytes(SEED_SIZE), seen.seats, chosen, *packed_view(game, seen).arguments, False
        )
        number: int = _champion(game)(table, seen.seat, self.pointers)
        return number

    def rate(self, row: Sequence[float]) -> list[float]:
        """Give a number for each action, the higher the better."""
        ratings = (ctypes.c_double * MAX_LAYER)()
        _rate_actions()(self.pointers, (ctypes.c_float * self.row_size)(*row), ratings)
        return ratings[: self.actions]


def plays_by_network(game: AnyGame) -> bool:
    """Say whether the twin of this game plays by networks."""
    return _champion(game) is not None


def _champion(game: AnyGame) -> Any:
    network = ctypes.POINTER(NetworkPointers)
    return bound(game, "champion", (ctypes.c_void_p, ctypes.c_int, network), ctypes.c_uint64)


@cache
def _rate_actions() -> Any:
    loaded = library()
    if loaded is None:
        raise RuntimeError("the library was not built; meldroom doctor says why")
    function = loaded.rate_actions
    network, pointer = ctypes.POINTER(NetworkPointers), ctypes.c_void_p
    function.argtypes, function.restype = [network, pointer, pointer], None
    return function
