"""How long a meld still takes, by the cards that may still come."""

from __future__ import annotations

from functools import lru_cache

NEVER = 9.0

Counts = tuple[int, ...]


@lru_cache(maxsize=1 << 16)
def share_to_draw(needs: Counts, wilds: int, outs: Counts) -> float:
    """Give the share of all unseen cards that must be drawn on average for what a meld needs.

    `outs` counts the unseen cards of each kind that it needs, and last those that stand for any;
    `wilds` are those held already. Times the number of unseen cards this is a number of draws.

    >>> share_to_draw((1,), 0, (4, 0))
    0.25
    """
    if sum(needs) <= wilds:
        return 0.0
    lacking = [at for at, need in enumerate(needs) if need]
    if wilds:
        return min([share_to_draw(_less(needs, at), wilds - 1, outs) for at in lacking])
    useful = [at for at in lacking if outs[at]]
    if len(useful) < len(lacking) and not outs[-1]:
        return NEVER
    hits = sum([outs[at] for at in useful]) + outs[-1]
    later = sum([outs[at] * share_to_draw(_less(needs, at), 0, _less(outs, at)) for at in useful])
    if outs[-1]:
        later += outs[-1] * share_to_draw(needs, 1, _less(outs, len(outs) - 1))
    return (1 + later) / hits


def _less(counts: Counts, at: int) -> Counts:
    return (*counts[:at], counts[at] - 1, *counts[at + 1 :])
