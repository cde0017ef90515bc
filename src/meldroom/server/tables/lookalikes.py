"""Names that look alike, by the confusable characters of Unicode (UTS 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from meldroom.server.refusals import refused

CONFUSABLES = Path(__file__).parent / "confusables.txt"


def check_unlike(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like one of the others."""
    for other in others:
        if look_alike(name, other):
            raise refused("P-2", f"{other} is at this table; choose a name that looks different")


def look_alike(name: str, other: str) -> bool:
    """Say whether two names can be taken for each other, in any case of their letters."""
    return not _looks(name).isdisjoint(_looks(other))


def skeleton(text: str) -> str:
    """Replace each character by the one that stands for all that look like it."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


def _looks(name: str) -> set[str]:
    """Give a name's looks; I is like i when the case is ignored, and like l when it is not."""
    return {skeleton(name.casefold()), skeleton(skeleton(name).casefold())}


@cache
def _prototypes() -> dict[int, str]:
    """Map characters to what they look like, and those that cannot be seen to nothing."""
    found: dict[int, str] = {}
    for line in CONFUSABLES.read_text("utf-8").splitlines():
        if not line.startswith("# "):
            look, _, characters = line.rpartition(" ")
            found.update((ord(character), look) for character in characters)
    invisible = (0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
    return found | dict.fromkeys(invisible, "")
