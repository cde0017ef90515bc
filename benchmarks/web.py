"""The page's first load, on a slow network too, and the time until a move is on screen."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click

from tests.web.chromium import first_visit, open_browser
from tests.web.room_process import open_room

VISITS = 5
SLOW_VISITS = 3
MOVES = 20
SLOW = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}  # 400 kbit/s
OPEN_TABLE = """async () => (await fetch("/api/tables", {method: "POST",
  headers: {"Content-Type": "application/json"},
  body: JSON.stringify({game: (await (await fetch("/api/games")).json())[0].key, seats: 2,
    name: "Ada"})})).json()"""
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


class SlowVisit(NamedTuple):
    """A first visit by a slow network."""

    rounds: int  # of requests, each of which waited for another's answer
    requests: int
    size: int
    seconds: float  # until there is something to press


@click.command()
@click.option("--beside", multiple=True, type=click.Path(path_type=Path, exists=True))
def web(beside: tuple[Path, ...]) -> None:
    """Measure the page in Chromium.

    Shows the size and time of the first load, what a friend waits for who opens a link by a slow
    network, and how soon a move is on screen. Each BESIDE is a folder with another `meldroom` in
    it, as another checkout's src/ or an unpacked wheel; such rooms are visited in turn.
    """
    measure_slow_visits({"here": None} | {str(folder): folder for folder in beside})
    with open_room() as url, open_browser() as browser:
        first_visit(browser, url)  # warms up the server
        visits = [first_visit(browser, url) for _ in range(VISITS)]
        times = sorted(move_times(browser, url))
    one = visits[0]
    seconds = statistics.median(visit.seconds for visit in visits)
    p95 = times[int(0.95 * (len(times) - 1))]
    click.echo(
        f"first load: {one.size / 1000:.1f} kB compressed in {one.files} files\n"
        f"first load: {seconds:.2f} s on loopback, median of {VISITS} (at most 1 s)\n"
        f"a move is on screen {statistics.median(times):.0f} ms after it is received,"
        f" p95 {p95:.0f} ms (at most 100 ms; {len(times)} moves)"
    )


def measure_slow_visits(folders: dict[str, Path | None]) -> None:
    """Show what first visits to a table cost from each folder, by median."""
    visits: dict[str, list[SlowVisit]] = {name: [] for name in folders}
    with open_browser() as browser:
        for _ in range(SLOW_VISITS):
            for name, folder in folders.items():
                with room_from(folder) as url:
                    visits[name].append(slow_visit(browser, url))
    for name, found in visits.items():
        rounds, requests, size, seconds = map(statistics.median, zip(*found, strict=True))
        click.echo(
            f"first visit to a table at 400 kbit/s and 400 ms, {name}: {rounds:.0f} rounds,"
            f" {requests:.0f} requests, {size / 1000:.0f} kB, {seconds:.1f} s"
        )


@contextmanager
def room_from(folder: Path | None) -> Iterator[str]:
    """Start a server whose sources are in a folder; yield its URL."""
    before = os.environ.get("PYTHONPATH", "")
    try:
        if folder is not None:
            os.environ["PYTHONPATH"] = str(folder.resolve())
        with open_room() as url:
            yield url
    finally:
        os.environ["PYTHONPATH"] = before


def slow_visit(browser: Any, url: str) -> SlowVisit:
    """Open the link to a table with an empty cache, until a seat can be taken."""
    host = browser.new_context().new_page()
    host.goto(url + "/api/addresses")
    table = host.evaluate(OPEN_TABLE)
    context = browser.new_context(service_workers="block")  # its first visit is over by then
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
    begun: dict[str, float] = {}
    sizes: dict[str, int] = {}
    rounds: list[tuple[float, int]] = []  # when a request ended, and how deep it was

    def end(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]
        start = begun[event["requestId"]]
        after = 1 if rounds else 0  # the document names what is asked for before it has ended
        depth = 1 + max((depth for ended, depth in rounds if ended <= start), default=after)
        rounds.append((event["timestamp"], depth))

    network.on(
        "Network.requestWillBeSent", lambda e: begun.update({e["requestId"]: e["timestamp"]})
    )
    network.on("Network.loadingFinished", end)
    page.goto(f"{url}/t/{table['table']}#{table['code']}", wait_until="commit")
    page.wait_for_selector("form button")
    seconds = page.evaluate("() => performance.now()") / 1000
    context.close()
    host.context.close()
    return SlowVisit(max(depth for _, depth in rounds), len(sizes), sum(sizes.values()), seconds)


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
