"""Try an installed Meldroom: import it, play, serve a page, and run the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import meldroom
from meldroom.games import GAMES

RUN = [sys.executable, "-m", "meldroom"]


def main() -> None:
    """Raise if anything does not work."""
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder, "games.jsonl")
        for key in GAMES:
            setup = ["--players", "2", "--games", "1", "--seed", "05"]
            _run("simulate", key, *setup, "--out", str(records))
            _run("verify", str(records))
            _run("rules", key)
            records.unlink()
        _try_server(Path(folder))
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"meldroom {meldroom.__version__} works on Python {version}, {sys.platform}")


def _run(*arguments: str) -> None:
    subprocess.run([*RUN, *arguments], check=True, stdout=subprocess.DEVNULL)


def _try_server(folder: Path) -> None:
    database = f"sqlite:///{(folder / 'room.db').as_posix()}"
    command = [*RUN, "serve", "--port", "0", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            origin = server.stdout.readline().rpartition(" ")[2].strip()
            with urllib.request.urlopen(f"{origin}/api/games") as answer:
                assert len(json.load(answer)) == len(GAMES)
            with urllib.request.urlopen(origin) as page:
                linked = re.findall(r'(?:href|src)="(/[^"]+)"', page.read().decode())
            assert "/client/main.js" in linked
            for path in linked:
                urllib.request.urlopen(origin + path).close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
