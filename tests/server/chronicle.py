"""Logs of whole games, made in memory and written down at once."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from meldroom.core.rng import Rng, below
from meldroom.server.storage import log_entries
from meldroom.server.storage.log import START, LogRow, link
from meldroom.server.storage.log_entries import (
    AnyEntry,
    Began,
    Dealt,
    Gave,
    MoveMade,
    Opened,
    Sat,
    Settings,
)
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.tables.table import Table
from meldroom.server.tokens import hashed
from tests.server.house import GAME

TOKENS = ("a" * 43, "b" * 43)


def chronicle(key: str, games: int = 1, stop: int = 0, game: str = GAME) -> list[LogRow]:
    """Play whole games of two people at random; `stop` moves before the end of the last one."""
    opened = Opened(game, "1", 2, {}, Settings(), "c" * 22)
    opened = Opened(game, Table(key, opened).game.rules, 2, {}, Settings(), "c" * 22)
    table = Table(key, opened)
    news: list[AnyEntry] = [opened]

    def happen(entry: AnyEntry) -> None:
        news.append(entry)
        table.evolve(entry, 0)

    for seat, name in enumerate(("Ada", "Elif")):
        happen(Sat(seat, name, hashed(TOKENS[seat])))
    for number in range(games):
        rng = Rng(f"{key} {number}".encode())
        happen(Dealt(f"{number:064x}"))
        for seat in (0, 1):
            happen(Gave(seat, f"{seat:032x}"))
        happen(Began())
        while table.playing.to_act:
            seat = table.playing.to_act[0]
            legal = table.playing.legal(seat)
            at, rng = below(rng, len(legal))
            happen(MoveMade(seat, (table.game.text(legal[at]),), "person", f"m{table.seq}"))
            if table.phase == "over":
                break
    return bound(key, news[: len(news) - stop])


def bound(key: str, news: Iterable[AnyEntry]) -> list[LogRow]:
    """Bind entries into rows."""
    rows: list[LogRow] = []
    for seq, entry in enumerate(news, 1):
        prev = link(rows[-1]) if rows else START
        body = log_entries.write(entry).decode()
        rows.append(LogRow(key, seq, seq, log_entries.kind(entry), prev, body))
    return rows


def write_down(url: str, rows: Iterable[LogRow]) -> None:
    """Write rows into a database at once."""
    store = Store(url)
    store.open()
    with store.writing() as connection:
        connection.execute(sa.insert(EVENTS), [row._asdict() for row in rows])
        connection.commit()
    store.close()
