"""Names for those who sit at a table without having told theirs."""

from __future__ import annotations

from collections.abc import Sequence

NAMES = ("Ada", "Bruno", "Chidi", "Dora", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jun")


def named(seats: int, given: Sequence[str] = ()) -> list[str]:
    """Name every seat: the given names first, then others, no two alike."""
    others = [name for name in NAMES if name not in given]
    return [*given, *others][:seats]
