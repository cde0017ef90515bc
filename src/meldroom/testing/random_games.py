"""Random games of any kind: what the checks are made on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting, offered
from meldroom.core.rng import Rng, below, fresh_seed
from meldroom.core.state import AnyState
from meldroom.core.view import view

MAX_PLIES = 200_000  # a game that lasts longer is taken to be endless


class Setup(NamedTuple):
    """A game with so many seats and these options."""

    game: AnyGame
    seats: int
    options: dict[str, Setting]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.key, str(self.seats), *chosen])


def setups(game: AnyGame) -> Iterator[Setup]:
    """Give every number of players, and every value of every option at some table."""
    for seats in game.players:
        yield Setup(game, seats, {})
    changed = [
        (name, value) for name, values in offered(game.options).items() for value in values[1:]
    ]
    for at, (name, value) in enumerate(changed):
        yield Setup(game, game.players[at % len(game.players)], {name: value})


class Ply(NamedTuple):
    """One action of a game, with the states before and after it."""

    before: AnyState
    seat: Seat
    action: Action
    after: AnyState


def random_game(setup: Setup, seed: bytes, most: int | None = None) -> Iterator[Ply]:
    """Play at random to the end, or for so many plies; the game must end by itself."""
    game = setup.game
    state = game.start(setup.options, setup.seats, Rng(seed))
    rng = Rng(bytes(reversed(seed)))
    while acting := game.to_act(state.public):
        assert state.ply < MAX_PLIES, f"the game has not ended after {MAX_PLIES} plies (X-8)"
        if state.ply == most:
            return
        at, rng = below(rng, len(acting))
        seat = acting[at]
        legal = game.legal(view(state, seat))
        assert legal, f"a dead end at ply {state.ply}: seat {seat} may act, but has no legal action"
        at, rng = below(rng, len(legal))
        ply = Ply(state, seat, legal[at], game.apply(state, seat, legal[at]))
        yield ply
        state = ply.after
    assert game.result(state) is not None, "nobody acts, yet there is no result"


def record_moves(game: AnyGame, plies: Sequence[Ply]) -> list[tuple[Seat, str]]:
    """Write down who did what."""
    return [(ply.seat, game.text(ply.action)) for ply in plies]


def seeds(name: str, many: int) -> Iterator[bytes]:
    """Give so many seeds that follow from a name."""
    rng = Rng(name.encode())
    for _ in range(many):
        seed, rng = fresh_seed(rng)
        yield seed
