"""Rows for networks: compiled as in Python, and nothing in them that the seat cannot see."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from meldroom.bots.rows import action_count, has_row, legal_actions, row, row_size
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.core.view import view
from meldroom.fast.layout import games_with_twins
from meldroom.fast.pack import number_of
from meldroom.fast.twin import row_sizes
from tests.conftest import Figure
from tests.fast.lockstep import Lockstep
from tests.fast.test_house import HouseLockstep
from tests.levels import as_long

ROW_GAMES = [game for game in games_with_twins() if has_row(game)]
WHOLE_GAMES = [  # whose actions are all numbered
    game for game in ROW_GAMES if encoding_of(game).first_word == encoding_of(game).size
]
GAMES = pytest.mark.parametrize("game", ROW_GAMES, ids=lambda game: game.key)
COUNTS = pytest.mark.parametrize(
    "many", [100, as_long(5_000), pytest.param(100_000, marks=pytest.mark.slow)]
)

pytestmark = pytest.mark.usefixtures("library")


def positions(game: AnyGame, seed: str, many: int) -> Iterator[Lockstep]:
    """Give so many positions of games that `house` and lots play."""
    lots = Random(f"{game.key} {seed}")
    while many > 0:
        lockstep = HouseLockstep(game, lots)
        yield lockstep
        for _ in lockstep.play():
            many -= 1
            if not many:
                return
            yield lockstep


@GAMES
@COUNTS
def test_a_compiled_row_is_that_of_python_to_the_last_bit(
    game: AnyGame, many: int, figure: Figure
) -> None:
    for at, position in enumerate(positions(game, "rows", many)):
        to_act = game.to_act(position.state.public)
        seat = to_act[0] if to_act else at % position.seats
        for each in {seat, at % position.seats}:
            ours = row(game, view(position.state, each))
            assert position.twin.row(each) == ours, position.where
    figure(f"rows {game.key}: {many} positions, 0 differences")


@GAMES
def test_python_and_the_twin_agree_on_the_size_of_a_row(game: AnyGame) -> None:
    sizes = row_sizes(game)
    assert (sizes.seen, sizes.actions) == (row_size(game), action_count(game))
    assert sizes.seats == game.players[-1]
    assert sizes.seen % 8 == sizes.whole % 8 == 0
    assert sizes.seen <= 640


@GAMES
def test_every_number_of_a_row_is_exact_in_16_bits(game: AnyGame) -> None:
    for position in positions(game, "exact", 40):
        numbers = array("f", row(game, view(position.state, position.state.ply % position.seats)))
        assert all(not bits & 0xFFFF for bits in array("I", numbers.tobytes()))


@GAMES
@pytest.mark.parametrize("many", [40, as_long(3_000)])
def test_a_row_stays_the_same_in_every_world_that_the_seat_cannot_rule_out(
    game: AnyGame, many: int
) -> None:
    lots = Random(f"{game.key} worlds")
    for position in positions(game, "worlds", many):
        seat = lots.randrange(position.seats)
        before = position.twin.row(seat)
        position.twin.resample(view(position.state, seat), lots.randbytes(SEED_SIZE))
        assert position.twin.row(seat) == before, position.where
        position.jump_to(position.state)


@GAMES
@pytest.mark.parametrize("many", [80, as_long(3_000)])
def test_a_network_chooses_among_the_legal_actions_by_the_numbers_of_the_twin(
    game: AnyGame, many: int
) -> None:
    for position in positions(game, "legal", many):
        for seat in game.to_act(position.state.public):
            seen = view(position.state, seat)
            legal, chosen_from = game.legal(seen), legal_actions(game, seen)
            assert position.twin.choices(seat) == [*chosen_from], position.where
            for number, action in chosen_from.items():
                assert position.twin.concrete(seat, number) == number_of(game, action)
            if game in WHOLE_GAMES:
                assert Counter(chosen_from.values()) == Counter(legal)
            else:  # a move stands for the best of many actions
                assert set(chosen_from.values()) <= set(legal)
                assert chosen_from
