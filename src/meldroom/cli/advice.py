"""What is said in the terminal about the next move: what to play, and what it would cost."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from meldroom.cli.narration import fill_names
from meldroom.core.game import AnyGame
from meldroom.reviews import Hint


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
