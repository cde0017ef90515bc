"""`meldroom bench web`: what the first visit loads, how long it takes, how soon a move is seen."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
VISITS = 5
MOVES = 20
LISTEN = """
const Real = WebSocket; window.waits = []; let told = null;
window.WebSocket = class extends Real {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (frame) => {
      if (frame.data.startsWith('{"is":"play"')) told ??= performance.now();
    });
  }
};
new MutationObserver((changes) => {
  if (told === null || !changes.some((one) => one.attributeName === "data-ply")) return;
  const from = told; told = null;
  requestAnimationFrame(() => window.waits.push(performance.now() - from));
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-ply"]});
"""
LOADED = """() => {
  const all = [...performance.getEntriesByType("navigation"),
               ...performance.getEntriesByType("resource")];
  return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)];
}"""

LAST = """() => Math.max(...performance.getEntriesByType("resource")
  .map((one) => one.responseEnd)) / 1000"""


class Visit(NamedTuple):
    """What a first visit took."""

    files: int
    size: int
    seconds: float


@contextmanager
def open_room(program: str = "meldroom.cli") -> Iterator[str]:
    """Open a room of its own in which bots move at once; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        serve = [sys.executable, "-u", "-m", program, "serve", "--hurry", "--port", "0"]
        with subprocess.Popen(
            [*serve, "--database", f"sqlite:///{folder}/room.db"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server:
            assert server.stdout is not None
            told = re.search(r"http://\S+", server.stdout.readline())
            if told is None:
                raise click.ClickException("the room did not open")
            try:
                yield told.group()
            finally:
                server.terminate()


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start Chromium; ClickException says what is missing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise click.ClickException("this needs Playwright: pip install playwright") from None
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise click.ClickException("this needs Chromium: apt install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def first_visit(browser: Any, room: str) -> Visit:
    """Come for the first time, with nothing kept, until all games lie on the shelf."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(room)
    page.wait_for_selector(".game .game-art .card")
    page.wait_for_load_state("networkidle")
    files, size = page.evaluate(LOADED)
    seconds = page.evaluate(LAST)
    context.close()
    return Visit(files, size, seconds)


def waits_for_moves(browser: Any, room: str) -> list[float]:
    """Play a few turns at the first game; gives milliseconds from hearing a play to its picture."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(room)
    page.locator(".game .btn.primary").first.click()
    for _ in range(MOVES):
        page.wait_for_selector(".on-turn .acts [data-act]:not(:disabled), .on-turn .legal")
        if not page.locator(".on-turn .acts [data-act]:not(:disabled)").count():
            page.locator(".hand .legal").last.click()
        page.locator(".acts [data-act]:not(:disabled)").first.click()
        page.wait_for_timeout(150)
    waits: list[float] = page.evaluate("() => window.waits")
    context.close()
    return waits


def measured() -> list[str]:
    """Measure, and tell it in lines."""
    with open_room() as room, open_browser() as browser:
        first_visit(browser, room)  # the server has its own first time
        visits = [first_visit(browser, room) for _ in range(VISITS)]
        waits = sorted(waits_for_moves(browser, room))
    one = visits[0]
    seconds = statistics.median(visit.seconds for visit in visits)
    late = waits[int(0.95 * (len(waits) - 1))]
    return [
        f"first load: {one.size / 1000:.1f} kB compressed in {one.files} files (at most 150 kB)",
        f"first load: {seconds:.2f} s on loopback, median of {VISITS} (at most 1 s)",
        f"a move is on screen {statistics.median(waits):.0f} ms after it is heard,"
        f" 95 of 100 within {late:.0f} ms (at most 100 ms; {len(waits)} moves)",
    ]
