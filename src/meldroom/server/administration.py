"""Administration: list, show, close and delete tables, forget people, keep the log small.

The same code runs on the room of a running server and on one that a command opens for itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from meldroom.core.game import Refusal
from meldroom.room.actor import LEFT
from meldroom.room.log_entries import Phase, TableClosed
from meldroom.room.log_rows import BrokenChain
from meldroom.room.scores import scores_from_log
from meldroom.room.summaries import SeatResult, Summary
from meldroom.server.executors import bulk, database
from meldroom.server.people.account import guest_names, rename
from meldroom.server.storage.log import Log
from meldroom.server.storage.maintenance import delete_table, last_change, names_by_table
from meldroom.server.storage.results import RATED_GAMES, SEAT_RESULTS
from meldroom.server.storage.store import upsert
from meldroom.server.tables.room import Room

logger = logging.getLogger("meldroom")
DAY = 86_400.0  # seconds
MAX_PAGE = 1_000  # tables in one answer
Key = Annotated[str, Meta(max_length=64, pattern="^[ -~]*$")]
TABLES_PER_PAGE = 500


class AdministrationError(Exception):
    """A command cannot be carried out, in words."""


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What an administrator asks for."""


class ListTables(Command, frozen=True, tag="list"):
    """List tables by key, those after the key `after`; `days` since they last changed."""

    phases: tuple[Phase, ...] = ()
    game: Key | None = None
    days: Annotated[float, Meta(ge=0, le=1e6)] | None = None
    after: Key = ""
    limit: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 100


class ShowTable(Command, frozen=True, tag="show"):
    """Show one table, and never a hidden card."""

    key: Key


class CloseTable(Command, frozen=True, tag="close"):
    """End the game at a table and close it for good."""

    key: Key


class DeleteTable(Command, frozen=True, tag="delete"):
    """Delete a table with all its games."""

    key: Key


class FindPerson(Command, frozen=True, tag="find"):
    """Name the tables at which somebody of this name ever sat; `key` asks for one table only."""

    name: str
    key: Key = ""


class ForgetPerson(Command, frozen=True, tag="forget"):
    """Replace a name at every table, or at one, by a neutral one."""

    name: str
    key: Key = ""


class RecomputeRatings(Command, frozen=True, tag="recompute"):
    """Work out the results of every game and all ratings anew, from the log."""


AnyCommand = (
    ListTables | ShowTable | CloseTable | DeleteTable | FindPerson | ForgetPerson | RecomputeRatings
)


class Retention(NamedTuple):
    """How many days a table is kept after its last change; None for ever."""

    finished: float | None = None
    unfinished: float | None = None


class Administration:
    """Carries out commands on a room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def perform(self, command: AnyCommand) -> dict[str, Any]:
        """Carry out a command and give its outcome; AdministrationError says why not."""
        try:
            return await self._perform(command)
        except Refusal as refusal:  # a damaged table, or one by other rules
            raise AdministrationError(refusal.violation.why) from refusal
        except (BrokenChain, ValueError) as error:
            raise AdministrationError(str(error)) from error

    async def _perform(self, command: AnyCommand) -> dict[str, Any]:
        match command:
            case ListTables():
                return await self._list(command)
            case ShowTable(key):
                return await self._show(key)
            case CloseTable(key):
                await self._close(key)
            case DeleteTable(key):
                await self._summary(key)
                await self.delete(key)
            case FindPerson(name, key):
                return {"tables": list(await self._names(name, key))}
            case ForgetPerson(name, key):
                found = await self._names(name, key)
                for table, names in found.items():
                    await rename(self.room, table, names)
                return {"tables": list(found)}
            case RecomputeRatings():
                return (await recompute_ratings(self.room))._asdict()
        return {}

    async def _summary(self, key: str) -> Summary:
        summary = await self.room.summary(key)
        if summary is None:
            raise AdministrationError(f"there is no table {key}")
        return summary

    async def _list(self, wanted: ListTables) -> dict[str, Any]:
        before = None if wanted.days is None else _milliseconds_ago(wanted.days)
        tables = await database.run(
            self.room.summaries.page,
            game=wanted.game,
            phases=wanted.phases,
            changed_before=before,
            after=wanted.after,
            limit=wanted.limit,
        )
        return {"tables": [self._line(summary) for summary in tables]}

    def _line(self, summary: Summary) -> dict[str, Any]:
        live = self.room.tables.get(summary.table_id)
        return {
            "key": summary.table_id,
            "game": summary.game,
            "phase": summary.phase,
            "people": [name for name in summary.people if name is not None],
            "seats": len(summary.people),
            "games": summary.number,
            "connected": len(live.audience.listeners) if live else 0,
            "opened_at": summary.opened_at,
            "changed_at": summary.changed_at,
        }

    async def _show(self, key: str) -> dict[str, Any]:
        summary = await self._summary(key)
        scores = await database.run(self.room.summaries.scores, key)
        finished = [
            {"number": one.number, "at": one.at, "players": one.players, "result": one.result}
            for one in scores
            if one.result is not None
        ]
        return {
            **self._line(summary),
            "rules": summary.rules,
            "options": summary.options,
            "settings": msgspec.to_builtins(summary.settings),
            "finished": finished,
        }

    async def _close(self, key: str) -> None:
        if (await self._summary(key)).phase == "closed":
            raise AdministrationError(f"table {key} is closed already")
        try:
            live = await self.room.take_over(key)
        except Refusal:  # other rules: its score stays as it stands
            await self.room.close_archived(key)
            return
        if live is None:
            raise AdministrationError(f"there is no table {key}")
        await live.write([TableClosed()])

    async def delete(self, key: str) -> None:
        """Delete a table; whoever is there is told so and disconnected."""
        async with self.room.taken_out(key, LEFT, "the table was deleted"):
            await self.room.log.change(partial(delete_table, key=key), self.room.lease_of(key))
        self.room.ratings.catch_up_soon()

    # -- people

    async def _names(self, name: str, key: str) -> dict[str, dict[str, str]]:
        """Return by table the spellings of a person's name, and what replaces each."""
        if key:
            await self._summary(key)
        found = await bulk.run(names_by_table, self.room.store, key)
        return {
            table: replacements
            for table, names in sorted(found.items())
            if (replacements := guest_names(name, names))
        }

    # -- retention

    def keep_small(self, retention: Retention) -> None:
        """Delete old tables now and then every day."""
        if any(days is not None for days in retention):
            work = partial(self.delete_old_tables, retention)
            self.room.background.every("old tables", work, DAY, at_once=True)

    async def delete_old_tables(self, retention: Retention) -> int:
        """Delete the tables that are older than their time, and count them."""
        times: tuple[tuple[float | None, tuple[Phase, ...]], ...] = (
            (retention.finished, ("over", "closed")),
            (retention.unfinished, ("waiting", "playing")),
        )
        deleted = sum(
            [await self._delete_older(days, phases) for days, phases in times if days is not None]
        )
        if deleted:
            logger.info("deleted %d tables that were older than their time", deleted)
        return deleted

    async def _delete_older(self, days: float, phases: tuple[Phase, ...]) -> int:
        before, last, deleted = _milliseconds_ago(days), "", 0
        while page := await database.run(
            self.room.summaries.page, phases=phases, changed_before=before, after=last
        ):
            last = page[-1].table_id
            for summary in page:
                if await self._unused_since(summary.table_id, phases, before):
                    await self.delete(summary.table_id)
                    deleted += 1
        return deleted

    async def _unused_since(self, key: str, phases: Sequence[Phase], before: int) -> bool:
        """Return whether nobody needs a table: standing ones stay, and those where somebody is."""
        summary = await self.room.summary(key)
        if summary is None or not summary.scored or summary.phase not in phases:
            return False
        if await self.room.owned_elsewhere(key):
            return False
        live = self.room.tables.get(key)
        attended = live is not None and live.audience.listeners
        standing = summary.settings.standing and summary.phase != "closed"
        if attended or standing:
            return False
        # Moves alone do not change the summary.
        return await database.run(last_change, self.room.store, key) < before


def _milliseconds_ago(days: float) -> int:
    return int((time.time() - days * DAY) * 1000)


# -- ratings worked out again


class Recomputed(NamedTuple):
    """How many tables and finished games there are, and the tables that cannot be replayed."""

    tables: int
    games: int
    skipped: list[str]


async def recompute_ratings(room: Room) -> Recomputed:
    """Replace the results of every finished game by what the log says, and rate them all.

    Results of games that this version cannot replay stay as they are.
    """
    tables = games = 0
    skipped, last = [], ""
    while keys := await database.run(room.summaries.keys, after=last, limit=TABLES_PER_PAGE):
        last = keys[-1]
        for key in keys:
            tables += 1
            try:
                results = await bulk.run(_results, room.log, key)
            except (Refusal, BrokenChain, ValueError):
                skipped.append(key)
                continue
            games += len({one.number for one in results})
            await room.log.change(partial(_replace, key=key, results=results), erases=False)
    await room.log.change(_rate_all_afresh, erases=False)
    await room.ratings.catch_up()
    return Recomputed(tables, games, skipped)


def _results(log: Log, key: str) -> list[SeatResult]:
    return [seat for score in scores_from_log(key, log.read(key)) for seat in score.seats]


def _replace(connection: sa.Connection, key: str, results: Sequence[SeatResult]) -> None:
    of_table = SEAT_RESULTS.c.table_id == key
    stored = {one[:4] for one in connection.execute(sa.select(SEAT_RESULTS).where(of_table))}
    connection.execute(sa.delete(SEAT_RESULTS).where(of_table))
    # Of whoever was erased the log has no name and no key, but still what proves the seat. If a bot
    # had that seat as well, it is the bot's result that was kept.
    erased = [one for one in results if (*one[:3], "") in stored and one[:4] not in stored]
    kept = {one[:4]: one for one in results if one not in erased}
    for one in erased:
        kept.setdefault((*one[:3], ""), one._replace(player=""))
    upsert(connection, SEAT_RESULTS, kept)


def _rate_all_afresh(connection: sa.Connection) -> None:
    connection.execute(sa.delete(RATED_GAMES))
