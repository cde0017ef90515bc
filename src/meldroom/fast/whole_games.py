"""Whole games by compiled policies, move by move those that bots of the same seeds play."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Result, check_players, full_options
from meldroom.core.options import Setting
from meldroom.core.record import record_of_result
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.zone import Zone
from meldroom.fast.binding import bound, chosen_values, functions
from meldroom.fast.network import CompiledNetwork, NetworkPointers, plays_by_network
from meldroom.fast.pack import action_of, unpacked_zones
from meldroom.fast.rollouts import compiled
from meldroom.fast.twin import MAX_PACKED
from meldroom.games.companions import packing_of
from meldroom.match.simulation import GameSeeds

POLICY_NUMBERS = {"random": 0, "house": 1}  # as in csrc/games.h
NETWORK_NUMBER = 2
PLAY_GAME = (
    *[ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p],
    *[ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p],
)
USUAL_PLIES = 1 << 14  # a longer game is played again with more room


class PlayedGame(NamedTuple):
    """A game that was played to its end."""

    seed: bytes
    moves: tuple[tuple[Seat, str], ...]
    rounds: tuple[int, ...]  # plies of each hand, deal or round
    result: Result
    zones: tuple[Zone, ...]  # where the cards lie at the end

    def record(
        self, game: AnyGame, options: Mapping[str, Setting], players: Sequence[str]
    ) -> dict[str, Any]:
        """Write the record, as `Match.record` does."""
        full = full_options(game, options)
        return record_of_result(game, full, players, self.seed, self.moves, self.result, self.zones)


Policy = str | CompiledNetwork
"""How a seat is played: `random`, `house`, or by a network."""


def plays(game: AnyGame, policies: Iterable[Policy]) -> bool:
    """Say whether the twin of this game plays whole games by all of these policies."""
    if _play_game(game) is None:
        return False
    return all(
        plays_by_network(game)
        if isinstance(policy, CompiledNetwork)
        else policy in POLICY_NUMBERS and compiled(game, policy)
        for policy in set(policies)
    )


def games(
    game: AnyGame,
    options: Mapping[str, Setting],
    policies: Sequence[Policy],
    seeds: Iterable[GameSeeds],
) -> Iterator[PlayedGame]:
    """Play one game for each set of seeds, a policy in each seat; RuntimeError unless `plays`."""
    check_players(game, len(policies))
    if not plays(game, policies):
        raise RuntimeError(
            f"not all of {', '.join(map(str, policies))} are compiled for {game.name}"
        )
    networks = (NetworkPointers * len(policies))(
        *(
            policy.pointers if isinstance(policy, CompiledNetwork) else NetworkPointers()
            for policy in policies
        )
    )
    numbers = bytes(
        NETWORK_NUMBER if isinstance(policy, CompiledNetwork) else POLICY_NUMBERS[policy]
        for policy in policies
    )
    chosen, moves = chosen_values(game, options), _Moves(USUAL_PLIES)
    table = ctypes.create_string_buffer(functions(game).table_size())

    def plies_of(each: GameSeeds) -> int:
        functions(game).start(table, each.deal, len(policies), chosen)
        bot_seeds = b"".join(each.bots)
        arguments = table, numbers, bot_seeds, each.order, *moves.arguments, networks
        return int(_play_game(game)(*arguments))

    for each in seeds:
        plies = plies_of(each)
        if plies > moves.room:
            moves = _Moves(plies)
            plies_of(each)
        texts = map(_texts(game).__getitem__, moves.actions[:plies])
        yield PlayedGame(
            each.deal,
            tuple(zip(moves.seats.raw[:plies], texts, strict=True)),
            _rounds(moves.stage_ends.raw[:plies]),
            _result(game, table, len(policies)),
            _zones(game, table, len(policies)),
        )


def bulk_games(
    game: AnyGame,
    options: Mapping[str, Setting],
    seats: int,
    many: int,
    seed: int,
    policy: str,
) -> tuple[int, tuple[int, ...]]:
    """Play whole games by one policy, as fast as can be and unrecorded.

    Gives all steps, and how often each seat came first; RuntimeError if it is not compiled.
    """
    check_players(game, seats)
    number, pointer = ctypes.c_uint64, ctypes.c_void_p
    arguments = (number, number, ctypes.c_int, ctypes.c_char_p, pointer)
    play = bound(game, f"{policy}_games", arguments, number)
    if play is None:
        raise RuntimeError(f"{policy} is not compiled for {game.name}; meldroom doctor says why")
    wins = (number * seats)()
    return play(seed, many, seats, chosen_values(game, options), wins), tuple(wins)


class _Moves:
    """Room for the moves of a game, as `Moves` in csrc/games.h."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.seats, self.stage_ends = (ctypes.create_string_buffer(room) for _ in range(2))
        self.actions = (ctypes.c_uint64 * room)()
        self.arguments = self.seats, self.actions, self.stage_ends, room


class _Texts(dict[int, str]):
    """The text of each action by its number."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __missing__(self, number: int) -> str:
        self[number] = text = self.game.text(action_of(self.game, number))
        return text


@cache
def _texts(game: AnyGame) -> _Texts:
    return _Texts(game)


def _rounds(stage_ends: bytes) -> tuple[int, ...]:
    ends = [ply + 1 for ply, ended in enumerate(stage_ends) if ended]
    return tuple(end - start for start, end in pairwise([0, *ends, len(stage_ends)]))


def _result(game: AnyGame, table: Any, seats: int) -> Result:
    packing = packing_of(game)
    assert packing is not None
    scores, places = ((ctypes.c_int32 * seats)() for _ in range(2))
    read_result = bound(game, "result", (ctypes.c_void_p,) * 3, ctypes.c_int)
    reason = packing.reasons[read_result(table, scores, places)]
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Result(tuple(scores), tuple(places), winners, reason)


def _zones(game: AnyGame, table: Any, seats: int) -> tuple[Zone, ...]:
    data = ctypes.create_string_buffer(MAX_PACKED)
    size = functions(game).pack(table, data)
    return unpacked_zones(data.raw[:size], _empty_zones(game, seats))


@cache
def _empty_zones(game: AnyGame, seats: int) -> tuple[Zone, ...]:
    return game.start({}, seats, Rng(bytes(SEED_SIZE))).zones


def _play_game(game: AnyGame) -> Any:
    return bound(game, "play_game", PLAY_GAME, ctypes.c_int)
