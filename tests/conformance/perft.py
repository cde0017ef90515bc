"""How many lines of play there are to a depth; `python -m tests.conformance.perft` counts."""

from __future__ import annotations

import json
from pathlib import Path

from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.testing.random_games import seeds

FOLDER = Path(__file__).with_name("counts")
LINES = 6_000  # a depth is counted while the one before it has no more lines than this


def perft_file(game: AnyGame) -> Path:
    """Name the file with a game's counts."""
    return FOLDER / f"{game.key}.json"


def perft_counts(game: AnyGame) -> dict[str, dict[str, list[int]]]:
    """Count lines of play per number of seats and seed, one figure for each depth."""
    return {
        str(seats): {seed.hex(): _depths(game, seats, seed) for seed in seeds(f"perft {seats}", 2)}
        for seats in (game.players[0], game.players[-1])
    }


def perft(game: AnyGame, state: AnyState, depth: int) -> int:
    """Count the lines of play of so many actions."""
    if depth == 0:
        return 1
    return sum(
        perft(game, game.apply(state, seat, action), depth - 1)
        for seat in game.to_act(state.public)
        for action in game.legal(view(state, seat))
    )


def _depths(game: AnyGame, seats: int, seed: bytes) -> list[int]:
    state = game.start({}, seats, Rng(seed))
    counts = [1]
    while counts[-1] * (counts[-1] // counts[-2] if len(counts) > 1 else 1) <= LINES:
        counts.append(perft(game, state, len(counts)))
        if len(counts) > 8:
            break
    return counts


if __name__ == "__main__":
    for game in GAMES.values():
        if not perft_file(game).exists():
            perft_file(game).write_text(json.dumps(perft_counts(game), indent=1) + "\n")
