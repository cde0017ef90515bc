"""DLPack: memory shared with array libraries without a copy, in either direction.

The structures are those of dlpack.h, version 1; older libraries get and give the ones before it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

CPU, CUDA = 1, 2  # kinds of device
READ_ONLY = 1
TYPES = {"float32": (2, 32), "float64": (2, 64), "int8": (0, 8), "int64": (0, 64), "bool": (6, 8)}
NAME, USED_NAME = b"dltensor", b"used_dltensor"
VERSIONED_NAME, USED_VERSIONED_NAME = b"dltensor_versioned", b"used_dltensor_versioned"


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("type_code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("vector_lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [
        ("tensor", _Tensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class _VersionedManaged(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    ]


class SharedArray(NamedTuple):
    """An array in memory, C-contiguous; `owner` keeps the memory."""

    address: int
    shape: tuple[int, ...]
    type: str  # as NumPy calls it
    device: tuple[int, int]
    writable: bool
    owner: object


def _python_function(name: str, result: Any, *arguments: Any) -> Any:
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
# A capsule that dies is passed as an address: a reference to it would bring it back to life.
_new_capsule = _python_function(
    "PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _Callback
)
_is_capsule = _python_function("PyCapsule_IsValid", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
_content = _python_function(
    "PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p
)
_rename = _python_function("PyCapsule_SetName", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
_keep_forever = _python_function("Py_IncRef", None, ctypes.py_object)

# What was given out and not yet given back, by the address of its structure.
_given_out: dict[int, tuple[Any, ...]] = {}


def _forget(managed: int, given_out: dict[int, tuple[Any, ...]] = _given_out) -> None:
    given_out.pop(managed, None)


def _forget_unused(capsule: int) -> None:
    for name in (NAME, VERSIONED_NAME):
        if _is_capsule(capsule, name):
            _forget(_content(capsule, name))


_deleter, _destructor = _Callback(_forget), _Callback(_forget_unused)
for _callback in (_deleter, _destructor):  # an array may outlive this module when Python ends
    _keep_forever(_callback)


def give(array: SharedArray, max_version: tuple[int, int] | None = None) -> object:
    """Make the capsule that `__dlpack__` gives; its consumer may write into the array."""
    rank = len(array.shape)
    strides = [prod(array.shape[axis + 1 :]) for axis in range(rank)]
    dimensions = ctypes.c_int64 * rank
    kept_shape, kept_strides = dimensions(*array.shape), dimensions(*strides)
    code, bits = TYPES[array.type]
    tensor = _Tensor(
        array.address, *array.device, rank, code, bits, 1,
        ctypes.cast(kept_shape, ctypes.POINTER(ctypes.c_int64)),
        ctypes.cast(kept_strides, ctypes.POINTER(ctypes.c_int64)),
        0,
    )  # fmt: skip
    deleter = ctypes.cast(_deleter, ctypes.c_void_p)
    managed: ctypes.Structure
    if max_version is not None and max_version >= (1, 0):
        name, managed = VERSIONED_NAME, _VersionedManaged(1, 0, None, deleter, 0, tensor)
    else:
        name, managed = NAME, _Managed(tensor, None, deleter)
    address = ctypes.addressof(managed)
    _given_out[address] = (managed, kept_shape, kept_strides, array.owner)
    return _new_capsule(address, name, _destructor)


class _Borrowed:
    """Memory of another library, given back with the last reference to this."""

    def __init__(self, managed: Any, address: int) -> None:
        self._managed, self._address = managed, address

    def __del__(self) -> None:
        if self._managed.deleter:
            _Callback(self._managed.deleter)(self._address)


def take(array: Any, stream: int | None = None) -> SharedArray:
    """Borrow the memory of any array with `__dlpack__`; ValueError where it is not contiguous.

    On a card, what the array's library has begun is done before the work of the stream.
    """
    give_capsule: Callable[..., object] = array.__dlpack__
    try:
        capsule = give_capsule(stream=stream, max_version=(1, 0))
    except TypeError:  # a library from before version 1
        capsule = give_capsule(stream=stream)
    managed: Any
    if _is_capsule(id(capsule), VERSIONED_NAME):
        address, used = _content(id(capsule), VERSIONED_NAME), USED_VERSIONED_NAME
        managed = _VersionedManaged.from_address(address)
        writable = not managed.flags & READ_ONLY
    else:
        address, used = _content(id(capsule), NAME), USED_NAME
        managed = _Managed.from_address(address)
        writable = True
    tensor, rank = managed.tensor, managed.tensor.dimensions
    _rename(capsule, used)
    owner = _Borrowed(managed, address)
    shape = tuple(tensor.shape[:rank])
    strides = tuple(tensor.strides[:rank]) if tensor.strides else None
    whole = tuple(prod(shape[axis + 1 :]) for axis in range(rank))
    names = [name for name, kind in TYPES.items() if kind == (tensor.type_code, tensor.bits)]
    if not names or tensor.vector_lanes != 1 or strides not in (None, whole):
        raise ValueError("the array is not contiguous, or not of a type that is known here")
    device = (tensor.device, tensor.device_number)
    start = (tensor.data or 0) + tensor.byte_offset
    return SharedArray(start, shape, names[0], device, writable, owner)
