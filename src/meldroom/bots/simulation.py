"""Simulated games between bots by name, compiled where all of them are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from meldroom.bots.champion import champion_policy, is_champion
from meldroom.bots.registry import make_bot
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting
from meldroom.core.skill import Bot
from meldroom.fast import games, plays
from meldroom.fast.whole_games import Policy
from meldroom.match.simulation import DEFAULT_NAMES, seeds_of_game, simulated_game


def simulated_games(
    game: AnyGame,
    options: Mapping[str, Setting],
    bots: Sequence[str],
    run_seed: bytes,
    numbers: Iterable[int],
) -> Iterator[dict[str, Any]]:
    """Play the games with these numbers, a bot for each seat; the records are the same anyhow."""
    seats, policies = len(bots), compiled_policies(game, bots)
    if policies is not None:
        seeds = (seeds_of_game(run_seed, number, seats) for number in numbers)
        for played in games(game, options, policies, seeds):
            yield played.record(game, options, DEFAULT_NAMES[:seats])
        return

    def seat_bot(seat: Seat, seed: bytes) -> Bot:
        return make_bot(game, bots[seat], seed)

    for number in numbers:
        yield simulated_game(game, options, seats, run_seed, number, seat_bot)


def compiled_policies(game: AnyGame, bots: Sequence[str]) -> list[Policy] | None:
    """Give what the twin plays these bots by; None unless it plays all of them."""
    policies: list[Policy] = []
    for name in bots:
        network = champion_policy(game, name).compiled if is_champion(name) else None
        policies.append(name if network is None else network)
    return policies if plays(game, policies) else None
