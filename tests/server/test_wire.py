"""The types of the wire say exactly what the server sends, in whole games and everywhere else."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from meldroom.core.game import AnyGame
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.conformance.tables import EVERY_GAME
from tests.conftest import Figure
from tests.server.local_room import FakeConnection, join, start_game, table_with_people
from tests.server.wire import check_message

PONG = {"is": "pong"}
REFUSAL = {"is": "refusal", "id": "", "rule": "X-1", "why": "it is not your turn"}


@pytest.mark.parametrize(
    "drifted",
    [
        {**PONG, "more": 1},
        {**PONG, "is": "ping"},
        {**REFUSAL, "rule": None},
        {name: value for name, value in REFUSAL.items() if name != "why"},
    ],
    ids=["a field more", "another kind", "another type", "a field less"],
)
def test_a_message_that_drifts_from_its_type_fails_the_test_that_met_it(
    drifted: dict[str, Any],
) -> None:
    check_message(json.dumps(PONG))
    check_message(json.dumps(REFUSAL))
    with pytest.raises(msgspec.ValidationError):
        check_message(json.dumps(drifted))


@EVERY_GAME
@pytest.mark.parametrize("turns", [100, pytest.param(100_000, marks=pytest.mark.long)])
async def test_random_games_are_sent_as_the_types_describe_them(
    game: AnyGame, turns: int, room: Room, figure: Figure
) -> None:
    people = game.players[0]
    live, clients, tokens = await table_with_people(
        room, people, game=game.key, watchers="open_hands", history=True
    )
    for seat in (0, 1):  # one with help and one without
        clients[seat].disconnect()
        clients[seat] = await join(room, live, tokens[seat], help=not seat, showdown=True)
    watchers = [FakeConnection(room) for _ in range(2)]
    for watcher, wants_help in zip(watchers, (True, False), strict=True):
        hello = {"table": live.table.key, "code": live.table.opened.code, "showdown": True}
        await watcher.request("hello", name="Wanda", help=wants_help, **hello)
    await start_game(live, clients)
    await play_at_random(live, clients, Random(game.key), turns)
    for watcher in watchers:
        for deal in range(1, watcher.position["open_deals"] + 1)[-1:]:
            for seat in range(people):
                await watcher.request("open_hands", deal=deal, seat=seat)
    met: Counter[str] = Counter()
    for client in (*clients, *watchers):
        met.update(message["is"] for message in client.received)
    assert met.keys() >= {"welcome", "table", "play", "ack", "refusal", "said", "why", "pong"}
    if live.table.phase == "over":
        assert "open_hands" in met
        figure(f"wire: {game.key}: {met.total()} messages of a whole game decoded")


async def play_at_random(
    live: LiveTable, clients: list[FakeConnection], random: Random, turns: int
) -> None:
    """Play so many turns at random, and do now and then what people do besides."""
    while live.table.phase == "playing" and turns:
        if live.showdowns.holding:
            for client in clients:
                await client.request("ready")
        seat = random.choice(live.table.current_match.to_act)
        actor, turns = clients[seat], turns - 1
        if turns % 25 == 20:
            await besides(actor, clients[0], random)
        await actor.act(random.choice(actor.legal))
        if turns % 25 == 19:
            await actor.request("undo", id=f"undo {turns}")


async def besides(actor: FakeConnection, host: FakeConnection, random: Random) -> None:
    """Ask, say, pause and be refused."""
    await actor.request("ping")
    await actor.request("why", id="w", text=random.choice(actor.legal))
    await actor.request("why", id="w", verb=random.choice(actor.legal).split(" ")[0])
    await actor.request("say", phrase=random.randrange(3))
    await actor.act("fly")
    for on in (True, False):
        await host.request("pause", on=on)
