"""The functions of `import meldroom`: start, replay, verify and simulate games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from secrets import token_bytes
from typing import Any

from meldroom.bots.registry import check_bot_name
from meldroom.bots.simulation import simulated_games
from meldroom.core.game import AnyGame, Game, usual_players
from meldroom.core.options import Setting
from meldroom.core.record import replay as replayed_states
from meldroom.core.rng import SEED_SIZE, seed_from
from meldroom.games import find
from meldroom.match.match import Match


def start(
    game: str | AnyGame,
    players: int | None = None,
    *,
    seed: int | bytes | None = None,
    **options: Setting,
) -> Match:
    """Start a game: four players, or as many as it takes, and an unknown seed if none is given.

    >>> match = start("scorzo", players=2, seed=7, rounds="down")
    >>> match.play(match.to_act[0], "draw").texts
    ('draw',)
    """
    found = _game(game)
    seats = usual_players(found) if players is None else players
    return Match(found, options, seats, _seed(seed))


def replay(record: Mapping[str, Any], moves: int | None = None) -> Match:
    """Play a record again, up to so many moves; Divergence says where it differs."""
    verify(record)
    match = Match(
        find(record["game"]),
        record["options"],
        len(record["players"]),
        bytes.fromhex(record["seed"]),
    )
    match.catch_up([(seat, text) for seat, text in record["moves"][:moves]])
    return match


def verify(record: Mapping[str, Any]) -> None:
    """Recompute deal, moves and result of a record; Divergence says where it differs."""
    if not isinstance(record, Mapping):
        raise TypeError(f"verify wants a record, not {record!r}")
    for _ in replayed_states(dict(record), find):
        pass


def simulate(
    game: str | AnyGame,
    bots: str | Sequence[str] = "random",
    games: int = 1,
    *,
    players: int | None = None,
    seed: int | bytes = 0,
    **options: Setting,
) -> Iterator[dict[str, Any]]:
    """Let bots play, one name for all seats or one for each, and give the records one by one.

    The same seed gives the same records.

    >>> [record] = simulate("victor-or-victim", ["house", "novice"], seed=3)
    >>> len(record["players"])
    2
    """
    found = _game(game)
    names = [bots] if isinstance(bots, str) else list(bots)
    for name in names:
        check_bot_name(found, name)
    if players is None:
        players = len(names) if len(names) > 1 else usual_players(found)
    if len(names) not in (1, players):
        raise ValueError(f"{len(names)} bots for {players} players: name one, or one for each seat")
    run_seed = _seed(seed)
    seated = [names[seat % len(names)] for seat in range(players)]
    return simulated_games(found, options, seated, run_seed, range(games))


def _game(game: str | AnyGame) -> AnyGame:
    if isinstance(game, Game):
        return game
    return find(game)


def _seed(seed: int | bytes | None) -> bytes:
    if seed is None:
        return token_bytes(SEED_SIZE)
    if isinstance(seed, bytes):
        return seed
    if type(seed) is not int or seed < 0:
        raise TypeError(f"a seed is a number from 0 up, or {SEED_SIZE} bytes, not {seed!r}")
    return seed_from(seed)
