"""Many games between bots, numbered: each follows from the seed and its number alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Bot
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import play_out

NAMES = ("Ada", "Bruno", "Chidi", "Dora", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jun")

SeatBot = Callable[[AnyGame, Seat, bytes], Bot]
"""Makes the bot of a seat from a seed."""


class Simulation(NamedTuple):
    """What is played: the game, its options and seats, and the seed of the whole run."""

    game: AnyGame
    options: dict[str, Setting]
    seats: int
    seed: bytes

    def play(self, number: int, seat_bot: SeatBot) -> dict[str, Any]:
        """Play the game with this number and give its record."""
        seed, _ = fresh_seed(Rng(self.seed, number))
        match = Match(self.game, self.options, self.seats, seed)
        seats = range(self.seats)
        bots = {s: seat_bot(self.game, s, derived_seed(seed, f"bot {s}")) for s in seats}
        play_out(match, bots, derived_seed(seed, "answers"))
        return match.record(NAMES[: self.seats])
