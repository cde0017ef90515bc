"""A room's server in a process of its own, for browsers."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def open_room(program: str = "meldroom.cli", database: str = "") -> Iterator[str]:
    """Start a server whose bots do not wait, by default on a new database; yield its URL."""
    with tempfile.TemporaryDirectory() as folder:
        database = database or f"sqlite:///{folder}/room.db"
        serve = ["serve", "--port", "0", "--hurry", "--database", database]
        with subprocess.Popen(
            [sys.executable, "-u", "-m", program, *serve],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server:
            assert server.stdout is not None
            url = re.search(r"http://\S+", server.stdout.readline())
            if url is None:
                raise RuntimeError("the server did not start")
            try:
                yield url.group()
            finally:
                server.terminate()
