"""Decodes everything that a test's clients receive by the types of the wire, whatever it tests."""

from __future__ import annotations

import json

import msgspec

from meldroom.server.wire.messages import AnyMessage, BareMessage

_MESSAGE = msgspec.json.Decoder(AnyMessage)
_BARE_MESSAGE = msgspec.json.Decoder(BareMessage)


def check_message(frame: bytes | str) -> None:
    """Decode a message of the server; ValidationError if its type does not describe it."""
    message = json.loads(frame)
    position = message.get("play") or message
    bare = "view" in position and "prompt" not in position
    (_BARE_MESSAGE if bare else _MESSAGE).decode(frame)
