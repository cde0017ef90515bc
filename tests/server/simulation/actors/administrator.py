"""An administrator: lists, shows, renames, closes, deletes; and a monitor that asks for health."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from tests.server.simulation.actors import rowdies
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.server import CONTROL_TOKEN


async def play(world: Scene) -> None:
    """Administer a table while anything happens there."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(rowdies.play(world))
        tasks.create_task(_administer(world))


async def _administer(world: Scene) -> None:
    """Give commands until the faults are over; only unruly tables are changed."""
    random = Random(world.random.getrandbits(64))
    while not world.calm:
        await asyncio.sleep(random.uniform(0.5, 4))
        await _look(world, random)
        command = _command(world, random)
        answer = await world.network.monitor("POST", "/control", command, CONTROL_TOKEN)
        if answer is None:
            continue
        world.counts[f"control {command['do']}"] += answer.status == 200
        if answer.status not in (200, 422, 503):
            world.violation(f"{command}: {answer}")
    await asyncio.sleep(2)  # the answer is up to a second old
    answer = await world.network.monitor("GET", "/ready")
    if answer is not None and answer.status != 200:
        world.violation(f"not ready when all is well: {answer}")


def _command(world: Scene, random: Random) -> dict[str, Any]:
    kind = random.choice(("list", "show", "find", "forget", "recompute", "close", "delete"))
    if kind == "list":
        return {"do": kind, "limit": random.choice((1, 100))}
    if kind == "recompute":
        return {"do": kind}
    key = random.choice(world.unruly or ["nosuchtableeee"])
    if kind in ("find", "forget"):
        return {"do": kind, "name": _somebody(world, key), "key": key}
    if kind in ("close", "delete") and random.random() < 0.5:
        return {"do": "show", "key": key}
    return {"do": kind, "key": key}


def _somebody(world: Scene, key: str) -> str:
    """Name somebody who took a seat at a table."""
    names = [json.loads(row.body)["name"] for row in world.disk.rows(key) if row.kind == "sat"]
    return names[0] if names else "Nobody"


async def _look(world: Scene, random: Random) -> None:
    """Ask what a monitor asks."""
    path = random.choice(("/health", "/ready", "/ready", "/metrics"))
    full = world.disk.full
    await asyncio.sleep(1.5 * full)  # the answer is up to a second old
    full = full and world.disk.full
    answer = await world.network.monitor("GET", path)
    if answer is None or path != "/ready":
        return
    if full and world.disk.full and answer.status == 200:
        world.violation("ready, but the disk is full", "ready on a full disk")
