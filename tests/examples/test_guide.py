"""docs/adding-a-game.md shows the code of the sixth game as it is, and names every check."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from meldroom.testing.suite import ATTRIBUTES, GAME_CHECKS, SETUP_CHECKS
from tests.examples.conftest import ROOT, SIXTH_GAME

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w+\n(.*?)\n```$", GUIDE, re.DOTALL | re.MULTILINE)
FILES = [path.read_text("utf-8") for path in SIXTH_GAME.rglob("*.*") if path.suffix != ".pyc"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.strip().split("\n")[0][:40])
def test_a_block_of_the_guide_stands_in_the_example(block: str) -> None:
    for paragraph in re.split(r"\n{2,}", block):
        in_class = indent(paragraph, "    ")  # the guide shows methods without their class
        assert any(paragraph in text or in_class in text for text in FILES), paragraph


def test_the_guide_has_code() -> None:
    assert len(BLOCKS) > 15


def test_the_guide_names_all_that_the_suite_asks_for() -> None:
    table = GUIDE.partition("| check | what must hold |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert listed == [check.name for check in (*SETUP_CHECKS, *GAME_CHECKS)]
    asked = re.findall(r"^\| (`.+?`) \| ", GUIDE, re.MULTILINE)
    for attribute in ATTRIBUTES:
        assert any(f"`{attribute}`" in row for row in asked), attribute
