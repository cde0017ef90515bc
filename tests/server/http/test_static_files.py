"""The files of the page: their types, and how long browsers keep them."""

from __future__ import annotations

from pathlib import Path

from meldroom.server.http.static_files import WEB_FOLDER
from tests.server.local_room import local_server, run
from tests.server.socket_client import http_client


def test_fonts_are_served_uncompressed_and_cached_for_good(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
            for path in (WEB_FOLDER / "fonts").glob("*.woff2"):
                answer = await http.get(f"/fonts/{path.name}")
                assert answer.content == path.read_bytes()
                assert answer.headers["Content-Type"] == "font/woff2"
                assert "Content-Encoding" not in answer.headers
                assert "immutable" in answer.headers["Cache-Control"]
                assert "font-src 'self'" in answer.headers["Content-Security-Policy"]

    run(scenario())


def test_other_files_of_the_page_are_revalidated(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
            answer = await http.get("/style/fonts.css")
            assert answer.headers["Cache-Control"] == "no-cache"

    run(scenario())
