"""The page's first load, and the time until a move is on screen."""

from __future__ import annotations

import statistics
from typing import Any

import click

from tests.web.chromium import first_visit, open_browser
from tests.web.room_process import open_room

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
CAN_MOVE = ".on-turn .acts [data-act]:not(:disabled), .on-turn .legal"


@click.command()
def web() -> None:
    """Measure the page in Chromium.

    Shows the size and time of the first load, and how soon a move is on screen.
    """
    with open_room() as url, open_browser() as browser:
        first_visit(browser, url)  # warms up the server
        visits = [first_visit(browser, url) for _ in range(VISITS)]
        times = sorted(move_times(browser, url))
    one = visits[0]
    seconds = statistics.median(visit.seconds for visit in visits)
    p95 = times[int(0.95 * (len(times) - 1))]
    click.echo(
        f"first load: {one.size / 1000:.1f} kB compressed in {one.files} files (at most 220 kB)\n"
        f"first load: {seconds:.2f} s on loopback, median of {VISITS} (at most 1 s)\n"
        f"a move is on screen {statistics.median(times):.0f} ms after it is received,"
        f" p95 {p95:.0f} ms (at most 100 ms; {len(times)} moves)"
    )


def move_times(browser: Any, url: str) -> list[float]:
    """Play some turns of the first game; return milliseconds from each message to its frame."""
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
