"""The page opens from this device while the server is away, and changes version as a whole."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from meldroom.front_end import assets
from meldroom.games import GAMES
from meldroom.server.http.static_files import WEB_FOLDER
from tests.web.browser_user import BrowserUser
from tests.web.changed_page_server import CHANGED_PAGE_SERVER
from tests.web.conftest import SIZES, TIMEOUT_MS
from tests.web.test_pages import accessibility_faults

ANY = next(iter(GAMES))
AWAY = "The room is away; it comes back by itself."
WORKER_READY = """() => Promise.race([
  navigator.serviceWorker.ready.then(() => true),
  new Promise((_, fail) => setTimeout(() => fail(new Error("no worker starts")), 15_000)),
])"""
NEXT_VERSION_STORED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  while (next.state === "installing")
    await new Promise((done) => next.addEventListener("statechange", done, {once: true}));
}"""
STORED = """async () => {
  const names = await caches.keys();
  const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names, stored.flat().map(({url}) => new URL(url).pathname)];
}"""


@contextmanager
def running_server(
    database: Path, port: str = "0", program: str = "meldroom.cli"
) -> Iterator[tuple[str, str]]:
    """Run a server; gives its URL and port, so that another can follow it there."""
    serve = [sys.executable, "-u", "-m", program, "serve", "--hurry", "--port", port]
    with subprocess.Popen(
        [*serve, "--database", f"sqlite:///{database}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        url = re.search(r"http://\S+:(\d+)", server.stdout.readline())
        try:
            assert url is not None
            yield url.group(), url.group(1)
        finally:
            server.terminate()


Visit = Callable[..., BrowserUser]


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Open home in a browser that may store the shell, and wait until it has."""
    contexts: list[Any] = []

    def visit(url: str, size: str = "desk") -> BrowserUser:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        context.set_default_timeout(TIMEOUT_MS)
        user = BrowserUser(context.new_page(), url, "Ada", {"speed": "off"})
        user.expects_errors = True  # while the server is away
        user.visit("/")
        user.page.wait_for_selector(".game .btn.primary")
        user.page.evaluate(WORKER_READY)
        return user

    yield visit
    for context in contexts:
        context.close()


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_the_page_opens_while_the_server_is_away_says_so_and_comes_back_with_it(
    size: str, visit: Visit, tmp_path: Path
) -> None:
    with running_server(tmp_path / "db") as (url, port):
        user = visit(url, size)
    page = user.page
    user.visit("/")
    page.wait_for_selector(f".away-strip:has-text('{AWAY}')")
    assert page.locator("h1").inner_text() == "Five card games, one room."
    assert accessibility_faults(user) == []
    page.click("a[href='/settings']")
    page.wait_for_selector("main.settings input[name=theme]", state="attached")
    assert page.locator(".away-strip").is_visible()
    user.visit("/t/anything")
    page.wait_for_selector(".page-state-card:has-text('The room is away')")
    user.visit(f"/rules/{ANY}")
    page.wait_for_selector(".away-strip")
    with running_server(tmp_path / "db", port):
        page.wait_for_selector(".rule-text")
        page.wait_for_selector(".away-strip", state="detached")
        page.click(".brand")
        page.locator(".game .btn.primary").first.click()
        page.wait_for_selector(".own-side .hand .card")


@pytest.mark.long
def test_a_new_version_of_the_server_replaces_the_whole_shell(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path / "db") as (url, port):
        user = visit(url)
        (old,), _ = user.page.evaluate(STORED)
    with running_server(tmp_path / "db", port, CHANGED_PAGE_SERVER):
        user.visit("/")
        user.page.wait_for_selector("h1:has-text('newer')")
        (new,), _ = user.page.evaluate(STORED)
        assert new != old
    user.visit("/settings")
    user.page.wait_for_selector("h1:has-text('Newer settings')")


@pytest.mark.long
def test_a_page_in_use_changes_version_when_the_reader_goes_on(
    visit: Visit, tmp_path: Path
) -> None:
    with running_server(tmp_path / "db") as (url, port):
        user = visit(url)
        user.visit("/")
        user.page.wait_for_selector(".game .btn.primary")
        user.page.mouse.click(5, 5)
    with running_server(tmp_path / "db", port, CHANGED_PAGE_SERVER):
        user.page.evaluate(NEXT_VERSION_STORED)
        assert "one room" in user.page.locator("h1").inner_text()
        user.page.click("a[href='/settings']")
        user.page.wait_for_selector("h1:has-text('Newer settings')")


@pytest.mark.long
def test_nothing_but_files_of_the_page_is_stored(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path / "db") as (url, _):
        user = visit(url)
        user.open_table(ANY)
        user.wait_for_turn()
        user.act_and_wait()
        user.visit("/me")
        user.page.wait_for_selector("main")
        names, paths = user.page.evaluate(STORED)
    assert len(names) == 1
    files = {f"/{file.relative_to(WEB_FOLDER)}" for file in WEB_FOLDER.rglob("*")}
    games = {f"/games/{key}/{name}" for key, game in GAMES.items() for name in assets(game)}
    assert {"/", "/client/main.js", f"/games/{ANY}/table.js"} <= set(paths)
    assert set(paths) <= files | games | {"/"}
