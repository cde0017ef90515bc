"""What every test is given, and what a run keeps: figures, times, how many tests it left out."""

from __future__ import annotations

import gc
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from meldroom.fast import build
from tests import missing
from tests.levels import level
from tests.run_summary import RunSummary

settings.register_profile(  # the same examples in every run, however busy the machine is
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")

Figure = Callable[[str], None]
RANDOM_GAMES = 10_000
LEFT_OUT = pytest.StashKey[dict[str, int]]()  # how many tests of each level


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games",
        type=int,
        default=RANDOM_GAMES,
        help="random games of each game that the slow tests play (%(default)s)",
    )
    parser.addoption(
        "--summary",
        type=Path,
        metavar="FILE",
        help="add the run to this file, for python -m tests.run_summary",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = {}
    build.build()  # before a test asks for the twins: whether there are any is remembered


def pytest_collection_finish() -> None:
    """Let no search for cycles look through what was imported and collected: that stays."""
    gc.freeze()


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    for item in items:
        left_out = item.config.stash[LEFT_OUT]
        left_out[level(item)] = left_out.get(level(item), 0) + 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = session.config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Keep what a worker process of xdist left out; all of them leave out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", {})


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio alone, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def library() -> None:
    """Skip where there is no library of the compiled twins."""
    if not build.library_path().exists():
        pytest.skip(missing.COMPILER)


@pytest.fixture
def random_games(request: pytest.FixtureRequest) -> int:
    """Say how many random games of each game are asked for."""
    games: int = request.config.getoption("--games")
    return games


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Keep a line that is printed at the end of the run, from whichever process it comes."""

    def keep(line: str) -> None:
        request.node.user_properties.append(("figure", line))

    return keep


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    print_figures(terminalreporter)
    file: Path | None = config.getoption("--summary")
    if file is not None and not hasattr(config, "workerinput"):
        left_out = config.stash[LEFT_OUT]
        skipped = reasons_of_skips(terminalreporter)
        summary = RunSummary(seconds_of_tests(terminalreporter), left_out, skipped)
        with file.open("a", encoding="utf-8") as runs:
            runs.write(json.dumps(summary._asdict()) + "\n")


def seconds_of_tests(terminalreporter: pytest.TerminalReporter) -> dict[str, float]:
    """Add up set-up, call and teardown of each test."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid] += report.duration
    return {test: round(spent, 3) for test, spent in seconds.items()}


def reasons_of_skips(terminalreporter: pytest.TerminalReporter) -> dict[str, int]:
    """Count the tests that were skipped for each reason."""
    reasons = (report.longrepr for report in terminalreporter.stats.get("skipped", ()))
    return dict(Counter(why[2].removeprefix("Skipped: ") for why in reasons))


def print_figures(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have kept."""
    figures = {
        line
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, line in getattr(report, "user_properties", ())
        if name == "figure"
    }
    if figures:
        terminalreporter.section("figures")
        for line in sorted(figures, key=_number):
            terminalreporter.line(line)


def _number(line: str) -> tuple[int, str]:
    """Sort by the number that a line begins with."""
    number = line.partition(":")[0]
    return (int(number) if number.isdigit() else 0), line
