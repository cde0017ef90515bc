"""What is slow to make is made once for all who ask, and only the last of it is kept."""

from __future__ import annotations

import asyncio

import pytest

from meldroom.server.shared_cache import SharedCache


class Maker:
    """Makes values when it is let, and counts them."""

    def __init__(self) -> None:
        self.made, self.go_on = 0, asyncio.Event()

    async def make(self) -> int:
        """Make the next number."""
        self.made += 1
        number = self.made
        await self.go_on.wait()
        return number

    async def fail(self) -> int:
        """Make nothing."""
        self.made += 1
        raise ValueError(self.made)


async def test_38_all_who_ask_at_once_share_what_is_made() -> None:
    cache, maker = SharedCache[str, int](2), Maker()
    readers = [asyncio.create_task(cache.get("a", maker.make)) for _ in range(6)]
    await asyncio.sleep(0)
    readers.pop().cancel()  # the others are served all the same
    maker.go_on.set()
    assert await asyncio.gather(*readers) == [1] * 5
    assert await cache.get("a", maker.make) == 1


async def test_nobody_waits_for_what_another_key_needs() -> None:
    cache, slow, quick = SharedCache[str, int](2), Maker(), Maker()
    waiting = asyncio.create_task(cache.get("slow", slow.make))
    quick.go_on.set()
    assert await cache.get("quick", quick.make) == 1
    assert not waiting.done()
    slow.go_on.set()
    assert await waiting == 1


async def test_49_only_what_was_asked_for_last_is_kept() -> None:
    cache, maker = SharedCache[str, int](2), Maker()
    maker.go_on.set()
    for key in ("a", "b", "a", "c"):
        await cache.get(key, maker.make)
    assert (len(cache), maker.made) == (2, 3)
    assert await cache.get("a", maker.make) == 1, "it was asked for again"
    assert await cache.get("b", maker.make) == 4


async def test_what_could_not_be_made_is_tried_again() -> None:
    cache, maker = SharedCache[str, int](2), Maker()
    for _ in range(2):
        with pytest.raises(ValueError, match=r"\d"):
            await cache.get("a", maker.fail)
    maker.go_on.set()
    assert await cache.get("a", maker.make) == 3
