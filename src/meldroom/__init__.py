"""Meldroom: five card games of the meld-and-discard family, for people, bots and researchers.

>>> import meldroom
>>> match = meldroom.start("victor-or-victim", players=3, seed=7)
>>> while match.to_act:
...     seat = match.to_act[0]
...     _ = match.play(seat, match.legal(seat)[0])
>>> match.result.places
(1, 2, 3)

What is listed in `__all__` is public and follows semantic versioning, as docs/library.md says.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meldroom.bots.registry import bot_names, make_bot
    from meldroom.core.action import Action
    from meldroom.core.event import Event
    from meldroom.core.game import Game, Refusal, Result, Violation
    from meldroom.core.record import Divergence
    from meldroom.core.skill import Bot
    from meldroom.core.state import State
    from meldroom.core.view import View
    from meldroom.games import GAMES, find
    from meldroom.library import replay, simulate, start, verify
    from meldroom.match.match import Match
    from meldroom.reviews import review

__version__ = "0.2.0"

__all__ = [
    "GAMES",
    "Action",
    "Bot",
    "Divergence",
    "Event",
    "Game",
    "Match",
    "Refusal",
    "Result",
    "State",
    "View",
    "Violation",
    "bot_names",
    "find",
    "make_bot",
    "replay",
    "review",
    "simulate",
    "start",
    "verify",
]

# Loaded at the first use, so that `meldroom --help` does not wait for what it does not need.
_HOMES = {
    "GAMES": "meldroom.games",
    "Action": "meldroom.core.action",
    "Bot": "meldroom.core.skill",
    "Divergence": "meldroom.core.record",
    "Event": "meldroom.core.event",
    "Game": "meldroom.core.game",
    "Match": "meldroom.match.match",
    "Refusal": "meldroom.core.game",
    "Result": "meldroom.core.game",
    "State": "meldroom.core.state",
    "View": "meldroom.core.view",
    "Violation": "meldroom.core.game",
    "bot_names": "meldroom.bots.registry",
    "find": "meldroom.games",
    "make_bot": "meldroom.bots.registry",
    "replay": "meldroom.library",
    "review": "meldroom.reviews",
    "simulate": "meldroom.library",
    "start": "meldroom.library",
    "verify": "meldroom.library",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'meldroom' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
