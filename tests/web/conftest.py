"""A room that is open, and a browser in front of it; skipped where there is no Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from meldroom.cli.bench_web import open_room
from tests.web.guest import Guest
from tests.web.known_room import KNOWN_ROOM

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
SIZES = {"desk": (1440, 900), "laptop": (1280, 800), "phone": (390, 844)}


@pytest.fixture(scope="session")
def room() -> Iterator[str]:
    """Open a room in which bots move at once and deals are known; gives its address."""
    with open_room(KNOWN_ROOM) as room:
        yield room


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start Chromium once."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def guests(
    room: str, browser: Any, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Guest]]:
    """Let people come, each with a browser of their own; nothing may go wrong on their screens."""
    came: list[Guest] = []

    def come(name: str = "Ada", size: str = "desk", **settings: str) -> Guest:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size == "phone"
        )
        context.set_default_timeout(15_000)
        guest = Guest(context.new_page(), room, name, {"speed": "off", **settings})
        guest.always_gives(f"{request.node.name} {len(came)}")
        came.append(guest)
        return guest

    yield come
    for guest in came:
        troubles = guest.troubles
        guest.page.context.close()
        assert troubles == []


@pytest.fixture
def guest(guests: Callable[..., Guest]) -> Guest:
    """One person at a desk."""
    return guests()
