"""Runs the scripts of examples/ as a reader would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_example(name: str, *arguments: object) -> str:
    """Run a script of examples/ and give what it prints."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
