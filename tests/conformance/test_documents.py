"""The documents speak of tests, commands and games that are there."""

from __future__ import annotations

import re
from pathlib import Path

from meldroom.cli import COMMANDS
from meldroom.games import GAMES

ROOT = Path(__file__).parents[2]


def test_every_guard_of_an_invariant_is_a_test_that_exists() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    guards = re.findall(r"`(test_\w+)`", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(guards) > 5
    assert [guard for guard in guards if f"def {guard}(" not in tests] == []


def test_every_file_that_a_document_names_exists() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        text = page.read_text("utf-8")
        links = re.findall(r"\]\(([^)#:]+)\)", text)
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name
        files = re.findall(r"`(tests/[\w/]+\.py)`", text)
        assert [name for name in files if not (ROOT / name).exists()] == [], page.name


def test_the_readme_names_every_game_and_only_commands_that_exist() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert [game.name for game in GAMES.values() if game.name not in text] == []
    commands = re.findall(r"^    meldroom (\w+)", text, re.MULTILINE)
    assert commands
    assert set(commands) <= set(COMMANDS)
