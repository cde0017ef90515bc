"""Random requests to a table: clients join, drop, resend, cheat and undo, the server restarts.

The model is the list of moves that were acknowledged.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
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
from tests.patience import PATIENCE
from tests.server.local_room import FakeConnection, join, open_room, table_in_play

PEOPLE = 2
SEATS = st.integers(0, PEOPLE - 1)


class TableMachine(RuleBasedStateMachine):
    """One table of two people, each with any number of connections."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.moves: list[tuple[int, str]] = []
        self.acks: dict[tuple[int, str], dict[str, Any]] = {}
        self.number = 0

    def run(self, work: Any) -> Any:
        """Run something in the machine's own loop."""
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    @initialize(key=st.sampled_from(list(GAMES)))
    def open(self, key: str) -> None:
        path = Path(self.folder.name) / "db"
        self.opened_room: AbstractAsyncContextManager[Room] = open_room(path)
        self.room: Room = self.run(self.opened_room.__aenter__())
        self.live: LiveTable
        self.clients: list[FakeConnection | None]
        self.live, people, self.tokens = self.run(table_in_play(self.room, PEOPLE, game=key))
        self.clients = list(people)
        self.opening = self.match.state

    @property
    def match(self) -> Any:
        assert self.live.table.match is not None
        return self.live.table.match

    @rule(seat=SEATS, pick=st.integers(0, 10**6))
    def act(self, seat: int, pick: int) -> None:
        client = self.clients[seat]
        if client is None or not client.legal:
            return
        text = client.legal[pick % len(client.legal)]
        self.number += 1
        answer = self.run(client.act(text, act_id=f"m{self.number}", ply=client.position["ply"]))
        assert answer["is"] == "ack", answer
        self.moves.append((seat, text))
        self.acks[seat, f"m{self.number}"] = answer

    @rule(pick=st.integers(0, 10**6))
    def resend(self, pick: int) -> None:
        if not self.acks:
            return
        (seat, act_id), first = list(self.acks.items())[pick % len(self.acks)]
        client = self.clients[seat]
        if client is not None:
            assert self.run(client.act("draw", act_id=act_id)) == first

    @rule(seat=SEATS, text=st.sampled_from(["fly", "draw", "take", "done", "pass", "discard"]))
    def cheat(self, seat: int, text: str) -> None:
        client = self.clients[seat]
        if client is None or text in client.legal:
            return
        answer = self.run(client.act(text))
        assert answer["is"] == "refusal"
        assert answer["rule"]

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        client = self.clients[seat]
        if client is None:
            return
        self.number += 1
        answer = self.run(client.request("undo", id=f"m{self.number}"))
        if answer["is"] == "ack":
            self.moves.pop()
            self.acks[seat, f"m{self.number}"] = answer
        else:
            assert answer["rule"] in ("X-4", "X-8")

    @rule(seat=SEATS)
    def drop(self, seat: int) -> None:
        client = self.clients[seat]
        if client is not None:
            self.run(self._disconnect(client))
            self.clients[seat] = None

    @rule(seat=SEATS)
    def rejoin(self, seat: int) -> None:
        client = self.clients[seat]
        if client is not None:
            self.run(self._disconnect(client))
        self.clients[seat] = self.run(join(self.room, self.live, self.tokens[seat]))

    async def _disconnect(self, client: FakeConnection) -> None:
        client.disconnect()

    @rule()
    def restart(self) -> None:
        key = self.live.table.key
        self.run(self.opened_room.__aexit__(None, None, None))
        self.opened_room = open_room(Path(self.folder.name) / "db")
        self.room = self.run(self.opened_room.__aenter__())
        again = self.run(self.room.find(key))
        assert again is not None
        self.live = again
        self.clients = [None] * PEOPLE

    @invariant()
    def the_table_is_what_was_acknowledged(self) -> None:
        if not hasattr(self, "live"):
            return
        assert self.match.moves == self.moves
        game, state = self.match.game, self.opening
        for seat, text in self.moves:
            state = play(game, state, seat, game.parse(text))
        assert state == self.match.state
        for seat, client in enumerate(self.clients):
            if client is not None and self.live.table.phase == "playing":
                seen = view(state, seat)
                assert set(client.legal) == {game.text(action) for action in game.legal(seen)}
                assert client.position["ply"] == state.ply

    def teardown(self) -> None:
        if hasattr(self, "opened_room"):
            self.run(self.opened_room.__aexit__(None, None, None))
        self.loop.close()
        self.folder.cleanup()


@pytest.mark.parametrize(
    ("examples", "steps"),
    [(6, 25), pytest.param(100, 60, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
def test_a_table_is_what_was_acknowledged_whatever_its_clients_do(
    examples: int, steps: int
) -> None:
    run_state_machine_as_test(
        TableMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=True,
        ),
    )
