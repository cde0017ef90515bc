"""How likely cards come in time, in integers: a compiled twin must come to the same numbers."""

from __future__ import annotations

from functools import lru_cache

CERTAIN_BITS = 15
CERTAIN = 1 << CERTAIN_BITS  # the chance 1; a chance is a number of such parts

Chances = tuple[int, ...]


def share_drawn(draws: int, unseen: int) -> int:
    """Give the chance of each unseen card to be among so many that are drawn."""
    return CERTAIN * draws // unseen if draws < unseen else CERTAIN


def both(one: int, other: int) -> int:
    """Give the chance that two things happen which have nothing to do with each other."""
    return one * other >> CERTAIN_BITS


@lru_cache(maxsize=1 << 14)
def chances(outs: int, each: int, most: int) -> Chances:
    """Give the chances that at least 0, 1, ... `most` of some cards come, if each has the same.

    >>> [round(chance / CERTAIN, 2) for chance in chances(2, CERTAIN // 2, 3)]
    [1.0, 0.75, 0.25, 0.0]
    """
    at_least = [CERTAIN] + [0] * most
    for _ in range(outs):
        for many in range(most, 0, -1):
            at_least[many] += both(at_least[many - 1] - at_least[many], each)
    return tuple(at_least)
