"""A person's requests to a room from the command line; cookies are kept as a browser keeps them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import LoadError, MozillaCookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from meldroom.cli.data_folder import data_folder
from meldroom.cli.errors import CliError, printable

COOKIES = "cookies.txt"  # in the data folder: who this person is, room by room
TIMEOUT = 30.0  # seconds for an answer


class RoomClient:
    """One person at one room."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise CliError(f"--server: {url!r} is not a URL such as https://cards.example")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.file = data_folder() / COOKIES
        self.cookies = MozillaCookieJar(self.file)
        if self.file.exists():
            try:
                self.cookies.load()
            except LoadError:
                raise CliError(f"{self.file} is damaged; delete it") from None
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> Any:
        """Ask for something."""
        return self._answer(Request(f"{self.origin}{path}"))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Change something; what the room knows this person by is kept."""
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        answer = self._answer(Request(f"{self.origin}{path}", json.dumps(body).encode(), headers))
        self._keep_cookies()
        return answer

    @contextmanager
    def socket(self) -> Iterator[ClientConnection]:
        """Connect to play; CliError says why the connection was lost."""
        request = Request(self.origin)
        self.cookies.add_cookie_header(request)
        headers = {"Cookie": request.get_header("Cookie", "")}
        address = f"ws{self.origin.removeprefix('http')}/socket"
        try:
            with connect(address, origin=Origin(self.origin), additional_headers=headers) as socket:
                yield socket
        except (OSError, WebSocketException) as error:
            reason = getattr(getattr(error, "rcvd", None), "reason", "") or "connection lost"
            raise CliError(
                f"{self.origin}: {printable(reason)}; run the same command again to go on"
            ) from None

    def _answer(self, request: Request) -> Any:
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except HTTPError as error:
            try:
                why = json.load(error)["detail"]
            except (ValueError, TypeError, KeyError):
                why = f"status {error.code}"
            raise CliError(f"{self.origin}: {printable(why)}") from None
        except OSError as error:
            why = getattr(error, "reason", error)
            raise CliError(f"{self.origin} does not answer: {why}") from None
        except ValueError:
            raise CliError(f"{self.origin} is not a room of meldroom") from None

    def _keep_cookies(self) -> None:
        # Nobody else on this machine may be this person.
        os.close(os.open(self.file, os.O_WRONLY | os.O_CREAT, 0o600))
        self.cookies.save()
