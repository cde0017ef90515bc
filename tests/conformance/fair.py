"""Finished games of fair deals, of every game in the registry, as many hands as are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from meldroom.core.event import Shuffled
from meldroom.core.fair_deal import FairDeal, commitment, share_commitment
from meldroom.core.game import AnyGame
from meldroom.core.record import record
from meldroom.games import GAMES
from meldroom.testing.random_games import Ply, Setup, random_game, record_moves, seeds
from tests.short_options import short_options

Form = dict[str, Any]
FEW = 10
HANDS = pytest.mark.parametrize(
    "hands", [FEW, pytest.param(10_000, marks=pytest.mark.slow)], ids=["few", "all"]
)
SECRETS = ("secret", "seed", "commit", "contributions", "commitments")


def fair_games(hands: int) -> Iterator[tuple[Form, int]]:
    """Give records of games that have so many hands together, each with how many it has.

    Every game has its share, but the shorter its hands are, the more of them it plays. For a few
    hands the games are the shortest that there are.
    """
    lengths = {game.key: _length(game) for game in GAMES.values()}
    quick = sum(1 / length for length in lengths.values())
    for game in GAMES.values():
        wanted = hands / lengths[game.key] / quick
        options = short_options(game.key) if hands == FEW else {}
        for seed in seeds(f"fair {game.key}", hands):
            if wanted <= 0:
                break
            own = share_commitment(commitment(seed), 0, seed[:16])
            deal = FairDeal(seed, (seed[:16], b""), (own, ""))
            steps = list(random_game(Setup(game, 2, options), deal.seed))
            moves, final = record_moves(game, steps), steps[-1].after
            played = _shuffles(steps)
            wanted -= played
            yield record(game, options, ["Ada", "Elif"], deal.seed, moves, final, deal), played


def _length(game: AnyGame) -> float:
    """Say how many moves a hand of this game has, by one game."""
    steps = list(random_game(Setup(game, 2, {}), bytes(32)))
    return len(steps) / _shuffles(steps)


def _shuffles(steps: list[Ply]) -> int:
    states = [steps[0].before, *(step.after for step in steps)]
    return sum(isinstance(event, Shuffled) for state in states for event in state.journal)


def flipped(form: Form, name: str, bit: int) -> Form:
    """Flip one bit of what a record has under a name; of the first one in a list."""
    value = form[name] if isinstance(form[name], str) else form[name][0]
    raw = bytearray.fromhex(value)
    bit %= 8 * len(raw)
    raw[bit // 8] ^= 1 << bit % 8
    altered = raw.hex()
    return {**form, name: altered if form[name] == value else [altered, *form[name][1:]]}
