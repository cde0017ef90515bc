"""The bodies of API requests: what each may hold, and how it is read."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal, TypeVar, cast

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request

from meldroom.room.log_entries import ClockSetting, WatcherSetting
from meldroom.room.messages import SeatNumber
from meldroom.room.refusals import refused
from meldroom.room.wire import doc

MAX_BODY = 16_384  # bytes
BODY_TIMEOUT = 10.0  # seconds in which a whole request must arrive
T = TypeVar("T")
Name = Annotated[str, Meta(min_length=1, max_length=60)]
BotName = Annotated[str, Meta(max_length=20)]
Keep = Literal["cookie", "token"]
OwnName = Annotated[Name, doc("Under which to play.")]
BotLevel = Annotated[BotName, doc("The level of the bots.")]
KeptBy = Annotated[Keep, doc("What proves the seat: a cookie, or a token for a program.")]
Option = Annotated[str, Meta(max_length=40)] | Annotated[int, Meta(ge=-(2**31), le=2**31)]


class Body(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request."""


class NewTable(Body, frozen=True):
    """Open a table and take its first seat."""

    game: Annotated[str, Meta(max_length=40), doc("The key of the game.")]
    seats: Annotated[int, Meta(ge=1, le=8), doc("How many.")]
    name: OwnName
    options: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Option],
        Meta(max_length=20),
        doc("House rules to change."),
    ] = {}
    clock: Annotated[ClockSetting, doc("For each turn.")] = "off"
    listed: Annotated[bool, doc("Whether the lobby shows it.")] = False
    watchers: Annotated[
        WatcherSetting,
        doc(
            "`delayed`: anybody with the link may watch, a turn behind; `open_hands`: they may also"
            " look at every hand of deals that are over."
        ),
    ] = "delayed"
    history: Annotated[bool, doc("Whether covered discards are shown.")] = False
    chat: Annotated[
        bool | None,
        doc("Whether people may send free text; by default where the table is not listed."),
    ] = None
    fill: Annotated[
        Literal["bots", "people"],
        doc(
            "`bots` play the empty seats at once; `people` are waited for until every seat is taken"
            " or the host sends `start`."
        ),
    ] = "bots"
    bot: BotLevel = "house"
    bots: Annotated[
        list[BotName | None],
        Meta(max_length=8),
        doc("For each seat the level of a bot that sits there from the start, or null."),
    ] = []
    standing: Annotated[bool, doc("Whether it stays when everybody has left.")] = False
    local: Annotated[
        tuple[Name, ...],
        Meta(max_length=7),
        doc("The names of others who play at the same device, see One device."),
    ] = ()
    keep: KeptBy = "cookie"


class PlayOn(Body, frozen=True):
    """Continue a finished game with bots from one of its plies, in one of its seats."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000), doc("After how many moves; 0 is the deal.")]
    seat: Annotated[SeatNumber, doc("Which seat to take.")]
    name: OwnName
    bot: BotLevel = "house"
    keep: KeptBy = "cookie"


class TakeSeat(Body, frozen=True):
    """Take a seat that no person holds, or ask for it in a running game."""

    name: OwnName
    code: Annotated[str, Meta(max_length=64), doc("Of a table that is not listed.")] = ""
    seat: Annotated[SeatNumber | None, doc("By default the first free one.")] = None
    keep: KeptBy = "cookie"


class EndTable(Body, frozen=True):
    """End a table as its host; a program gives its token."""

    token: Annotated[str, Meta(max_length=64), doc("Of a program.")] = ""


class JoinPerson(Body, frozen=True):
    """Become the person who made a code on another device."""

    code: Annotated[str, Meta(max_length=64), doc("From the other device.")]


class DailyName(Body, frozen=True):
    """Play a deal of the day under this name."""

    name: OwnName


class MailAddress(Body, frozen=True):
    """Get an email at this address when it is one's turn; "" for none."""

    address: Annotated[str, Meta(max_length=254), doc('Where to; "" for nowhere.')]


class MailAnswer(Body, frozen=True):
    """Confirm that emails may be sent to one's mailbox, or stop them all."""

    send: Annotated[bool, doc("False stops all emails of the room to this mailbox.")]


class NoFields(Body, frozen=True):
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
