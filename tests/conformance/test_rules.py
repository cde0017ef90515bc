"""Every rule is traceable: RULES.md, code and tests speak of the same numbers."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import meldroom.games
from meldroom.core.game import AnyGame
from tests.conformance.tables import EVERY_GAME

TESTS = Path(__file__).parent.parent
CITED = re.compile(r"(?<=_)([rqx])(\d+)(?=_)")


def numbers(text: str) -> list[str]:
    """Name the rules of a page in order."""
    return re.findall(r"^\*\*([RQ]\d+|X-\d+)\*\*", text, re.MULTILINE)


def folder(game: AnyGame) -> str:
    """Name the package that a game lives in."""
    return type(game).__module__.rpartition(".")[0]


def page(game: AnyGame) -> str:
    """Read a game's RULES.md."""
    return files(folder(game)).joinpath("RULES.md").read_text("utf-8")


def common() -> list[str]:
    """Name the rules that all games share."""
    return numbers(files(meldroom.games).joinpath("RULES.md").read_text("utf-8"))


def cited(pattern: str) -> set[str]:
    """Name the rules that test names cite, `test_q12_…`."""
    found = set()
    for path in TESTS.rglob(pattern):
        for name in re.findall(r"def (test_\w+)", path.read_text("utf-8")):
            for letter, number in CITED.findall(name):
                found.add(f"X-{number}" if letter == "x" else letter.upper() + number)
    return found


def spoken(game: AnyGame) -> set[str]:
    """Name the rules by which the code of a game refuses or books."""
    rules = set()
    for source in files(folder(game)).iterdir():
        if source.name.endswith(".py"):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and re.fullmatch(r"[RQ]\d+", str(node.value)):
                    rules.add(str(node.value))
    return rules


@EVERY_GAME
def test_every_rule_of_the_page_is_cited_by_a_test(game: AnyGame) -> None:
    tests = cited(f"test_{folder(game).rpartition('.')[2]}*.py")
    assert [rule for rule in numbers(page(game)) if rule not in tests] == []


@EVERY_GAME
def test_no_rule_has_two_paragraphs(game: AnyGame) -> None:
    rules = numbers(page(game))
    assert sorted(set(rules)) == sorted(rules)


@EVERY_GAME
def test_every_rule_that_the_referee_speaks_of_is_on_the_page(game: AnyGame) -> None:
    assert spoken(game) - set(numbers(page(game))) == set()


@EVERY_GAME
def test_every_ruling_names_its_number_in_the_family_of_its_game(game: AnyGame) -> None:
    for number, alias in re.findall(r"^\*\*Q(\d+)\*\* \*[^*]+\* \(([A-Z-]+\d+),", page(game), re.M):
        assert alias == f"{game.prefix}-{number}"


@EVERY_GAME
def test_x7_a_reconstructed_matter_says_so(game: AnyGame) -> None:
    for rule in re.findall(r"^\*\*Q\d+\*\* .*$", page(game), re.MULTILINE):
        invented = "reconstructed" in rule.partition(").")[0]
        assert not invented or "*reconstructed*" in rule
    assert "*reconstructed*" in page(game)


def test_every_common_rule_is_cited_by_a_test() -> None:
    tests = cited("test_*.py")
    assert [rule for rule in common() if rule not in tests] == []
