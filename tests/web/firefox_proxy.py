"""Runs the Firefox that is installed for Playwright, which speaks WebDriver BiDi with it.

Playwright sends commands that a Firefox with long-term support does not know yet, and gives up
when one is refused. This process starts Firefox, passes everything on, and answers those itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from asyncio.subprocess import PIPE, Process

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

FIREFOX = "MELDROOM_FIREFOX"  # the environment variable with its path
LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
UNKNOWN = {"emulation.setMediaFeaturesOverride", "emulation.setScreenSettingsOverride"}


async def main() -> int:
    """Start Firefox with the given arguments, and a proxy in front of it."""
    firefox = await asyncio.create_subprocess_exec(os.environ[FIREFOX], *sys.argv[1:], stderr=PIPE)
    url = await _url(firefox)

    async def forward(playwright: ServerConnection) -> None:
        path = playwright.request.path if playwright.request else ""
        async with connect(url + path, max_size=None) as browser:

            async def answers() -> None:
                async for message in browser:
                    await playwright.send(message)

            answering = asyncio.create_task(answers())
            async for message in playwright:
                command = json.loads(message)
                if command["method"] in UNKNOWN:
                    answer = {"type": "success", "id": command["id"], "result": {}}
                    await playwright.send(json.dumps(answer))
                else:
                    await browser.send(message)
            answering.cancel()

    async with serve(forward, "127.0.0.1", 0, max_size=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        return await firefox.wait()


async def _url(firefox: Process) -> str:
    """Wait for the address at which Firefox listens, and read on so that it never blocks."""
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENING.search(line):
            asyncio.get_running_loop().create_task(firefox.stderr.read())
            return found[1].decode()
    raise ConnectionError("Firefox ended before it listened")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
