"""The compiled network of a learned bot: the same numbers as in plain Python, in less time."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

from meldroom.fast.binding import library

LANES = 8  # as in csrc/network.h
MAX_LAYER = 4_096


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
        self._numbers = numbers
        self._sizes = (ctypes.c_int32 * len(sizes))(*sizes)
        self.arguments = numbers.buffer_info()[0], self._sizes, len(layers)

    def rate(self, row: Sequence[float]) -> list[float]:
        """Give a number for each action, the higher the better."""
        ratings = (ctypes.c_double * MAX_LAYER)()
        _rate_actions()(*self.arguments, (ctypes.c_float * self.row_size)(*row), ratings)
        return ratings[: self.actions]


@cache
def _rate_actions() -> Any:
    loaded = library()
    if loaded is None:
        raise RuntimeError("the library was not built; meldroom doctor says why")
    function = loaded.rate_actions
    pointer = ctypes.c_void_p
    function.argtypes, function.restype = [pointer, pointer, ctypes.c_int, pointer, pointer], None
    return function
