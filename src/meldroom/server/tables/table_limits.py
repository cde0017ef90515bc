"""Limits on how many tables there are, in all and opened from one address."""

from __future__ import annotations

from collections.abc import Collection

from meldroom.room.limits import Limits
from meldroom.room.refusals import LimitReached
from meldroom.server.tables.live_table import LiveTable

RETRY_AFTER = 600.0  # seconds: an idle table is then dropped from memory


def check_new_table(
    tables: Collection[LiveTable], limits: Limits, address: str, weight: int, standing: bool
) -> None:
    """Refuse one more table if there are too many, or too many that this address opened."""
    openers = [live.opened_by for live in tables]
    most_own = limits.tables_per_address * weight
    _check("open", len(openers), openers.count(address), limits.tables, most_own)
    if standing:
        openers = [live.opened_by for live in tables if live.table.settings.standing]
        most_own = limits.standing_tables_per_address * weight
        own, most = openers.count(address), limits.standing_tables
        _check("standing", len(openers), own, most, most_own)


def _check(kind: str, total: int, own: int, most: int, most_own: int) -> None:
    if total >= most:
        why = f"the server has as many {kind} tables as it can hold; try again in ten minutes"
        raise LimitReached(why, RETRY_AFTER)
    if own >= most_own:
        why = f"your address has opened {own} {kind} tables; try again in ten minutes"
        raise LimitReached(why, RETRY_AFTER)
