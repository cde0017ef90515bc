"""The tables of a batch in the processor's memory, stepped by the library of the twins."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from math import prod
from struct import calcsize
from threading import Lock, Thread
from typing import Any
from weakref import finalize

from meldroom.fast.batch_arrays import MOST_ARRAYS, ArrayShape

THREAD_NAME = "lanes of a batch"
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
        self._shapes, self._order = shapes, list(shapes)
        pointers = [address_of(self.arrays[name]) for name in shapes]
        self._pointers = (ctypes.c_void_p * MOST_ARRAYS)(*pointers)
        self._lane_size, self._many = lane_size, lanes
        self._lanes = ctypes.create_string_buffer(lane_size * lanes)
        self._made_of = run_lanes, setup, lane_size, lanes, shapes
        self._run_lanes = partial(run_lanes, ctypes.byref(setup), self._pointers, self._lanes)
        bounds = [lanes * thread // threads for thread in range(threads + 1)]
        self._range, *others = [(first, end) for first, end in pairwise(bounds) if first < end]
        self._helpers = [Helper(self._run_lanes, *each) for each in others]
        for helper in self._helpers:
            finalize(self, helper.stop)

    def __copy__(self) -> HostLanes:
        arrays = {name: _made(shape, zeroed=False) for name, shape in self._shapes.items()}
        other = HostLanes(*self._made_of, arrays, 1 + len(self._helpers))
        for name, array in arrays.items():
            memoryview(array).cast("B")[:] = memoryview(self.arrays[name]).cast("B")
        ctypes.memmove(other._lanes, self._lanes, len(self._lanes))
        return other

    def load(self, first: int, many: int) -> ctypes.Array[ctypes.c_char]:
        """Give the memory of these lanes."""
        kind = ctypes.c_char * (many * self._lane_size)
        return kind.from_buffer(self._lanes, first * self._lane_size)

    def store(self, first: int, lanes: ctypes.Array[ctypes.c_char]) -> None:
        """Keep what was changed in loaded lanes: it has been changed in place."""

    def renew(self, *names: str) -> None:
        """Put new arrays in the place of some."""
        for name in names:
            self.arrays[name] = array = _made(self._shapes[name], zeroed=False)
            self._pointers[self._order.index(name)] = address_of(array)

    def run(self, deal: bool) -> None:
        """Deal or step at every table."""
        try:
            for helper in self._helpers:
                helper.begin(deal)
            self._run_lanes(*self._range, deal)
        finally:  # also when it is interrupted
            for helper in self._helpers:
                helper.wait()


class Helper:
    """A thread that runs some of the lanes; two locks wake it sooner than an executor would."""

    def __init__(self, run_lanes: Any, first: int, end: int) -> None:
        self._begun, self._done = Lock(), Lock()
        self._begun.acquire()
        self._done.acquire()
        self._deal: bool | None = None  # None: stop
        self._running = False
        lanes = run_lanes, first, end
        Thread(target=self._work, args=lanes, name=THREAD_NAME, daemon=True).start()

    def begin(self, deal: bool | None) -> None:
        """Run the lanes once."""
        self._deal = deal
        self._begun.release()
        self._running = True

    def wait(self) -> None:
        """Wait until they have run; an interrupt is raised after that."""
        if self._running:
            try:
                self._done.acquire()
            except KeyboardInterrupt:
                self._done.acquire()
                raise
            finally:
                self._running = False

    def stop(self) -> None:
        """End the thread."""
        self.begin(None)

    def _work(self, run_lanes: Any, first: int, end: int) -> None:
        while True:
            self._begun.acquire()
            if self._deal is None:
                return
            run_lanes(first, end, self._deal)
            self._done.release()


def address_of(array: Any) -> int:
    """Give the address of a writable buffer."""
    return ctypes.addressof(ctypes.c_char.from_buffer(array))


def _made(wanted: ArrayShape, zeroed: bool = True) -> Any:
    try:
        import numpy
    except ImportError:
        code: Any = TYPE_CODES[wanted.type][0]
        return memoryview(bytearray(calcsize(code) * prod(wanted.shape))).cast(code, wanted.shape)
    return (numpy.zeros if zeroed else numpy.empty)(wanted.shape, wanted.type)


def _checked(name: str, array: Any, wanted: ArrayShape) -> Any:
    seen = memoryview(array)
    fits = seen.shape == wanted.shape and seen.format in TYPE_CODES[wanted.type]
    if not (fits and seen.c_contiguous and not seen.readonly):
        raise ValueError(f"{name} must be a writable array of {wanted.type}, {wanted.shape}")
    return array
