"""What a person typed: an action by the beginnings of its words, a command, or neither."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Deck
from meldroom.core.game import Game

COMMANDS = {
    "help": "this list",
    "table": "the whole table again",
    "moves": "everything that you may do; moves VERB for one kind",
    "log": "all that has happened so far",
    "score": "the pad",
    "rules": "the rules by number; rules R5 for one of them",
    "quit": "leave the table",
}


class Does(NamedTuple):
    """The line means this legal action."""

    text: str


class Asks(NamedTuple):
    """The line is a command to the host."""

    command: str
    words: tuple[str, ...]


class Unclear(NamedTuple):
    """The line could mean any of these."""

    texts: tuple[str, ...]


class Strange(NamedTuple):
    """The line is neither legal nor a command."""

    line: str


def understand(line: str, legal: Sequence[str], deck: Deck) -> Does | Asks | Unclear | Strange:
    """Find what a line means; what is legal goes before commands."""
    words = line.split()
    if words and words[0] in COMMANDS and words[0] not in legal:
        return Asks(words[0], tuple(words[1:]))
    found = _meant(words, legal, deck)
    if len(found) == 1:
        return Does(found[0])
    commands = [command for command in COMMANDS if words and command.startswith(words[0])]
    if words == ["?"]:
        return Asks("help", ())
    if not found and len(commands) == 1:
        return Asks(commands[0], tuple(words[1:]))
    return Unclear(tuple(found)) if found else Strange(" ".join(words))


def _meant(words: Sequence[str], legal: Sequence[str], deck: Deck) -> list[str]:
    """Find the legal texts that a line may stand for, by the strictest reading that finds any."""
    if not words:
        return list(legal) if len(legal) == 1 else []
    low = [word.casefold() for word in words]
    readings = (
        (words, {text: text for text in legal}),
        (low, {text: text.casefold() for text in legal}),
        (low, {text: in_words(text, deck).casefold() for text in legal}),
        (low, {text: text.partition(" ")[2].casefold() for text in legal}),
        (low, {text: in_words(text.partition(" ")[2], deck).casefold() for text in legal}),
    )
    for typed, forms in readings:
        found = fitting(typed, forms.values())
        texts = [text for text, form in forms.items() if form in found]
        if texts:
            return texts
    return []


def fitting(words: Sequence[str], texts: Iterable[str]) -> set[str]:
    """Keep the texts whose words begin as typed; a whole word goes before a beginning."""
    kept = {text: text.split() for text in texts}
    for at, word in enumerate(words):
        kept = {t: w for t, w in kept.items() if len(w) > at and w[at].startswith(word)}
        whole = {t: w for t, w in kept.items() if w[at] == word}
        kept = whole or kept
    exact = {text for text, typed in kept.items() if typed == list(words)}
    return exact or set(kept)


def in_words(text: str, deck: Deck) -> str:
    """Say the cards of an action's text in words: `discard red dot`."""
    codes = dict(zip(deck.codes, deck.words, strict=True))
    return " ".join([codes.get(word, word) for word in text.split(" ")])


def as_action(line: str, game: Game[Any]) -> Action:
    """Read a line that is no legal action as any action at all; ValueError if it is none."""
    verb, *rest = line.split()
    verbs = list(dict.fromkeys([action.verb for action in game.actions]))
    begun = fitting([verb.casefold()], verbs)
    codes: dict[str, list[str]] = {}
    for code in game.deck.codes:
        codes.setdefault(code.casefold(), []).append(code)
    words = []
    for word in rest:
        alike = codes.get(word.casefold(), [])
        words.append(alike[0] if len(alike) == 1 else word)
    return game.parse(" ".join([begun.pop() if len(begun) == 1 else verb, *words]))


def completions(line: str, texts: Iterable[str]) -> list[str]:
    """Give the words that can stand where the line ends, for the Tab key."""
    typed = line.split(" ")
    found: dict[str, None] = {}
    for text in texts:
        words = text.split(" ")
        begun = all(map(str.startswith, words, typed))
        if begun and len(words) >= len(typed):
            found[words[len(typed) - 1]] = None
    return list(found)
