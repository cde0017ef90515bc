"""Default names of players."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.match.simulation import DEFAULT_NAMES


def player_names(seats: int, given: Sequence[str] = ()) -> list[str]:
    """Name every seat: the given names first, then default ones, all different."""
    others = [name for name in DEFAULT_NAMES if name not in given]
    return [*given, *others][:seats]


def listed(names: Sequence[str]) -> str:
    """Join names for a sentence.

    >>> listed(["Ada", "Bruno", "Chidi"])
    'Ada, Bruno and Chidi'
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
