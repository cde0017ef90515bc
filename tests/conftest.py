"""What every test is given: a way to print its figure, and how many games the longest play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Figure = Callable[[str], None]
RANDOM_GAMES = 10_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games",
        type=int,
        default=RANDOM_GAMES,
        help="random games of each game that the slow tests play (%(default)s)",
    )


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
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
