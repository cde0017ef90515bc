"""The files of the page: their types, and how long browsers keep them."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from meldroom.front_end import ASSETS, assets, assets_folder
from meldroom.games import GAMES
from meldroom.server.app import PAGE_ADDRESSES
from meldroom.server.http.static_files import WEB_FOLDER
from tests.server.local_room import local_server
from tests.server.socket_client import http_client

HINT = re.compile(r'<link rel="modulepreload" href="([^"]+)">\n')


async def test_fonts_are_served_uncompressed_and_cached_for_good(http: httpx.AsyncClient) -> None:
    for path in (WEB_FOLDER / "fonts").glob("*.woff2"):
        answer = await http.get(f"/fonts/{path.name}")
        assert answer.content == path.read_bytes()
        assert answer.headers["Content-Type"] == "font/woff2"
        assert "Content-Encoding" not in answer.headers
        assert "immutable" in answer.headers["Cache-Control"]
        assert "font-src 'self'" in answer.headers["Content-Security-Policy"]


async def test_other_files_of_the_page_are_revalidated(http: httpx.AsyncClient) -> None:
    answer = await http.get("/style/fonts.css")
    assert answer.headers["Cache-Control"] == "no-cache"


async def test_a_game_gives_its_front_end_files_and_nothing_else(http: httpx.AsyncClient) -> None:
    for key, game in GAMES.items():
        assert "table.js" in assets(game)
        for name in assets(game):
            answer = await http.get(f"/games/{key}/{name}")
            assert answer.content == (assets_folder(game) / name).read_bytes()
            assert answer.headers["Cache-Control"] == "no-cache"
            kind = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
            assert answer.headers["Content-Type"].startswith(kind[name.split(".")[-1]])
    for path in ("thumbs-up/game.py", "thumbs-up/", "thumbs-up", "whist/table.js", ""):
        missing = await http.get(f"/games/{path}", headers={"Accept": "*/*"})
        assert (missing.status_code, missing.json()) == (
            404,
            {"title": "not found", "status": 404, "detail": "no game has that file"},
        )


async def test_every_address_of_the_page_gives_the_page(tmp_path: Path) -> None:
    page = (WEB_FOLDER / "index.html").read_text("utf-8")
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        for address, module in PAGE_ADDRESSES.items():
            answer = await http.get(re.sub(r"{\w+:number}", "1", re.sub(r"{\w+}", "x", address)))
            assert (answer.status_code, HINT.sub("", answer.text)) == (200, page)
            assert answer.headers["Cache-Control"] == "no-cache"
            hints = set(HINT.findall(answer.text))
            assert {"/client/main.js", "/vendor/lit.js", f"/pages/{module}.js"} <= hints
            for hint in hints:
                assert (await http.get(hint)).status_code == 200, hint
        assert (await http.get("/replay/x/y")).status_code == 404


async def test_where_the_address_names_a_game_or_its_table_its_files_are_hinted_at(
    http: httpx.AsyncClient,
) -> None:
    for key, game in GAMES.items():
        opened = await http.post("/api/tables", json={"game": key, "seats": 2, "name": "Ada"})
        for address in (f"/learn/{key}", f"/rules/{key}", f"/t/{opened.json()['table']}"):
            page = (await http.get(address)).text
            for name in set(ASSETS) & set(assets(game)):
                assert f'href="/games/{key}/{name}"' in page
    for address in ("/learn/whist", "/t/whist", "/"):
        assert 'href="/games/' not in (await http.get(address)).text
