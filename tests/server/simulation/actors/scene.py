"""What an actor knows of the world around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Protocol

from tests.server.simulation.browser import Browser
from tests.server.simulation.client import Person
from tests.server.simulation.disk import Disk
from tests.server.simulation.network import Network
from tests.server.simulation.post_office import PostOffice
from tests.server.simulation.server import SimulatedHost
from tests.server.simulation.store_checks import Erased


class Scene(Protocol):
    """The world, as actors see it."""

    seed: int
    disk: Disk
    host: SimulatedHost
    network: Network
    office: PostOffice
    random: Random
    calm: bool
    counts: Counter[str]
    people: list[Person]
    unruly: list[str]
    erased: list[Erased]
    names: Iterator[str]

    def browser(self) -> Browser:
        """Give a new browser, at an address of its own."""

    def violation(self, text: str, fault: str = "") -> None:
        """Report that an invariant does not hold."""
