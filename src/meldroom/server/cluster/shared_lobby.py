"""The lobby across processes: each publishes its tables twice a second, and reads the others'."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

import sqlalchemy as sa

from meldroom.room.lobby import Lobby
from meldroom.server.background import Background
from meldroom.server.cluster.ownership import Ownership
from meldroom.server.storage.leases import LIVE, Lease
from meldroom.server.tables.live_table import now

PUBLISH_INTERVAL = 0.5  # seconds
READ_INTERVAL = 0.5  # seconds; both together are how late the lobby is
PUBLISH = """
    INSERT INTO listed_tables
    SELECT table_id, fence, facts
    FROM unnest(%s::varchar[], %s::bigint[], %s::text[]) AS new (table_id, fence, facts)
    JOIN leases USING (table_id, fence)
    ON CONFLICT (table_id) DO UPDATE SET fence = excluded.fence, facts = excluded.facts
"""
WITHDRAW = """
    DELETE FROM listed_tables USING unnest(%s::varchar[], %s::bigint[]) AS gone (table_id, fence)
    WHERE listed_tables.table_id = gone.table_id AND listed_tables.fence = gone.fence
"""
LISTED_ELSEWHERE = f"""
    SELECT table_id, facts FROM listed_tables JOIN leases USING (table_id, fence)
    WHERE leases.process_id <> %s AND {LIVE}
"""


class SharedLobby:
    """Keeps the lobby of this process and those of the others alike, a second late at most."""

    def __init__(self, lobby: Lobby, ownership: Ownership, background: Background) -> None:
        self.lobby, self.ownership = lobby, ownership
        self._published: dict[Lease, str] = {}
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

    def close(self) -> None:
        """Publish nothing more."""
        self._publisher.cancel()

    async def _publish(self) -> None:
        """Tell the others what has changed since the last time."""
        current = self._listed()
        changed = dict(current.items() - self._published.items())
        gone = self._published.keys() - current.keys()
        if changed or gone:
            await self.ownership.query(partial(publish, changed=changed, gone=gone))
            self._published = current

    def _listed(self) -> dict[Lease, str]:
        """Return what the lobby shows of the tables here, by their leases."""
        return {
            lease: live.audience.encoded_facts.decode()
            for live in self.lobby.listed_tables()
            if (lease := self.ownership.held.get(live.table.key)) is not None
        }


def publish(
    connection: sa.Connection, changed: Mapping[Lease, str], gone: Collection[Lease]
) -> None:
    """Tell other processes of tables, as long as this one owns them."""
    if changed:
        columns = [*map(list, zip(*changed, strict=True)), list(changed.values())]
        connection.exec_driver_sql(PUBLISH, tuple(columns))
    if gone:
        connection.exec_driver_sql(WITHDRAW, tuple(map(list, zip(*gone, strict=True))))


def listed_elsewhere(connection: sa.Connection, process_id: str) -> dict[str, bytes]:
    """Return what the lobby shows of the tables of other processes, by their keys."""
    rows = connection.exec_driver_sql(LISTED_ELSEWHERE, (process_id,))
    return {str(key): str(facts).encode() for key, facts in rows}
