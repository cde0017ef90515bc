"""The twins on an NVIDIA card, through the driver's own library: no package is needed."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.fast.binding import chosen_values
from meldroom.fast.build import build_kernels, kernels_path
from meldroom.fast.lanes import Trace
from meldroom.fast.layout import c_name

DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
THREADS_PER_BLOCK = 128
LANES_PER_MULTIPROCESSOR = 1024
MAX_OPTIONS = 16  # as in lanes.h
STACK_SIZE = 8192  # Scorzo's search for melds calls itself
STACK_SIZE_LIMIT, MULTIPROCESSORS = 0, 16  # numbers in cuda.h
OLD_DRIVER = 222  # CUDA_ERROR_UNSUPPORTED_PTX_VERSION


class CudaError(RuntimeError):
    """What the driver could not do, and its number for it."""

    def __init__(self, what: str, number: int) -> None:
        super().__init__(f"the NVIDIA driver failed to {what}: error {number}")
        self.number = number


class Chosen(ctypes.Structure):
    """The options of a game, as a kernel takes them."""

    _fields_ = [("places", ctypes.c_uint8 * MAX_OPTIONS)]


class Card:
    """The first NVIDIA card, with the kernels of every twin loaded."""

    def __init__(self) -> None:
        self._driver = ctypes.CDLL(DRIVER)
        self._do("start", "cuInit", 0)
        device, context, module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        self._do("find a card", "cuDeviceGet", ctypes.byref(device), 0)
        self._do("open the card", "cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._do("use the card", "cuCtxSetCurrent", context)
        name, many = ctypes.create_string_buffer(100), ctypes.c_int()
        self._do("name the card", "cuDeviceGetName", name, len(name), device)
        self._do(
            "describe the card",
            "cuDeviceGetAttribute", ctypes.byref(many), MULTIPROCESSORS, device,
        )  # fmt: skip
        self.name = name.value.decode()
        self.lanes = many.value * LANES_PER_MULTIPROCESSOR  # that it plays best at once
        self._do("set the stack", "cuCtxSetLimit", STACK_SIZE_LIMIT, ctypes.c_size_t(STACK_SIZE))
        source = kernels_path().read_bytes() + b"\0"
        self._do("load the kernels", "cuModuleLoadData", ctypes.byref(module), source)
        self._module = module

    def _do(self, what: str, function: str, *arguments: Any) -> None:
        if error := getattr(self._driver, function)(*arguments):
            raise CudaError(what, error)

    def play_lanes(
        self, game: AnyGame, options: Mapping[str, Setting], seats: int, lanes: int,
        steps: int, seed: int,
    ) -> ctypes.Array[Trace]:  # fmt: skip
        """Play in this many lanes, from lane 0 on, as `lanes.play_lanes` does."""
        check_players(game, seats)
        kernel, on_card = ctypes.c_void_p(), ctypes.c_uint64()
        name = f"{c_name(game)}_play_lanes".encode()
        self._do("find a kernel", "cuModuleGetFunction", ctypes.byref(kernel), self._module, name)
        traces = (Trace * lanes)()
        size = ctypes.c_size_t(ctypes.sizeof(traces))
        self._do("get memory", "cuMemAlloc_v2", ctypes.byref(on_card), size)
        try:
            chosen = Chosen.from_buffer_copy(chosen_values(game, options).ljust(MAX_OPTIONS, b"\0"))
            numbers = map(ctypes.c_uint64, (seed, lanes, steps))
            self._launch(kernel, lanes, *numbers, ctypes.c_int(seats), chosen, on_card)
            self._do("play", "cuMemcpyDtoH_v2", traces, on_card, size)  # waits for the kernel
        finally:
            self._driver.cuMemFree_v2(on_card)
        return traces

    def _launch(self, kernel: ctypes.c_void_p, threads: int, *arguments: Any) -> None:
        """Start a kernel with at least this many threads."""
        pointers = [ctypes.cast(ctypes.pointer(item), ctypes.c_void_p) for item in arguments]
        blocks = -(-threads // THREADS_PER_BLOCK)  # rounded up: no lane is left out
        self._do(
            "start a kernel",
            "cuLaunchKernel", kernel, blocks, 1, 1, THREADS_PER_BLOCK, 1, 1, 0, None,
            (ctypes.c_void_p * len(pointers))(*pointers), None,
        )  # fmt: skip


@cache
def card() -> Card | str:
    """Open the card, or say in a line why there is none to play on.

    The kernels are built now where they are not and nvcc is found.
    """
    try:
        driver = ctypes.CDLL(DRIVER)
    except OSError:
        return "there is no NVIDIA driver"
    count = ctypes.c_int()
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "the NVIDIA driver finds no card"
    if build_kernels() is None:
        return "the kernels were not built, which needs nvcc: make ptx"
    try:
        return Card()
    except CudaError as error:
        old = error.number == OLD_DRIVER
        return "the NVIDIA driver is too old for these kernels" if old else str(error)
