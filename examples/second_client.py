"""A whole client of a Meldroom server, written from docs/protocol.md alone: it plays at random.

    python examples/second_client.py http://127.0.0.1:8000 victor-or-victim

opens a table with bots in the other seats, plays one game, and prints how it ended.
"""

import json
import random
import secrets
import sys
import time
from hashlib import shake_128
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin


def take_seat(origin: str, game: str) -> dict[str, Any]:
    """Open a table and take its first seat: POST /api/tables."""
    body = {"game": game, "seats": 2, "name": "Second", "keep": "token"}
    headers = {"Content-Type": "application/json", "Origin": origin}
    request = Request(f"{origin}/api/tables", json.dumps(body).encode(), headers)
    with urlopen(request) as answer:
        taken: dict[str, Any] = json.load(answer)
        return taken


def commitment(commit: str, seat: int, share: bytes) -> str:
    """Commit to a share of the deal, as docs/record.md says."""
    parts = (b"meldroom/1 share", bytes.fromhex(commit), bytes([seat]), share)
    return shake_128(b"".join(len(one).to_bytes(4, "big") + one for one in parts)).hexdigest(32)


def play(socket: ClientConnection, seat: int, pace: float) -> dict[str, Any]:
    """Play until the game is over, and return its result."""
    share = secrets.token_bytes(16)
    legal: list[str] = []
    while True:
        message = json.loads(socket.recv())
        table = message.get("table", message)
        if table.get("phase") == "waiting":
            own = commitment(table["commit"], seat, share)
            if table["commitments"] is None and not table["seats"][seat]["ready"]:
                socket.send(json.dumps({"do": "commit", "commitment": own}))
            elif table["commitments"] and table["commitments"][seat] == own:
                socket.send(json.dumps({"do": "give", "share": share.hex()}))
        position = message.get("play") or message
        if position.get("result"):
            result: dict[str, Any] = position["result"]
            return result
        legal = position.get("legal", legal)
        if legal and message["is"] in ("welcome", "play", "refusal"):
            time.sleep(pace)
            act = {"do": "act", "id": secrets.token_hex(8), "texts": [random.choice(legal)]}
            socket.send(json.dumps(act))


def main(origin: str, game: str, pace: str = "0.2") -> None:
    """Play one game, an action every `pace` seconds: more than five a second are too many."""
    taken = take_seat(origin, game)
    with connect(f"ws{origin[4:]}/socket", origin=Origin(origin)) as socket:
        hello = {"table": taken["table"], "token": taken["token"], "help": False}
        socket.send(json.dumps({"do": "hello", **hello}))
        print(json.dumps(play(socket, taken["seat"], float(pace))))


if __name__ == "__main__":
    main(*sys.argv[1:])
