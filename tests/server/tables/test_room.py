"""The room itself: what it does in the background."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.local_room import open_room, wait_until


async def test_a_background_task_that_fails_is_logged_and_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ValueError("planted")

    async def wait() -> None:
        await asyncio.Event().wait()

    async with open_room(tmp_path / "db") as room:
        room.spawn(fail())
        await wait_until(lambda: caplog.records)
        assert [record.getMessage() for record in caplog.records] == ["a background task failed"]
        assert "planted" in caplog.text
        before = set(asyncio.all_tasks())
        room.spawn(wait())
        (waiting,) = set(asyncio.all_tasks()) - before
        waiting.cancel()
        await asyncio.wait([waiting])
        await asyncio.sleep(0)  # its end is noted
        assert len(caplog.records) == 1, "a task that is cancelled has not failed"
