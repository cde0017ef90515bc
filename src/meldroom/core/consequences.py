"""Consequences: what an action leads to, as far as its seat can see; they say why it is good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple

from meldroom.core.action import Action
from meldroom.core.game import Game
from meldroom.core.options import O
from meldroom.core.state import P
from meldroom.core.view import View


class Consequence(NamedTuple):
    """One thing that an action leads to; two actions are compared kind by kind.

    The text follows "it" and names players by seat, as `{2}`. The weight is above 0 for what is
    good for the seat; a difference of 1 is worth telling. What has a number is told only by
    comparison with another that has one too.
    """

    kind: str
    weight: float
    text: str
    number: str = ""


class Consequences(Generic[P, O]):
    """What is told about the actions of a game; nothing without a `consequences.py`."""

    def __init__(self, game: Game[P, O]) -> None:
        self.game = game

    def of(self, seen: View[P, O], action: Action) -> Iterable[Consequence]:
        """Say what a legal action of the seat leads to; each must follow from the view alone."""
        return ()


def counted(many: int, word: str) -> str:
    """Write a number with its noun: `1 card`, `2 cards`."""
    return f"{many} {word}{'s' * (many != 1)}"
