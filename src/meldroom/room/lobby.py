"""The lobby: the public tables in pages, encoded once and kept for a second."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping

from meldroom.room.actor import TableActor
from meldroom.room.payload import encode

MAX_TABLES_PER_PAGE = 50
MAX_PAGE_BYTES = 50_000
MAX_AGE = 1.0  # seconds that the list may be old
MAX_PAGES_KEPT = 200


class Lobby:
    """Pages of public tables, in the order of their keys, so that a page follows any key."""

    def __init__(
        self, listed_tables: Callable[[], Iterable[TableActor]], now: Callable[[], float]
    ) -> None:
        self.listed_tables, self.now = listed_tables, now
        self._others: Mapping[str, bytes] = {}
        self.listed_at = -MAX_AGE
        self.keys: list[str] = []
        self.tables: list[bytes] = []
        self.pages: dict[tuple[str, int], bytes] = {}

    def show_others(self, others: Mapping[str, bytes]) -> None:
        """Show the tables of other processes as well, at once."""
        if others != self._others:
            self._others, self.listed_at = others, -MAX_AGE

    def page(self, after: str = "", limit: int = MAX_TABLES_PER_PAGE) -> bytes:
        """Return the tables whose keys come after a key as JSON, and the key to go on from."""
        if self.now() - self.listed_at >= MAX_AGE:
            self._list_tables()
        page = self.pages.get((after, limit))
        if page is None:
            if len(self.pages) >= MAX_PAGES_KEPT:
                self.pages.clear()
            page = self.pages[after, limit] = self._encoded_page(after, limit)
        return page

    def _list_tables(self) -> None:
        own = {live.table.key: live.audience.encoded_facts for live in self.listed_tables()}
        listed = sorted({**self._others, **own}.items())
        self.keys, self.tables = [key for key, _ in listed], [facts for _, facts in listed]
        self.pages.clear()
        self.listed_at = self.now()

    def _encoded_page(self, after: str, limit: int) -> bytes:
        first = end = bisect_right(self.keys, after)
        last, size = min(first + limit, len(self.tables)), 64
        while end < last and (size := size + len(self.tables[end]) + 1) <= MAX_PAGE_BYTES:
            end += 1
        following = encode(self.keys[end - 1] if end < len(self.tables) else None)
        return b'{"tables":[%b],"next":%b}' % (b",".join(self.tables[first:end]), following)
