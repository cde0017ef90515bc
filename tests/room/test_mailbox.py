"""A table's mailbox: one request at a time, in their order, whatever becomes of them."""

from __future__ import annotations

from typing import Any

from meldroom.core.game import Refusal
from meldroom.room.log_entries import StartRequested, TableClosed
from meldroom.room.mailbox import NOTHING, Allowed, Done, Mailbox
from meldroom.room.refusals import refused
from meldroom.room.services import StorageError


class Desk:
    """A table that writes when it is told to, and notes what happens."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.writing: list[Done] = []
        self.journal = self
        self.mailbox = Mailbox(self)

    def prepare(self, step: Allowed) -> Any:
        """Prepare nothing."""
        return None

    def append(self, prepared: Any, done: Any) -> None:
        """Begin to write."""
        self.happened.append("write")
        self.writing.append(done)

    def written(self, step: Allowed, _: Any) -> None:
        """Note what is true now."""
        if isinstance(step.entries[0], TableClosed):
            raise ArithmeticError
        self.happened.append("apply")

    def flush(self) -> None:
        """Note that others are told."""
        self.happened.append("flush")

    def report(self, error: Exception) -> None:
        """Note an error."""
        self.happened.append(f"report {error}")

    def post(self, name: str, step: Allowed | Exception) -> None:
        """Post a request with a name."""

        def judge() -> Allowed:
            self.happened.append(f"judge {name}")
            if isinstance(step, Exception):
                raise step
            return step

        def done(error: Exception | None) -> None:
            self.happened.append(f"{name} {type(error).__name__}")

        self.mailbox.post(judge, done)

    def finish(self, error: Exception | None = None) -> None:
        """Let what is being written be on disk, or fail."""
        self.writing.pop()(error)


def test_a_request_waits_until_the_one_before_is_written_applied_and_answered() -> None:
    desk = Desk()
    desk.post("a", Allowed([StartRequested()], then=lambda: desk.happened.append("tell")))
    desk.post("b", NOTHING)
    assert desk.happened == ["judge a", "write"]
    desk.finish()
    assert desk.happened[2:] == ["apply", "tell", "a NoneType", "flush", "judge b", "b NoneType"]
    assert not desk.mailbox.busy


def test_what_is_refused_or_fails_does_not_hold_up_the_next() -> None:
    desk = Desk()
    desk.post("a", refused("X-1", "no"))
    desk.post("b", Allowed([StartRequested()]))
    desk.post("c", Allowed([TableClosed()]))
    desk.finish(StorageError("full"))
    desk.finish()
    answers = [one for one in desk.happened if one[0] in "abc" and "apply" not in one]
    assert answers == [f"a {Refusal.__name__}", "b StorageError", "c ArithmeticError"]
    assert "apply" not in desk.happened
    assert not desk.mailbox.busy


def test_what_is_posted_by_an_answer_comes_after_what_waits() -> None:
    desk = Desk()
    desk.mailbox.post(lambda: Allowed([StartRequested()]), lambda _: desk.post("late", NOTHING))
    desk.post("waiting", NOTHING)
    desk.finish()
    judged = [one for one in desk.happened if one.startswith("judge")]
    assert judged == ["judge waiting", "judge late"]


def test_an_answer_that_fails_is_reported_and_holds_nothing_up() -> None:
    def fail(_: Exception | None) -> None:
        raise ArithmeticError("in an answer")

    desk = Desk()
    desk.mailbox.post(lambda: Allowed([StartRequested()]), fail)
    desk.mailbox.post(lambda: NOTHING, fail)
    desk.post("b", NOTHING)
    desk.finish()
    assert desk.happened[-4:] == ["flush", "report in an answer", "judge b", "b NoneType"]


def test_once_it_is_closed_nothing_is_judged() -> None:
    desk = Desk()
    desk.post("a", Allowed([StartRequested()]))
    desk.post("b", NOTHING)
    desk.mailbox.closed = StorageError("retired")
    desk.finish()
    desk.post("c", NOTHING)
    assert desk.happened[-2:] == ["b StorageError", "c StorageError"]
    assert "judge b" not in desk.happened
