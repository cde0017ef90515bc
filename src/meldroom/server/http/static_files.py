"""The files of the page, and the front-end files of each game."""

from __future__ import annotations

import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from meldroom.core.game import AnyGame
from meldroom.front_end import assets, assets_folder
from meldroom.games import GAMES
from meldroom.server.http.page_modules import reached
from meldroom.server.http.responses import problem

WEB_FOLDER = Path(str(files("meldroom"))) / "web"
REVALIDATE = {"Cache-Control": "no-cache"}  # cached, revalidated on every request
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
MAIN = "/client/main.js"
mimetypes.add_type("font/woff2", ".woff2")  # not every system's list has it


def file_at(address: str) -> Path | None:
    """Return the file of the page, or of a game, at an address."""
    if not address.startswith("/games/"):
        return WEB_FOLDER / address.lstrip("/")
    key, _, name = address.removeprefix("/games/").partition("/")
    game = GAMES.get(key)
    return assets_folder(game) / name if game is not None and name in assets(game) else None


def document(module: str, game: AnyGame | None = None) -> Response:
    """Return the document of a page, with hints for what it needs besides.

    The browser then asks for everything at once, not for what a module imports when it has that.
    """
    text = (WEB_FOLDER / "index.html").read_text("utf-8")
    with_hints = text.replace("</head>", f"{_hints(module, game.key if game else '')}</head>")
    return Response(with_hints, media_type="text/html", headers=REVALIDATE)


@cache  # in a checkout, too: a hint that is out of date does no harm
def _hints(module: str, key: str) -> str:
    names = assets(GAMES[key]) if key else []
    starts = [MAIN, f"/pages/{module}.js"] + [f"/games/{key}/table.js"] * ("table.js" in names)
    modules = dict.fromkeys(found for start in starts for found in reached(start, _text_at))
    hints = [f'<link rel="modulepreload" href="{address}">' for address in modules]
    for name, kind in (("table.css", 'as="style"'), ("faces.svg", 'as="fetch" crossorigin')):
        if name in names:
            hints.append(f'<link rel="preload" href="/games/{key}/{name}" {kind}>')
    return "\n".join([*hints, ""])


def _text_at(address: str) -> str | None:
    file = file_at(address)
    return file.read_text("utf-8") if file is not None and file.is_file() else None


class PageFiles(StaticFiles):
    """The files of the page; those whose names change with them are cached for good."""

    def __init__(self, folder: str = "") -> None:
        super().__init__(directory=WEB_FOLDER / folder, check_dir=False)

    def file_response(self, full_path: Any, *arguments: Any, **keywords: Any) -> Response:
        """Return a file with how long browsers cache it."""
        response = super().file_response(full_path, *arguments, **keywords)
        is_versioned = Path(full_path).parent.name in ("chunks", "fonts")
        response.headers.update(IMMUTABLE if is_versioned else REVALIDATE)
        return response


class GameFiles:
    """The front-end files of every game, by its key and their names."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return one file of one game."""
        file = file_at(f"/games/{scope['path'].removeprefix(scope['root_path']).lstrip('/')}")
        if file is None:
            await problem(404, "not found", "no game has that file")(scope, receive, send)
            return
        await FileResponse(file, headers=REVALIDATE)(scope, receive, send)
