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


NEVER = 9.0  # more than the whole of the unseen cards, which is 1

Counts = tuple[int, ...]


@lru_cache(maxsize=1 << 16)
def share_to_draw(needs: Counts, wilds: int, outs: Counts) -> float:
    """Give the share of the unseen cards that must be drawn on average to complete a meld.

    `needs` counts the cards that the meld lacks, by kind. `outs` counts the unseen cards of these
    kinds and, last, the unseen wild cards; `wilds` counts those held. Times the number of unseen
    cards, the share is a number of draws.

    >>> share_to_draw((1,), 0, (4, 0))
    0.25
    """
    if sum(needs) <= wilds:
        return 0.0
    lacking = [kind for kind, need in enumerate(needs) if need]
    if wilds:
        return min([share_to_draw(_less(needs, kind), wilds - 1, outs) for kind in lacking])
    drawable = [kind for kind in lacking if outs[kind]]
    if len(drawable) < len(lacking) and not outs[-1]:
        return NEVER
    # The first of n helpful cards comes after a share of 1 / n; each of them is equally likely.
    helpful = sum([outs[kind] for kind in drawable]) + outs[-1]
    after = sum(
        [outs[kind] * share_to_draw(_less(needs, kind), 0, _less(outs, kind)) for kind in drawable]
    )
    if outs[-1]:
        after += outs[-1] * share_to_draw(needs, 1, _less(outs, len(outs) - 1))
    return (1 + after) / helpful


def _less(counts: Counts, kind: int) -> Counts:
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
