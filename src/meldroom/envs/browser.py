"""Chromium draws the page's table from messages that are given to it; it reaches no network."""

from __future__ import annotations

import atexit
import base64
import json
import shutil
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from meldroom.front_end import assets, assets_folder
from meldroom.games import find

WEB_FOLDER = Path(str(files("meldroom"))) / "web"
ADDRESS = "http://meldroom.invalid"
SYSTEM_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--disable-gpu", "--force-color-profile=srgb"]
WIDTH, HEIGHT = 1000, 800
SETTINGS = {"speed": "off", "theme": "light", "sound": "off"}
MISSING = 'rgb_array needs an extra: pip install "meldroom[render]" && playwright install chromium'
NO_CHROMIUM = "rgb_array needs Chromium: playwright install chromium, or your system's package"

# In place of the server: `tell` gives the page a message.
STAND_IN = """
localStorage.setItem("meldroom-settings", JSON.stringify(SETTINGS));
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    window.tell = (message) => this.onmessage({ data: JSON.stringify(message) });
    queueMicrotask(() => this.onopen());
  }
  send(text) {
    if (JSON.parse(text).do === "ping") window.tell({ is: "pong" });
  }
  close() {}
};
""".replace("SETTINGS", json.dumps(SETTINGS))
# A task runs after all microtasks, in which the page handles messages and draws.
TELL = """async (messages) => {
  messages.forEach((message) => window.tell(message));
  await new Promise((drawn) => setTimeout(drawn, 0));
}"""
LOAD_FONTS = "async () => { await Promise.all([...document.fonts].map((font) => font.load())); }"
PIXELS = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const blob = new Blob([data]);
  const reader = new FileReader();
  await new Promise((read) => { reader.onload = read; reader.readAsDataURL(blob); });
  return reader.result.split(",")[1];
}"""


class Browser:
    """One Chromium for all environments of a process, in a thread of its own.

    Playwright's calls must all come from one thread, and not from one that runs an event loop, as
    notebooks do.
    """

    def __init__(self) -> None:
        check_installed()
        self._pages: dict[str, Any] = {}
        self._tasks: SimpleQueue[tuple[Callable[[], Any], SimpleQueue[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="meldroom pictures", daemon=True)
        self._thread.start()
        self._ask(lambda: None)  # raises what went wrong
        atexit.register(self.close)

    def picture(self, key: str, messages: list[dict[str, Any]]) -> bytes:
        """Give the pixels of a game's table after these messages: red, green, blue and opacity."""
        pixels: str = self._ask(lambda: self._pixels(key, messages))
        return base64.b64decode(pixels)

    def close(self) -> None:
        """End Chromium."""
        self._tasks.put(None)
        self._thread.join()

    def _ask(self, task: Callable[[], Any]) -> Any:
        answer: SimpleQueue[Any] = SimpleQueue()
        self._tasks.put((task, answer))
        result = answer.get()
        if isinstance(result, Exception):
            raise result
        return result

    def _run(self) -> None:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as driver:
            try:
                self._browser = launched(driver)
            except Exception as error:  # whoever waits for the thread is told
                self._ask_failed(error)
                return
            while (request := self._tasks.get()) is not None:
                task, answer = request
                try:
                    answer.put(task())
                except Exception as error:
                    answer.put(error)
            self._browser.close()

    def _ask_failed(self, error: Exception) -> None:
        request = self._tasks.get()
        if request is not None:
            request[1].put(error)

    def _pixels(self, key: str, messages: list[dict[str, Any]]) -> str:
        page = self._pages.get(key)
        if page is None:
            page = self._pages[key] = self._open()
            page.evaluate(TELL, messages[-1:])
            page.wait_for_selector("main[data-ply]")
            page.evaluate(LOAD_FONTS)
            page.wait_for_load_state("networkidle")  # pictures of cards and icons are there
        page.evaluate(TELL, messages)
        png = base64.b64encode(page.screenshot(animations="disabled", caret="hide"))
        pixels: str = page.evaluate(PIXELS, png.decode("ascii"))
        return pixels

    def _open(self) -> Any:
        viewport = {"width": WIDTH, "height": HEIGHT}
        context = self._browser.new_context(viewport=viewport, reduced_motion="reduce")
        context.add_init_script(STAND_IN)
        context.route("**/*", answer_request)
        page = context.new_page()
        page.goto(f"{ADDRESS}/t/picture")
        page.wait_for_function("() => window.tell")
        return page


def check_installed() -> None:
    """ImportError, naming the remedy, unless Playwright is installed."""
    try:
        import playwright  # noqa: F401
    except ImportError as error:
        raise ImportError(MISSING, name=error.name) from None


@cache
def shared_browser() -> Browser:
    """Give the browser of this process; an error says what must be installed."""
    return Browser()


def system_browser() -> str:
    """Find the system's Chromium; "" without one."""
    return next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), "")


def launched(driver: Any) -> Any:
    """Start Playwright's Chromium, or the system's."""
    own = driver.chromium.executable_path
    path = own if Path(own).exists() else system_browser()
    if not path:
        raise RuntimeError(NO_CHROMIUM)
    return driver.chromium.launch(executable_path=path, args=FLAGS)


def answer_request(route: Any) -> None:
    """Answer the page with its files."""
    path = page_file(urlsplit(route.request.url).path)
    if path is None:
        route.fulfill(status=404, body="{}", content_type="application/json")
    else:
        kind = "font/woff2" if path.suffix == ".woff2" else guess_type(path.name)[0]
        route.fulfill(body=path.read_bytes(), content_type=kind)


def page_file(path: str) -> Path | None:
    """Find the file at an address of the page; None if there is none."""
    first, _, rest = path.strip("/").partition("/")
    if first == "t":
        return WEB_FOLDER / "index.html"
    if first == "games":
        key, _, name = rest.partition("/")
        game = find(key)
        return assets_folder(game) / name if name in assets(game) else None
    file = WEB_FOLDER / path.strip("/")
    return file if file.is_file() else None
