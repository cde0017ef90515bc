"""Why one action is better than another: what the seat could see that they differ in."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.consequences import Consequence
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView
from meldroom.games.companions import consequences_of

MOST_DIFFERENCES = 2  # told in one sentence
LEAST_WEIGHT = 0.25  # a smaller difference is not told
LEAST_SHARE = 0.3  # of the greatest difference, for a second one to be told
CLEAR_LEAD = 0.005  # half a game in a hundred
WHAT_WAS_PLAYED = "what was played"


class Difference(NamedTuple):
    """A consequence in which two actions differ, in favour of the better one."""

    better: Consequence | None
    worse: Consequence | None

    @property
    def kind(self) -> str:
        """What it is about, in a game's own words for programs."""
        return (self.better or self.worse or NOTHING).kind

    @property
    def weight(self) -> float:
        """How much it speaks for the better action."""
        return (self.better or NOTHING).weight - (self.worse or NOTHING).weight

    @property
    def can_be_told(self) -> bool:
        """Whether both have the number in which they differ, or it needs none."""
        numbered = [bool(each.number) for each in (self.better, self.worse) if each]
        return not any(numbered) or (len(numbered) == 2 and all(numbered))

    @property
    def is_about_worse(self) -> bool:
        """Whether it is told as a fault of the worse action."""
        better = self.better or NOTHING
        return better.weight <= 0 and not better.number

    def clause(self, other: str) -> str:
        """Say it, where `other` is what the worse action is called."""
        if self.is_about_worse:
            return f"{other} {(self.worse or NOTHING).text}"
        better, worse = self.better or NOTHING, self.worse or NOTHING
        instead = f" instead of {worse.number}" if better.number else ""
        return f"it {better.text}{instead}"


NOTHING = Consequence("", 0.0, "")


class Explanation(NamedTuple):
    """A sentence, in which `{2}` is a player's name, and what it is made of."""

    text: str
    differences: tuple[Difference, ...] = ()


def why(
    game: AnyGame,
    seen: AnyView,
    better: Action,
    worse: Action,
    lead: float,
    other: str = WHAT_WAS_PLAYED,
) -> Explanation:
    """Say what speaks for an action, by a measured lead, over another; `other` names that one."""
    found = differences(game, seen, better, worse)
    if found:
        clauses = ", and ".join(difference.clause(other) for difference in found)
        return Explanation(f"{clauses[0].upper()}{clauses[1:]}.", tuple(found))
    if lead < CLEAR_LEAD:
        return Explanation("The two come out about the same.")
    games = max(1, round(100 * lead))
    return Explanation(f"It wins {games} more game{'s' * (games > 1)} in 100.")


def differences(game: AnyGame, seen: AnyView, better: Action, worse: Action) -> list[Difference]:
    """Find what speaks for the better action, and then what speaks against the worse one."""
    consequences = consequences_of(game)
    mine, theirs = (
        {each.kind: each for each in consequences.of(seen, action)} for action in (better, worse)
    )
    pairs = [Difference(mine.get(kind), theirs.get(kind)) for kind in {**mine, **theirs}]
    found = [pair for pair in pairs if pair.can_be_told]
    found.sort(key=lambda difference: difference.weight, reverse=True)
    least = max(LEAST_WEIGHT, LEAST_SHARE * found[0].weight) if found else 0.0
    told = [difference for difference in found if difference.weight >= least]
    return sorted(told[:MOST_DIFFERENCES], key=lambda difference: difference.is_about_worse)
