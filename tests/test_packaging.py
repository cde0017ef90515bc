"""What is published: everything that ./check needs is in the sdist, and make explains itself."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from meldroom.fast.build import find_compiler

pytest.importorskip("hatchling")
from hatchling.builders.sdist import SdistBuilder

ROOT = Path(__file__).parents[1]


def test_the_sdist_has_every_file_of_the_repository(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git repository")
    (built,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path))
    with tarfile.open(built) as archive:
        packed = {member.name.partition("/")[2] for member in archive.getmembers()}
        modes = {member.name.partition("/")[2]: member.mode for member in archive.getmembers()}
    there = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    assert there - packed == set()
    assert all(modes[name] & 0o100 for name in ("check", "play")), "not executable"


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)", makefile, re.MULTILINE)
    shown = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True)
    listed = re.findall(r"^  (\S+)  +\S", shown.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(set(phony.split()) - {".venv"})


@pytest.mark.long
def test_a_wheel_has_the_compiled_twins_if_there_is_a_compiler(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        libraries = [name for name in archive.namelist() if "/twins-" in name]
    compiler = find_compiler()
    assert len(libraries) == (compiler is not None)
    assert wheel.name.endswith("-none-any.whl") == (compiler is None)
