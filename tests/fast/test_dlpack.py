"""Arrays that are shared with NumPy and PyTorch in the processor's memory, without a copy."""

from __future__ import annotations

import ctypes
import gc
from typing import Any
from weakref import ref

import pytest

pytest.importorskip("numpy")

import numpy as np

from meldroom.fast import dlpack
from meldroom.fast.dlpack import SharedArray, give, take
from tests import missing

ON_THE_PROCESSOR = (dlpack.CPU, 0)


class Bytes(bytearray):
    """Bytes that can be watched."""


class Shared:
    """An array of two rows in bytes of our own, as version 1 of DLPack gives it."""

    def __init__(self, memory: bytearray, kind: str) -> None:
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        shape = (2, len(memory) * 8 // dlpack.TYPES[kind][1] // 2)
        self.array = SharedArray(address, shape, kind, ON_THE_PROCESSOR, True, memory)

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_THE_PROCESSOR

    def __dlpack__(self, *, max_version: tuple[int, int] | None = None, **_: object) -> object:
        return give(self.array, max_version)


class SharedBeforeVersion1:
    """The same, as older libraries give it."""

    def __init__(self, memory: bytearray, kind: str) -> None:
        self.array = Shared(memory, kind).array

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_THE_PROCESSOR

    def __dlpack__(self, stream: int | None = None) -> object:
        return give(self.array)


@pytest.mark.parametrize("kind", dlpack.TYPES)
def test_a_library_writes_into_memory_of_ours(kind: str) -> None:
    memory = Bytes(48)
    shared: Any = Shared(memory, kind)
    array = np.from_dlpack(shared)
    assert array.dtype == kind
    array[1, -1] = 1
    assert bytes(memory) == array.tobytes()
    assert any(memory)


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_memory_is_kept_until_the_library_gives_it_back(version: tuple[int, int] | None) -> None:
    memory = Bytes(48)
    watched = ref(memory)
    shared: Any = Shared(memory, "int64") if version else SharedBeforeVersion1(memory, "int64")
    array = np.from_dlpack(shared)
    del memory, shared
    gc.collect(0)  # they are young
    assert watched() is not None
    del array
    assert watched() is None


def test_a_capsule_that_nobody_takes_keeps_nothing() -> None:
    memory = Bytes(48)
    watched = ref(memory)
    capsules = [give(Shared(memory, "int8").array, version) for version in (None, (1, 0))]
    del memory
    gc.collect(0)  # they are young
    assert watched() is not None
    del capsules
    assert watched() is None


def test_memory_of_a_library_is_borrowed_in_place() -> None:
    array = np.arange(6).reshape(2, 3)
    watched = ref(array)
    borrowed = take(array)
    assert borrowed[:5] == (array.ctypes.data, (2, 3), "int64", ON_THE_PROCESSOR, True)
    del array
    gc.collect(0)  # they are young
    assert watched() is not None
    del borrowed
    assert watched() is None


def test_memory_of_an_older_library_is_borrowed_too() -> None:
    memory = Bytes(48)
    borrowed = take(SharedBeforeVersion1(memory, "float64"))
    assert (borrowed.shape, borrowed.type) == ((2, 3), "float64")


def test_an_array_that_must_not_be_written_says_so() -> None:
    array = np.zeros(3)
    array.flags.writeable = False
    assert not take(array).writable


@pytest.mark.parametrize("array", [np.zeros((2, 3)).T, np.zeros(3, np.complex64)])
def test_an_array_of_another_form_is_refused_and_given_back(array: Any) -> None:
    watched = ref(array)
    with pytest.raises(ValueError, match=r"^the array is not contiguous, or not of a type"):
        take(array)
    assert watched() is not None


def test_torch_writes_into_memory_of_ours_and_lends_its_own() -> None:
    torch = pytest.importorskip("torch", reason=missing.TORCH)
    memory = Bytes(48)
    torch.from_dlpack(Shared(memory, "int64"))[1, 2] = 7
    assert memory[40] == 7
    tensor = torch.ones(2, 3, dtype=torch.float32)
    assert take(tensor)[:3] == (tensor.data_ptr(), (2, 3), "float32")
