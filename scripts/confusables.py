"""Writes src/meldroom/room/confusables.txt: which characters look alike.

The source is Unicode's table for UTS 39, as it is built into the library ICU:
`python scripts/confusables.py FOLDER`, where FOLDER has libicui18n and libicuuc.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import defaultdict
from ctypes import CDLL, RTLD_GLOBAL, byref, c_int, c_uint8, c_void_p, create_string_buffer
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "src/meldroom/room/confusables.txt"
HEADER = """\
# The confusable characters of Unicode {version} (UTS 39), by scripts/confusables.py from ICU {icu}.
# Copyright 1991-2026 Unicode, Inc.; license: https://www.unicode.org/license.txt
# Each line: what the characters look like, a space, the characters. Left out are those that no
# name can have after NFKC and NFD.
"""
MAX_LOOK = 64  # bytes


class Icu:
    """ICU's own answers."""

    def __init__(self, folder: Path) -> None:
        [common], [library] = folder.glob("libicuuc*.so.*.*"), folder.glob("libicui18n*.so.*.*")
        for needed in folder.glob("libicudata*.so.*.*"):
            CDLL(str(needed), RTLD_GLOBAL)
        self.common, self.library = CDLL(str(common), RTLD_GLOBAL), CDLL(str(library))
        self.version = re.findall(r"\.so\.([\d.]+)", library.name)[0]
        self.error = c_int()
        opening = self._function(self.library, "uspoof_open")
        opening.restype = c_void_p
        self.checker = c_void_p(opening(byref(self.error)))
        self.skeleton = self._function(self.library, "uspoof_getSkeletonUTF8")

    def _function(self, library: CDLL, name: str) -> Any:
        return getattr(library, f"{name}_{self.version.partition('.')[0]}")

    def unicode_version(self) -> str:
        """Name the version of Unicode that ICU knows."""
        numbers = (c_uint8 * 4)()
        self._function(self.common, "u_getUnicodeVersion")(numbers)
        return ".".join(map(str, numbers[:3]))

    def look(self, character: str) -> str:
        """Give what a character looks like; itself if it looks like no other."""
        given, found = character.encode(), create_string_buffer(MAX_LOOK)
        size = self.skeleton(self.checker, 0, given, len(given), found, MAX_LOOK, byref(self.error))
        assert self.error.value <= 0
        return found.raw[:size].decode()


def in_names(character: str) -> bool:
    """Say whether a character can be in a name after NFKC and NFD, and be seen."""
    normalized = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", character))
    return character == normalized and unicodedata.category(character)[0] not in "CZ"


def main() -> None:
    """Write the file."""
    icu = Icu(Path(sys.argv[1]))
    alike = defaultdict(list)
    for character in map(chr, range(sys.maxunicode + 1)):
        if in_names(character) and (look := icu.look(character)) not in (character, ""):
            alike[look].append(character)
    lines = [f"{look} {''.join(characters)}\n" for look, characters in sorted(alike.items())]
    header = HEADER.format(icu=icu.version, version=icu.unicode_version())
    FILE.write_text(header + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
