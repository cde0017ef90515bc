"""Help is fast and complete; every error is one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from meldroom import __version__
from meldroom.cli import COMMANDS
from meldroom.cli.errors import one_line, printable
from tests.cli.conftest import ENVIRONMENT, MELDROOM, Command

LOADED = """
import sys
from meldroom.cli import main
try:
    main(["--help"], prog_name="meldroom")
finally:
    heavy = {"rich", "meldroom.core", "meldroom.games", "meldroom.bots", "concurrent.futures"}
    print("loaded:", *sorted(heavy & set(sys.modules)))
"""


def test_help_names_every_command_and_loads_none() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "loaded:"
    for command, about in COMMANDS.items():
        assert f"  {command} " in done.stdout
        assert about in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_own_help(meldroom: Command, command: str) -> None:
    shown = meldroom(command, "--help")
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"Usage: meldroom {command}")


def test_the_version_is_that_of_the_package(meldroom: Command) -> None:
    assert meldroom("--version").stdout == f"meldroom, version {__version__}\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dance"], "No such command 'dance'."),
        (["rules"], "Missing argument 'GAME'."),
        (["games", "--loud"], "No such option '--loud'."),
    ],
)
def test_a_usage_error_is_one_line(meldroom: Command, args: list[str], says: str) -> None:
    refused = meldroom(*args)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith(says.rstrip("."))


def test_control_characters_are_not_printed() -> None:
    assert printable("Ada\x1b[2J \ud800") == "Ada?[2J ?"
    assert one_line("two\nlines\tand\x07") == "two lines and?"


def test_a_full_disk_is_reported_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*MELDROOM, "games"],
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr == "meldroom: No space left on device\n"


def test_a_closed_pipe_is_not_an_error_message() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [*MELDROOM, "rules", "thumbs-up"],
        env=ENVIRONMENT,
        stdout=writes,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writes)
    assert done.stderr == ""
    assert done.returncode == 1
