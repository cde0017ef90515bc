"""Puts simulated time, randomness and threads in the place of the real ones."""

from __future__ import annotations

import base64
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from meldroom.server import mail
from meldroom.server.storage import integrity, log
from meldroom.server.tables import bot_pool
from tests.server.simulation.loop import VirtualLoop
from tests.server.simulation.post_office import PostOffice
from tests.server.simulation.threads import SimulatedEvent, SimulatedQueue, SimulatedThread
from tests.server.simulation.workers import SimulatedWorkers

MIDNIGHT = 1_767_225_600  # the wall clock at 2026-01-01
QUICK = {"n": 2, "r": 1, "p": 1}  # a hash of an address
MAX_WRITER_DELAY = 0.05  # seconds until the log's thread takes what waits


@contextmanager
def simulated(
    loop: VirtualLoop,
    random: Random,
    epoch: float = MIDNIGHT,
    office: PostOffice | None = None,
    workers: SimulatedWorkers | None = None,
) -> Iterator[None]:
    """Let everything read the loop's clock, draw from `random` and start no thread.

    `epoch` is what the wall clock says in the beginning.
    """

    office, workers = office or PostOffice(), workers or SimulatedWorkers(random)

    def token_bytes(size: int = 32) -> bytes:
        return random.randbytes(size)

    def token_urlsafe(size: int = 32) -> str:
        return base64.urlsafe_b64encode(token_bytes(size)).rstrip(b"=").decode()

    fakes: dict[Any, Any] = {
        time.monotonic: loop.time,
        time.perf_counter: loop.time,
        time.sleep: loop.sleep_in_thread,
        time.time: lambda: epoch + loop.time(),
        time.time_ns: lambda: int((epoch + loop.time()) * 1_000_000_000),
        secrets.token_bytes: token_bytes,
        secrets.token_hex: lambda size=32: token_bytes(size).hex(),
        secrets.token_urlsafe: token_urlsafe,
        secrets.choice: random.choice,
        secrets.randbelow: random.randrange,
    }
    modules = [time, secrets, *_server_modules()]
    with ExitStack() as patches:
        for module in modules:
            for name, value in list(vars(module).items()):
                if callable(value) and _hashable(value) and value in fakes:
                    patches.enter_context(patch.object(module, name, fakes[value]))
        queue = lambda: SimulatedQueue[Any](random, MAX_WRITER_DELAY)  # noqa: E731
        patches.enter_context(patch.object(log, "SimpleQueue", queue))
        threading = SimpleNamespace(Thread=SimulatedThread, Event=SimulatedEvent)
        for module in (integrity, log):
            patches.enter_context(patch.object(module, "threading", threading))
        patches.enter_context(patch.object(mail, "smtplib", office.smtplib()))
        patches.enter_context(patch.object(mail, "threading", threading))
        patches.enter_context(patch.object(mail, "SCRYPT_COST", QUICK))
        no_tls = SimpleNamespace(create_default_context=lambda: None)
        patches.enter_context(patch.object(mail, "ssl", no_tls))
        patches.enter_context(patch.object(bot_pool._Workers, "submit", workers.submit_from))
        yield


def _server_modules() -> list[Any]:
    return [module for name, module in sys.modules.items() if name.startswith("meldroom.server")]


def _hashable(value: Any) -> bool:
    return type(value).__hash__ is not None
