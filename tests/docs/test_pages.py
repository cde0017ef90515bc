"""What the documents show works: code and commands run, generated pages are current."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from meldroom.envs.browser import system_browser
from tests.levels import only

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/library.md", "docs/tutorial.md", "docs/environments.md")
NEEDS_CHROMIUM = "rgb_array"


def blocks(page: str) -> list[tuple[str, str]]:
    """Give the Python blocks of a page, each with the file it is to be saved as, or ""."""
    text = (ROOT / page).read_text("utf-8")
    found = []
    for match in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        before = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
        saved = re.search(r"[Ss]ave this as `([\w.]+)`", before)
        found.append((saved[1] if saved else "", match[1]))
    return found


def run(command: list[str], folder: Path) -> str:
    """Run a command in a folder whose modules can be imported."""
    paths = os.pathsep.join([str(folder), str(ROOT / "src")])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", only(PAGES, ("README.md", "docs/tutorial.md")))
def test_the_python_code_of_a_page_runs_from_top_to_bottom(page: str, tmp_path: Path) -> None:
    run_code([(name, text) for name, text in blocks(page) if NEEDS_CHROMIUM not in text], tmp_path)


@pytest.mark.long
def test_the_picture_on_the_page_of_the_environments_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed")
    if not system_browser():
        pytest.skip("there is no Chromium on this machine")
    code = blocks("docs/environments.md")
    assert any(NEEDS_CHROMIUM in text for _, text in code)
    run_code(code, tmp_path)


def run_code(code: list[tuple[str, str]], tmp_path: Path) -> None:
    """Run the blocks of a page as one program."""
    assert code, "the page shows no code"
    for name, text in code:
        if name:
            (tmp_path / name).write_text(text, "utf-8")
    program = "\n".join(text for name, text in code if not name)
    (tmp_path / "page.py").write_text(program, "utf-8")
    run([sys.executable, "page.py"], tmp_path)


@pytest.mark.long
def test_the_arena_command_of_the_tutorial_runs_with_the_bot_of_the_tutorial(
    tmp_path: Path,
) -> None:
    for name, text in blocks("docs/tutorial.md"):
        if name:
            (tmp_path / name).write_text(text, "utf-8")
    page = (ROOT / "docs/tutorial.md").read_text("utf-8")
    [command] = re.findall(r"^    PYTHONPATH=\. meldroom (arena .*)$", page, re.MULTILINE)
    words = command.replace("--deals 50", "--deals 4").split()
    assert "mybot:MyBot" in run([sys.executable, "-m", "meldroom", *words], tmp_path)


def test_the_environment_pages_and_the_leaderboard_are_current() -> None:
    run([sys.executable, str(ROOT / "scripts" / "environment_pages.py"), "--check"], ROOT)


def test_the_descriptions_of_the_protocol_are_current() -> None:
    run([sys.executable, str(ROOT / "scripts" / "wire.py"), "--check"], ROOT)


def test_the_page_of_house_rules_is_current() -> None:
    run([sys.executable, str(ROOT / "scripts" / "house_rules.py"), "--check"], ROOT)
