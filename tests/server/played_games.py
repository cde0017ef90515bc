"""Whole games in a room: people with sessions and bots, every move chosen at random."""

from __future__ import annotations

from random import Random
from typing import Any

from meldroom.room import permissions
from meldroom.room.log_entries import GameStarted, Settings
from meldroom.room.tokens import person_key, session_token
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room

SHORT_GAME = "victor-or-victim"
NEVER = 1e6  # the pace of a room whose bots do not move by themselves


async def seated_table(
    room: Room, people: dict[str, str], seats: int, game: str = SHORT_GAME, **settings: Any
) -> LiveTable:
    """Open a table at which people sit, each with the name and the session of their browser."""
    (host, session), *others = people.items()
    live, _ = await room.open(game, seats, {}, Settings(**settings), host, session)
    for name, own in others:
        await sit(room, live, name, own)
    return live


async def sit(
    room: Room, live: LiveTable, name: str, session: str, seat: int | None = None
) -> None:
    """Take a seat, as a browser does."""
    tokens = [session_token(session, live.table.key)]
    code = live.table.opened.code
    await room.take_seat(live, name, seat, code, tokens, person_key(session))


async def start(live: LiveTable) -> None:
    """Deal the cards."""
    await live.write([GameStarted()])


async def play_on(live: LiveTable, moves: int | None = None, seed: int = 0) -> None:
    """Play so many moves at random for whoever is to act, or to the end."""
    random, table = Random(seed), live.table
    while table.phase == "playing" and moves != 0:
        match = table.current_match
        seat = match.to_act[0]
        text = table.game.text(random.choice(match.legal(seat)))
        entries, play, _ = permissions.act_for(table, seat, text, "bot")
        await live.write(entries, play)
        moves = None if moves is None else moves - 1


async def finished_game(
    room: Room, people: dict[str, str], seats: int = 3, seed: int = 0, **more: Any
) -> LiveTable:
    """Play a whole game at a new table."""
    live = await seated_table(room, people, seats, **more)
    await start(live)
    await play_on(live, seed=seed)
    assert live.table.phase == "over"
    return live
