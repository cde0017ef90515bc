"""A running server and a browser; skipped where there is no Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from meldroom.envs.browser import system_browser
from tests import missing
from tests.patience import PATIENCE
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.chromium import CHROMIUM_FLAGS
from tests.web.fixed_deal_server import FIXED_DEAL_SERVER
from tests.web.room_process import open_room
from tests.web.scripted_player import finish_game

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = system_browser()
SIZES = {"desk": (1440, 900), "laptop": (1280, 800), "phone": (390, 844)}
TIMEOUT_MS = 1000 * PATIENCE
QUICKEST = "victor-or-victim"  # the game that is over first


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Start a server on which bots move at once and deals are known; gives its URL."""
    with open_room(FIXED_DEAL_SERVER) as url:
        yield url


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """Start Playwright once, if there is a browser for it."""
    if not CHROMIUM:
        pytest.skip(missing.CHROMIUM)
    if not missing.playwright_can_start():
        pytest.skip(missing.LIBATOMIC)
    with playwright.sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    """Start Chromium once."""
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


class Contexts:
    """Browser contexts that tests use one after another, so that the page's files are cached.

    A test that changes the clock of a context has one of its own.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._free: dict[bool, list[Any]] = {True: [], False: []}  # with touch, or without

    def take(self, touch: bool, shared: bool) -> Any:
        """Take a context without any data."""
        if shared and self._free[touch]:
            return self._free[touch].pop()
        context = self._browser.new_context(
            has_touch=touch,
            service_workers="block",  # test_shell.py has them
        )
        context.set_default_timeout(TIMEOUT_MS)
        return context

    def give_back(self, context: Any, touch: bool, shared: bool, origin: str) -> None:
        """Close its pages and delete what they stored."""
        if not shared:
            context.close()
            return
        page = context.pages[0] if context.pages else context.new_page()
        storage = {"origin": origin, "storageTypes": "all"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
        for opened in context.pages:
            opened.close()
        context.clear_cookies()
        self._free[touch].append(context)


@pytest.fixture(scope="session")
def contexts(browser: Any) -> Contexts:
    """Keep browser contexts for several tests."""
    return Contexts(browser)


@pytest.fixture
def new_user(
    server_url: str, contexts: Contexts, request: pytest.FixtureRequest
) -> Iterator[NewUser]:
    """Create users, each in a browser context of their own; their consoles must stay empty."""
    users: list[BrowserUser] = []
    with ExitStack() as taken:

        def create(
            name: str = "Ada", size: str = "desk", shared: bool = True, **settings: str
        ) -> BrowserUser:
            width, height = SIZES[size]
            touch = size == "phone"
            context = contexts.take(touch, shared)
            taken.callback(contexts.give_back, context, touch, shared, server_url)
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            user = BrowserUser(page, server_url, name, {"speed": "off", **settings})
            user.fix_share(f"{request.node.name} {len(users)}")
            users.append(user)
            return user

        yield create
        errors = [error for user in users for error in user.errors]
    assert errors == []


@pytest.fixture
def user(new_user: NewUser) -> BrowserUser:
    """One user at a desk."""
    return new_user()


@pytest.fixture(scope="session")
def replay_path(server_url: str, browser: Any) -> str:
    """Finish a game; gives the path of its replay."""
    context = browser.new_context()
    user = BrowserUser(context.new_page(), server_url, "Ada", {"speed": "off"})
    user.fix_share("replay")
    path = user.open_table(QUICKEST)
    finish_game(user, path)
    context.close()
    return path.replace("/t/", "/replay/").partition("#")[0] + "/1"
