"""Timing: what a table does for a silent seat, and how it runs a race."""

from __future__ import annotations

from typing import ClassVar, Generic, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.options import O
from meldroom.core.state import P
from meldroom.core.view import View


class Race(NamedTuple):
    """How a table runs a moment in which several seats may act at once, in seconds.

    After `limit` the table answers for every silent seat, from the left of the seat that began the
    race. A bot answers between `quickest` and `slowest`. Who says the `verb` too early, against
    the `rule`, cannot say it again for `lock`.
    """

    verb: str = ""
    rule: str = ""
    limit: float = 8.0
    quickest: float = 0.9
    slowest: float = 3.5
    lock: float = 2.0


class Timing(Generic[P, O]):
    """How a table times one game; a game without a `timing.py` is timed by these defaults."""

    verbs: ClassVar[tuple[str, ...]] = ()  # for a silent seat, the least committal first
    race: ClassVar[Race] = Race()

    def default_verbs(self, seen: View[P, O]) -> tuple[str, ...]:
        """Rank the verbs for a silent seat, the least committal first (X-2)."""
        return self.verbs

    def is_out(self, facts: P, seat: Seat) -> bool:
        """Say whether a seat has nothing more to decide in this hand."""
        return False
