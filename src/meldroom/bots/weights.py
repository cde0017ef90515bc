"""The weights file of a learned bot: what made it, and the layers of its network.

The file holds MAGIC, the length of the header in four bytes, the header as JSON, and the payload:
layer by layer the weights (output by output) and the biases, as half-precision floats. All numbers
are little-endian.
"""

from __future__ import annotations

import json
import os
import struct
from array import array
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

MAGIC = b"meldroom weights 1\n"
LENGTH = struct.Struct("<I")  # of the header
MAX_HEADER = 1 << 16
HALF_SIZE = 2
MAX_LAYER_SIZE = 1 << 16


class WeightsError(ValueError):
    """A weights file that cannot be read; the message says why."""


class Origin(NamedTuple):
    """What made the weights, so that anybody can make them again."""

    command: str
    seed: int
    commit: str
    seconds: float  # of training


class Layer(NamedTuple):
    """One layer: the weights output by output, and a bias for each output."""

    weights: array[float]
    biases: array[float]


class Weights(NamedTuple):
    """A network from rows to one number for each action, with ReLU between its layers."""

    game: str
    version: int
    sizes: tuple[int, ...]  # of the row, the hidden layers and the actions
    origin: Origin
    layers: tuple[Layer, ...]

    @property
    def row_size(self) -> int:
        """How many numbers a row has."""
        return self.sizes[0]

    @property
    def actions(self) -> int:
        """How many actions the network rates."""
        return self.sizes[-1]


def as_layer(weights: Iterable[float], biases: Iterable[float]) -> Layer:
    """Make a layer of any numbers."""
    return Layer(array("f", weights), array("f", biases))


def write_weights(path: Path, weights: Weights) -> None:
    """Write the file in one step; ValueError if the layers do not fit or a number is too large."""
    payload = b"".join(_halves(numbers) for numbers in _numbers(weights))
    header = {
        "game": weights.game,
        "version": weights.version,
        "sizes": list(weights.sizes),
        "row_size": weights.row_size,
        "actions": weights.actions,
        **weights.origin._asdict(),
        "sha256": sha256(payload).hexdigest(),
    }
    text = json.dumps(header, indent=1, sort_keys=True).encode() + b"\n"
    _read_header(text)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(MAGIC + LENGTH.pack(len(text)) + text + payload)
    unfinished.replace(path)


def read_weights(path: Path) -> Weights:
    """Read the file; WeightsError says what is wrong with it."""
    try:
        return _weights(path.read_bytes())
    except ValueError as error:
        raise WeightsError(f"{path}: {error}") from None


def read_header(path: Path) -> dict[str, Any]:
    """Read only what the file says of itself; WeightsError says what is wrong with it."""
    try:
        with path.open("rb") as file:
            return _header(file.read(len(MAGIC) + LENGTH.size + MAX_HEADER))[0]
    except ValueError as error:
        raise WeightsError(f"{path}: {error}") from None


def _weights(data: bytes) -> Weights:
    header, start = _header(data)
    payload = memoryview(data)[start:]
    sizes = tuple(header["sizes"])
    expected = HALF_SIZE * sum((inputs + 1) * outputs for inputs, outputs in pairwise(sizes))
    if len(payload) != expected:
        raise ValueError(f"the layers need {expected} bytes, not {len(payload)}")
    if sha256(payload).hexdigest() != header["sha256"]:
        raise ValueError("the weights are not those of the header: the sha256 differs")
    layers, at = [], 0
    for inputs, outputs in pairwise(sizes):
        weights, at = _floats(payload, at, inputs * outputs)
        biases, at = _floats(payload, at, outputs)
        layers.append(Layer(weights, biases))
    origin = Origin(*(header[field] for field in Origin._fields))
    return Weights(header["game"], header["version"], sizes, origin, tuple(layers))


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    """Read the header; gives where the payload begins too."""
    if not data.startswith(MAGIC):
        raise ValueError("this is not a weights file")
    start = len(MAGIC) + LENGTH.size
    if len(data) < start:
        raise ValueError("the file is cut off")
    [length] = LENGTH.unpack_from(data, len(MAGIC))
    if length > MAX_HEADER:
        raise ValueError(f"the header has {length} bytes; {MAX_HEADER} is the most")
    if len(data) < start + length:
        raise ValueError("the file is cut off")
    return _read_header(data[start : start + length]), start + length


def _read_header(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except ValueError:
        raise ValueError("the header is not JSON") from None
    kinds: dict[str, Any] = {
        "game": str, "version": int, "sizes": list, "row_size": int, "actions": int,
        "command": str, "seed": int, "commit": str, "seconds": (int, float), "sha256": str,
    }  # fmt: skip
    if not isinstance(header, dict):
        raise ValueError("the header is not an object")
    for field, kind in kinds.items():
        if not isinstance(header.get(field), kind) or isinstance(header[field], bool):
            raise ValueError(f"the header's {field!r} is missing or of the wrong kind")
    sizes = header["sizes"]
    if len(sizes) < 2 or not all(
        type(size) is int and 0 < size <= MAX_LAYER_SIZE for size in sizes
    ):
        raise ValueError(f"{sizes} are not the sizes of layers")
    if (header["row_size"], header["actions"]) != (sizes[0], sizes[-1]):
        raise ValueError("the row and the actions are not the first and the last of the sizes")
    if header["version"] < 1:
        raise ValueError("versions start at 1")
    return header


def _numbers(weights: Weights) -> Sequence[array[float]]:
    """Give the numbers of all layers in the order of the file; ValueError if they do not fit."""
    shapes = list(pairwise(weights.sizes))
    if len(shapes) != len(weights.layers):
        raise ValueError(f"{len(weights.sizes)} sizes do not fit {len(weights.layers)} layers")
    numbers = []
    for (inputs, outputs), layer in zip(shapes, weights.layers, strict=True):
        if (len(layer.weights), len(layer.biases)) != (inputs * outputs, outputs):
            raise ValueError(f"a layer from {inputs} to {outputs} has other counts of numbers")
        numbers += [layer.weights, layer.biases]
    return numbers


def _halves(numbers: Sequence[float]) -> bytes:
    try:
        packed = struct.pack(f"<{len(numbers)}e", *numbers)
    except OverflowError:
        raise ValueError("a weight is too large for a half-precision float") from None
    if any(number != number or number in (float("inf"), float("-inf")) for number in numbers):
        raise ValueError("a weight is not a finite number")
    return packed


def _floats(payload: memoryview, at: int, many: int) -> tuple[array[float], int]:
    end = at + HALF_SIZE * many
    return array("f", struct.unpack(f"<{many}e", payload[at:end])), end
