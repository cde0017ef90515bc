"""What a table's log holds: entries, from which alone the table can be set up again."""

from __future__ import annotations

from typing import Literal

import msgspec

from meldroom.core.game import Setting

Clock = Literal["off", "20s", "60s", "1d", "3d"]
CLOCKS: dict[str, float] = {"20s": 20.0, "60s": 60.0, "1d": 86_400.0, "3d": 259_200.0}


class Entry(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """One thing that happened at a table."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run; fixed when it is opened."""

    clock: Clock = "off"
    listed: bool = False
    watchers: Literal["off", "delayed"] = "off"
    history: bool = False
    chat: bool = True
    fill: Literal["bots", "people"] = "bots"
    bot: str = "house"
    standing: bool = False


class Opened(Entry, frozen=True, tag="opened"):
    """A table was opened for a game by its rules' version; the code lets people in."""

    game: str
    rules: str
    seats: int
    options: dict[str, Setting]
    settings: Settings
    code: str


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat; `token` is the SHA-256 of what proves it."""

    seat: int
    name: str
    token: str


class Left(Entry, frozen=True, tag="left"):
    """A person gave the seat up, or had to; a bot plays on."""

    seat: int
    kicked: bool = False


class Hosted(Entry, frozen=True, tag="hosted"):
    """The host's rights went to a seat."""

    seat: int


class Dealt(Entry, frozen=True, tag="dealt"):
    """A new game was prepared; its secret is committed to from here on."""

    secret: str


class Gave(Entry, frozen=True, tag="gave"):
    """A person added to the chance of the game to come."""

    seat: int
    share: str


class Began(Entry, frozen=True, tag="began"):
    """The cards were dealt from the secret and all that was given."""


class Branched(Entry, frozen=True, tag="branched"):
    """A game was taken up where a finished one stood after these moves; its seed was known."""

    source: str  # the digest of the finished game's record
    seed: str
    moves: tuple[tuple[int, str], ...]


class MoveMade(Entry, frozen=True, tag="moved", omit_defaults=True):
    """A seat did something; `by` says whether its person, a bot or the clock chose it."""

    seat: int
    texts: tuple[str, ...]
    by: Literal["person", "bot", "clock"] = "person"
    id: str = ""


class Undone(Entry, frozen=True, tag="undone"):
    """A seat took its last action back (X-4)."""

    seat: int
    id: str = ""


class Paused(Entry, frozen=True, tag="paused"):
    """The host stopped play, or let it go on."""

    on: bool


class Closed(Entry, frozen=True, tag="closed"):
    """The host ended the game; a table that is not a standing one is closed with it."""


AnyEntry = (
    Opened | Sat | Left | Hosted | Dealt | Gave | Began | Branched | MoveMade | Undone
    | Paused | Closed
)  # fmt: skip
NEW_GAMES = ("dealt", "branched")  # the kinds of entries with which a table's next game begins

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def write(entry: AnyEntry) -> bytes:
    """Write an entry as it is stored."""
    return _encoder.encode(entry)


def kind(entry: AnyEntry) -> str:
    """Name what an entry is."""
    return str(type(entry).__struct_config__.tag)


def read(body: bytes | str) -> AnyEntry:
    """Read an entry back; msgspec.DecodeError if it is none."""
    return _decoder.decode(body)
