"""What goes wrong for a while: kills, disks, the network, the mail server."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Protocol, cast, get_args

from tests.server.simulation.disk import Disk, Failure
from tests.server.simulation.network import Network, Weather
from tests.server.simulation.post_office import Mood, PostOffice

FAULTS = (
    "kill", "restart", "full", "away", "error", "error but written", "lost answer", "cuts",
    "weather", "mail",
)  # fmt: skip


class Troubled(Protocol):
    """What faults change in the world."""

    disk: Disk
    network: Network
    office: PostOffice

    async def start_again(self, why: str, random: Random) -> None:
        """Kill or stop the server, and start the next one."""


async def cause(kind: str, world: Troubled, random: Random) -> None:
    """Let one fault happen."""
    disk = world.disk
    if kind in ("kill", "restart"):
        await world.start_again(kind, random)
    elif kind == "full":
        disk.full = True
        await asyncio.sleep(random.uniform(0, 10))
        disk.full = False
    elif kind == "away":
        disk.away = True
        await asyncio.sleep(random.uniform(0, 4))
        disk.away = False
    elif kind in get_args(Failure):
        disk.failing = cast(Failure, kind)
    elif kind == "cuts":
        for link in list(world.network.links):
            if random.random() < 0.5:
                link.cut()
    elif kind == "weather":
        world.network.weather = Weather(
            max_delay=random.choice((0.01, 0.3, 2.0)),
            http_loss=random.choice((0.0, 0.3)),
            stall_rate=random.choice((0.0, 0.05)),
        )
    elif kind == "mail":
        world.office.mood = random.choice(get_args(Mood))
