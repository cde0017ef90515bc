"""The files of the page, and the front-end files of each game."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from meldroom.front_end import assets, assets_folder
from meldroom.games import GAMES
from meldroom.server.http.responses import problem

WEB_FOLDER = Path(str(files("meldroom"))) / "web"
REVALIDATE = {"Cache-Control": "no-cache"}  # cached, revalidated on every request
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
mimetypes.add_type("font/woff2", ".woff2")  # not every system's list has it


def index_page() -> Response:
    """Give the page that shows every address."""
    return FileResponse(WEB_FOLDER / "index.html", headers=REVALIDATE)


class PageFiles(StaticFiles):
    """The files of the page."""

    def __init__(self) -> None:
        super().__init__(directory=WEB_FOLDER, check_dir=False)

    def file_response(self, *arguments: Any, **keywords: Any) -> Response:
        """Give a file that browsers cache and revalidate."""
        response = super().file_response(*arguments, **keywords)
        response.headers.update(REVALIDATE)
        return response


class FontFiles(StaticFiles):
    """The vendored fonts; their names hold their versions."""

    def __init__(self) -> None:
        super().__init__(directory=WEB_FOLDER / "fonts", check_dir=False)

    def file_response(self, *arguments: Any, **keywords: Any) -> Response:
        """Give a file that browsers cache for good."""
        response = super().file_response(*arguments, **keywords)
        response.headers.update(IMMUTABLE)
        return response


class GameFiles:
    """The front-end files of every game, by its key and their names."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give one file of one game."""
        key, _, name = scope["path"].removeprefix(scope["root_path"]).lstrip("/").partition("/")
        game = GAMES.get(key)
        if game is None or name not in assets(game):
            await problem(404, "not found", "no game has that file")(scope, receive, send)
            return
        path = assets_folder(game) / name
        await FileResponse(path, headers=REVALIDATE)(scope, receive, send)
