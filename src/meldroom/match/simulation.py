"""Many games between bots, numbered: each follows from the seed of the run and its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Bot
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import play_out

DEFAULT_NAMES = ("Ada", "Bruno", "Chidi", "Dora", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jun")


def simulated_game(
    game: AnyGame,
    options: Mapping[str, Setting],
    seats: int,
    run_seed: bytes,
    number: int,
    make_seat_bot: Callable[[Seat, bytes], Bot],
) -> dict[str, Any]:
    """Play the game with this number, each bot made for its seat from a seed; give the record."""
    seed, _ = fresh_seed(Rng(run_seed, number))
    match = Match(game, options, seats, seed)
    bots = {s: make_seat_bot(s, derived_seed(seed, f"bot {s}")) for s in range(seats)}
    play_out(match, bots, derived_seed(seed, "answers"))
    return match.record(DEFAULT_NAMES[:seats])
