"""Golden records: games kept on file; `python -m tests.conformance.golden` writes missing ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.core.record import record
from meldroom.games import GAMES
from meldroom.testing.random_games import Setup, random_game, record_moves, seeds

FOLDER = Path(__file__).with_name("golden")
KEPT = 3


def golden_file(game: AnyGame) -> Path:
    """Name the file with a game's records, one a line."""
    return FOLDER / f"{game.key}.jsonl"


def golden_games(game: AnyGame) -> Iterator[str]:
    """Play short games from fixed seeds, with every option turned in the later ones."""
    values = list(offered(game.options).items())
    for number, seed in enumerate(seeds(f"golden {game.key}", 100)):
        options = {name: choices[number % len(choices)] for name, choices in values}
        seats = game.players[number % len(game.players)]
        steps = list(random_game(Setup(game, seats, options), seed))
        if len(steps) > 2_000:
            continue
        names = [f"seat {seat}" for seat in range(seats)]
        form = record(game, options, names, seed, record_moves(game, steps), steps[-1].after)
        yield json.dumps(form)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        if not golden_file(game).exists():
            lines = list(islice(golden_games(game), KEPT))
            golden_file(game).write_text("".join(line + "\n" for line in lines))
