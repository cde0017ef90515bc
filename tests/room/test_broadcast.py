"""Deferred broadcasts: each table's is sent once, in order, a few tables at a time."""

from __future__ import annotations

from functools import partial

import pytest

from meldroom.room.broadcast import TABLES_PER_BATCH, Broadcaster, Send


class FakeLoop:
    """An event loop that runs in each turn what was scheduled before it."""

    def __init__(self) -> None:
        self.scheduled: list[Send] = []

    def call_soon(self, call: Send) -> None:
        """Run it in the next turn."""
        self.scheduled.append(call)

    def run_turn(self) -> None:
        """Run all that is scheduled by now."""
        scheduled, self.scheduled = self.scheduled, []
        for call in scheduled:
            call()


def deferred(tables: int) -> tuple[FakeLoop, Broadcaster, list[int]]:
    """Defer a broadcast for each table; the list shows which were sent."""
    loop, sent = FakeLoop(), list[int]()
    broadcaster = Broadcaster(loop.call_soon)
    for table in range(tables):
        broadcaster.defer(str(table), partial(sent.append, table))
    return loop, broadcaster, sent


def test_nothing_is_sent_before_what_is_due_already() -> None:
    loop, _, sent = deferred(3)
    assert sent == []
    loop.run_turn()
    assert sent == [0, 1, 2]
    assert not loop.scheduled


def test_one_turn_of_the_loop_sends_to_a_few_tables_only() -> None:
    loop, _, sent = deferred(2 * TABLES_PER_BATCH + 1)
    for turn in (1, 2):
        loop.run_turn()
        assert sent == list(range(turn * TABLES_PER_BATCH))
        assert len(loop.scheduled) == 1
    loop.run_turn()
    assert len(sent) == 2 * TABLES_PER_BATCH + 1
    assert not loop.scheduled


def test_what_is_sent_before_its_turn_is_not_sent_again() -> None:
    loop, broadcaster, sent = deferred(TABLES_PER_BATCH + 1)
    broadcaster.send_some()
    assert sent == list(range(TABLES_PER_BATCH))
    loop.run_turn()
    assert sent == list(range(TABLES_PER_BATCH + 1))
    assert not loop.scheduled


def test_what_is_flushed_is_sent_at_once_and_not_again() -> None:
    loop, broadcaster, sent = deferred(2)
    broadcaster.flush("1")
    broadcaster.flush("1")
    assert sent == [1]
    loop.run_turn()
    assert sent == [1, 0]


def test_a_broadcast_that_fails_does_not_hold_up_the_others() -> None:
    loop, broadcaster, sent = deferred(0)
    broadcaster.defer("broken", partial(sent.remove, 1))
    broadcaster.defer("whole", partial(sent.append, 2))
    with pytest.raises(ValueError, match="not in list"):
        loop.run_turn()
    loop.run_turn()
    assert sent == [2]
