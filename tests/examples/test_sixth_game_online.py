"""A game from another package is played on the server and in the page."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from meldroom.cli.deal_share import DealShare
from tests import missing
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def origin(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server that finds the sixth game; gives its address."""
    database = f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.db'}"
    serve = ["-m", "meldroom.cli", "serve", "--hurry", "--port", "0", "--database", database]
    with subprocess.Popen(
        [sys.executable, "-u", *serve],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().rpartition(" ")[2].strip()
        server.terminate()


def say(socket: ClientConnection, do: str, **fields: Any) -> None:
    socket.send(json.dumps({"do": do, **fields}))


def hear(socket: ClientConnection) -> dict[str, Any]:
    heard: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
    return heard


def play_to_the_end(socket: ClientConnection, seat: int) -> dict[str, Any]:
    """Take part in the deal and act whenever it is this seat's turn; gives the result."""
    acts, share = 0, DealShare()
    while True:
        heard = hear(socket)
        table = heard.get("table") if heard["is"] == "welcome" else heard
        play = heard.get("play") if heard["is"] == "welcome" else heard
        given = share.answer(table, seat) if table and "phase" in table else None
        if given:
            socket.send(json.dumps(given))
        if play and play.get("result"):
            result: dict[str, Any] = play["result"]
            return result
        if play and seat in play.get("to_act", ()):
            acts += 1
            say(socket, "act", id=str(acts), texts=[play["legal"][0]["text"]], ply=play["ply"])


def test_the_server_lists_it_with_its_options_and_assets(origin: str) -> None:
    games = {
        game["key"]: game for game in httpx.get(f"{origin}/api/games", timeout=PATIENCE).json()
    }
    assert games["windfall"]["assets"] == ["table.css"]
    assert [option["name"] for option in games["windfall"]["options"]] == ["hands", "sets"]
    assert "--felt" in httpx.get(f"{origin}/games/windfall/table.css", timeout=PATIENCE).text
    assert "**R5**" in httpx.get(f"{origin}/api/games/windfall/rules", timeout=PATIENCE).text
    assert (
        len(httpx.get(f"{origin}/api/games/windfall/lesson", timeout=PATIENCE).json()["steps"]) == 5
    )


def test_a_game_is_played_to_its_end_over_the_websocket(origin: str) -> None:
    wish = {"game": "windfall", "seats": 3, "name": "Ada", "keep": "token", "options": {"hands": 1}}
    seat = httpx.post(
        f"{origin}/api/tables", json=wish, headers={"Origin": origin}, timeout=PATIENCE
    ).json()
    address = origin.replace("http", "ws") + "/socket"
    with connect(address, origin=Origin(origin)) as socket:
        say(socket, "hello", table=seat["table"], token=seat["token"])
        result = play_to_the_end(socket, seat["seat"])
    assert (result["reason"], result["rule"]) == ("WF-3", "Q3")
    record = httpx.get(f"{origin}/api/tables/{seat['table']}/records/1", timeout=PATIENCE).json()
    assert record["game"] == "windfall"


@pytest.fixture
def user(origin: str) -> Iterator[Any]:
    """Open a browser on this server; its console must stay empty."""
    web = pytest.importorskip("tests.web.conftest")
    from tests.web.browser_user import BrowserUser

    if not web.CHROMIUM:
        pytest.skip(missing.CHROMIUM)
    with web.playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=web.CHROMIUM, args=web.CHROMIUM_FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        user = BrowserUser(page, origin, "Ada", {"speed": "off"})
        yield user
        browser.close()
    assert user.errors == []


@pytest.mark.long
def test_the_page_draws_its_table_and_makes_a_move(user: Any, tmp_path: Path) -> None:
    user.visit("/")
    user.page.click("[data-game=windfall] .primary")
    user.wait_for_turn()
    seen = user.observe()
    assert len(seen["hand"]) == 5
    assert user.page.locator(".centre .pile").count() == 2
    user.press_button("draw", "mouse")
    user.page.wait_for_selector(f".board[data-ply='{seen['ply'] + 1}']")
    assert len(user.observe()["hand"]) == 6
    user.page.screenshot(path=tmp_path / "windfall.png")


@pytest.mark.long
def test_a_whole_game_is_played_in_the_page(user: Any) -> None:
    user.open_table("windfall", options={"hands": 1})
    user.play_game("mouse")
    assert "Q3" in user.page.locator(".game-over").inner_text()
