"""A running server and a browser; skipped where there is no Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from meldroom.cli.bench_web import open_room
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.fixed_deal_server import FIXED_DEAL_SERVER

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
# The headless shell has no window to draw and takes two thirds of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
SIZES = {"desk": (1440, 900), "laptop": (1280, 800), "phone": (390, 844)}
TIMEOUT_MS = 15_000


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Start a server on which bots move at once and deals are known; gives its URL."""
    with open_room(FIXED_DEAL_SERVER) as url:
        yield url


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """Start Playwright once."""
    with playwright.sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    """Start Chromium once."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def new_user(server_url: str, browser: Any, request: pytest.FixtureRequest) -> Iterator[NewUser]:
    """Create users, each in a browser context of their own; their consoles must stay empty."""
    users: list[BrowserUser] = []

    def create(name: str = "Ada", size: str = "desk", **settings: str) -> BrowserUser:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size == "phone"
        )
        context.set_default_timeout(TIMEOUT_MS)
        user = BrowserUser(context.new_page(), server_url, name, {"speed": "off", **settings})
        user.fix_share(f"{request.node.name} {len(users)}")
        users.append(user)
        return user

    yield create
    for user in users:
        errors = user.errors
        user.page.context.close()
        assert errors == []


@pytest.fixture
def user(new_user: NewUser) -> BrowserUser:
    """One user at a desk."""
    return new_user()
