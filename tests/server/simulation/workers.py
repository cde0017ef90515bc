"""In place of worker processes: what they work out is quick and simple here, and they may die."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

from meldroom.games import find
from meldroom.reviews.form import FORMAT
from meldroom.reviews.parts import assembled_form, reviewed_move, rough_line
from meldroom.room.hints import HintTask, work_out
from meldroom.room.services import BotTask
from meldroom.server.tables.bot_pool import choose_text

DEATHS = 0.03  # of all tasks


class SimulatedWorkers:
    """Runs a task at once, in the caller's thread."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.calm = False

    @property
    def submit_from(self) -> Callable[..., Future[Any]]:
        """What stands in for the method that hands a task to a worker."""
        return lambda _, function, *arguments: self.submit(function, *arguments)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Give the result of a stand-in for a function, unless the worker dies."""
        future: Future[Any] = Future()
        if not self.calm and self.random.random() < DEATHS:
            future.set_exception(BrokenProcessPool("a simulated worker died"))
            return future
        try:
            future.set_result(STAND_INS[function](*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def _choose(task: BotTask) -> str:
    return choose_text(task._replace(level="random"))


def _work_out(task: HintTask) -> dict[str, Any]:
    game = find(task.game)
    if task.text:
        better = {"loss": None, "error": None, "better": None, "why": ""}
        return {"is": "checked", "ply": task.view.ply, **better}
    text = game.text(game.legal(task.view)[0])
    hint: dict[str, Any] = {"text": text, "chance": None, "why": "", "alternatives": []}
    return {"is": "hint", "ply": task.view.ply, **hint}


def _review(record: str, effort: float, moves: Any) -> dict[str, Any]:
    empty = ("players", "line", "decisions", "costliest", "balances", "mean_loss")
    return {"format": FORMAT, "game": "", **{name: [] for name in empty}}


STAND_INS: dict[Any, Callable[..., Any]] = {
    choose_text: _choose,
    work_out: _work_out,
    rough_line: lambda record, effort: {"plies": [0], "line": [[0.5]]},
    reviewed_move: lambda record, effort, ply: None,
    assembled_form: _review,
}
