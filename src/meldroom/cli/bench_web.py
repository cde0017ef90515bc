"""`meldroom bench web`: the page's first load, and the time until a move is on screen."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from meldroom.envs.browser import system_browser

CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
VISITS = 5
MOVES = 20
TIME_MOVES = """
const Real = WebSocket; window.moveTimes = []; let received = null;
window.WebSocket = class extends Real {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (frame) => {
      if (frame.data.startsWith('{"is":"play"')) received ??= performance.now();
    });
  }
};
new MutationObserver((changes) => {
  if (received === null || !changes.some((one) => one.attributeName === "data-ply")) return;
  const from = received; received = null;
  requestAnimationFrame(() => window.moveTimes.push(performance.now() - from));
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-ply"]});
"""
TRANSFERRED = """() => {
  const all = [...performance.getEntriesByType("navigation"),
               ...performance.getEntriesByType("resource")];
  return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)];
}"""

LAST_RESPONSE = """() => Math.max(...performance.getEntriesByType("resource")
  .map((one) => one.responseEnd)) / 1000"""

CAN_MOVE = ".on-turn .acts [data-act]:not(:disabled), .on-turn .legal"


class FirstLoad(NamedTuple):
    """Files, bytes and seconds of a first visit."""

    files: int
    size: int
    seconds: float


@contextmanager
def open_room(
    program: str = "meldroom.cli", hurry: bool = True, database: str = ""
) -> Iterator[str]:
    """Start a server, by default on a new database; bots that hurry do not wait; gives its URL."""
    with tempfile.TemporaryDirectory() as folder:
        serve = [sys.executable, "-u", "-m", program, "serve", "--port", "0"]
        serve += ["--hurry"] if hurry else []
        with subprocess.Popen(
            [*serve, "--database", database or f"sqlite:///{folder}/room.db"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server:
            assert server.stdout is not None
            url = re.search(r"http://\S+", server.stdout.readline())
            if url is None:
                raise click.ClickException("the server did not start")
            try:
                yield url.group()
            finally:
                server.terminate()


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start Chromium; ClickException says what is missing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise click.ClickException("this needs Playwright: pip install playwright") from None
    path = system_browser()
    if not path:
        raise click.ClickException("this needs Chromium: apt install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def first_visit(browser: Any, url: str) -> FirstLoad:
    """Load the home page with an empty cache, until all games are shown."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".game .game-art .card")
    page.wait_for_load_state("networkidle")
    files, size = page.evaluate(TRANSFERRED)
    seconds = page.evaluate(LAST_RESPONSE)
    context.close()
    return FirstLoad(files, size, seconds)


def move_times(browser: Any, url: str) -> list[float]:
    """Play some turns of the first game; gives milliseconds from each message to its frame."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(TIME_MOVES)
    page.goto(url)
    page.locator(".game .btn.primary").first.click()
    for _ in range(MOVES):
        page.wait_for_selector(f".showdown, {CAN_MOVE}")
        if page.locator(".showdown").count():
            page.click("[data-command=continue]")
            page.wait_for_selector(CAN_MOVE)
        if not page.locator(".on-turn .acts [data-act]:not(:disabled)").count():
            page.locator(".hand .legal").last.click()
        page.locator(".acts [data-act]:not(:disabled)").first.click()
        page.wait_for_timeout(150)
    times: list[float] = page.evaluate("() => window.moveTimes")
    context.close()
    return times


def measure_page() -> list[str]:
    """Measure, and give the results as lines."""
    with open_room() as url, open_browser() as browser:
        first_visit(browser, url)  # warms up the server
        visits = [first_visit(browser, url) for _ in range(VISITS)]
        times = sorted(move_times(browser, url))
    one = visits[0]
    seconds = statistics.median(visit.seconds for visit in visits)
    p95 = times[int(0.95 * (len(times) - 1))]
    return [
        f"first load: {one.size / 1000:.1f} kB compressed in {one.files} files (at most 220 kB)",
        f"first load: {seconds:.2f} s on loopback, median of {VISITS} (at most 1 s)",
        f"a move is on screen {statistics.median(times):.0f} ms after it is received,"
        f" p95 {p95:.0f} ms (at most 100 ms; {len(times)} moves)",
    ]
