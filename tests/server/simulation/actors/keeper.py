"""Backups while everything goes on: a copy equals the original, and a server starts from it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from meldroom.room.services import StorageError
from meldroom.server.storage.backup import copy_rows, snapshot
from meldroom.server.storage.daily_deals import today
from meldroom.server.storage.store import METADATA
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Browser
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.network import Network
from tests.server.simulation.server import SimulatedHost

# What a backup leaves out: what is of use for minutes, and what people gave to this server alone.
LEFT_OUT = ("turn_mails", "processes", "leases", "alembic_version")


async def back_up(world: Scene) -> None:
    """Back up at some moment, and start a server from the copy in the end."""
    random = Random(world.random.getrandbits(64))
    browser = world.browser()
    await browser.get("/api/daily")
    await asyncio.sleep(random.uniform(0, 30))
    copy = _copied(world.disk)
    while copy is None:
        await asyncio.sleep(1)
        copy = _copied(world.disk)
    expected, found = _contents(world.disk), _contents(copy)
    for name in expected:
        if expected[name] != found[name]:
            text = f"{len(expected[name])} rows, {len(found[name])} in the backup"
            world.violation(f"{name}: {text}", "backup")
    while not world.calm:
        await asyncio.sleep(5)
    await _start_from(world, copy, browser)


def _copied(disk: Disk) -> Disk | None:
    """Copy a disk as it is at this moment; None if it cannot be read."""
    copy = Disk(drive=1)
    target_store = SimulatedStore(copy)
    try:
        with snapshot(SimulatedStore(disk)) as source, target_store.writing() as target:
            copy_rows(source, target)
            target.commit()
    except StorageError:
        return None
    return copy


def _contents(disk: Disk) -> dict[str, list[Any]]:
    return {
        name: sorted(disk.database.execute(f"SELECT * FROM {name}"), key=repr)
        for name in METADATA.tables
        if name not in LEFT_OUT
    }


async def _start_from(world: Scene, copy: Disk, browser: Browser) -> None:
    """Start a second server from a copy: it has the same deals as the first."""
    host = SimulatedHost(copy, pace=0.0)
    await host.start()
    network = Network(host, Random(0), world.network.trace, world.network.watch, _ignore)
    restored = Browser(world, browser.address, browser.cookie)
    restored.network = network
    day = today()
    here, there = await browser.get("/api/daily"), await restored.get("/api/daily")
    if day == today() and here.form["games"] != there.form["games"]:
        world.violation(f"deals differ: {here.form} and {there.form}", "backup")
    for key in copy.tables():
        if (seen := await restored.get(f"/api/tables/{key}/results/1")).status == 404:
            world.violation(f"{key} is not in the backup: {seen}", "backup")
    await host.stop([], [])


def _ignore(_: str) -> None:
    """Take no note of a message."""
