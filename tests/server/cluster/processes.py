"""Several servers on one PostgreSQL database, and players who find one that answers."""

from __future__ import annotations

import asyncio
import random
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from websockets.exceptions import WebSocketException

from tests.server.random_players import RandomPlayer
from tests.server.server_process import ServerProcess

# A person's page finds out by itself that nobody answers any more.
IMPATIENT = {"open_timeout": 2, "ping_interval": 1, "ping_timeout": 2, "close_timeout": 1}


def free_ports(count: int) -> list[int]:
    """Find ports that nobody listens at."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """Servers that all have the same origins."""

    def __init__(self, url: str, count: int, more: Sequence[str] = ("--hurry",)) -> None:
        self.url, self.more = url, more
        self.ports = free_ports(count)
        self.origins = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.servers: list[ServerProcess | None] = [None] * count
        for number in range(count):
            self.start(number)

    def start(self, number: int) -> None:
        """Start a server, again at the same port."""
        arguments = ["--port", str(self.ports[number]), *self.more]
        for origin in self.origins:
            arguments += ["--origin", origin]
        self.servers[number] = ServerProcess(self.url, more=arguments)

    def server(self, number: int) -> ServerProcess:
        """Give a server that runs."""
        server = self.servers[number]
        assert server is not None
        return server

    def kill(self, number: int) -> None:
        """Kill a server as a power cut would."""
        self.server(number).kill()
        self.servers[number] = None

    def stop(self, number: int) -> None:
        """Ask a server to stop."""
        assert self.server(number).stop() == 0
        self.servers[number] = None

    def pause(self, number: int) -> None:
        """Let a server do nothing for a while."""
        self.server(number).child.send_signal(signal.SIGSTOP)

    def resume(self, number: int) -> None:
        """Let a server go on as if nothing had happened."""
        self.server(number).child.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Kill what still runs."""
        for number, server in enumerate(self.servers):
            if server is not None:
                self.resume(number)
                self.kill(number)


@contextmanager
def cluster(url: str, count: int, more: Sequence[str] = ("--hurry",)) -> Iterator[Cluster]:
    """Run servers until the block ends."""
    running = Cluster(url, count, more)
    try:
        yield running
    finally:
        running.close()


async def keep_playing(player: RandomPlayer, origins: Sequence[str], seed: int) -> None:
    """Play, and look for a server that answers whenever the connection is lost."""
    rng = random.Random(seed)
    while True:
        with suppress(WebSocketException, OSError, TimeoutError):
            await player.play(rng.choice(origins), **IMPATIENT)
        await asyncio.sleep(0.05)
