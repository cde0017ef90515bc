"""Actions as numbers: one fixed range for each game, that follows from the fields of its actions.

A kind of action that has few values is numbered whole: `draw`, `discard 9h`. One that has too many
is spelled: each word of its text is a number, and so is the full stop after a text whose length is
not known beforehand. Numbers depend on the game alone, not on how many play or by which options.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any

from meldroom.core.action import Action, every, kinds
from meldroom.core.game import Game

MOST = 500  # a kind of action that has more values is spelled
KEPT = 20_000  # actions that are known by identity
STOP = "."

Ids = tuple[int, ...]


class Encoding:
    """The numbers of one game's actions and back; `texts[number]` is what a number stands for."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        most = game.players[-1]
        spelled = [kind for kind in game.actions if not _whole(game, kind, most)]
        self.whole: list[Action] = [
            action
            for kind in game.actions
            if kind not in spelled
            for action in every(kind, game.deck, most)
        ]
        verbs = [kind.verb for kind in spelled]
        self.stopped = {
            kind for kind in spelled if _varies(game, kind, most) or verbs.count(kind.verb) > 1
        }
        words: dict[str, None] = {}
        for kind in spelled:
            words[kind.verb] = None
            for _, field in kinds(kind):
                words.update(dict.fromkeys(field.vocabulary(game.deck, most)))
        if self.stopped:
            words[STOP] = None
        self.texts: tuple[str, ...] = (*map(game.text, self.whole), *words)
        self.size = len(self.texts)
        self.first_word = len(self.whole)
        self._words = {word: self.first_word + at for at, word in enumerate(words)}
        self._whole: dict[Action, Ids] = {a: (at,) for at, a in enumerate(self.whole)}
        self._verbs = {kind: self._words[kind.verb] for kind in spelled}
        # Games hand out the same actions again and again, and an identity is found much sooner
        # than an equal; it belongs to one action as long as that is kept alive here.
        self._kept: list[Action] = []
        self._first: dict[int, int] = {}
        self._spelled: dict[int, Ids] = {}

    def ids(self, action: Action) -> Ids:
        """Give the numbers that spell an action: just one where its kind is numbered whole."""
        found = self._whole.get(action)
        if found is None:
            words = self.game.text(action).split(" ")
            if type(action) in self.stopped:
                words.append(STOP)
            found = tuple([self._words[word] for word in words])
        return found

    def action(self, ids: Sequence[int]) -> Action:
        """Give the action that numbers spell; ValueError if they spell none."""
        if len(ids) == 1 and ids[0] < self.first_word:
            return self.whole[ids[0]]
        words = [self.texts[number] for number in ids]
        if any(number < self.first_word for number in ids):
            raise ValueError(f"{' '.join(words)!r} mixes words with whole actions")
        action = self.game.parse(" ".join(words).removesuffix(f" {STOP}"))
        if self.ids(action) != tuple(ids):
            raise ValueError(f"{' '.join(words)!r} does not spell an action")
        return action

    def offers(self, actions: Sequence[Action], said: int = 0) -> list[int]:
        """Give for each action the number that it goes on with after so many of its numbers."""
        try:
            if not said:
                return list(map(self._first.__getitem__, map(id, actions)))
            return [ids[said] for ids in map(self._spelled.__getitem__, map(id, actions))]
        except KeyError:
            if not said:
                return [self._begun(action) for action in actions]
            return [self._spelling(action)[said] for action in actions]

    def ends(self, action: Action, said: int) -> bool:
        """Say whether an action that is spelled has so many numbers."""
        return len(self._spelling(action)) == said

    def _begun(self, action: Action) -> int:
        number = self._first.get(id(action))
        if number is None:
            number = self._verbs.get(type(action))
            self._first[self._keep(action)] = number = (
                self._whole[action][0] if number is None else number
            )
        return number

    def _spelling(self, action: Action) -> Ids:
        found = self._spelled.get(id(action))
        if found is None:
            found = self._spelled[self._keep(action)] = self.ids(action)
        return found

    def _keep(self, action: Action) -> int:
        """Keep an action alive, and give the identity that no other can have meanwhile."""
        if len(self._kept) >= KEPT:
            self._kept.clear()
            self._first.clear()
            self._spelled.clear()
        self._kept.append(action)
        return id(action)


@cache
def encoding_of(game: Game[Any]) -> Encoding:
    """Give the encoding of a game, made once."""
    return Encoding(game)


def _whole(game: Game[Any], kind: type[Action], seats: int) -> bool:
    fields = [field for _, field in kinds(kind)]
    if any(field.countless for field in fields):
        return False
    return prod(sum(1 for _ in field.range(game.deck, seats)) for field in fields) <= MOST


def _varies(game: Game[Any], kind: type[Action], seats: int) -> bool:
    """Say whether texts of this kind differ in length, so that they need a full stop."""
    return any(
        field.countless
        or len({field.write(v, game.deck).count(" ") for v in field.range(game.deck, seats)}) > 1
        for _, field in kinds(kind)
    )
