"""How long a meld takes on average, by the unseen cards that would help it."""

from __future__ import annotations

from functools import lru_cache

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
    after = 0.0  # added one by one: `sum` of floats differs between versions of Python
    for kind in drawable:
        after += outs[kind] * share_to_draw(_less(needs, kind), 0, _less(outs, kind))
    if outs[-1]:
        after += outs[-1] * share_to_draw(needs, 1, _less(outs, len(outs) - 1))
    return (1 + after) / helpful


def _less(counts: Counts, kind: int) -> Counts:
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
