"""Every rule is traceable: RULES.md, code and tests speak of the same numbers.

A test covers a rule by what it does; its name only says which rule it is about. Either it names the
number where it expects a refusal, a note or a result by that rule, or it plays a position or calls
a function of the game, and asserts what comes of it. A rule that the referee speaks of must be
named by a test, since only that notices a wrong number.

All of this is read from the source of the tests, helpers of the same file included: that needs no
second run of them, and holds in every process of a parallel run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

import meldroom.games
from meldroom.core.game import AnyGame
from tests.conformance.tables import EVERY_GAME

TESTS = Path(__file__).parent.parent
CITED = re.compile(r"(?<=_)([rqx])(\d+)(?=_)")
OWN_MODULES = r"meldroom\.(?:games\.\w+\.|testing)"  # whose functions apply a rule
PLAYING = {"allows", "apply", "check", "deal", "judge", "legal", "play", "refuses", "start"}

# Rules of which there is nothing to play: their tests look at the thing itself.
NOT_PLAYED = {
    "victory-rummy": {"R1": "the pack is counted", "Q1": "the pack is counted"},
    "thumbs-up": {"R2": "the blocks are counted", "Q27": "the colours are named"},
    "victor-or-victim": {"R1": "the pack is counted"},
    "scorzo": {"R1": "the pack is counted"},
}
COMMON_NOT_PLAYED = {"X-7": "the pages are read"}


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


class RuleTest(NamedTuple):
    """One test: the rules in its name, and what it does."""

    rules: set[str]
    texts: set[str]  # its string literals
    plays: bool  # it plays a position and asserts something

    def names(self, rule: str) -> bool:
        """Say whether it expects the number: "Q12", "you have picked already (Q12)" or "TU-12"."""
        family = rf"[A-Z]+-{rule[1:]}" if rule[0] == "Q" else rule
        expected = re.compile(rf"(?:^|\(){rule}(?:\)|$)|^{family}$")
        return any(expected.search(text) for text in self.texts)


def reached(node: ast.AST, functions: dict[str, ast.FunctionDef]) -> Iterator[ast.AST]:
    """Walk through a function and the functions of its file that it uses."""
    waiting, seen = [node], {node}
    while waiting:
        for part in ast.walk(waiting.pop()):
            yield part
            used = functions.get(part.id) if isinstance(part, ast.Name) else None
            if used is not None and used not in seen:
                seen.add(used)
                waiting.append(used)


def rule_tests(source: str) -> Iterator[RuleTest]:
    """Find the tests of a file; rules in their names are written as in `test_q12_…`."""
    tree = ast.parse(source)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    own = {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and re.match(OWN_MODULES, node.module or "")
        for alias in node.names
        if alias.name.islower()
    }
    for name, function in functions.items():
        rules = {
            f"X-{number}" if letter == "x" else letter.upper() + number
            for letter, number in CITED.findall(name)
        }
        if not name.startswith("test_"):
            continue
        parts = list(reached(function, functions))
        called = {name for part in parts if isinstance(part, ast.Call) for name in names_in(part)}
        asserts = bool(called & {"raises", "suite"}) or any(
            isinstance(part, ast.Assert) for part in parts
        )
        texts = {
            part.value
            for part in parts
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        }
        yield RuleTest(
            rules, texts if asserts else set(), asserts and bool(called & (PLAYING | own))
        )


def names_in(call: ast.Call) -> set[str]:
    """Name what is called, `deal`, and the module or method on the way to it, `suite.ends`."""
    chain = ast.walk(call.func)
    return {
        part.attr if isinstance(part, ast.Attribute) else part.id
        for part in chain
        if isinstance(part, ast.Attribute | ast.Name)
    }


def all_tests(pattern: str, citing: str = "") -> list[RuleTest]:
    """Find the tests of all files with such a name that cite such a rule somewhere."""
    sources = (path.read_text("utf-8") for path in TESTS.rglob(pattern))
    return [test for source in sources if citing in source for test in rule_tests(source)]


@cache
def game_tests(game: AnyGame) -> list[RuleTest]:
    """Find the tests of a game."""
    return all_tests(f"test_{folder(game).rpartition('.')[2]}*.py")


def covered(tests: list[RuleTest]) -> set[str]:
    """Name the rules that tests are about and expect or play."""
    return {rule for test in tests for rule in test.rules if test.plays or test.names(rule)}


# Modules that name rules to explain cards, options, targets and bills, and judge nothing.
EXPLAINING = ("card_help.py", "facts.py", "effects.py", "showdown.py")


def spoken(game: AnyGame) -> set[str]:
    """Name the rules by which the code of a game refuses or books."""
    rules = set()
    for source in files(folder(game)).iterdir():
        if source.name.endswith(".py") and source.name not in EXPLAINING:
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and re.fullmatch(r"[RQ]\d+", str(node.value)):
                    rules.add(str(node.value))
    return rules


@EVERY_GAME
def test_every_rule_of_the_page_is_covered_by_a_test(game: AnyGame) -> None:
    uncovered = set(numbers(page(game))) - covered(game_tests(game))
    assert uncovered == NOT_PLAYED.get(game.key, {}).keys()


@EVERY_GAME
def test_every_rule_that_the_referee_speaks_of_is_expected_by_a_test(game: AnyGame) -> None:
    tests = game_tests(game)
    assert {rule for rule in spoken(game) if not any(test.names(rule) for test in tests)} == set()


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


def test_every_common_rule_is_covered_by_a_test() -> None:
    assert set(common()) - covered(all_tests("test_*.py", "_x")) == COMMON_NOT_PLAYED.keys()


@pytest.mark.parametrize(
    ("body", "named", "played"),
    [
        ("pass", False, False),
        ("deal(GAME).play('draw')", False, False),
        ("assert True", False, False),
        ("'Q12'", False, False),
        ("assert deal(GAME).play('draw').facts.turn == 1", False, True),
        ("assert deal(GAME).refuses('draw', rule='Q12')", True, True),
        ("assert deal(GAME).refuses('draw', rule='Q1')", False, True),
        ("assert refusal(table, 'draw') == 'pick a block first (Q12)'", True, False),
        ("assert table.result.reason == 'TU-12'", True, False),
        ("assert helper()", True, True),
    ],
)
def test_a_test_covers_a_rule_by_what_it_does(body: str, named: bool, played: bool) -> None:
    helper = "def helper():\n    return deal(GAME).notes() == ['Q12']\n"
    [test] = rule_tests(f"{helper}def test_q12_of_some_kind():\n    {body}\n")
    assert (test.names("Q12"), test.plays) == (named, played)
