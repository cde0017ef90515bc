"""A game's companions: the modules and files beside it in its package, found by their names.

All of them are optional. A game that has only its rules can be played everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from meldroom.core.conformance import Conformance
from meldroom.core.consequences import Consequences
from meldroom.core.env_facts import EnvFacts
from meldroom.core.game import AnyGame
from meldroom.core.hot_path import HotPath
from meldroom.core.packing import Packing
from meldroom.core.row import RowFacts
from meldroom.core.skill import Skill
from meldroom.core.timing import Timing
from meldroom.core.wording import Wording

T = TypeVar("T")


def package_of(game: AnyGame) -> str:
    """Name the package of a game's class; "" for a class outside any package."""
    module = type(game).__module__
    return module if hasattr(import_module(module), "__path__") else module.rpartition(".")[0]


def folder_of(game: AnyGame) -> Path:
    """Find the folder of a game's package; ValueError for a game outside any package."""
    package = package_of(game)
    if not package:
        kind = type(game)
        raise ValueError(f"{kind.__qualname__} of the module {kind.__module__} is in no package")
    return Path(str(files(package)))


def text_beside(game: AnyGame, name: str) -> str | None:
    """Read a text file in a game's folder, None if it is not there."""
    if not package_of(game):
        return None
    path = folder_of(game) / name
    return path.read_text("utf-8") if path.is_file() else None


@lru_cache
def wording_of(game: AnyGame) -> Wording[Any, Any]:
    """Find what players read about a game, in its `wording.py`."""
    return (_class_beside(game, "wording", Wording) or Wording)(game)


@lru_cache
def skill_of(game: AnyGame) -> Skill[Any, Any]:
    """Find how a game is played well, in its `bot.py`."""
    return (_class_beside(game, "bot", Skill) or Skill)()


@lru_cache
def timing_of(game: AnyGame) -> Timing[Any, Any]:
    """Find how a table times a game, in its `timing.py`."""
    return (_class_beside(game, "timing", Timing) or Timing)()


@lru_cache
def env_facts_of(game: AnyGame) -> EnvFacts[Any, Any]:
    """Find what environments ask of a game, in its `env.py`."""
    return (_class_beside(game, "env", EnvFacts) or EnvFacts)(game)


@lru_cache
def conformance_of(game: AnyGame) -> Conformance[Any, Any]:
    """Find the hooks of the conformance suite, in a game's `conformance.py`."""
    return (_class_beside(game, "conformance", Conformance) or Conformance)(game)


@lru_cache
def consequences_of(game: AnyGame) -> Consequences[Any, Any]:
    """Find what is told about a game's actions, in its `consequences.py`."""
    return (_class_beside(game, "consequences", Consequences) or Consequences)(game)


@lru_cache
def packing_of(game: AnyGame) -> Packing[Any] | None:
    """Find how a game is packed for its compiled twin, in its `packing.py`; None without one."""
    kind = _class_beside(game, "packing", Packing)  # type: ignore[type-abstract]
    return None if kind is None else kind()


@lru_cache
def row_facts_of(game: AnyGame) -> RowFacts[Any, Any] | None:
    """Find what a network is told of a game, in its `row.py`; None without one."""
    kind = _class_beside(game, "row", RowFacts)  # type: ignore[type-abstract]
    return None if kind is None else kind(game)


def hot_paths_of(game: AnyGame) -> tuple[HotPath, ...]:
    """Find the functions whose speed is measured, HOT_PATHS in a game's `bench.py`."""
    module = _module_beside(game, "bench")
    return () if module is None else module.HOT_PATHS


def _class_beside(game: AnyGame, name: str, base: type[T]) -> type[T] | None:
    module = _module_beside(game, name)
    if module is None:
        return None
    own = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    ]
    if len(own) != 1:
        raise TypeError(f"{module.__name__} has {len(own)} subclasses of {base.__name__}, not one")
    return own[0]


def _module_beside(game: AnyGame, name: str) -> ModuleType | None:
    package = package_of(game)
    module = f"{package}.{name}"
    return import_module(module) if package and find_spec(module) is not None else None
