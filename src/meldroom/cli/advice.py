"""What is said in the terminal about the next move: what to play, and what it would cost."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from rich.text import Text

from meldroom.cli.narration import fill_names
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView
from meldroom.reviews import Caution, Hint, caution

MAX_SECONDS = 2.0  # that a player waits to hear that a move is a mistake


def hint_lines(game: AnyGame, found: Hint, names: Sequence[str]) -> list[Text]:
    """Say what to play, and what the next best would cost."""
    lines = [Text.assemble("I would play: ", (game.text(found.action), "bold green"))]
    if found.chance is None:
        return [*lines, Text("  You have no other move.")]
    lines.append(Text(f"  {fill_names(found.why, names)}"))
    lines.append(Text(f"  You win about {100 * found.chance:.0f} of 100 games from here."))
    for other in found.alternatives:
        price = f"−{100 * other.cost:.1f} ± {100 * other.error:.1f} points"
        price = price if other.cost > other.error else "about as good"
        lines.append(Text.assemble(f"  Next best: {game.text(other.action)}  ", (price, "dim")))
    return lines


def caution_in_time(game: AnyGame, seen: AnyView, action: Action) -> Caution | None:
    """Return whether an action would be a mistake; None too if that takes long to find out."""
    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(caution, game, seen, action).result(MAX_SECONDS)
    except TimeoutError:
        return None
    finally:
        executor.shutdown(wait=False)


def caution_line(game: AnyGame, found: Caution, names: Sequence[str]) -> Text:
    """Say what a move would cost, what is better and why."""
    better, reason = (game.text(found.better), "bold"), fill_names(found.why, names)
    return Text.assemble(cost(found), " Better: ", better, f". {reason}", style="yellow")


def cost(found: Caution) -> str:
    """Say what a move would cost."""
    return f"That costs about {round(100 * found.loss)} wins in 100 games."
