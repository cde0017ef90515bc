"""Names and chat as they are shown: cleaned by UTS 39, and unlike those of others at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from meldroom.room.refusals import refused

CONFUSABLES = Path(__file__).parent / "confusables.txt"
MAX_NAME_LENGTH = 24  # as a reader counts: a letter with its marks, or a whole emoji, is one
MAX_NAME_BYTES = 160
MAX_ACCENTS = 2  # on one letter; Vietnamese and Ancient Greek have two
MAX_MARKS = 5  # of any script on one letter; Burmese has five, Hebrew and Devanagari three

_ACCENTS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_EMOJI = "[\u2190-\u27ff\u2900-\u2bff\U0001f000-\U0001faff]"
_WITH_STYLE = f"{_EMOJI}[\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
_IDEOGRAPH = "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_VIRAMA = "[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]"
_ARABIC = "[\u0620-\u064a\u066e-\u06d3]"
# What is one character to a reader, and the only places where invisible characters mean something
_CLUSTER = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # flags of countries
    "|\U0001f3f4[\U000e0030-\U000e007a]+\U000e007f"  # flags of regions
    "|[0-9#*]\ufe0f?\u20e3"  # keycaps
    f"|{_WITH_STYLE}(?:\u200d{_WITH_STYLE}){{0,3}}"  # families of up to four
    f"|{_IDEOGRAPH}[\U000e0100-\U000e01ef]"  # variants of ideographs, in Japanese names
    f"|{_VIRAMA}[\u200c\u200d]"  # Indic scripts
    f"|{_ARABIC}\u200c(?={_ARABIC})"  # Persian
    "|.",
    re.DOTALL,
)
_ACCENT = re.compile(f"[{_ACCENTS}]")
# Letters, marks and symbols without ink: fillers, variation selectors, a musical null, Braille 0
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U0001d159\U000e0100-\U000e01ef]"
)
_BEFORE_NFKC = str.maketrans({"\u00b4": "\u2019"})  # as in O´Brien; NFKC makes a space of it
_AFTER_NFKC = (("\u0e4d\u0e32", "\u0e33"), ("\u0ecd\u0eb2", "\u0eb3"))  # Thai and Lao am stay whole


def clean_name(name: str) -> str:
    """Return a name as it is shown; Refusal if nothing is left or it is too long."""
    clusters = _clean(name.translate(_BEFORE_NFKC), "NFKC")
    length = sum(not _is_mark(cluster) for cluster in clusters)
    name = "".join(clusters)
    if not 1 <= length <= MAX_NAME_LENGTH:
        raise refused("P-2", f"a name has 1 to {MAX_NAME_LENGTH} visible characters")
    if len(name.encode()) > MAX_NAME_BYTES:
        raise refused("P-2", f"a name has at most {MAX_NAME_BYTES} bytes")
    return name


def clean_chat(text: str) -> str:
    """Return a chat message as it is shown; Refusal if nothing is left."""
    shown = "".join(_clean(text, "NFC"))
    if not shown:
        raise refused("P-9", "there is nothing to read in this message")
    return shown


def _clean(text: str, form: Literal["NFC", "NFKC"]) -> list[str]:
    """Split a text into what a reader sees as one character each, without what cannot be seen."""
    visible = "".join(c for c in _CLUSTER.findall(" ".join(text.split())) if _is_visible(c))
    normal = unicodedata.normalize(form, visible)
    for apart, whole in _AFTER_NFKC:
        normal = normal.replace(apart, whole)
    limited = "".join(_with_few_marks(_CLUSTER.findall(normal)))
    return _CLUSTER.findall(" ".join(limited.split()))


def _is_visible(cluster: str) -> bool:
    """Return whether a cluster shows something, or is a space."""
    if len(cluster) > 1 or re.match(_EMOJI, cluster):  # also emoji that are newer than Python
        return True
    return unicodedata.category(cluster)[0] != "C" and not _BLANK.match(cluster)


def _is_mark(cluster: str) -> bool:
    return unicodedata.category(cluster[0])[0] == "M"


def _with_few_marks(clusters: list[str]) -> Iterator[str]:
    """Leave out marks that have no letter, are repeated, or are too many on one letter."""
    base, marks = " ", list[str]()
    for cluster in clusters:
        if not _is_mark(cluster):
            base, marks = cluster, []
            yield cluster
        elif base != " " and len(marks) < MAX_MARKS and cluster not in marks[-1:]:
            accents = sum(bool(_ACCENT.match(mark)) for mark in marks)
            if accents < MAX_ACCENTS or not _ACCENT.match(cluster):
                marks.append(cluster)
                yield cluster


def check_unlike(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like one of the others."""
    for other in others:
        if look_alike(name, other):
            raise refused("P-2", f"{other} is at this table; choose a name that looks different")


def look_alike(name: str, other: str) -> bool:
    """Return whether two names can be taken for each other, in any case of their letters."""
    return not _looks(name).isdisjoint(_looks(other))


def skeleton(text: str) -> str:
    """Replace each character by the one that stands for all that look like it."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


def _looks(name: str) -> set[str]:
    """Return a name's looks; I is like i when the case is ignored, and like l when it is not."""
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
