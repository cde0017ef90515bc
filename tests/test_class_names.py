"""Every class name means one thing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "class_names.py"


def run(*folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the script."""
    return subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, folder)], capture_output=True, text=True
    )


def test_no_class_name_is_defined_twice_without_a_reason() -> None:
    done = run()
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_a_repeated_name_and_an_unneeded_reason_are_reported(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class Row:\n    class Facts: ...\n")
    (tmp_path / "two.py").write_text("class Row: ...\n")
    done = run(tmp_path)
    assert done.returncode == 1
    assert "Row: one.py, two.py" in done.stdout.splitlines()
    assert "Facts: not repeated, so it needs no reason" in done.stdout.splitlines()
