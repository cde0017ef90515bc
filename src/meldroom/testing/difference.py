"""Where two values differ, for the message of a failed check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def difference(first: Any, second: Any) -> str:
    """Say where the second value differs from the first, at its deepest, "" if it does not.

    >>> difference({"seat": 1, "cards": ["A1", None]}, {"seat": 1, "cards": ["A1", "A2"]})
    "cards[1] 'A2' instead of None"
    """
    return next(_differences(first, second, ""), "")


def _differences(first: Any, second: Any, where: str) -> Iterator[str]:
    mine, others = _parts(first), _parts(second)
    if type(first) is not type(second) or mine.keys() != others.keys() or not mine:
        if first != second or type(first) is not type(second):
            yield f"{where.lstrip('.')} {second!r} instead of {first!r}"
        return
    for part in mine:
        yield from _differences(mine[part], others[part], where + part)


def _parts(value: Any) -> dict[str, Any]:
    """Name the parts of a value that has some."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {f".{key}": part for key, part in value.items()}
    if isinstance(value, list | tuple):
        return {f"[{at}]": part for at, part in enumerate(value)}
    return {}
