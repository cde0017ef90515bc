"""A pytest plug-in: `--meldroom-game package:Class` adds every check of that game as a test."""

from __future__ import annotations

from collections.abc import Iterator
from traceback import format_exception
from typing import Any

import pytest

from meldroom.core.game import AnyGame, Game
from meldroom.plugins import load_object
from meldroom.testing.random_games import Setup
from meldroom.testing.suite import Check, cases, explained

WORLDS = "meldroom worlds"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the option that names the games."""
    parser.addoption(
        "--meldroom-game",
        action="append",
        default=[],
        metavar="PACKAGE:CLASS",
        help="Put this game through Meldroom's conformance suite; may be given several times.",
    )


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the checks of every game that was named."""
    for name in session.config.getoption("--meldroom-game"):
        collector = GameCollector.from_parent(session, name=name)
        items.extend(collector.collect())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many worlds were compared."""
    worlds = sum(
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == WORLDS
    )
    if worlds:
        terminalreporter.write_line(f"meldroom: nothing leaks in {worlds} pairs of worlds")


class GameCollector(pytest.Collector):
    """The checks of one game."""

    def collect(self) -> Iterator[CheckItem]:
        """Give a test for each check in each set-up."""
        try:
            game: AnyGame = load_object(self.name)()
            if not isinstance(game, Game):
                raise ValueError(f"{self.name} is not a Game")
            every = list(cases(game))
        except (TypeError, ValueError) as error:
            raise pytest.UsageError(f"--meldroom-game {self.name}: {error}") from None
        for check, setup in every:
            name = f"{check.name}[{setup}]"
            yield CheckItem.from_parent(self, name=name, check=check, setup=setup)


class CheckItem(pytest.Item):
    """One check in one set-up."""

    def __init__(self, *, check: Check, setup: Setup, **more: Any) -> None:
        super().__init__(**more)
        self.check, self.setup_of_game = check, setup

    def runtest(self) -> None:
        """Make the check."""
        worlds = self.check.run(self.setup_of_game)
        if worlds:
            self.user_properties.append((WORLDS, worlds))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Say what does not hold; add the traceback of an error that the game raised."""
        error = excinfo.value
        if not isinstance(error, Exception):
            return str(super().repr_failure(excinfo, style))
        said = f"{self.check.run.__doc__}\n{self.name}: {explained(error)}"
        cause = error
        while isinstance(cause.__cause__, Exception):
            cause = cause.__cause__
        if isinstance(cause, AssertionError):
            return said
        return f"{said}\n\n{''.join(format_exception(cause))}"

    def reportinfo(self) -> tuple[str, None, str]:
        """Name the test."""
        return "meldroom.testing", None, self.name
