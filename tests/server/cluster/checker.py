"""Reads what every client has seen, and the log, and counts what must not be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from meldroom.core.game import Refusal
from meldroom.room import log_entries
from meldroom.room.log_entries import MoveMade, TableOpened
from meldroom.room.log_rows import LogRow
from meldroom.room.table import Table
from meldroom.server.storage.backup import verified_rows
from meldroom.server.storage.store import Store
from tests.server.random_players import RandomPlayer


class Verdict(NamedTuple):
    """What the clients and the log say; all but the first two must be 0."""

    acknowledged: int
    bot_moves: int
    lost: int  # acknowledged, and not in the log
    doubled: int  # in the log twice, or not legal after the move before it
    refused_but_there: int
    out_of_order: int  # acknowledged before another was sent, and behind it in the log
    went_back: int  # a client was shown an older table than before

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not any(self[2:])

    def __str__(self) -> str:
        """Say it as the figures do."""
        return (
            f"{self.acknowledged} acknowledged, {self.lost} lost, {self.doubled} doubled,"
            f" {self.out_of_order} out of order, {self.refused_but_there} refused but there,"
            f" {self.went_back} steps back, {self.bot_moves} moves of bots"
        )


def check(url: str, players: Sequence[RandomPlayer]) -> Verdict:
    """Compare the log, whose hash chains must hold, with what the clients were told."""
    store = Store(url)
    rows = list(verified_rows(store))
    store.close()
    entries = {(row.table_id, row.seq): log_entries.decode(row.body) for row in rows}
    acts = Counter(
        (key, entry.seat, entry.id)
        for (key, _), entry in entries.items()
        if isinstance(entry, MoveMade) and entry.id
    )
    lost = refused_but_there = acknowledged = 0
    for player in players:
        key, seat = player.place["table"], player.place["seat"]
        for act_id, seq in player.acked.items():
            entry = entries.get((key, seq))
            found = isinstance(entry, MoveMade) and (entry.seat, entry.id) == (seat, act_id)
            lost += not found
            acknowledged += 1
        refused_but_there += sum(acts[key, seat, act_id] for act_id in player.refused)
    illegal = sum(_illegal(list(some)) for _, some in groupby(rows, attrgetter("table_id")))
    return Verdict(
        acknowledged,
        sum(isinstance(entry, MoveMade) and entry.by == "bot" for entry in entries.values()),
        lost,
        illegal + sum(count - 1 for count in acts.values()),
        refused_but_there,
        _out_of_order(players),
        sum(player.went_back for player in players),
    )


def _illegal(rows: list[LogRow]) -> int:
    """Replay a table from its first row; a move that was made twice is not legal."""
    opened = log_entries.decode(rows[0].body)
    assert isinstance(opened, TableOpened)
    table = Table(rows[0].table_id, opened)
    try:
        for row in rows[1:]:
            table.apply(log_entries.decode(row.body), row.at)
    except Refusal:
        return 1
    return 0


def _out_of_order(players: Sequence[RandomPlayer]) -> int:
    """Count acts that were over before another began, and come later in the log (per table)."""
    acts: dict[str, list[tuple[int, float, float]]] = defaultdict(list)
    for player in players:
        for act_id, seq in player.acked.items():
            times = player.first_sent[act_id], player.acked_at[act_id]
            acts[player.place["table"]].append((seq, *times))
    wrong = 0
    for of_table in acts.values():
        last_sent = 0.0
        for _, sent, acked in sorted(of_table):
            wrong += acked < last_sent
            last_sent = max(last_sent, sent)
    return wrong
