"""Decodes everything that a test's clients receive by the types of the wire, whatever it tests."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import httpx
import msgspec

from meldroom.room.wire.messages import AnyMessage, BareMessage
from meldroom.server.http.answers import Problem
from meldroom.server.http.responses import PROBLEM_TYPE
from meldroom.server.http.routes import ENDPOINTS

_MESSAGE = msgspec.json.Decoder(AnyMessage)
_BARE_MESSAGE = msgspec.json.Decoder(BareMessage)


def check_message(frame: bytes | str) -> None:
    """Decode a message of the server; ValidationError if its type does not describe it."""
    message = json.loads(frame)
    position = message.get("play") or message
    bare = "view" in position and "prompt" not in position
    (_BARE_MESSAGE if bare else _MESSAGE).decode(frame)


async def check_response(response: httpx.Response) -> None:
    """Decode an answer of the API, which must be of a status that its route describes."""
    await response.aread()
    path, media = response.request.url.path, response.headers.get("content-type", "")
    check_answer(response.request.method, path, response.status_code, media, response.content)


def check_answer(method: str, path: str, status: int, media: str, body: bytes) -> None:
    """Decode an answer of the API; ValidationError if its type does not describe it."""
    if not path.startswith("/api/") or method == "HEAD":
        return
    if status >= 400:
        assert media == PROBLEM_TYPE, media
        assert _decoder(Problem).decode(body).status == status
        return
    for one in ENDPOINTS:
        if one.method == method and one.pattern.match(path):
            answers = {one.status: one.answer, **dict([one.also] if one.also else [])}
            assert media.startswith(one.media), media
            if answers[status] is not None:
                _decoder(answers[status]).decode(body)
            return


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
