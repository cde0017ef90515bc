"""Interprets what a player types: an abbreviated action, a command, or neither."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Deck
from meldroom.core.game import AnyGame

GAME_COMMANDS = {
    "help": "show this list",
    "table": "show the whole table",
    "moves": "list all legal moves; moves VERB lists one kind",
    "log": "show everything that has happened",
    "score": "show the score pad",
    "rules": "list the rules by number; rules R5 shows one",
    "hint": "what would you do? suggests an action, from what you can see",
    "undo": "take your last action back, if nothing hidden was seen since",
    "quit": "leave the game",
}


class ActionInput(NamedTuple):
    """The line means this legal action."""

    text: str


class CommandInput(NamedTuple):
    """The line is a command, with the words after it."""

    command: str
    words: tuple[str, ...]


class AmbiguousInput(NamedTuple):
    """The line could mean any of these actions."""

    texts: tuple[str, ...]


class UnknownInput(NamedTuple):
    """The line is neither a legal action nor a command."""

    line: str


PlayerInput = ActionInput | CommandInput | AmbiguousInput | UnknownInput


def interpret(line: str, legal: Sequence[str], deck: Deck) -> PlayerInput:
    """Find what a line means; legal actions take precedence over commands."""
    words = line.split()
    if words and words[0] in GAME_COMMANDS and words[0] not in legal:
        return CommandInput(words[0], tuple(words[1:]))
    found = _matching_actions(words, legal, deck)
    if len(found) == 1:
        return ActionInput(found[0])
    commands = [command for command in GAME_COMMANDS if words and command.startswith(words[0])]
    if words == ["?"]:
        return CommandInput("help", ())
    if not found and commands:
        return CommandInput(commands[0], tuple(words[1:]))
    return AmbiguousInput(tuple(found)) if found else UnknownInput(" ".join(words))


def _matching_actions(words: Sequence[str], legal: Sequence[str], deck: Deck) -> list[str]:
    """Find the legal actions that a line may mean, by the strictest reading that finds any."""
    if not words:
        return list(legal) if len(legal) == 1 else []
    low = [word.casefold() for word in words]
    readings = (
        (words, {text: text for text in legal}),
        (low, {text: text.casefold() for text in legal}),
        (low, {text: spelled_out(text, deck).casefold() for text in legal}),
        (low, {text: text.partition(" ")[2].casefold() for text in legal}),
        (low, {text: spelled_out(text.partition(" ")[2], deck).casefold() for text in legal}),
    )
    for typed, forms in readings:
        found = matching(typed, forms.values())
        texts = [text for text, form in forms.items() if form in found]
        if texts:
            return texts
    return []


def matching(words: Sequence[str], texts: Iterable[str]) -> set[str]:
    """Find the texts whose words begin as typed; a whole word beats an abbreviation."""
    kept = {text: text.split() for text in texts}
    for i, word in enumerate(words):
        kept = {t: w for t, w in kept.items() if len(w) > i and w[i].startswith(word)}
        whole = {t: w for t, w in kept.items() if w[i] == word}
        kept = whole or kept
    exact = {text for text, typed in kept.items() if typed == list(words)}
    return exact or set(kept)


def spelled_out(text: str, deck: Deck) -> str:
    """Replace the card codes of an action's text by words: `discard red dot`."""
    codes = dict(zip(deck.codes, deck.words, strict=True))
    return " ".join([codes.get(word, word) for word in text.split(" ")])


def parse_action(line: str, game: AnyGame) -> Action:
    """Read a line as an action, legal or not; ValueError if it is none."""
    verb, *rest = line.split()
    verbs = list(dict.fromkeys([action.verb for action in game.actions]))
    full_verbs = matching([verb.casefold()], verbs)
    codes: dict[str, list[str]] = {}
    for code in game.deck.codes:
        codes.setdefault(code.casefold(), []).append(code)
    words = []
    for word in rest:
        same = codes.get(word.casefold(), [])
        words.append(same[0] if len(same) == 1 else word)
    return game.parse(" ".join([full_verbs.pop() if len(full_verbs) == 1 else verb, *words]))


def completions(line: str, texts: Iterable[str]) -> list[str]:
    """Return the words that can follow where the line ends, for the Tab key."""
    typed = line.split(" ")
    found: dict[str, None] = {}
    for text in texts:
        words = text.split(" ")
        fits = all(map(str.startswith, words, typed))
        if fits and len(words) >= len(typed):
            found[words[len(typed) - 1]] = None
    return list(found)
