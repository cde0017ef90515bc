"""A line is an abbreviated action, a command, or neither."""

from __future__ import annotations

import pytest

from meldroom.cli.prompt import (
    GAME_COMMANDS,
    ActionInput,
    AmbiguousInput,
    CommandInput,
    UnknownInput,
    completions,
    interpret,
    parse_action,
    spelled_out,
)
from meldroom.games import find

GAME = find("thumbs-up")
DECK = GAME.deck
BEFORE_PICK = ["draw", "take"]
BEFORE_DISCARD = ["discard R.", "discard R-", "discard KV", "thumb"]


@pytest.mark.parametrize(
    ("line", "legal", "text"),
    [
        ("draw", BEFORE_PICK, "draw"),
        ("dr", BEFORE_PICK, "draw"),
        ("t", BEFORE_PICK, "take"),
        ("  dr  ", BEFORE_PICK, "draw"),
        ("disc R.", BEFORE_DISCARD, "discard R."),
        ("d K", BEFORE_DISCARD, "discard KV"),
        ("disc kv", BEFORE_DISCARD, "discard KV"),
        ("DISC KV", BEFORE_DISCARD, "discard KV"),
        ("discard red dot", BEFORE_DISCARD, "discard R."),
        ("disc black", BEFORE_DISCARD, "discard KV"),
        ("KV", BEFORE_DISCARD, "discard KV"),
        ("black V", BEFORE_DISCARD, "discard KV"),
        ("", ["seen"], "seen"),
        ("s", ["seen"], "seen"),
        ("pass RV", ["pass RV", "pass RV RI"], "pass RV"),
        ("take 1", ["take 1", "take 10", "take 11"], "take 1"),
        ("score", ["score"], "score"),
    ],
)
def test_abbreviations_are_enough_where_one_action_matches(
    line: str, legal: list[str], text: str
) -> None:
    assert interpret(line, legal, DECK) == ActionInput(text)


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("d", ("discard R.", "discard R-", "discard KV")),
        ("disc R", ("discard R.", "discard R-")),
        ("disc red", ("discard R.", "discard R-")),
    ],
)
def test_where_several_match_all_are_given(line: str, texts: tuple[str, ...]) -> None:
    assert interpret(line, BEFORE_DISCARD, DECK) == AmbiguousInput(texts)


@pytest.mark.parametrize(
    ("line", "command", "words"),
    [
        ("help", "help", ()),
        ("?", "help", ()),
        ("he", "help", ()),
        ("rules Q12", "rules", ("Q12",)),
        ("q", "quit", ()),
        ("moves discard", "moves", ("discard",)),
    ],
)
def test_commands_are_recognized_where_no_action_matches(
    line: str, command: str, words: tuple[str, ...]
) -> None:
    assert interpret(line, BEFORE_PICK, DECK) == CommandInput(command, words)


@pytest.mark.parametrize("line", ["", "   ", "dance", "discard", "draw now", "x"])
def test_anything_else_is_unknown(line: str) -> None:
    assert interpret(line, BEFORE_PICK, DECK) == UnknownInput(" ".join(line.split()))


def test_no_command_hides_a_verb_of_a_game() -> None:
    assert not {action.verb for action in GAME.actions} & set(GAME_COMMANDS)


@pytest.mark.parametrize(
    ("line", "text"),
    [("th", "thumb"), ("disc kv", "discard KV"), ("discard R.", "discard R."), ("DR", "draw")],
)
def test_an_illegal_action_can_still_be_parsed(line: str, text: str) -> None:
    assert GAME.text(parse_action(line, GAME)) == text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dance", "there is no action 'dance'; there are draw, take, discard, thumb, seen"),
        ("discard H7", "no card is called 'H7'"),
        ("discard", "'discard' needs block after it"),
        ("draw two", "nothing follows 'draw'"),
    ],
)
def test_a_line_that_is_not_an_action_says_why(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        parse_action(line, GAME)


def test_card_codes_are_spelled_out() -> None:
    assert spelled_out("discard KV", DECK) == "discard black V"
    assert spelled_out("draw", DECK) == "draw"


def test_tab_offers_the_next_word() -> None:
    texts = [*BEFORE_DISCARD, "help"]
    assert completions("", texts) == ["discard", "thumb", "help"]
    assert completions("d", texts) == ["discard"]
    assert completions("discard ", texts) == ["R.", "R-", "KV"]
    assert completions("discard R", texts) == ["R.", "R-"]
    assert completions("disc R", texts) == ["R.", "R-"]
    assert completions("draw R", texts) == []
    assert completions("thumb ", texts) == []
