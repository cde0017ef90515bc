"""How a table is opened: its first entry, who sits down, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from meldroom.bots.registry import check_installed
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, check_players, full_options, usual_players
from meldroom.core.options import Setting
from meldroom.games import find, find_offered
from meldroom.room import permissions
from meldroom.room.log_entries import (
    DailyTable,
    GameBranched,
    GamePrepared,
    GameStarted,
    Settings,
    TableOpened,
)
from meldroom.room.seats import check_shared_device
from meldroom.room.tokens import new_code

DAILY_SEATS = 4  # where the game has them


class Opening(NamedTuple):
    """What is written when a table is opened, but for the token of its people."""

    opened: TableOpened
    people: Sequence[str]  # at one device, from this seat on
    seat: Seat
    deal: GamePrepared | GameBranched
    more: tuple[GameStarted, ...] = ()


def new_table(
    game: str,
    seats: int,
    options: dict[str, Setting],
    settings: Settings,
    people: Sequence[str],
) -> Opening:
    """Open a table for a game; ValueError or Refusal if there is no such table."""
    referee = find_offered(game)
    chosen = full_options(referee, options)
    check_players(referee, seats)
    for level in {settings.bot, *filter(None, settings.bots)}:
        check_installed(level, referee)
    if settings.bots and len(settings.bots) != seats:
        raise ValueError(f"bots names {len(settings.bots)} seats of {seats}")
    if len(people) > 1:
        settings = msgspec.structs.replace(settings, local=len(people))
        check_shared_device(settings, seats)
    opened = TableOpened(game, referee.rules, seats, chosen, settings, new_code())
    return Opening(opened, people, 0, permissions.new_deal())


def branched_table(
    form: dict[str, Any], ply: int, seat: Seat, settings: Settings, host: str
) -> Opening:
    """Open a table where a finished game stood after a ply."""
    referee = find(form["game"])
    check_installed(settings.bot, referee)
    branched = permissions.branch(form, ply, seat)
    seats, options = len(form["players"]), form["options"]
    opened = TableOpened(referee.key, referee.rules, seats, options, settings, new_code())
    return Opening(opened, [host], seat, branched)


def daily_table(game: str, secret: bytes, daily: DailyTable, person: str) -> Opening:
    """Open a table for a deal of the day, with a person in seat 0 and `house` in the others."""
    referee = find_offered(game)
    opened = TableOpened(
        referee.key,
        referee.rules,
        daily_seats(referee),
        full_options(referee, {}),
        Settings(chat=False),
        new_code(),
        daily,
    )
    return Opening(opened, [person], 0, GamePrepared(secret.hex()), (GameStarted(),))


def daily_seats(game: AnyGame) -> int:
    """Return how many play a game's deal of the day."""
    return DAILY_SEATS if DAILY_SEATS in game.players else usual_players(game)
