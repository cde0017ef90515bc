"""A table of every kind, and everybody who might ask something of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa

from meldroom.room.log_entries import HostChanged, SeatLeft, Settings, TableClosed
from meldroom.room.tokens import person_key
from meldroom.server.people.account import erase_person
from meldroom.server.people.daily import open_attempt
from meldroom.server.storage.store import METADATA
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import GAME
from tests.server.played_games import SHORT_GAME, play_on, sit, start

ROLES = (
    "nobody", "stranger", "admin", "spectator", "newcomer", "removed", "erased", "player",
    "ex-host", "host",
)  # fmt: skip
NOT_INVITED = ("nobody", "stranger", "admin")  # who know the table's key, but not its code
FORMER_HOST, HOST, PLAYER, REMOVED, ERASED, FREE = range(6)  # seats
Rows = dict[sa.Table, list[dict[str, Any]]]


def session_of(role: str) -> str:
    """Give the session that a role's browser keeps; nobody and the administrator have none."""
    return "" if role in ("nobody", "admin") else f"session-of-{role}"


class World(NamedTuple):
    """A room with one table, as it was made, to which it can be set back."""

    room: Room
    key: str
    code: str
    roles: tuple[str, ...]  # that differ at this table
    rows: Rows

    async def set_back(self) -> None:
        """Undo whatever was changed."""
        for key in [*self.room.tables]:
            async with self.room.taken_out(key, 1012, "set back"):
                pass
        await self.room.log.change(partial(_write_all, rows=self.rows))


async def make_world(room: Room, kind: str) -> World:
    """Open a table of a kind, with everybody at it."""
    live, roles = await KINDS[kind](room)
    await room.open(GAME, 2, {}, Settings(), "Sven", session_of("stranger"))
    rows = await asyncio.to_thread(_read_all, room)
    return World(room, live.table.key, live.table.opened.code, roles, rows)


def _read_all(room: Room) -> Rows:
    with room.store.reading() as connection:
        return {
            table: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in METADATA.sorted_tables
        }


def _write_all(connection: sa.Connection, rows: Rows) -> None:
    for table in METADATA.sorted_tables:
        connection.execute(sa.delete(table))
        if rows[table]:
            connection.execute(sa.insert(table), rows[table])


# -- the kinds of tables

Opened = tuple[LiveTable, tuple[str, ...]]


async def _with_everybody(
    room: Room, end: str = "playing", game: str = GAME, **settings: Any
) -> Opened:
    """Open a table, and go on with it to some end."""
    chosen = Settings(fill="people", watchers="delayed", **settings)
    live, _ = await room.open(game, 6, {}, chosen, "Otto", session_of("ex-host"))
    for role, name, seat in (
        ("host", "Hana", HOST),
        ("player", "Petra", PLAYER),
        ("removed", "Remi", REMOVED),
        ("erased", "Edda", ERASED),
    ):
        await sit(room, live, name, session_of(role), seat)
    if end != "waiting":
        await start(live)
        await _let_turn_come(live, HOST)
    await live.write([HostChanged(HOST), SeatLeft(REMOVED, kicked=True)])
    if end == "playing":
        await sit(room, live, "Nora", session_of("newcomer"), FREE)
    if end in ("over", "closed"):
        await play_on(live)
    if end == "closed":
        await live.write([TableClosed()])
    await erase_person(room, [person_key(session_of("erased"))])
    again = await room.find(live.table.key)
    assert again is not None
    newcomer = () if end == "playing" else ("newcomer",)
    return again, tuple(role for role in ROLES if role not in newcomer)


async def _let_turn_come(live: LiveTable, seat: int) -> None:
    """Play until a seat is alone to act, and has nothing to take back."""
    match = live.table.current_match
    while match.to_act != (seat,) or (match.moves and match.moves[-1][0] == seat):
        await play_on(live, 1)


async def _daily(room: Room) -> Opened:
    session = session_of("host")
    live = await open_attempt(room, SHORT_GAME, "Hana", [person_key(session)], session)
    await _let_turn_come(live, 0)
    return live, ("nobody", "stranger", "admin", "spectator", "host")


async def _finished_daily(room: Room) -> Opened:
    live, roles = await _daily(room)
    await play_on(live)
    return live, roles


async def _shared_device(room: Room) -> Opened:
    live, _ = await room.open(GAME, 3, {}, Settings(), "Hana", session_of("host"), ["Ida"])
    await start(live)
    await _let_turn_come(live, 0)
    return live, ("nobody", "stranger", "admin", "spectator", "host")


KINDS: dict[str, Callable[[Room], Awaitable[Opened]]] = {
    "playing": _with_everybody,
    "any": _with_everybody,
    "waiting": partial(_with_everybody, end="waiting"),
    "over": partial(_with_everybody, end="over", game=SHORT_GAME),
    "closed": partial(_with_everybody, end="closed", game=SHORT_GAME),
    "public": partial(_with_everybody, listed=True),
    "standing": partial(_with_everybody, standing=True),
    "daily attempt": _daily,
    "finished daily attempt": _finished_daily,
    "shared device": _shared_device,
}
