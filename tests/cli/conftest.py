"""Fixtures: the command line, and a short record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from platformdirs import user_data_path

import meldroom as package
from meldroom.cli import main

SEED = "ea"  # gives a short game
MELDROOM = [sys.executable, "-m", "meldroom.cli"]
PATHS = [str(Path(package.__file__).parents[1]), *os.environ.get("PYTHONPATH", "").split(":")]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": ":".join(filter(None, PATHS)),
    "COLUMNS": "80",
    "LINES": "40",
}
"""For a command in another process."""

Command = Callable[..., Result]


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a data folder of its own, in other processes too."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(home))
        monkeypatch.setitem(ENVIRONMENT, variable, str(home))
    return user_data_path("meldroom", appauthor=False)


@pytest.fixture
def meldroom(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run `meldroom` with these arguments and what is typed."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*args: object, typed: str = "") -> Result:
        return CliRunner().invoke(main, list(map(str, args)), input=typed, prog_name="meldroom")

    return run


@pytest.fixture(scope="session")
def short_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write one record of a short game to a file."""
    path = tmp_path_factory.mktemp("records") / "short.json"
    args = ["simulate", "thumbs-up", "--players", "2", "--games", "1", "--seed", SEED]
    args += ["--option", "hands=3", "--bots", "house", "--out", str(path)]
    assert CliRunner().invoke(main, args).exit_code == 0
    return path
