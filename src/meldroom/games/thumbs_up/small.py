"""A small variant of Thumbs Up for quick experiments; players are not offered it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meldroom.core.options import option
from meldroom.games.thumbs_up.facts import Options
from meldroom.games.thumbs_up.game import ThumbsUp


@dataclass(frozen=True, slots=True)
class OneHandOptions(Options):
    """House rules of one hand."""

    hands: Literal[1] = option("Hands in a game", {1: "one hand"})  # type: ignore[assignment]
    tie: Literal["share"] = option(
        "Tie for the most points after the last hand", {"share": "the win is shared at once"}
    )


class OneHandThumbsUp(ThumbsUp):
    """One hand."""

    key = "thumbs-up-one-hand"
    name = "Thumbs Up, one hand"
    about = "One hand of Thumbs Up, for research."
    options = OneHandOptions  # type: ignore[assignment]
