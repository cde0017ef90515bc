"""An NVIDIA card, through the driver's own library: no package is needed."""

from __future__ import annotations

import ctypes
import shutil
import sys
from functools import cache
from typing import Any, TypeAlias
from weakref import finalize

from meldroom.fast.build import build_kernels, kernel_sources, kernels_path

DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
THREADS_PER_BLOCK = 128
STACK_SIZE = 8192  # Scorzo's search for melds calls itself
STACK_SIZE_LIMIT, MULTIPROCESSORS = 0, 16  # numbers in cuda.h
DISABLE_TIMING = 2
OLD_DRIVER = 222  # CUDA_ERROR_UNSUPPORTED_PTX_VERSION

Argument: TypeAlias = "int | ctypes._SimpleCData[Any] | ctypes.Structure"


class CudaError(RuntimeError):
    """A function of the driver that failed, and the driver's number for why."""

    def __init__(self, function: str, number: int) -> None:
        why = "it is too old for these kernels" if number == OLD_DRIVER else f"error {number}"
        super().__init__(f"the NVIDIA driver failed in {function}: {why}")


class Memory:
    """Memory of a card, zero at first; freed with the last reference to it."""

    def __init__(self, card: Card, size: int) -> None:
        address = ctypes.c_uint64()
        card.do("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size or 1))
        self.card, self.address, self.size = card, address.value, size
        finalize(self, card.free, address.value).atexit = False  # the process gives all back
        card.do("cuMemsetD8_v2", address, 0, ctypes.c_size_t(size))

    def write(self, data: bytes, at: int = 0) -> None:
        """Copy bytes to the card, after all work of the default stream."""
        to, size = ctypes.c_uint64(self.address + at), ctypes.c_size_t(len(data))
        self.card.do("cuMemcpyHtoD_v2", to, data, size)

    def read(self, at: int = 0, size: int | None = None) -> bytes:
        """Copy bytes from the card, after all work of the default stream."""
        data = ctypes.create_string_buffer(self.size - at if size is None else size)
        start = ctypes.c_uint64(self.address + at)
        self.card.do("cuMemcpyDtoH_v2", data, start, ctypes.c_size_t(len(data)))
        return data.raw


class Card:
    """The first NVIDIA card, in the context that other libraries use it in too.

    Streams are the driver's handles, such as `torch.cuda.current_stream().cuda_stream`; 0 is the
    default stream. Addresses are those of the card's memory, such as a tensor's `data_ptr()`.
    """

    def __init__(self) -> None:
        self._driver = ctypes.CDLL(DRIVER)
        self._context = ctypes.c_void_p()
        self._modules: dict[str, ctypes.c_void_p] = {}
        self._kernels: dict[tuple[str, str], ctypes.c_void_p] = {}
        device, many = ctypes.c_int(), ctypes.c_int()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(device), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        name = ctypes.create_string_buffer(100)
        self.do("cuDeviceGetName", name, len(name), device)
        self.do("cuDeviceGetAttribute", ctypes.byref(many), MULTIPROCESSORS, device)
        self.name, self.multiprocessors = name.value.decode(), many.value
        self.do("cuCtxSetLimit", STACK_SIZE_LIMIT, ctypes.c_size_t(STACK_SIZE))

    def launch(
        self, source: str, kernel: str, threads: int, *arguments: Argument,
        stream: int = 0, block: int = THREADS_PER_BLOCK,
    ) -> None:  # fmt: skip
        """Start a kernel of csrc/SOURCE.cu with at least this many threads, and do not wait.

        A plain int is passed as 64 bits: an address, or a count.
        """
        function = self._kernel(source, kernel)
        values = [ctypes.c_uint64(item) if isinstance(item, int) else item for item in arguments]
        pointers = [ctypes.cast(ctypes.pointer(value), ctypes.c_void_p) for value in values]
        blocks = -(-threads // block)  # rounded up: no thread is left out
        self.do(
            "cuLaunchKernel", function, blocks, 1, 1, block, 1, 1, 0, ctypes.c_void_p(stream),
            (ctypes.c_void_p * len(pointers))(*pointers), None,
        )  # fmt: skip

    def memory(self, size: int) -> Memory:
        """Allocate so many bytes of the card's memory."""
        return Memory(self, size)

    def free(self, address: int) -> None:
        """Give memory back that `cuMemAlloc` gave, once all work is done."""
        self.do("cuMemFree_v2", ctypes.c_uint64(address))

    def wait(self, stream: int = 0) -> None:
        """Wait until all work of a stream is done."""
        self.do("cuStreamSynchronize", ctypes.c_void_p(stream))

    def let_wait(self, stream: int, other: int) -> None:
        """Let a stream go on only after what another has been given so far."""
        if stream == other:
            return
        event = ctypes.c_void_p()
        self.do("cuEventCreate", ctypes.byref(event), DISABLE_TIMING)
        try:
            self.do("cuEventRecord", event, ctypes.c_void_p(other))
            self.do("cuStreamWaitEvent", ctypes.c_void_p(stream), event, 0)
        finally:
            self.do("cuEventDestroy_v2", event)

    def do(self, function: str, *arguments: Any) -> None:
        """Call a function of the driver in the card's context, on whatever thread."""
        self._call("cuCtxSetCurrent", self._context)
        self._call(function, *arguments)

    def _call(self, function: str, *arguments: Any) -> None:
        if error := getattr(self._driver, function)(*arguments):
            raise CudaError(function, error)

    def _kernel(self, source: str, name: str) -> ctypes.c_void_p:
        if (source, name) not in self._kernels:
            found = ctypes.c_void_p()
            module = self._module(source)
            self.do("cuModuleGetFunction", ctypes.byref(found), module, name.encode())
            self._kernels[source, name] = found
        return self._kernels[source, name]

    def _module(self, source: str) -> ctypes.c_void_p:
        """Load the kernels of a source; they are built now if they are not and nvcc is found."""
        if source not in self._modules:
            path = build_kernels(source)
            if path is None:
                raise RuntimeError(f"the kernels of {source}.cu could not be built: make ptx")
            module, text = ctypes.c_void_p(), path.read_bytes() + b"\0"
            self.do("cuModuleLoadData", ctypes.byref(module), text)
            self._modules[source] = module
        return self._modules[source]


@cache
def card() -> Card | str:
    """Open the card, or say in a line why there is none to play on."""
    try:
        driver = ctypes.CDLL(DRIVER)
    except OSError:
        return "there is no NVIDIA driver"
    count = ctypes.c_int()
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "the NVIDIA driver finds no card"
    built = all(kernels_path(source).exists() for source in kernel_sources())
    if not built and shutil.which("nvcc") is None:
        return "the kernels were not built, which needs nvcc: make ptx"
    try:
        return Card()
    except CudaError as error:
        return str(error)
