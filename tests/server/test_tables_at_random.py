"""Tables driven at random: clients come, drop, resend, cheat and undo, the server restarts.

The model is nothing but the moves that were acknowledged.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from meldroom.core.game import play
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.house import Caller, hello, open_room, playing

PEOPLE = 2
SEATS = some.integers(0, PEOPLE - 1)


class Tables(RuleBasedStateMachine):
    """One table of two people, each with any number of connections."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.moves: list[tuple[int, str]] = []
        self.acks: dict[tuple[int, str], dict[str, Any]] = {}
        self.number = 0

    def do(self, work: Any) -> Any:
        """Run something in the machine's own loop."""
        return self.loop.run_until_complete(asyncio.wait_for(work, 30))

    @initialize(key=some.sampled_from(list(GAMES)))
    def open(self, key: str) -> None:
        self.house: AbstractAsyncContextManager[Room] = open_room(Path(self.folder.name) / "db")
        self.room: Room = self.do(self.house.__aenter__())
        self.sitting: LiveTable
        self.callers: list[Caller | None]
        self.sitting, people, self.tokens = self.do(playing(self.room, PEOPLE, game=key))
        self.callers = list(people)
        self.opening = self.match.state

    @property
    def match(self) -> Any:
        assert self.sitting.table.match is not None
        return self.sitting.table.match

    @rule(seat=SEATS, pick=some.integers(0, 10**6))
    def act(self, seat: int, pick: int) -> None:
        caller = self.callers[seat]
        if caller is None or not caller.legal:
            return
        text = caller.legal[pick % len(caller.legal)]
        self.number += 1
        answer = self.do(caller.act(text, mark=f"m{self.number}", ply=caller.sight["ply"]))
        assert answer["is"] == "ack", answer
        self.moves.append((seat, text))
        self.acks[seat, f"m{self.number}"] = answer

    @rule(pick=some.integers(0, 10**6))
    def resend(self, pick: int) -> None:
        if not self.acks:
            return
        (seat, mark), first = list(self.acks.items())[pick % len(self.acks)]
        caller = self.callers[seat]
        if caller is not None:
            assert self.do(caller.act("draw", mark=mark)) == first

    @rule(seat=SEATS, text=some.sampled_from(["fly", "draw", "take", "done", "pass", "discard"]))
    def cheat(self, seat: int, text: str) -> None:
        caller = self.callers[seat]
        if caller is None or text in caller.legal:
            return
        answer = self.do(caller.act(text))
        assert answer["is"] == "refusal"
        assert answer["rule"]

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        caller = self.callers[seat]
        if caller is None:
            return
        self.number += 1
        answer = self.do(caller.say("undo", id=f"m{self.number}"))
        if answer["is"] == "ack":
            self.moves.pop()
            self.acks[seat, f"m{self.number}"] = answer
        else:
            assert answer["rule"] in ("X-4", "X-8")

    @rule(seat=SEATS)
    def drop(self, seat: int) -> None:
        caller = self.callers[seat]
        if caller is not None:
            self.do(self._leave(caller))
            self.callers[seat] = None

    @rule(seat=SEATS)
    def come(self, seat: int) -> None:
        caller = self.callers[seat]
        if caller is not None:
            self.do(self._leave(caller))
        self.callers[seat] = self.do(hello(self.room, self.sitting, self.tokens[seat]))

    async def _leave(self, caller: Caller) -> None:
        caller.leave()

    @rule()
    def restart(self) -> None:
        key = self.sitting.table.key
        self.do(self.house.__aexit__(None, None, None))
        self.house = open_room(Path(self.folder.name) / "db")
        self.room = self.do(self.house.__aenter__())
        again = self.do(self.room.find(key))
        assert again is not None
        self.sitting = again
        self.callers = [None] * PEOPLE

    @invariant()
    def the_table_is_what_was_acknowledged(self) -> None:
        if not hasattr(self, "sitting"):
            return
        assert self.match.moves == self.moves
        game, state = self.match.game, self.opening
        for seat, text in self.moves:
            state = play(game, state, seat, game.parse(text))
        assert state == self.match.state
        for seat, caller in enumerate(self.callers):
            if caller is not None and self.sitting.table.phase == "playing":
                seen = view(state, seat)
                assert set(caller.legal) == {game.text(action) for action in game.legal(seen)}
                assert caller.sight["ply"] == state.ply

    def teardown(self) -> None:
        if hasattr(self, "house"):
            self.do(self.house.__aexit__(None, None, None))
        self.loop.close()
        self.folder.cleanup()


@pytest.mark.parametrize(
    ("examples", "steps"),
    [(6, 25), pytest.param(100, 60, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
def test_tables_at_random_are_what_was_acknowledged(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=True,
        ),
    )
