"""Three levels of tests: fast ones bear no mark, `long` ones are for CI, `slow` ones count in full.

`./check` runs the fast ones. The functions here keep some cases of a parametrized test among them
and mark the others long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import pytest

LEVELS = ("long", "slow")  # besides fast


def few(cases: Iterable[Any], keep: int = 2) -> list[Any]:
    """Keep the first cases fast."""
    return [case if at < keep else as_long(case) for at, case in enumerate(cases)]


def only(cases: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Keep the cases that are named fast."""
    return [case if case in kept else as_long(case) for case in cases]


def each_value_once(*parameters: Collection[Any]) -> list[Any]:
    """Combine parameters; keep as many cases fast as give every value of every parameter."""
    values = [list(parameter) for parameter in parameters]
    most = max(map(len, values))
    kept = [tuple(some[at % len(some)] for some in values) for at in range(most)]
    return only(product(*values), kept)


def covering(*parameters: Collection[Any], keep: int = 1) -> list[Any]:
    """Combine parameters in as few cases as give every value of each; keep the first cases fast."""
    values = [list(parameter) for parameter in parameters]
    cases = range(max(map(len, values)))
    return few([tuple(some[at % len(some)] for some in values) for at in cases], keep)


def as_long(case: Any) -> Any:
    """Mark one case long; a tuple holds the values of several parameters."""
    return pytest.param(*(case if type(case) is tuple else (case,)), marks=pytest.mark.long)


def level(item: pytest.Item) -> str:
    """Name the level of a test: the highest of its marks."""
    return next((name for name in reversed(LEVELS) if item.get_closest_marker(name)), "fast")
