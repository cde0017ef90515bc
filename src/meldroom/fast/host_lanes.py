"""The tables of a batch in the processor's memory, stepped by the library of the twins."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from math import prod
from struct import calcsize
from typing import Any

from meldroom.fast.batch_arrays import ArrayShape

TYPE_CODES = {"float32": "f", "float64": "d", "int8": "b", "int64": "ql", "bool": "?"}


class HostLanes:
    """Tables in the processor's memory; `arrays` are the caller's, else they are made."""

    stream = 0  # there is none

    def __init__(
        self, run_lanes: Any, setup: ctypes.Structure, lane_size: int, lanes: int,
        shapes: Mapping[str, ArrayShape], arrays: Mapping[str, Any] | None, threads: int,
    ) -> None:  # fmt: skip
        self.arrays = {
            name: _made(shape) if arrays is None else _checked(name, arrays[name], shape)
            for name, shape in shapes.items()
        }
        pointers = [address_of(self.arrays[name]) for name in shapes]
        self._pointers = (ctypes.c_void_p * len(shapes))(*pointers)
        self._lane_size, self._many = lane_size, lanes
        self._lanes = ctypes.create_string_buffer(lane_size * lanes)
        self._run_lanes = partial(run_lanes, ctypes.byref(setup), self._pointers, self._lanes)
        bounds = [lanes * thread // threads for thread in range(threads + 1)]
        self._ranges = [(first, end) for first, end in pairwise(bounds) if first < end]
        self._pool = ThreadPoolExecutor(threads) if len(self._ranges) > 1 else None

    def load(self, first: int, many: int) -> ctypes.Array[ctypes.c_char]:
        """Give the memory of these lanes."""
        kind = ctypes.c_char * (many * self._lane_size)
        return kind.from_buffer(self._lanes, first * self._lane_size)

    def store(self, first: int, lanes: ctypes.Array[ctypes.c_char]) -> None:
        """Keep what was changed in loaded lanes: it has been changed in place."""

    def run(self, deal: bool) -> None:
        """Deal or step at every table."""
        if self._pool is None:
            self._run_lanes(0, self._many, deal)
            return
        first, *others = self._ranges
        waiting = [self._pool.submit(self._run_lanes, *lanes, deal) for lanes in others]
        self._run_lanes(*first, deal)
        for each in waiting:
            each.result()


def address_of(array: Any) -> int:
    """Give the address of a writable buffer."""
    return ctypes.addressof(ctypes.c_char.from_buffer(array))


def _made(wanted: ArrayShape) -> Any:
    try:
        import numpy
    except ImportError:
        code: Any = TYPE_CODES[wanted.type][0]
        return memoryview(bytearray(calcsize(code) * prod(wanted.shape))).cast(code, wanted.shape)
    return numpy.zeros(wanted.shape, wanted.type)


def _checked(name: str, array: Any, wanted: ArrayShape) -> Any:
    seen = memoryview(array)
    fits = seen.shape == wanted.shape and seen.format in TYPE_CODES[wanted.type]
    if not (fits and seen.c_contiguous and not seen.readonly):
        raise ValueError(f"{name} must be a writable array of {wanted.type}, {wanted.shape}")
    return array
