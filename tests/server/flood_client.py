"""A client that floods, in a process of its own so that it does not slow the test down.

`python -m tests.server.flood_client ORIGIN` sends ten thousand messages in one go for each line it
reads, and prints how many were answered, how the socket was closed, and after how many seconds.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from tests.server.socket_client import frame, raw_websocket

MESSAGES = 10_000


async def flood(origin: str) -> tuple[int, int, float]:
    """Send all messages in one go."""
    reader, writer = await raw_websocket(origin)
    began = time.monotonic()
    writer.write(frame(do="ping") * MESSAGES)
    answered, code = 0, 0
    while not code:
        opcode, size = await reader.readexactly(2)
        body = await reader.readexactly(size)
        if opcode == 0x88:
            code = int.from_bytes(body[:2], "big")
        else:
            assert json.loads(body) == {"is": "pong"}
            answered += 1
    seconds = time.monotonic() - began
    writer.transport.abort()
    return answered, code, seconds


if __name__ == "__main__":
    print("ready", flush=True)
    for _ in sys.stdin:
        print(json.dumps(asyncio.run(flood(sys.argv[1]))), flush=True)
