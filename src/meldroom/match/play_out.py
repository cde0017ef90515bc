"""The loop in which bots play a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from meldroom.core.cards import Seat
from meldroom.core.game import Result
from meldroom.core.skill import Bot, Lots
from meldroom.match.match import Match


class TurnOrder:
    """Says which seat of a match acts next; where several may act at once, chance decides."""

    def __init__(self, match: Match, seed: bytes) -> None:
        self._match, self._draw = match, Lots(seed)

    def next(self) -> Seat | None:
        """Name the seat that acts next, asked once before each action; None at the end."""
        acting = self._match.to_act
        if len(acting) > 1:
            return acting[self._draw(len(acting))]
        return acting[0] if acting else None


def bot_turns(
    match: Match,
    bots: Mapping[Seat, Bot],
    next_seat: Callable[[], Seat | None],
    budget: float | None = None,
) -> Iterator[Seat]:
    """Let bots act, naming each after its action, until a seat without a bot is next or none."""
    choices = match.game.choices
    while (seat := next_seat()) is not None and seat in bots:
        seen = match.view(seat)
        legal = choices(seen)
        action = bots[seat].choose(seen, legal, budget)
        if action not in legal:
            raise ValueError(f"the bot at seat {seat} chose {action!r}, which is not legal")
        match.apply_legal(seat, action)
        yield seat


def play_out(
    match: Match, bots: Mapping[Seat, Bot], seed: bytes, budget: float | None = None
) -> Result:
    """Let bots play the match to its end; who is first in a race follows from the seed."""
    for _ in bot_turns(match, bots, TurnOrder(match, seed).next, budget):
        pass
    result = match.result
    if result is None:
        raise ValueError("no bot plays for the seat that is to act")
    return result
