"""What a client may say on the socket; anything else is refused before it is looked at."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Key = Annotated[str, Meta(min_length=1, max_length=32)]
Mark = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]


class Message(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One thing that a client says."""


class Hello(Message, frozen=True, tag="hello"):
    """Come to a table: with a seat's token, or with the table's code to look on."""

    table: Key
    token: Annotated[str, Meta(max_length=64)] = ""
    code: Annotated[str, Meta(max_length=64)] = ""
    since: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    help: bool = True


class Act(Message, frozen=True, tag="act"):
    """Do one or more actions; sent again with the same id it is done once."""

    id: Mark
    texts: Annotated[list[Text], Meta(min_length=1, max_length=32)]
    ply: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Undo(Message, frozen=True, tag="undo"):
    """Take the last action back."""

    id: Mark


class Give(Message, frozen=True, tag="give"):
    """Add 16 random bytes to the chance of the game to come."""

    share: Annotated[str, Meta(min_length=32, max_length=32)]


class Start(Message, frozen=True, tag="start"):
    """Begin with bots on the empty seats (host)."""


class Rematch(Message, frozen=True, tag="rematch"):
    """Prepare another game at the same table (host)."""


class Pause(Message, frozen=True, tag="pause"):
    """Stop play, or let it go on (host)."""

    on: bool


class Kick(Message, frozen=True, tag="kick"):
    """Send a person away (host)."""

    seat: SeatNumber


class Hand(Message, frozen=True, tag="hand"):
    """Hand the host's rights over (host)."""

    seat: SeatNumber


class End(Message, frozen=True, tag="end"):
    """End the game, and the table unless it is a standing one (host)."""


class Leave(Message, frozen=True, tag="leave"):
    """Give the seat up for good."""


class Back(Message, frozen=True, tag="back"):
    """Take the seat back from the bot that covers it."""


class Say(Message, frozen=True, tag="say"):
    """Say a quick phrase by its number, or free text where the table allows it."""

    phrase: Annotated[int, Meta(ge=0, le=31)] | None = None
    text: Text | None = None


class Mute(Message, frozen=True, tag="mute"):
    """Hear a person no more on this connection, or hear them again."""

    seat: SeatNumber
    on: bool


class Ping(Message, frozen=True, tag="ping"):
    """Ask whether anybody is there."""


AnyMessage = (
    Hello | Act | Undo | Give | Start | Rematch | Pause | Kick | Hand | End | Leave | Back | Say
    | Mute | Ping
)  # fmt: skip

_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def read(text: str | bytes) -> AnyMessage:
    """Read a message; msgspec.DecodeError or RecursionError if it is none."""
    return _decoder.decode(text)
