"""Actions as numbers: one fixed range per game, derived from the fields of its actions.

A kind of action with few values is numbered whole: `draw`, `discard 9h`. A kind with too many is
spelled: each word of its text is a number, and so is the full stop after a text of variable length.
Numbers depend on the game alone, not on the number of players or the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

from meldroom.core.action import Action, every, kinds
from meldroom.core.game import AnyGame

MAX_WHOLE_VALUES = 500  # a kind of action with more values is spelled
MAX_CACHED_ACTIONS = 20_000
STOP = "."

Numbers = tuple[int, ...]


class Encoding:
    """Translates between one game's actions and numbers; `texts[number]` is a number's text."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        seats = game.players[-1]
        spelled = [kind for kind in game.actions if not _is_whole(game, kind, seats)]
        self.whole: list[Action] = [
            action
            for kind in game.actions
            if kind not in spelled
            for action in every(kind, game.deck, seats)
        ]
        verbs = [kind.verb for kind in spelled]
        self.kinds_with_stop = {
            kind
            for kind in spelled
            if _varies_in_length(game, kind, seats) or verbs.count(kind.verb) > 1
        }
        words: dict[str, None] = {}
        for kind in spelled:
            words[kind.verb] = None
            for _, field in kinds(kind):
                words.update(dict.fromkeys(field.vocabulary(game.deck, seats)))
        if self.kinds_with_stop:
            words[STOP] = None
        self.texts: tuple[str, ...] = (*map(game.text, self.whole), *words)
        self.size = len(self.texts)
        self.first_word = len(self.whole)
        self._words = {word: number for number, word in enumerate(words, self.first_word)}
        self._whole: dict[Action, Numbers] = {
            action: (number,) for number, action in enumerate(self.whole)
        }
        self._verbs = {kind: self._words[kind.verb] for kind in spelled}
        # Games return the same action objects again and again, and a lookup by identity is much
        # faster than by value. An identity stays unique while the object is kept alive here.
        self._cached: list[Action] = []
        self._first: dict[int, int] = {}
        self._spelled: dict[int, Numbers] = {}

    def numbers(self, action: Action) -> Numbers:
        """Give the numbers of an action: one if its kind is numbered whole, else one per word."""
        found = self._whole.get(action)
        if found is None:
            words = self.game.text(action).split(" ")
            if type(action) in self.kinds_with_stop:
                words.append(STOP)
            found = tuple([self._words[word] for word in words])
        return found

    def action(self, numbers: Sequence[int]) -> Action:
        """Give the action of these numbers; ValueError if there is none."""
        if len(numbers) == 1 and numbers[0] < self.first_word:
            return self.whole[numbers[0]]
        words = [self.texts[number] for number in numbers]
        if any(number < self.first_word for number in numbers):
            raise ValueError(f"{' '.join(words)!r} mixes words with whole actions")
        action = self.game.parse(" ".join(words).removesuffix(f" {STOP}"))
        if self.numbers(action) != tuple(numbers):
            raise ValueError(f"{' '.join(words)!r} does not spell an action")
        return action

    def next_numbers(self, actions: Sequence[Action], position: int = 0) -> list[int]:
        """Give the number at this position of each action."""
        try:
            if not position:
                return list(map(self._first.__getitem__, map(id, actions)))
            return [found[position] for found in map(self._spelled.__getitem__, map(id, actions))]
        except KeyError:
            if not position:
                return [self._first_number(action) for action in actions]
            return [self._spelling(action)[position] for action in actions]

    def is_complete(self, action: Action, length: int) -> bool:
        """Say whether a spelled action has exactly so many numbers."""
        return len(self._spelling(action)) == length

    def _first_number(self, action: Action) -> int:
        number = self._first.get(id(action))
        if number is None:
            number = self._verbs.get(type(action))
            self._first[self._cache(action)] = number = (
                self._whole[action][0] if number is None else number
            )
        return number

    def _spelling(self, action: Action) -> Numbers:
        found = self._spelled.get(id(action))
        if found is None:
            found = self._spelled[self._cache(action)] = self.numbers(action)
        return found

    def _cache(self, action: Action) -> int:
        """Keep an action alive, and give its identity."""
        if len(self._cached) >= MAX_CACHED_ACTIONS:
            self._cached.clear()
            self._first.clear()
            self._spelled.clear()
        self._cached.append(action)
        return id(action)


@cache
def encoding_of(game: AnyGame) -> Encoding:
    """Give the encoding of a game; it is made once."""
    return Encoding(game)


def _is_whole(game: AnyGame, kind: type[Action], seats: int) -> bool:
    fields = [field for _, field in kinds(kind)]
    if any(field.countless for field in fields):
        return False
    return (
        prod(sum(1 for _ in field.range(game.deck, seats)) for field in fields) <= MAX_WHOLE_VALUES
    )


def _varies_in_length(game: AnyGame, kind: type[Action], seats: int) -> bool:
    """Say whether texts of this kind differ in length, so that they need a full stop."""
    return any(
        field.countless
        or len({field.write(v, game.deck).count(" ") for v in field.range(game.deck, seats)}) > 1
        for _, field in kinds(kind)
    )
