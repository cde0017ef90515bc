"""The fields of every message of a table: clients of all versions rely on their names."""

from __future__ import annotations

import re
from pathlib import Path

from meldroom.server.tables.room import Room
from tests.server.local_room import join, table_in_play

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
POSITION = {
    "left", "ply", "to_act", "view", "legal", "undo", "result", "prompt", "hand", "pad", "display",
}  # fmt: skip
HELP = {"effects", "worth"}
PLAY = {"is", "seq", "by", "moves", "undone", "events"}
WELCOME = {
    "is", "you", "asked", "code", "seq", "next", "phrases", "game", "table", "play", "left",
    "events", "missed",
}  # fmt: skip


async def test_every_message_has_its_documented_fields(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    person = await join(room, live, tokens[0], help=True)
    [welcome] = [one for one in person.received if one["is"] == "welcome"]
    assert set(welcome) == WELCOME
    assert set(welcome["play"]) == POSITION | HELP
    assert (welcome["you"], welcome["code"]) == (0, live.table.opened.code)
    actor = clients[live.table.current_match.to_act[0]]
    await actor.act("draw", act_id="m")
    play = person.last("play")
    assert set(play) == POSITION | HELP | PLAY
    assert set(play["pad"]) == {"title", "subtitle", "columns", "rows"}
    assert set(play["view"]) == {"ply", "public", "seat", "seats", "zones"}
    ack = {"is": "ack", "id": "m", "seq": live.table.seq, "done": 1}
    assert actor.last("ack") == ack
    await clients[0].request("say", phrase=0)
    said = {"is": "said", "seat": 0, "name": "Ada", "text": "Hello!"}
    assert clients[1].last("said") == said


def test_the_protocol_page_explains_every_field() -> None:
    explained = set(re.findall(r"`([a-z_]+)`", PROTOCOL.read_text("utf-8")))
    assert (WELCOME | POSITION | HELP | PLAY) - explained == set()
