"""Names that nothing else contains, so that they can be searched for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

SYLLABLES = ("ba", "de", "fi", "go", "ku", "ma", "ne", "po", "ru", "sa", "te", "vu")


def spoken_names(random: Random) -> Iterator[str]:
    """Give one name after another."""
    names = ["".join(three).capitalize() + "zx" for three in product(SYLLABLES, repeat=3)]
    random.shuffle(names)
    return iter(names)
