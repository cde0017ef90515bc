"""The tables of a run: every number of seats and every option, most of them usual ones."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.games import BUILT_IN, find
from meldroom.training.setups import (
    PACKED_SIZE,
    default_setups,
    mixed_tables,
    packed_rotations,
    read_setup,
    seat_house,
)

GAME = find("victory-rummy")
TABLES = 5_000


def test_a_table_is_read_and_named_alike() -> None:
    setup = read_setup(GAME, "3,target=150,win_at=tally")
    assert setup.seats == 3
    assert setup.options == {"target": 150, "win_at": "tally"}
    assert setup.label == "3,target=150,win_at=tally"
    assert read_setup(GAME, "2").label == "2"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no table"),
        ("target=150", "is no table"),
        ("9", "takes 2 to 4 players"),
        ("2,goal=150", "has no option 'goal'"),
        ("2,target=1", "target is one of"),
    ],
)
def test_a_table_that_the_game_does_not_offer_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_setup(GAME, text)


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_the_mix_has_every_number_of_seats_and_every_value_of_every_option(game: AnyGame) -> None:
    tables = mixed_tables(game, TABLES, Random(1))
    seats = Counter(table[0] for table in tables)
    assert set(seats) == set(game.players)
    assert min(seats[2], seats[4]) > max(
        (count for many, count in seats.items() if many not in (2, 4)), default=0
    )
    options = offered(game.options)
    for at, values in enumerate(options.values()):
        assert {table[8 + at] for table in tables} == set(range(len(values)))
    usual = sum(not any(table[8:]) for table in tables)
    assert TABLES * 0.45 < usual < TABLES * 0.75
    assert {(len(table), table[1]) for table in tables} == {(PACKED_SIZE, 0)}


def test_house_has_every_seat_but_the_players() -> None:
    setup = read_setup(GAME, "3,target=150")
    assert [table[:2] for table in packed_rotations(GAME, setup, with_house=True)] == [
        bytes([3, 0b110]),
        bytes([3, 0b101]),
        bytes([3, 0b011]),
    ]
    assert {table[1] for table in packed_rotations(GAME, setup, with_house=False)} == {0}


def test_house_has_all_seats_but_one_at_a_share_of_the_tables() -> None:
    tables = mixed_tables(GAME, TABLES, Random(1))
    seated = seat_house(tables, 0.25, Random(2))
    others = [table[0] - table[1].bit_count() for table in seated if table[1]]
    assert set(others) == {1}
    assert TABLES * 0.2 < len(others) < TABLES * 0.3
    assert [table[0:1] + table[2:] for table in seated] == [t[0:1] + t[2:] for t in tables]
    assert {table[1] for table in seated if table[0] == 2} == {0, 0b01, 0b10}


def test_without_a_word_a_run_is_measured_heads_up_and_at_four() -> None:
    assert [setup.label for setup in default_setups(find("scorzo"))] == ["2", "4"]
