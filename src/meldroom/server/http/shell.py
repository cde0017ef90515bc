"""The shell: every file of the page in one response, which a service worker stores."""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.front_end import assets, assets_folder
from meldroom.games import GAMES
from meldroom.server.executors import slow
from meldroom.server.http import static_files
from meldroom.server.http.responses import NumberConvertor
from meldroom.server.http.static_files import REVALIDATE

WORKER = "client/service_worker.js"  # served at the root, so that it may serve every address
TEXT = {".css", ".html", ".js", ".svg", ".webmanifest"}
FONT = ".woff2"  # stored by its own address: the name holds the version
Signature = tuple[tuple[str, int, int], ...]


class Shell(NamedTuple):
    """The files of one version; the worker and the bundle belong together."""

    version: str
    worker: bytes
    bundle: bytes  # compressed JSON


class ShellFiles:
    """The routes of the service worker and of what it stores."""

    def __init__(self, page_addresses: Iterable[str]) -> None:
        self.pages = [_pattern(address) for address in page_addresses]
        self._built: tuple[Signature, Shell] | None = None

    def routes(self) -> list[Route]:
        """Return the two routes."""
        return [Route("/service_worker.js", self.worker), Route("/shell.json", self.bundle)]

    async def worker(self, request: Request) -> Response:
        """Return the service worker; it differs if any file of the page does."""
        shell = await slow.run(self.shell)
        tag = f'"{shell.version}"'
        headers = {**REVALIDATE, "ETag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(shell.worker, media_type="text/javascript", headers=headers)

    async def bundle(self, _: Request) -> Response:
        """Return every file of the page, always compressed: every service worker reads that."""
        shell = await slow.run(self.shell)
        headers = {"Cache-Control": "no-store", "Content-Encoding": "gzip"}
        return Response(shell.bundle, media_type="application/json", headers=headers)

    def shell(self) -> Shell:
        """Return the shell of the files as they are; built again only if one has changed."""
        files = _files()
        signature = tuple((path, *_stamp(file)) for path, file in files.items())
        if self._built is None or self._built[0] != signature:
            self._built = (signature, self._build(files))
        return self._built[1]

    def _build(self, files: dict[str, Path]) -> Shell:
        texts = {
            path: [_media_type(file), file.read_text("utf-8")]
            for path, file in files.items()
            if file.suffix in TEXT
        }
        fonts = [path for path, file in files.items() if file.suffix == FONT]
        code = (static_files.WEB_FOLDER / WORKER).read_text("utf-8")
        version = sha256(json.dumps([texts, fonts, self.pages, code]).encode()).hexdigest()[:16]
        folders = sorted({path.split("/")[1] for path in files if path.count("/") > 1})
        about = {"version": version, "pages": self.pages, "folders": folders}
        bundle = json.dumps({"version": version, "texts": texts, "fonts": fonts}).encode()
        worker = f"self.SHELL = {json.dumps(about)};\n{code}"
        return Shell(version, worker.encode(), gzip.compress(bundle, 6, mtime=0))


def _files() -> dict[str, Path]:
    """Return the files of the page by their addresses."""
    folder = static_files.WEB_FOLDER
    files = {
        "/" if file.name == "index.html" else f"/{file.relative_to(folder).as_posix()}": file
        for file in sorted(folder.rglob("*"))
        if file.suffix in TEXT or file.suffix == FONT
    }
    for key, game in GAMES.items():
        files |= {f"/games/{key}/{name}": assets_folder(game) / name for name in assets(game)}
    return files


def _stamp(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_mtime_ns, status.st_size


def _media_type(file: Path) -> str:
    kind = mimetypes.guess_type(file.name)[0] or "text/plain"
    return f"{kind}; charset=utf-8"


def _pattern(address: str) -> str:
    """Return the regular expression of a route's address, as JavaScript reads it."""
    numbers = re.sub(r"\{\w+:number\}", NumberConvertor.regex, address)
    return f"^{re.sub(r'{[a-z]+}', '[^/]+', numbers)}$"
