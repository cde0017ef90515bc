"""Records what the unit tests of the page are fed with: `python -m tests.web.recorded`.

A conversation is a game of one person and bots in a real room, on a fixed deal, with a lost
connection in its middle; positions are what the server would send of those that pages are tested
with. Each game has a file of both, compressed, as lines of JSON.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from meldroom.cli.deal_share import DealShare
from meldroom.core.fair_deal import SHARE_SIZE
from meldroom.games import GAMES
from meldroom.room import permissions
from tests.scenario import Scenario
from tests.server.local_room import local_server
from tests.server.socket_client import SeatedClient, connected, open_table
from tests.web.fixed_deal_server import fixed_deal
from tests.web.positions import hand_ends, in_play, opening, thumb_rises, with_choice
from tests.web.still_table import PageConnection, StillTable

FOLDER = Path(__file__).parent / "unit" / "conversations"
PLAYS = 45  # of a conversation
LOST_AFTER = 20  # plays
SEATS = 3

Messages = list[dict[str, Any]]


class Recorder:
    """A person who plays by rote and writes everything down."""

    def __init__(self) -> None:
        self.lines = list[dict[str, Any]]()
        self.plays, self.seq = 0, 0
        self.last = dict[str, Any]()  # play
        self.share = DealShare(lambda: bytes(SHARE_SIZE))

    async def say(self, socket: SeatedClient, message: dict[str, Any] | None) -> None:
        """Send a message, if there is one."""
        if message is not None:
            self.lines.append({"sent": message})
            await socket.send(json.dumps(message))

    async def talk(self, socket: SeatedClient, hello: dict[str, Any], until: int) -> None:
        """Greet, and play until there were so many plays, or the game is over."""
        await self.say(socket, hello)
        while self.plays < until:
            message = json.loads(await socket.recv())
            self.lines.append({"received": message})
            self.seq = message.get("seq", self.seq) if message["is"] != "ack" else self.seq
            if message["is"] in ("welcome", "table"):
                table = message.get("table", message)
                await self.say(socket, self.share.answer(table, 0))
            play = message.get("play") if message["is"] == "welcome" else message
            if message["is"] in ("welcome", "play") and play is not None:
                self.plays += message["is"] == "play"
                self.last = play
                if play["result"] is not None:
                    return
                await self.answer(socket, play.get("showdown", {}).get("held", False))
            elif message["is"] == "hold" and not message["on"]:
                await self.answer(socket, False)

    async def answer(self, socket: SeatedClient, held: bool) -> None:
        """Look at a hand that has ended, or act if it is this person's turn."""
        legal, ply = self.last["legal"], self.last["ply"]
        if held:
            await self.say(socket, {"do": "ready"})
        elif legal:
            act = legal[ply % len(legal)]["text"]
            act_id = f"act-{len(self.lines)}"
            await self.say(socket, {"do": "act", "id": act_id, "texts": [act], "ply": ply})


async def conversation(key: str, path: Path) -> list[dict[str, Any]]:
    """Play a game, with a connection that is lost in its middle."""
    recorder = Recorder()
    async with local_server(path) as origin:
        place = await open_table(origin, game=key, seats=SEATS)
        hello = {"do": "hello", "table": place["table"], "token": place["token"], "showdown": True}
        for until in (LOST_AFTER, PLAYS):
            since = {"since": recorder.seq} if recorder.seq else {}
            async with connected(origin) as socket:
                await recorder.talk(socket, hello | since, until)
    text = json.dumps(recorder.lines)
    for name in ("table", "token", "code"):  # which are others each time
        text = text.replace(place[name], name)
    lines: list[dict[str, Any]] = json.loads(text)
    return lines


class Listener(PageConnection):
    """A page that only writes down what it is sent."""

    def __init__(self, table: StillTable, seat: int | None) -> None:
        super().__init__(table, seat, None, None)  # type: ignore[arg-type]
        self.messages: Messages = []

    def send(self, message: bytes) -> None:
        """Write a message down."""
        self.messages.append(json.loads(message))


def told(position: Scenario, *moves: str, seat: int | None = 0) -> Messages:
    """Return what a page is sent of a position, and of the moves after it."""
    table = StillTable(position)
    listener = Listener(table, seat)
    table.audience.welcome(listener, None, None, None)
    table.play(*moves)
    return listener.messages


def positions(key: str) -> dict[str, Messages]:
    """Return what a page is sent of the positions of a game, by their names."""
    before, last_move = hand_ends(key)
    named = {
        "opening": told(opening(key)),
        "watched": told(opening(key), seat=None),
        "choice": told(with_choice(key)),
        "middle": told(in_play(key)),
        "hand ends": told(before, last_move),
    }
    if key == "thumbs-up":
        named["race"] = told(thumb_rises(), "thumb", "2: seen", "0: seen")
        named["silent race"] = told(thumb_rises(), "thumb")
    return named


def write(name: str, lines: list[dict[str, Any]]) -> None:
    """Write lines of JSON, the same bytes for the same lines."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def main() -> None:
    """Record every game."""
    permissions.new_deal = fixed_deal
    for key in GAMES:
        with TemporaryDirectory() as folder:
            lines = asyncio.run(conversation(key, Path(folder) / "room.db"))
        named = positions(key)
        write(key, lines + [{"position": name, "messages": named[name]} for name in named])


if __name__ == "__main__":
    main()
