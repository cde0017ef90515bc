"""Positions in the middle of a game, by lot."""

from __future__ import annotations

from random import Random

from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.match.match import Match


def some_position(game: AnyGame, lots: Random) -> Match:
    """Give a match some plies after its deal, in which the first seat to act has a choice."""
    match = Match(game, {}, lots.choice(list(game.players)), lots.randbytes(SEED_SIZE))
    for _ in range(lots.randrange(3, 25)):
        seat = lots.choice(match.to_act)
        match.apply_legal(seat, lots.choice(match.legal(seat)))
        if not match.to_act:
            return some_position(game, lots)
    return match if len(match.legal(match.to_act[0])) > 1 else some_position(game, lots)
