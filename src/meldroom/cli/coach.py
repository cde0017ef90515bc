"""A lesson in the terminal: the others keep to its script, and a coach says why and what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from meldroom.cli.local_match import LocalMatch
from meldroom.cli.names import named
from meldroom.cli.terminal import Terminal
from meldroom.cli.terminal_game import TerminalGame
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game
from meldroom.core.view import View
from meldroom.games.lesson import Lesson, LessonStep


class Script(LocalMatch):
    """A game in which everybody but the learner does what the lesson says."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        self.lesson, self.moves = lesson, list(lesson.moves)
        others = {seat: self for seat in range(lesson.seats) if seat != lesson.seat}
        options = game.settled(lesson.options)
        super().__init__(game, options, named(lesson.seats), lesson.seed, others)

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.steps) - 1

    def choose(
        self, view: View[Any], legal: Sequence[Action], budget: float | None = None
    ) -> Action:
        """Give the next move of the script, as a bot would."""
        return self.game.parse(self.moves[self.ply][1])

    def _next(self) -> Seat | None:
        return self.moves[self.ply][0] if self.ply < len(self.moves) else None


class Coach(TerminalGame):
    """Leads the learner through the lesson's steps."""

    def __init__(self, script: Script, screen: Terminal) -> None:
        super().__init__(script, [script.lesson.seat], screen)
        self.lesson, self.at = script.lesson, 0

    @property
    def step(self) -> LessonStep:
        """The step that is asked for."""
        return self.lesson.steps[self.at]

    def asked(self, seat: Seat) -> Action:
        """Ask until the learner does what the lesson means; another legal move is no mistake."""
        while (action := super().asked(seat)) != self.game.parse(self.step.move):
            other = self.step.otherwise or f"Good idea, but this time: {self.step.ask}"
            self.screen.show(Text(self.said(other), "yellow"))
        self.at += 1
        return action

    def request(self, seat: Seat, legal: Sequence[str]) -> None:
        """Say why, what, and how it is typed."""
        count = f"{self.at + 1} of {len(self.lesson.steps)}  "
        self.screen.show(
            Text(),
            Text.assemble((count, "dim"), self.said(self.step.say)),
            Text.assemble((self.said(self.step.ask), "bold"), f" Type: {self.step.move}"),
        )

    def end(self) -> None:
        """Tell the rest, and what was learned."""
        seat = self.lesson.seat
        self.screen.title(f"{self.game.name} · what you have learned")
        self.news(seat)
        self.screen.show(*[Text(f"  {self.said(line)}") for line in self.lesson.learned], Text())
        self.screen.line(f"meldroom play {self.game.key} deals a game.")

    def said(self, text: str) -> str:
        """Put names in the place of {1}."""
        return text.format(*self.names)
