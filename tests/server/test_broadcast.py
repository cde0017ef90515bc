"""The crier: each table is told what is owed to it, once, in order, and few at a time."""

from __future__ import annotations

from functools import partial

import pytest

from meldroom.server.tables.broadcast import AT_ONCE, Broadcaster, Tell


class Loop:
    """Calls in each turn what was due before it."""

    def __init__(self) -> None:
        self.due: list[Tell] = []

    def soon(self, call: Tell) -> None:
        """Call it in the next turn."""
        self.due.append(call)

    def turn(self) -> None:
        """Call all that is due by now."""
        due, self.due = self.due, []
        for call in due:
            call()


def crying(tables: int) -> tuple[Loop, Broadcaster, list[int]]:
    """Owe each of so many tables its number."""
    loop, heard = Loop(), list[int]()
    crier = Broadcaster(loop.soon)
    for table in range(tables):
        crier.owe(str(table), partial(heard.append, table))
    return loop, crier, heard


def test_nothing_is_told_before_the_answers_that_are_due() -> None:
    loop, _, heard = crying(3)
    assert heard == []
    loop.turn()
    assert heard == [0, 1, 2]
    assert not loop.due


def test_answers_that_come_in_wait_for_a_few_tables_only() -> None:
    loop, _, heard = crying(2 * AT_ONCE + 1)
    for turn in (1, 2):
        loop.turn()
        assert heard == list(range(turn * AT_ONCE))
        assert len(loop.due) == 1
    loop.turn()
    assert len(heard) == 2 * AT_ONCE + 1
    assert not loop.due


def test_what_is_settled_is_told_at_once_and_not_again() -> None:
    loop, crier, heard = crying(2)
    crier.settle("1")
    crier.settle("1")
    assert heard == [1]
    loop.turn()
    assert heard == [1, 0]


def test_one_that_cannot_be_told_does_not_silence_the_others() -> None:
    loop, crier, heard = crying(0)
    crier.owe("broken", partial(heard.remove, 1))
    crier.owe("whole", partial(heard.append, 2))
    with pytest.raises(ValueError, match="not in list"):
        loop.turn()
    loop.turn()
    assert heard == [2]
