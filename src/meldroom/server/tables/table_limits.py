"""Limits on how many tables there are, in all and opened from one address."""

from __future__ import annotations

from collections.abc import Collection

from meldroom.server.limits import Limits
from meldroom.server.refusals import LimitReached
from meldroom.server.storage.open_tables import TableCounts
from meldroom.server.tables.live_table import LiveTable

NO_TABLES = TableCounts()
RETRY_AFTER = 600.0  # seconds: an idle table is then dropped from memory


def check_new_table(
    tables: Collection[LiveTable],
    limits: Limits,
    address: str,
    weight: int,
    standing: bool,
    elsewhere: TableCounts = NO_TABLES,
) -> None:
    """Refuse one more table if there are too many, or too many that this address opened."""
    openers = [live.opened_by for live in tables]
    own = openers.count(address) + elsewhere.own
    most_own = limits.tables_per_address * weight
    _check("open", len(openers), own, limits.tables, most_own)  # as many as a process can hold
    if standing:
        openers = [live.opened_by for live in tables if live.table.settings.standing]
        own = openers.count(address) + elsewhere.own_standing
        most_own = limits.standing_tables_per_address * weight
        total = len(openers) + elsewhere.standing
        _check("standing", total, own, limits.standing_tables, most_own)


def _check(kind: str, total: int, own: int, most: int, most_own: int) -> None:
    if total >= most:
        why = f"the server has as many {kind} tables as it can hold; try again in ten minutes"
        raise LimitReached(why, RETRY_AFTER)
    if own >= most_own:
        why = f"your address has opened {own} {kind} tables; try again in ten minutes"
        raise LimitReached(why, RETRY_AFTER)
