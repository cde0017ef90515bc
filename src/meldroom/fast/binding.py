"""The library of the compiled twins, loaded by ctypes if it is there and fits this version."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from meldroom.core.game import AnyGame
from meldroom.core.options import Setting, offered, settle
from meldroom.fast.build import find_compiler, library_path
from meldroom.fast.layout import c_name, layout_hash
from meldroom.games.companions import packing_of


class Functions(NamedTuple):
    """The functions of one game in the library."""

    table_size: Any
    start: Any
    to_act: Any
    legal: Any
    apply: Any
    pack: Any
    unpack: Any


@cache
def library() -> ctypes.CDLL | None:
    """Load the library; None where it was not built from these sources."""
    try:
        return ctypes.CDLL(str(library_path()))
    except OSError:
        return None


def why_missing() -> str:
    """Say why there is no library; "" if there is one."""
    if library() is not None:
        return ""
    return "there is no C++ compiler" if find_compiler() is None else "the library was not built"


@cache
def available(game: AnyGame) -> bool:
    """Say whether this game has a twin that was built for these rules."""
    loaded = library() if packing_of(game) is not None else None
    if loaded is None:
        return False
    built_for = getattr(loaded, f"{c_name(game)}_layout_hash", None)
    if built_for is None:
        return False
    built_for.restype = ctypes.c_char_p
    return bool(built_for() == layout_hash(game).encode())


@cache
def functions(game: AnyGame) -> Functions:
    """Give a game's functions; RuntimeError where its twin is not available."""
    loaded = library()
    if loaded is None or not available(game):
        raise RuntimeError(f"{game.name} has no compiled twin here; meldroom doctor says why")
    pointer, number = ctypes.c_void_p, ctypes.c_uint64
    text, integer = ctypes.c_char_p, ctypes.c_int
    start = [pointer, text, integer, text]
    types: dict[str, tuple[list[Any], Any]] = {
        "table_size": ([], integer),
        "start": (start, None),
        "to_act": ([pointer], ctypes.c_uint32),
        "legal": ([pointer, integer, pointer, integer], integer),
        "apply": ([pointer, integer, number], None),
        "pack": ([pointer, pointer], integer),
        "unpack": ([*start, text], integer),
    }
    found = []
    for name in Functions._fields:
        function = getattr(loaded, f"{c_name(game)}_{name}")
        function.argtypes, function.restype = types[name]
        found.append(function)
    return Functions(*found)


@cache
def bound(game: AnyGame, name: str, arguments: tuple[Any, ...], result: Any) -> Any:
    """Give another function of a game by its types; None where the library has none."""
    loaded = library() if available(game) else None
    found = getattr(loaded, f"{c_name(game)}_{name}", None)
    if found is not None:
        found.argtypes, found.restype = arguments, result
    return found


def chosen_values(game: AnyGame, options: Mapping[str, Setting]) -> bytes:
    """Give the place of each option's value among those offered."""
    settled = settle(game.options, options, game.key)
    return bytes(
        values.index(getattr(settled, name)) for name, values in offered(game.options).items()
    )
