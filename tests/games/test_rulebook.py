"""The numbered rules of a page are found, by the numbers printed there and in records."""

from __future__ import annotations

import pytest

from meldroom.core.game import AnyGame
from meldroom.games.rulebook import (
    Rule,
    common_page,
    find_rule,
    page,
    parse,
    printed_number,
    rules,
)
from tests.conformance.tables import EVERY_GAME

PAGE = """# A game (1941)

A paragraph that has no number, though it speaks of **R9** *somewhere.*

## Printed rules

**R5** *The turn.* Pick a block,
then discard *one*.

**R10** *Six?* No.

## Rulings

**Q12** *No return* (TU-12, convention). A block just taken (from the pile) stays.

**Q1** *Counts.* (TU-1, inferred, *reconstructed*) Ten.

- **R7** *A list.* is no rule

**X-3** *Illegal.* Refused.
"""


def test_numbered_paragraphs_are_rules_and_nothing_else_is() -> None:
    assert parse(PAGE) == (
        Rule("R5", "The turn", "", "Pick a block, then discard *one*."),
        Rule("R10", "Six?", "", "No."),
        Rule("Q12", "No return", "TU-12, convention", "A block just taken (from the pile) stays."),
        Rule("Q1", "Counts", "TU-1, inferred, *reconstructed*", "Ten."),
        Rule("X-3", "Illegal", "", "Refused."),
    )


def test_a_page_without_rules_gives_none() -> None:
    assert parse("") == ()
    assert parse("Words.\n\n**bold** *italic*") == ()


def test_the_common_page_numbers_the_rules_of_every_game() -> None:
    numbers = [rule.number for rule in parse(common_page())]
    assert {"X-1", "X-3", "X-8"} <= set(numbers)
    assert all(number.startswith("X-") for number in numbers)


@EVERY_GAME
def test_every_game_has_a_page_under_its_name(game: AnyGame) -> None:
    assert page(game).startswith(f"# {game.name}")
    assert list(rules(game))[-1] == "X-8"
    assert "R1" in rules(game)


@EVERY_GAME
def test_a_rule_is_found_in_any_case_and_by_its_number_in_records(game: AnyGame) -> None:
    ruling = next(rule for rule in parse(page(game)) if rule.number.startswith("Q"))
    assert find_rule(game, ruling.number.lower()) == ruling
    assert find_rule(game, f"{game.prefix}-{ruling.number[1:]}") == ruling
    assert find_rule(game, "x-1").title == "Seats"


@EVERY_GAME
def test_a_number_that_is_not_there_is_refused_with_those_that_are(game: AnyGame) -> None:
    with pytest.raises(ValueError, match=rf"^{game.key} has no rule 'R999'; it has R1, .*X-8$"):
        find_rule(game, "R999")
    with pytest.raises(ValueError, match="no rule 'ZZ-1'"):
        find_rule(game, "ZZ-1")


@EVERY_GAME
def test_a_reason_is_printed_with_the_number_of_the_rules_page(game: AnyGame) -> None:
    assert printed_number(game, f"{game.prefix}-23") == "Q23"
    assert printed_number(game, "X-8") == "X-8"
    assert printed_number(game, "R13") == "R13"
