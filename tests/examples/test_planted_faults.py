"""Faults planted in a copy of the sixth game are caught, and the message says what is wrong."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.conftest import SIXTH_GAME, python_path

CHECK = (
    "from meldroom.testing import check_game; from windfall import Windfall; check_game(Windfall())"
)
PLUGIN = ["-p", "meldroom.testing.plugin", "--meldroom-game", "windfall:Windfall"]
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the game's package to where faults can be planted; gives the package's folder."""
    shutil.copytree(SIXTH_GAME / "windfall", tmp_path / "windfall")
    return tmp_path / "windfall"


def plant(file: Path, right: str, wrong: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(right) == 1, right
    file.write_text(text.replace(right, wrong), "utf-8")


def failed(copy: Path, *args: str) -> str:
    """Run Python beside the copy; it must fail. Gives what it says."""
    done = subprocess.run(
        [sys.executable, *args],
        cwd=copy.parent,
        env=python_path(copy.parent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0, done.stdout
    return done.stdout + done.stderr


def check_game_says(copy: Path) -> str:
    """Give the last line that check_game leaves."""
    return failed(copy, "-c", CHECK).strip().splitlines()[-1].removeprefix("AssertionError: ")


def test_a_leak_is_caught_by_name(copy: Path) -> None:
    plant(copy / "facts.py", "while it runs\n", "while it runs\n    drawn: Cards = b''\n")
    plant(
        copy / "game.py",
        "return tell(state, picked=True)",
        "return tell(state, picked=True, drawn=state.journal[-1].cards)",
    )
    said = check_game_says(copy)
    assert said.startswith("nothing_leaks[windfall-2]: after move ")
    assert "sees more than it can know: in another world it gets view.public.drawn" in said


def test_a_bot_that_thinks_longer_about_hidden_cards_is_caught_by_name(copy: Path) -> None:
    plant(copy / "deck.py", "NUMBERS = range(1, 7)\n", "NUMBERS = range(1, 7)\nDRAWN = [0]\n")
    plant(copy / "game.py", "DECK, baskets,", "DECK, DRAWN, baskets,")
    plant(
        copy / "game.py",
        "            case Draw():\n                state =",
        "            case Draw():\n                DRAWN[:] = top(state, STOCK)\n"
        "                state =",
    )
    plant(copy / "bot.py", "import fruit,", "import DRAWN, fruit,")
    plant(
        copy / "bot.py",
        "        melds = [action for",
        "        _ = [lot(2) for _ in range(DRAWN[0] % 3)]\n        melds = [action for",
    )
    said = check_game_says(copy)
    assert said.startswith("nothing_leaks[windfall-2]: after move ")
    assert "gets more than it can know: in another world it gets bots.house.lots" in said


@pytest.mark.long
def test_a_dead_end_is_caught_by_name(copy: Path) -> None:
    plant(copy / "game.py", "if may_take(seen, cards) else [Draw()]", "if True else []")
    plant(copy / "game.py", "case Take() if not may_take(seen, cards):", "case Take() if False:")
    said = check_game_says(copy)
    assert said.startswith("ends_with_every_card_in_place[windfall-2]: a dead end at ply ")
    assert said.endswith("may act, but has no legal action")


@pytest.mark.long
def test_a_rule_that_is_not_on_the_page_is_caught_by_name(copy: Path) -> None:
    plant(copy / "RULES.md", "**R5** *The pick.*", "*The pick.*")
    said = check_game_says(copy)
    assert said == "rules_are_on_the_page[windfall-2]: cited, but not on the page: R5"


@pytest.mark.long
def test_the_plugin_names_the_check_the_setup_and_what_does_not_hold(copy: Path) -> None:
    plant(copy / "RULES.md", "**Q3** *The end*", "*The end*")
    said = failed(copy, *PYTEST, *PLUGIN)
    assert "Every rule that the code cites is on the rules page" in said
    assert "rules_are_on_the_page[windfall-2]: cited, but not on the page: Q3" in said
    assert "1 failed" in said


def test_an_action_that_is_offered_but_forbidden_is_shown(copy: Path) -> None:
    plant(copy / "game.py", "card not in cards", "card in cards")
    said = check_game_says(copy)
    assert said.startswith("legal_is_what_check_allows[windfall-2]: after move ")
    assert "is offered 'discard " in said
    assert "R4" in said


@pytest.mark.long
def test_an_error_in_a_companion_is_shown_with_its_traceback(copy: Path) -> None:
    plant(copy / "wording.py", 'f"{points(', 'f"{1 // 0} {points(')
    said = failed(copy, *PYTEST, *PLUGIN)
    assert "the game raises ZeroDivisionError" in said
    assert "wording.py" in said


@pytest.mark.long
def test_a_game_without_a_rules_page_is_told_so(copy: Path) -> None:
    (copy / "RULES.md").unlink()
    assert "rules_are_on_the_page[windfall-2]: there is no RULES.md in" in check_game_says(copy)


@pytest.mark.long
def test_a_game_that_lacks_an_attribute_is_told_which(copy: Path) -> None:
    plant(copy / "game.py", '    year = "2025"\n', "")
    said = failed(copy, *PYTEST, *PLUGIN)
    assert "--meldroom-game windfall:Windfall: Windfall does not set year" in said
