"""The Caddyfile of docs/hosting.md, tried: three processes behind one address."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.missing import needs
from tests.server.cluster.checker import check
from tests.server.cluster.play import all_go_on, playing
from tests.server.cluster.processes import cluster, free_ports
from tests.server.postgres import ONLY_POSTGRES
from tests.server.random_players import RandomPlayer, open_tables

PAGE = Path(__file__).parents[3] / "docs" / "hosting.md"
DOCUMENTED_PORTS = (8001, 8002, 8003)
NO_CERTIFICATE = "{\n    admin off\n    auto_https off\n}\n"


def documented_caddyfile() -> str:
    """Give the Caddyfile for three processes."""
    files = re.findall(r"```\n(cards\.example \{.*?\n\})\n```", PAGE.read_text("utf-8"), re.DOTALL)
    (several,) = (file for file in files if str(DOCUMENTED_PORTS[-1]) in file)
    return str(several)


@contextmanager
def caddy(folder: Path, port: int, ports: list[int]) -> Iterator[None]:
    """Run Caddy with the documented file, at this port and without a certificate."""
    text = documented_caddyfile().replace("cards.example", f"http://127.0.0.1:{port}")
    for documented, real in zip(DOCUMENTED_PORTS, ports, strict=True):
        text = text.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{real}")
    (folder / "Caddyfile").write_text(NO_CERTIFICATE + text)
    process = subprocess.Popen(
        ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"],
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin:/usr/local/bin"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.mark.long
@needs("caddy", "caddy")
@ONLY_POSTGRES
def test_three_processes_behind_the_documented_caddyfile_lose_nothing(
    url: str, tmp_path: Path
) -> None:
    (port,) = free_ports(1)
    origin = f"http://127.0.0.1:{port}"
    options = ["--hurry", "--proxy", "127.0.0.1", "--origin", origin]

    with cluster(url, 3, options) as servers, caddy(tmp_path, port, servers.ports):

        async def scenario() -> None:
            # One at each process: behind Caddy all have the same address.
            for direct in servers.origins:
                players.extend(await open_tables(direct, 1))
            players.extend(await open_tables(origin, 1, people=1, seats=3, fill="bots"))
            async with playing(players, [origin]):
                await all_go_on(players)
                await asyncio.to_thread(servers.kill, 0)
                await all_go_on(players)
                await asyncio.to_thread(servers.start, 0)
                await asyncio.to_thread(servers.stop, 1)
                await all_go_on(players)
                await asyncio.to_thread(servers.start, 1)
                await asyncio.to_thread(servers.stop, 2)
                await all_go_on(players)

        players: list[RandomPlayer] = []
        asyncio.run(scenario())
        verdict = check(url, players)
        assert verdict.good, verdict
