"""A stranger who floods a server with GET requests, in a process of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

PROXY = "127.0.0.2"  # where the flood comes from; the server must trust it as a proxy
STRANGER = "203.0.113.1"  # for whom the proxy forwards: nobody on this machine
REQUEST = "GET /api/tables HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: " + STRANGER + "\r\n\r\n"


@contextmanager
def flood_process(connections: int) -> Iterator[Callable[[str], None]]:
    """Prepare a flood from so many connections; what is given starts it against an origin."""
    context = multiprocessing.get_context("spawn")
    reading, writing = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(reading, connections), daemon=True)
    child.start()
    try:
        yield writing.send
    finally:
        child.terminate()
        child.join(10)


def _run(reading: Connection, connections: int) -> None:
    asyncio.run(_flood(reading.recv(), connections))


async def _flood(origin: str, connections: int) -> None:
    await asyncio.gather(*(_ask_again_and_again(origin) for _ in range(connections)))


async def _ask_again_and_again(origin: str) -> None:
    """Ask for the lobby as soon as the last answer is there, refused or not."""
    parts = urlsplit(origin)
    request = REQUEST.format(host=parts.netloc).encode()
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port, local_addr=(PROXY, 0)
            )
            while True:
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                size = head.split(b"content-length: ")[1].split(b"\r\n")[0]
                await reader.readexactly(int(size))
