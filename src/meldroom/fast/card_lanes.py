"""The tables of a batch in the memory of an NVIDIA card, stepped by a kernel, a thread each."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from math import prod
from typing import Any

from meldroom.fast import dlpack
from meldroom.fast.batch_arrays import MOST_ARRAYS, ArrayShape
from meldroom.fast.cuda import Card
from meldroom.fast.dlpack import SharedArray

DEVICE = (dlpack.CUDA, 0)


class _Addresses(ctypes.Structure):
    """BatchArrays of csrc/batch.h."""

    _fields_ = [("addresses", ctypes.c_uint64 * MOST_ARRAYS)]


class CardLanes:
    """Tables in a card's memory; `arrays` are the caller's, by DLPack, else they are made."""

    def __init__(
        self, card: Card, kernel: str, setup: ctypes.Structure, lane_size: int, lanes: int,
        shapes: Mapping[str, ArrayShape], arrays: Mapping[str, Any] | None,
    ) -> None:  # fmt: skip
        self.card, self._kernel, self._setup = card, kernel, setup
        self._lane_size, self._many = lane_size, lanes
        self._lanes = card.memory(lane_size * lanes)
        self._stream = 0
        self.arrays = CardArrays(self, shapes, arrays)

    @property
    def stream(self) -> int:
        """The stream that the tables are stepped on."""
        return self._stream

    @stream.setter
    def stream(self, stream: int) -> None:
        self.card.let_wait(stream, self._stream)
        self._stream = stream

    def load(self, first: int, many: int) -> ctypes.Array[ctypes.c_char]:
        """Copy these lanes from the card."""
        self.card.wait(self._stream)
        size = many * self._lane_size
        return ctypes.create_string_buffer(self._lanes.read(first * self._lane_size, size), size)

    def store(self, first: int, lanes: ctypes.Array[ctypes.c_char]) -> None:
        """Copy loaded lanes back."""
        self._lanes.write(lanes.raw, first * self._lane_size)

    def run(self, deal: bool) -> None:
        """Deal or step at every table, without waiting for it."""
        self.card.launch(
            "batch", self._kernel, self._many,
            self._setup, self.arrays.addresses, self._lanes.address, self._many,
            ctypes.c_int(deal), stream=self._stream,
        )  # fmt: skip


class CardArray:
    """An array in a card's memory, for any library with `from_dlpack`, which may write into it.

    `bytes(array)` waits for the last step and copies it.
    """

    def __init__(self, lanes: CardLanes, wanted: ArrayShape) -> None:
        self.shape, self.type = wanted
        self._lanes = lanes
        self._memory = lanes.card.memory(prod(wanted.shape) * dlpack.TYPES[wanted.type][1] // 8)

    @property
    def address(self) -> int:
        """Where it begins in the card's memory."""
        return self._memory.address

    def write(self, data: bytes) -> None:
        """Overwrite it, once the last step is done."""
        if len(data) != self._memory.size:
            raise ValueError(f"an array of {self._memory.size} bytes cannot take {len(data)}")
        self._lanes.card.wait(self._lanes.stream)
        self._memory.write(data)

    def __bytes__(self) -> bytes:
        self._lanes.card.wait(self._lanes.stream)
        return self._memory.read()

    def __dlpack_device__(self) -> tuple[int, int]:
        return DEVICE

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> object:
        if copy or dl_device not in (None, DEVICE):
            raise BufferError("the array is shared where it is, in the memory of the card")
        if stream != -1:  # the consumer sees to the order itself
            self._lanes.card.let_wait(stream or 0, self._lanes.stream)
        shared = SharedArray(self.address, self.shape, self.type, DEVICE, True, self._memory)
        return dlpack.give(shared, max_version)


class CardArrays(dict[str, Any]):
    """The arrays of a batch by name; one that is assigned is used in place, without a copy."""

    def __init__(
        self, lanes: CardLanes, shapes: Mapping[str, ArrayShape], arrays: Mapping[str, Any] | None
    ) -> None:
        super().__init__()
        self._lanes, self._shapes = lanes, shapes
        self._borrowed: dict[str, SharedArray] = {}
        self.addresses = _Addresses()
        for name, shape in shapes.items():
            if arrays is None:
                made = CardArray(lanes, shape)
                super().__setitem__(name, made)
                self._point(name, made.address)
            else:
                self[name] = arrays[name]

    def __setitem__(self, name: str, array: Any) -> None:
        self._borrowed[name] = borrowed = self._take(name, array)
        super().__setitem__(name, array)
        self._point(name, borrowed.address)

    def _take(self, name: str, array: Any) -> SharedArray:
        wanted = self._shapes[name]
        if tuple(array.__dlpack_device__()) == DEVICE:
            borrowed = dlpack.take(array, self._lanes.stream or 1)  # the default stream is 1 there
            may_write = borrowed.writable or name == "action"
            if may_write and (borrowed.shape, borrowed.type) == wanted:
                return borrowed
        where = f"{wanted.type}, {wanted.shape}, on the card"
        raise ValueError(f"{name} must be a writable array of {where}")

    def _point(self, name: str, address: int) -> None:
        self.addresses.addresses[list(self._shapes).index(name)] = address
