"""A line means an action by the beginnings of its words, a command, or neither."""

from __future__ import annotations

import pytest

from meldroom.cli.prompt import (
    COMMANDS,
    Asks,
    Does,
    Strange,
    Unclear,
    as_action,
    completions,
    in_words,
    understand,
)
from meldroom.games import find

GAME = find("thumbs-up")
DECK = GAME.deck
PICK = ["draw", "take"]
THROW = ["discard R.", "discard R-", "discard KV", "thumb"]


@pytest.mark.parametrize(
    ("line", "legal", "text"),
    [
        ("draw", PICK, "draw"),
        ("dr", PICK, "draw"),
        ("t", PICK, "take"),
        ("  dr  ", PICK, "draw"),
        ("disc R.", THROW, "discard R."),
        ("d K", THROW, "discard KV"),
        ("disc kv", THROW, "discard KV"),
        ("DISC KV", THROW, "discard KV"),
        ("discard red dot", THROW, "discard R."),
        ("disc black", THROW, "discard KV"),
        ("KV", THROW, "discard KV"),
        ("black V", THROW, "discard KV"),
        ("", ["seen"], "seen"),
        ("s", ["seen"], "seen"),
        ("pass RV", ["pass RV", "pass RV RI"], "pass RV"),
        ("take 1", ["take 1", "take 10", "take 11"], "take 1"),
        ("score", ["score"], "score"),
    ],
)
def test_the_beginnings_of_words_are_enough_where_one_action_fits(
    line: str, legal: list[str], text: str
) -> None:
    assert understand(line, legal, DECK) == Does(text)


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("d", ("discard R.", "discard R-", "discard KV")),
        ("disc R", ("discard R.", "discard R-")),
        ("disc red", ("discard R.", "discard R-")),
    ],
)
def test_where_several_fit_all_are_named(line: str, texts: tuple[str, ...]) -> None:
    assert understand(line, THROW, DECK) == Unclear(texts)


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
def test_commands_are_understood_where_no_action_is_meant(
    line: str, command: str, words: tuple[str, ...]
) -> None:
    assert understand(line, PICK, DECK) == Asks(command, words)


@pytest.mark.parametrize("line", ["", "   ", "dance", "discard", "draw now", "x"])
def test_anything_else_is_strange(line: str) -> None:
    assert understand(line, PICK, DECK) == Strange(" ".join(line.split()))


def test_no_command_hides_a_verb_of_a_game() -> None:
    assert not {action.verb for action in GAME.actions} & set(COMMANDS)


@pytest.mark.parametrize(
    ("line", "text"),
    [("th", "thumb"), ("disc kv", "discard KV"), ("discard R.", "discard R."), ("DR", "draw")],
)
def test_what_is_not_legal_can_still_be_read(line: str, text: str) -> None:
    assert GAME.text(as_action(line, GAME)) == text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dance", "there is no action 'dance'; there are draw, take, discard, thumb, seen"),
        ("discard H7", "no card is called 'H7'"),
        ("discard", "'discard' needs block after it"),
        ("draw two", "nothing follows 'draw'"),
    ],
)
def test_what_is_no_action_says_why(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        as_action(line, GAME)


def test_cards_are_said_in_words() -> None:
    assert in_words("discard KV", DECK) == "discard black V"
    assert in_words("draw", DECK) == "draw"


def test_tab_offers_the_next_word() -> None:
    texts = [*THROW, "help"]
    assert completions("", texts) == ["discard", "thumb", "help"]
    assert completions("d", texts) == ["discard"]
    assert completions("discard ", texts) == ["R.", "R-", "KV"]
    assert completions("discard R", texts) == ["R.", "R-"]
    assert completions("disc R", texts) == ["R.", "R-"]
    assert completions("draw R", texts) == []
    assert completions("thumb ", texts) == []
