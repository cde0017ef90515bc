"""Chromium, and what its first visit to a room costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from meldroom.envs.browser import system_browser

CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
TRANSFERRED = """() => {
  const all = [...performance.getEntriesByType("navigation"),
               ...performance.getEntriesByType("resource")];
  return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)];
}"""

LAST_RESPONSE = """() => Math.max(...performance.getEntriesByType("resource")
  .map((one) => one.responseEnd)) / 1000"""


class FirstLoad(NamedTuple):
    """Files, bytes and seconds of a first visit."""

    files: int
    size: int
    seconds: float


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start Chromium; RuntimeError where there is none."""
    from playwright.sync_api import sync_playwright

    path = system_browser()
    if not path:
        raise RuntimeError("this needs Chromium: apt install chromium")
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
