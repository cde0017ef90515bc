"""What is published: everything that ./check needs is in the sdist, and make explains itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from meldroom.fast.build import find_compiler
from tests.missing import needs

pytest.importorskip("hatchling")
from hatchling.builders.sdist import SdistBuilder

ROOT = Path(__file__).parents[1]


@pytest.mark.long
@needs("git", "git")
def test_the_sdist_has_every_file_of_the_repository(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
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


@needs("make", "make")
def test_make_help_lists_every_target() -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    makefile = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)", makefile, re.MULTILINE)
    shown = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True)
    listed = re.findall(r"^  (\S+)  +\S", shown.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(set(phony.split()) - {".venv"})


def built_wheel(folder: Path, **variables: str) -> tuple[Path, str]:
    """Build a wheel; returns it, and what the build said."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    (wheel,) = folder.glob("*.whl")
    return wheel, done.stdout + done.stderr


def wheel_with_libraries(folder: Path, **variables: str) -> tuple[str, list[str]]:
    """Build a wheel; gives its name, and the files of the compiled twins in it."""
    wheel, _ = built_wheel(folder, **variables)
    with zipfile.ZipFile(wheel) as archive:
        return wheel.name, [name for name in archive.namelist() if "/twins-" in name]


@pytest.mark.long
def test_without_node_the_wheel_has_the_page_as_it_is_and_the_build_says_so(tmp_path: Path) -> None:
    wheel, said = built_wheel(tmp_path, PATH=str(tmp_path))
    assert "The page is not bundled: there is no Node with npx." in said
    folders = [ROOT / "src/meldroom/web", *ROOT.glob("src/meldroom/games/*/web")]
    files = {file for folder in folders for file in folder.rglob("*") if file.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if "/web/" in name}
        assert packed == {file.relative_to(ROOT / "src").as_posix() for file in files}
        for file in files:
            assert archive.read(file.relative_to(ROOT / "src").as_posix()) == file.read_bytes()


@pytest.mark.long
def test_a_wheel_has_the_compiled_twins_if_there_is_a_compiler(tmp_path: Path) -> None:
    wheel, files = wheel_with_libraries(tmp_path)
    libraries = [name for name in files if not name.endswith(".ptx")]
    compiler = find_compiler()
    assert len(libraries) == (compiler is not None)
    assert wheel.endswith("-none-any.whl") == (compiler is None)


@pytest.mark.long
def test_a_wheel_for_another_platform_has_the_library_that_was_built_for_it(tmp_path: Path) -> None:
    library = tmp_path / "twins-for-windows.dll"
    library.write_bytes(b"MZ")
    variables = {"MELDROOM_LIBRARY": str(library), "MELDROOM_PLATFORM": "win_amd64"}
    wheel, files = wheel_with_libraries(tmp_path, **variables)
    libraries = [name for name in files if not name.endswith(".ptx")]
    assert wheel.endswith("-py3-none-win_amd64.whl")
    assert libraries == ["meldroom/fast/twins-for-windows.dll"]
