"""Work in the background never dies in silence: it is tried again, logged, counted and stopped."""

from __future__ import annotations

import ast
import asyncio
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from meldroom import server
from meldroom.room.services import StorageError
from meldroom.server.background import Background
from tests.server.simulation.loop import VirtualLoop

# Tasks that end with what has started them, and how many there are in each module.
NOT_IN_THE_BACKGROUND = {
    "background.py": 1,
    "cluster/ownership.py": 2,  # a read, and what cuts it short
    "cluster/passing_on.py": 1,  # what another process sends
    "run.py": 1,  # the listener for monitoring
    "shared_cache.py": 1,  # what several requests wait for
    "tables/loading.py": 1,  # a table
    "tables/reviews.py": 1,  # the moves of one review
    "ws/connection.py": 2,  # of one connection
}


class Flaky:
    """Work that fails in some of its runs, and knows when it ran."""

    def __init__(self, *fails: int, error: BaseException | None = None) -> None:
        self.fails = fails
        self.error = error or StorageError("the database is away")
        self.times: list[float] = []

    async def work(self) -> None:
        """Run once."""
        self.times.append(round(asyncio.get_running_loop().time(), 2))
        if len(self.times) in self.fails:
            raise self.error


def in_virtual_time(scenario: Coroutine[Any, Any, None]) -> None:
    """Run a scenario on a clock that jumps to whatever happens next."""
    loop = VirtualLoop(Random(0))
    loop.run_until_complete(scenario)
    loop.close()


def test_52_what_fails_is_done_again_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    flaky = Flaky(2, 3, 4, 5)

    async def scenario() -> None:
        background = Background()
        background.every("sweeping", flaky.work, 10.0)
        await asyncio.sleep(60)
        assert background.runs["sweeping"] == len(flaky.times)
        assert background.failures["sweeping"] == 4
        await background.close(1.0)

    in_virtual_time(scenario())
    # After a failure sooner than usual, each time a little later, and then as before.
    assert flaky.times == [10, 20, 21, 23, 27, 35, 45, 55]
    failed, works = [record.getMessage() for record in caplog.records]
    assert failed == "sweeping: failed, will be tried again: the database is away"
    assert works == "sweeping: works again"


@pytest.mark.parametrize(
    "error", [ValueError("?"), OSError(28, "full"), asyncio.CancelledError()], ids=repr
)
def test_52_no_error_ends_what_is_done_again_and_again(error: BaseException) -> None:
    flaky = Flaky(1, 2, error=error)

    async def scenario() -> None:
        background = Background()
        background.every("beating", flaky.work, 1.0, at_once=True)
        await asyncio.sleep(3.5)
        await background.close(1.0)

    in_virtual_time(scenario())
    assert flaky.times == [0, 1, 2, 3]


def test_52_what_must_be_done_once_is_tried_until_it_succeeds() -> None:
    flaky = Flaky(*range(1, 10))

    async def scenario() -> None:
        background = Background()
        await background.run("restoring", flaky.work)

    in_virtual_time(scenario())
    assert flaky.times == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]


def test_52_a_task_that_nobody_awaits_is_logged_when_it_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> None:
        background = Background()
        background.once("a mail", Flaky(1).work())
        await asyncio.sleep(0.1)
        assert background.failures["a mail"] == 1

    in_virtual_time(scenario())
    assert [record.getMessage() for record in caplog.records] == ["a mail: an error occurred"]


def test_52_when_the_server_stops_everything_stops_and_moves_are_finished() -> None:
    done = []

    async def slow(name: str) -> None:
        await asyncio.sleep(2.0)
        done.append(name)

    async def scenario() -> None:
        background = Background()
        background.every("sweeping", Flaky().work, 10.0)
        background.once("a review", slow("review"))
        background.finish("a move", slow("move"))
        await asyncio.sleep(0)
        await background.close(5.0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    in_virtual_time(scenario())
    assert done == ["move"]


def test_52_no_other_module_starts_tasks_in_the_background() -> None:
    folder = Path(server.__file__).parent
    starts = Counter(
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("create_task", "ensure_future")
    )
    assert starts == NOT_IN_THE_BACKGROUND
