"""How the tables of a run are set up: seats, options and who plays a seat, as lanes take it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from meldroom.core.game import AnyGame, check_players, full_options
from meldroom.core.options import Setting, offered
from meldroom.fast.binding import chosen_values

MAX_OPTIONS = 16
PACKED_SIZE = 8 + MAX_OPTIONS  # as SelfPlaySetup in csrc/self_play.h
FAVOURED_SEATS, FAVOUR = (2, 4), 3  # played so many times as often as other numbers
DEFAULTS_SHARE = 0.5  # of the tables have every option's default; the others draw each by lot


class PlayedTable(NamedTuple):
    """A table: how many play, and by which options."""

    seats: int
    options: Mapping[str, Setting]

    @property
    def label(self) -> str:
        """Name the table as `read_setup` reads it: 2,target=150."""
        return ",".join(
            [str(self.seats), *(f"{name}={value}" for name, value in self.options.items())]
        )


def read_setup(game: AnyGame, text: str) -> PlayedTable:
    """Read SEATS[,NAME=VALUE...]; ValueError says what is wrong with it."""
    seats, *pairs = text.split(",")
    if not seats.isdecimal():
        raise ValueError(f"{text!r} is no table; write it as SEATS or SEATS,NAME=VALUE")
    check_players(game, int(seats))
    options: dict[str, Setting] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        values = {str(each): each for each in offered(game.options).get(name, ())}
        options[name] = values.get(value, value)
    full_options(game, options)
    return PlayedTable(int(seats), options)


def default_setups(game: AnyGame) -> list[PlayedTable]:
    """Give the tables that a run is measured at: heads-up, and at four or as many as fit."""
    most = min(4, game.players[-1])
    return [PlayedTable(seats, {}) for seats in dict.fromkeys((game.players[0], most))]


def packed(seats: int, chosen: bytes, house_seats: int = 0) -> bytes:
    """Pack a table; `house_seats` has a bit for every seat that `house` plays."""
    return bytes([seats, house_seats]).ljust(8, b"\0") + chosen.ljust(MAX_OPTIONS, b"\0")


def packed_rotations(game: AnyGame, setup: PlayedTable, with_house: bool) -> list[bytes]:
    """Pack a table once for each seat of the player; `house` has the others if so said."""
    chosen, everyone = chosen_values(game, setup.options), (1 << setup.seats) - 1
    return [
        packed(setup.seats, chosen, everyone & ~(1 << seat) if with_house else 0)
        for seat in range(setup.seats)
    ]


def mixed_tables(game: AnyGame, tables: int, lots: Random) -> list[bytes]:
    """Pack tables of every number of seats and every option, most of them usual ones."""
    seats = list(game.players)
    weights = [FAVOUR if each in FAVOURED_SEATS else 1 for each in seats]
    values = offered(game.options).values()
    defaults = bytes(len(values))
    return [
        packed(
            many,
            defaults
            if lots.random() < DEFAULTS_SHARE
            else bytes(lots.randrange(len(each)) for each in values),
        )
        for many in lots.choices(seats, weights, k=tables)
    ]


def seat_house(tables: Sequence[bytes], share: float, lots: Random) -> list[bytes]:
    """Let `house` play all seats but one at such a share of these packed tables."""
    seated = []
    for table in tables:
        seats, house_seats = table[0], table[1]
        if lots.random() < share:
            house_seats = (1 << seats) - 1 & ~(1 << lots.randrange(seats))
        seated.append(bytes([seats, house_seats]) + table[2:])
    return seated
