"""A lesson in the terminal: the other players follow a script, and a coach guides the learner."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from meldroom.cli.advice import caution_in_time, cost
from meldroom.cli.local_match import LocalMatch
from meldroom.cli.names import player_names
from meldroom.cli.narration import fill_names
from meldroom.cli.terminal import Terminal
from meldroom.cli.terminal_game import TerminalGame
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Refusal, Violation, full_options
from meldroom.core.view import AnyView
from meldroom.games.lesson import Lesson, LessonStep


class ScriptedMatch(LocalMatch):
    """A match in which everybody but the learner plays the moves of the lesson."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.lesson, self.moves = lesson, list(lesson.moves)
        others = {seat: self for seat in range(lesson.seats) if seat != lesson.seat}
        options = full_options(game, lesson.options)
        super().__init__(game, options, player_names(lesson.seats), lesson.seed, others)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.steps) - 1

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Return the next scripted move, as a bot would."""
        return self.game.parse(self.moves[self.ply][1])

    def undo(self) -> str:
        """Refuse: the moves of a lesson are fixed."""
        raise Refusal(Violation("X-4", "in a lesson nothing is taken back"))

    def _next(self) -> Seat | None:
        return self.moves[self.ply][0] if self.ply < len(self.moves) else None


class Coach(TerminalGame):
    """Guides the learner through the steps of the lesson."""

    def __init__(self, match: ScriptedMatch, terminal: Terminal) -> None:
        super().__init__(match, [match.lesson.seat], terminal)
        self.lesson, self.step_number = match.lesson, 0

    @property
    def step(self) -> LessonStep:
        """The current step of the lesson."""
        return self.lesson.steps[self.step_number]

    def ask_action(self, seat: Seat) -> Action | None:
        """Ask until the learner plays the move of the lesson; another legal move is no mistake."""
        while (action := super().ask_action(seat)) != self.game.parse(self.step.move):
            other = self.step.otherwise or f"Good idea, but this time: {self.step.ask}"
            self.terminal.show(Text(fill_names(other, self.names), "yellow"))
            if action is not None:
                found = caution_in_time(self.game, self.match.view(seat), action)
                if found is not None:
                    self.terminal.show(Text(cost(found), "yellow"))
        self.step_number += 1
        return action

    def show_hint(self, seat: Seat) -> None:
        """Say the step again: in a lesson it is the hint."""
        self.show_prompt(seat, ())

    def show_prompt(self, seat: Seat, legal: Sequence[str]) -> None:
        """Explain the step, say what to do, and how to type it."""
        count = f"{self.step_number + 1} of {len(self.lesson.steps)}  "
        self.terminal.show(
            Text(),
            Text.assemble((count, "dim"), fill_names(self.step.say, self.names)),
            Text.assemble(
                (fill_names(self.step.ask, self.names), "bold"), f" Type: {self.step.move}"
            ),
        )

    def end(self) -> None:
        """Show the last events, and what was learned."""
        seat = self.lesson.seat
        self.terminal.title(f"{self.game.name} · what you have learned")
        self.show_news(seat)
        self.terminal.show(
            *[Text(f"  {fill_names(line, self.names)}") for line in self.lesson.learned], Text()
        )
        self.terminal.line(f"Play a game: meldroom play {self.game.key}")
