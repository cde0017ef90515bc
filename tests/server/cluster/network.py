"""Machines with a network of their own, made of namespaces, whose cables can be pulled.

Everything is in namespaces without a name, so nothing is left when the processes end.
"""

from __future__ import annotations

import asyncio
import ctypes
import shutil
import subprocess
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from tests.server.cluster.processes import Cluster
from tests.server.server_process import ServerProcess

T = TypeVar("T")
Forward = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
CLONE_NEWNET = 0x40000000
PROGRAMS = ("ip", "nsenter", "unshare")
DATABASE_ADDRESS = "198.18.0.254"  # of a range that is reserved for benchmarks (RFC 2544)
TRY = "ip link add switch type bridge && ip link add left type veth peer name right"


def why_missing() -> str:
    """Say why network namespaces cannot be made here, or ""."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        return f"no network namespaces: {', '.join(missing)} not installed"
    tried = subprocess.run(["unshare", "-n", "sh", "-c", TRY], capture_output=True, text=True)
    return f"no network namespaces: {tried.stderr.strip()}" if tried.returncode else ""


def in_new_namespace(work: Callable[[], T]) -> T:
    """Do something in a thread that has a network of its own, with a switch in it.

    The processes and threads that it starts have the same network.
    """
    outcome: list[T] = []
    errors: list[BaseException] = []

    def enter_and_work() -> None:
        try:
            if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "unshare")
            _ip("link", "set", "lo", "up")
            _ip("link", "add", "switch", "type", "bridge")
            _ip("address", "add", f"{DATABASE_ADDRESS}/24", "dev", "switch")
            _ip("link", "set", "switch", "up")
            outcome.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=enter_and_work)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return outcome[0]


def _ip(*arguments: str, machine: int | None = None) -> None:
    """Change the network of this thread, or that of a machine."""
    inside = [] if machine is None else ["nsenter", "-t", str(machine), "-n"]
    subprocess.run([*inside, "ip", *arguments], check=True)


class Machine:
    """A namespace with two cables: to the database and its neighbours, and to its clients."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.address, self.front = f"198.18.0.{number + 1}", f"198.19.{number}.2"
        # It lives as long as this process: `cat` ends when its input does.
        self.holder = subprocess.Popen(["unshare", "-n", "cat"], stdin=subprocess.PIPE)
        ours = Path("/proc/thread-self/ns/net").readlink()
        while Path(f"/proc/{self.holder.pid}/ns/net").readlink() == ours:
            assert self.holder.poll() is None
        self.inside = ["nsenter", "-t", str(self.holder.pid), "-n"]
        self._connect(f"back{number}", "back", f"{self.address}/24")
        self._connect(f"front{number}", "front", f"{self.front}/30")
        _ip("link", "set", f"back{number}", "master", "switch", "up")
        _ip("address", "add", f"198.19.{number}.1/30", "dev", f"front{number}")
        _ip("link", "set", f"front{number}", "up")

    def _connect(self, outside: str, inside: str, address: str) -> None:
        pid = self.holder.pid
        _ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", str(pid))
        for name in ("lo", inside):
            _ip("link", "set", name, "up", machine=pid)
        _ip("address", "add", address, "dev", inside, machine=pid)

    def cut(self) -> None:
        """Pull the cable to the database and the neighbours; packets get lost without a word."""
        _ip("link", "set", f"back{self.number}", "down")

    def join(self) -> None:
        """Put the cable in again."""
        _ip("link", "set", f"back{self.number}", "up")

    def close(self) -> None:
        """End the namespace."""
        self.holder.communicate()


class NetworkCluster(Cluster):
    """Servers on machines of their own; clients reach them at the usual origins."""

    def __init__(self, url: str, count: int) -> None:
        self.machines = [Machine(number) for number in range(count)]
        super().__init__(url, count)

    def start(self, number: int) -> None:
        """Start a server on its machine."""
        machine, port = self.machines[number], self.ports[number]
        arguments = ["--host", "0.0.0.0", "--port", str(port), *self.more]
        arguments += ["--advertise", f"{machine.address}:{port}"]
        for origin in self.origins:
            arguments += ["--origin", origin]
        self.servers[number] = ServerProcess(self.url, more=arguments, prefix=machine.inside)

    def close(self) -> None:
        """Kill the servers and end their machines."""
        super().close()
        for machine in self.machines:
            machine.close()

    @asynccontextmanager
    async def reachable(self) -> AsyncIterator[None]:
        """Let clients reach the machines by their front cables."""
        async with AsyncExitStack() as stack:
            for machine, port in zip(self.machines, self.ports, strict=True):
                forward = _forwarder(machine.front, port)
                server = await asyncio.start_server(forward, "127.0.0.1", port)
                await stack.enter_async_context(server)
            yield


@contextmanager
def network_cluster(url: str, count: int) -> Iterator[NetworkCluster]:
    """Run servers on machines of their own until the block ends."""
    running = NetworkCluster(url, count)
    try:
        yield running
    finally:
        running.close()


def _forwarder(host: str, port: int) -> Forward:
    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(host, port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, back), copy(there, writer))

    return forward
