"""One who floods, in a process of its own so that it takes no time of the others' side.

`python -m tests.server.flooder ORIGIN` sends ten thousand messages at once for each line it reads,
and answers with a line: how many were answered, how the line was closed, and after how long.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from tests.server.wire import bare, framed

FLOOD = 10_000


async def flood(origin: str) -> tuple[int, int, float]:
    """Send ten thousand messages at once."""
    reader, writer = await bare(origin)
    began = time.monotonic()
    writer.write(framed(do="ping") * FLOOD)
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
