"""The sixth game, built and installed into a folder of its own, and processes that find it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import meldroom

ROOT = Path(__file__).parents[2]
SIXTH_GAME = ROOT / "examples" / "sixth_game"
SOURCE = Path(meldroom.__file__).parents[1]

Python = Callable[..., subprocess.CompletedProcess[str]]


def python_path(*folders: Path) -> dict[str, str]:
    """Give an environment in which these folders come before all others."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (*folders, SOURCE))),
        "COLUMNS": "100",
    }


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the example's wheel and unpack it as an installer does; gives the folder."""
    built, site = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(build, cwd=SIXTH_GAME, check=True, capture_output=True)
    [wheel] = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    return site


@pytest.fixture(scope="session")
def environment(installed: Path) -> dict[str, str]:
    """Give the environment of a process that finds the sixth game."""
    return python_path(installed)


@pytest.fixture
def python(environment: dict[str, str], tmp_path: Path) -> Python:
    """Run Python with these arguments in a fresh process; it must succeed."""

    def run(*args: object, typed: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *map(str, args)],
            input=typed,
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    return run
