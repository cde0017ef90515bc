"""The lobby across processes: each publishes its tables twice a second, and reads the others'."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from meldroom.server.background import Background
from meldroom.server.cluster.ownership import Ownership
from meldroom.server.storage.open_tables import (
    OpenTable,
    TableCounts,
    count_elsewhere,
    listed_elsewhere,
    publish,
)
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.lobby import Lobby

PUBLISH_INTERVAL = 0.5  # seconds
READ_INTERVAL = 0.5  # seconds; both together are how late the lobby is


class SharedLobby:
    """Keeps the lobby of this process and those of the others alike, a second late at most."""

    def __init__(
        self,
        lobby: Lobby,
        tables: Callable[[], Iterable[LiveTable]],
        ownership: Ownership,
        background: Background,
    ) -> None:
        self.lobby, self.tables, self.ownership = lobby, tables, ownership
        self._published: dict[str, OpenTable] = {}
        self._read_at = -READ_INTERVAL
        self._publisher = background.every("lobby", self._publish, PUBLISH_INTERVAL)

    async def read(self) -> None:
        """Read the tables of other processes, at most twice a second."""
        if now() - self._read_at >= READ_INTERVAL:
            self._read_at = now()
            process_id = self.ownership.leases.process_id
            self.lobby.show_others(
                await self.ownership.query(partial(listed_elsewhere, process_id=process_id))
            )

    async def count(self, address: str) -> TableCounts:
        """Count the tables of other processes, and those that this address opened there."""
        process_id = self.ownership.leases.process_id
        return await self.ownership.query(
            partial(count_elsewhere, process_id=process_id, address=address)
        )

    def close(self) -> None:
        """Publish nothing more."""
        self._publisher.cancel()

    async def _publish(self) -> None:
        """Tell the others what has changed since the last time."""
        current = self._open_tables()
        changed = [one for key, one in current.items() if self._published.get(key) != one]
        gone = [one.lease for key, one in self._published.items() if key not in current]
        if changed or gone:
            await self.ownership.query(partial(publish, changed=changed, gone=gone))
            self._published = current

    def _open_tables(self) -> dict[str, OpenTable]:
        listed = {live.table.key for live in self.lobby.listed_tables()}
        tables = {}
        for live in self.tables():
            key, lease = live.table.key, live.journal.lease
            facts = live.audience.encoded_facts.decode() if key in listed else None
            if lease is not None and (facts is not None or live.opened_by):
                standing = live.table.settings.standing
                tables[key] = OpenTable(lease, live.opened_by, standing, facts)
        return tables
