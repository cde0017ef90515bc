"""The arrays of a batch: what a step fills and reads."""

from __future__ import annotations

from typing import NamedTuple


class ArrayShape(NamedTuple):
    """Shape and type of an array."""

    shape: tuple[int, ...]
    type: str  # as NumPy calls it


MOST_ARRAYS = 9  # addresses that BatchArrays of csrc/batch.h has


def array_shapes(
    lanes: int, seats: int, observation: int, actions: int, advice: bool = False
) -> dict[str, ArrayShape]:
    """Give the arrays that a step fills, and `action`, which it reads."""
    shapes = {
        "observation": ArrayShape((lanes, observation), "float32"),
        "mask": ArrayShape((lanes, actions), "int8"),
        "reward": ArrayShape((lanes,), "float64"),
        "rewards": ArrayShape((lanes, seats), "float64"),
        "terminated": ArrayShape((lanes,), "bool"),
        "truncated": ArrayShape((lanes,), "bool"),
        "seat": ArrayShape((lanes,), "int64"),
        "action": ArrayShape((lanes,), "int64"),
    }
    return {**shapes, "advice": ArrayShape((lanes,), "int64")} if advice else shapes
