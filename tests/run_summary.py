"""Lines about test runs: the slowest tests, what was left out, and what was skipped for what.

`pytest --summary FILE` adds a run to a file; `python -m tests.run_summary FILE` prints them.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.levels import LEVELS

SHOWN = 10


class RunSummary(NamedTuple):
    """Seconds of each test; how many were left out by level, and how many skipped by reason."""

    seconds: dict[str, float]
    left_out: dict[str, int]
    skipped: dict[str, int] = {}


def summary_line(runs: Iterable[RunSummary]) -> str:
    """Name the slowest tests of all runs, and what was left out."""
    seconds: dict[str, float] = {}
    left_out: Counter[str] = Counter()
    for run in runs:
        seconds |= run.seconds
        left_out.update(run.left_out)
    slowest = sorted(seconds.items(), key=lambda test: -test[1])[:SHOWN]
    told = ", ".join(f"{_short(name)} {spent:.1f} s" for name, spent in slowest)
    return f"slowest: {told or 'none'}; left out: {_left_out(left_out)}"


def skipped_lines(runs: Iterable[RunSummary]) -> list[str]:
    """Return a line for each reason for which tests were skipped, the most frequent first."""
    skipped: Counter[str] = Counter()
    for run in runs:
        skipped.update(run.skipped)
    return [
        f"left out: {count} {'test' if count == 1 else 'tests'}: {reason}"
        for reason, count in skipped.most_common()
    ]


def _left_out(counts: Counter[str]) -> str:
    levels = [name for name in LEVELS if counts[name]]
    if not levels:
        return "nothing"
    told = ", ".join(f"{counts[name]} marked {name}" for name in levels)
    return f"{told} (./check --{levels[0]})"


def _short(test: str) -> str:
    """Leave out the folders and `test_`: `tests/web/test_x.py::test_y[z]` is `web/x::y[z]`."""
    return test.removeprefix("tests/").replace("test_", "").replace(".py", "")


def main() -> None:
    """Print the lines about the runs in a file."""
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    runs = [RunSummary(**json.loads(line)) for line in lines]
    print("\n".join([*skipped_lines(runs), summary_line(runs)]))


if __name__ == "__main__":
    main()
