"""The bodies of API requests: what each may hold, and how it is read."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal, TypeVar, cast

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request

from meldroom.server.messages import SeatNumber
from meldroom.server.refusals import refused
from meldroom.server.storage.log_entries import ClockSetting, WatcherSetting

MAX_BODY = 16_384  # bytes
BODY_TIMEOUT = 10.0  # seconds in which a whole request must arrive
T = TypeVar("T")
Name = Annotated[str, Meta(min_length=1, max_length=60)]
BotName = Annotated[str, Meta(max_length=20)]
Keep = Literal["cookie", "token"]
Option = Annotated[str, Meta(max_length=40)] | Annotated[int, Meta(ge=-(2**31), le=2**31)]


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Open a table and take its first seat."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    name: Name
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Option], Meta(max_length=20)] = {}
    clock: ClockSetting = "off"
    listed: bool = False
    watchers: WatcherSetting = "delayed"
    history: bool = False
    chat: bool | None = None
    fill: Literal["bots", "people"] = "bots"
    bot: BotName = "house"
    bots: Annotated[list[BotName | None], Meta(max_length=8)] = []
    standing: bool = False
    local: Annotated[tuple[Name, ...], Meta(max_length=7)] = ()
    keep: Keep = "cookie"


class PlayOn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Continue a finished game with bots from one of its plies, in one of its seats."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: SeatNumber
    name: Name
    bot: BotName = "house"
    keep: Keep = "cookie"


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Take a seat that no person holds, or ask for it in a running game."""

    name: Name
    code: Annotated[str, Meta(max_length=64)] = ""
    seat: SeatNumber | None = None
    keep: Keep = "cookie"


class EndTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """End a table as its host; a program gives its token."""

    token: Annotated[str, Meta(max_length=64)] = ""


class JoinPerson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Become the person who made a code on another device."""

    code: Annotated[str, Meta(max_length=64)]


class DailyName(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Play a deal of the day under this name."""

    name: Name


class MailAddress(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Get an email at this address when it is one's turn; "" for none."""

    address: Annotated[str, Meta(max_length=254)]


class MailAnswer(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Confirm that emails may be sent to one's mailbox, or stop them all."""

    send: bool


class NoFields(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Nothing more to say."""


async def read_body(request: Request, kind: type[T]) -> T:
    """Read and check a request's body; Refusal (P-1) if it is too long, late or wrong."""
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise refused("P-1", str(error)) from None


async def body_of(request: Request) -> bytes:
    """Read a request's body, once; Refusal (P-1) if it is too long, late or broken off."""
    if hasattr(request.state, "body"):
        return cast(bytes, request.state.body)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY:
                    raise refused("P-1", f"a request has at most {MAX_BODY} bytes")
    except TimeoutError:
        raise refused("P-1", f"a request must arrive within {BODY_TIMEOUT:.0f} seconds") from None
    except ClientDisconnect:
        raise refused("P-1", "the request was broken off") from None
    request.state.body = bytes(body)
    return bytes(body)
