"""The benchmarks' command line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from benchmarks.__main__ import main

Bench = Callable[..., Result]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Run `python -m benchmarks` with these arguments."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*args: object) -> Result:
        return CliRunner().invoke(main, list(map(str, args)))

    return run
