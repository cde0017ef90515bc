"""Many games between bots, numbered: each follows from the seed of the run and its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Bot
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import play_out

DEFAULT_NAMES = ("Ada", "Bruno", "Chidi", "Dora", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jun")


class GameSeeds(NamedTuple):
    """The seeds of one game: of its deal, of each seat's bot, and of who is first in a race."""

    deal: bytes
    bots: tuple[bytes, ...]
    order: bytes


def seeds_of_game(run_seed: bytes, number: int, seats: int) -> GameSeeds:
    """Derive the seeds of the game with this number."""
    seed, _ = fresh_seed(Rng(run_seed, number))
    bots = tuple(derived_seed(seed, f"bot {seat}") for seat in range(seats))
    return GameSeeds(seed, bots, derived_seed(seed, "answers"))


def simulated_game(
    game: AnyGame,
    options: Mapping[str, Setting],
    seats: int,
    run_seed: bytes,
    number: int,
    make_seat_bot: Callable[[Seat, bytes], Bot],
) -> dict[str, Any]:
    """Play the game with this number, each bot made for its seat from a seed; give the record."""
    seeds = seeds_of_game(run_seed, number, seats)
    match = Match(game, options, seats, seeds.deal)
    bots = {seat: make_seat_bot(seat, seed) for seat, seed in enumerate(seeds.bots)}
    play_out(match, bots, seeds.order)
    return match.record(DEFAULT_NAMES[:seats])
