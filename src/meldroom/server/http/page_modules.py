"""What the page's modules import, read from their text; the wheel's build runs this file, too."""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'\b(?:from|import)\s*"([^"\n]+)"')  # as written, and as esbuild minifies it
COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)  # may import types, which no browser loads


def reached(start: str, text_of: Callable[[str], str | None]) -> list[str]:
    """Return the address of a module and of all that it imports at once, directly or not.

    `text_of` returns the text of the module at an address, None if there is none.
    """
    found: dict[str, None] = {}
    waiting = [start]
    while waiting:
        address = waiting.pop()
        text = None if address in found else text_of(address)
        if text is not None:
            found[address] = None
            names = IMPORT.findall(COMMENT.sub("", text))
            waiting += [normpath(join(dirname(address), name)) for name in names]
    return list(found)
