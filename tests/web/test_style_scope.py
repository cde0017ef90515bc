"""Scope of style sheets: a game's own sheet styles nothing but that game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

import meldroom.games
from meldroom.games import GAMES
from meldroom.server.http.tables_api import MAX_POSITIONS, ReplayPositions
from tests.levels import covering
from tests.web.browser_user import ORIGIN_ONLY, BrowserUser, NewUser
from tests.web.positions import opening
from tests.web.still_table import StillTable

GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"
GAME_FOLDERS = Path(meldroom.games.__file__).parent
PAGES = ["home", "settings", *(f"{kind} {key}" for key in GAMES for kind in ("table", "replay"))]
PAGES += [f"{kind} {key}" for key in GAMES for kind in ("rules", "lesson")]
SIZES = ["desk", "phone"]
MEASURE = """() => [...document.querySelectorAll("#app *")].map((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  const { color, backgroundColor, font, display, rotate, zIndex } = getComputedStyle(e);
  const name = `${e.tagName.toLowerCase()}.${e.getAttribute("class") ?? ""}`;
  const text = e.textContent.trim().slice(0, 30);
  return [`${name} "${text}"`, x, y, width, height, color, backgroundColor, font, display, rotate,
    zIndex];
})"""
LOAD_SHEETS = """(sheets) => Promise.all(sheets.map((href) => new Promise((onload) => {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "stylesheet", href, onload }));
})))"""
RULES_OUT_OF_SCOPE = """async ([key, prefix]) => {
  const response = await fetch(`/games/${key}/table.css`);
  const parsed = await new CSSStyleSheet().replace(await response.text());
  const scopes = [`[data-game="${key}"]`, `:where([data-game="${key}"])`];
  const face = new RegExp(`^(:root.* )?\\\\.${prefix}[- ]`);
  const scoped = (rule) => {
    if (rule instanceof CSSKeyframesRule) return rule.name.startsWith(`${prefix}-`);
    if (!(rule instanceof CSSStyleRule)) return false;
    if (scopes.includes(rule.selectorText)) return true;
    return rule.selectorText.split(/, (?=[.:])/).every((selector) => face.test(`${selector} `));
  };
  return [...parsed.cssRules].filter((rule) => !scoped(rule)).map((rule) => rule.cssText);
}"""


def serve_golden_replay(user: BrowserUser, key: str) -> int:
    """Answer requests for a replay with the game's first golden record; gives its length."""
    record = json.loads((GOLDEN / f"{key}.jsonl").read_text("utf-8").splitlines()[0])
    positions = ReplayPositions(record)

    def answer(route: Any) -> None:
        url = urlsplit(route.request.url)
        if not url.path.endswith("/plies"):
            route.fulfill(json=record)
            return
        first, last = (int(parse_qs(url.query)[name][0]) for name in ("from", "to"))
        shots = positions.positions(first, min(last, first + MAX_POSITIONS), None)
        body = json.loads(msgspec.json.encode({"shots": shots}))
        route.fulfill(json=body)

    user.page.route("**/api/tables/golden/records/1**", answer)
    return len(record["moves"])


def open_page(user: BrowserUser, kind: str, key: str) -> None:
    """Open a page and wait until it is drawn."""
    page = user.page
    if kind == "table":
        StillTable(opening(key, GAMES[key].players[-1])).show(user)
    elif kind == "replay":
        plies = serve_golden_replay(user, key)
        user.visit(f"/replay/golden/1#{plies * 2 // 3}")
        page.wait_for_selector(".playback")
    elif kind == "lesson":
        user.visit(f"/learn/{key}")
        page.wait_for_selector("[data-pointer]")
    elif kind == "rules":
        user.visit(f"/rules/{key}")
        page.wait_for_selector(".rule-text")
    else:
        user.visit("/" if kind == "home" else "/settings")
        page.wait_for_selector(".game .game-art .card, .samples .card")
    page.wait_for_load_state("networkidle")


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), covering(PAGES, SIZES, keep=0))
def test_a_page_looks_the_same_with_the_style_sheets_of_every_game(
    name: str, size: str, new_user: NewUser
) -> None:
    kind, _, key = name.partition(" ")
    user = new_user(size=size)
    open_page(user, kind, key)
    alone = user.page.evaluate(MEASURE)
    user.page.evaluate(LOAD_SHEETS, [f"/games/{one}/table.css" for one in GAMES if one != key])
    together = user.page.evaluate(MEASURE)
    changed = [
        (before, after) for before, after in zip(alone, together, strict=True) if before != after
    ]
    assert changed == []


def test_every_rule_of_a_games_style_sheet_names_the_game(user: BrowserUser) -> None:
    user.visit(ORIGIN_ONLY)
    for key in GAMES:
        symbols = (GAME_FOLDERS / key.replace("-", "_") / "web" / "faces.svg").read_text("utf-8")
        (prefix,) = set(re.findall(r'id="(\w+)-', symbols))
        assert user.page.evaluate(RULES_OUT_OF_SCOPE, [key, prefix]) == [], key


@pytest.mark.long
@pytest.mark.parametrize(("key", "size"), covering(GAMES, SIZES))
def test_a_replay_opened_from_home_looks_like_one_opened_by_its_address(
    key: str, size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    page = user.page
    serve_golden_replay(user, key)
    user.visit("/replay/golden/1")
    page.wait_for_selector(".playback")
    by_address = page.evaluate(MEASURE)
    finished = {"key": "golden", "game": key, "names": ["Ada", "Finch"], "seat": 0, "code": ""}
    over = {"place": 1, "score": 0, "winners": [0]}
    page.evaluate(
        "(tables) => localStorage.setItem('meldroom-tables', JSON.stringify(tables))",
        [{**finished, "number": 1, "at": 0, "over": over}],
    )
    user.visit("/")
    page.wait_for_load_state("networkidle")  # every game's front end is loaded
    page.click("a[href='/replay/golden/1']")
    page.wait_for_selector(".playback")
    assert page.evaluate(MEASURE) == by_address
