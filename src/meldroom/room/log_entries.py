"""The entries of a table's log, from which alone the table can be rebuilt."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from meldroom.core.options import Setting

ClockSetting = Literal["off", "20s", "60s", "1d", "3d"]
WatcherSetting = Literal["off", "delayed", "open_hands"]
Phase = Literal["waiting", "playing", "over", "closed"]  # of a table
TURN_SECONDS: dict[str, float] = {"20s": 20.0, "60s": 60.0, "1d": 86_400.0, "3d": 259_200.0}


class Entry(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """One thing that happened at a table."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run; fixed when it is opened."""

    clock: ClockSetting = "off"
    listed: bool = False
    watchers: WatcherSetting = "off"
    history: bool = False
    chat: bool = True
    fill: Literal["bots", "people"] = "bots"
    bot: str = "house"  # plays where no other bot was chosen
    standing: bool = False
    bots: tuple[str, ...] = ()  # the bot chosen for each seat, "" for none; empty if for no seat
    local: int = 0  # seats, from seat 0 on, whose people share one device

    def bot_chosen_for(self, seat: int) -> str:
        """Return the level of the bot that was chosen for a seat, "" if none was."""
        return self.bots[seat] if self.bots else ""


class DailyTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which day's deal a table plays: as its person's one scored attempt, or for practice."""

    day: str
    scored: bool


class TableOpened(Entry, frozen=True, tag="opened", omit_defaults=True):
    """A table was opened for a game and its rules' version; `code` admits people."""

    game: str
    rules: str
    seats: int
    options: dict[str, Setting]
    settings: Settings
    code: str
    daily: DailyTable | None = None


class SeatTaken(Entry, frozen=True, tag="sat", omit_defaults=True):
    """A person took a seat; `token` is the SHA-256 of the token that proves it.

    `person` is the key of their record; a program has none, nor has who sits at another's device.
    """

    seat: int
    name: str
    token: str
    person: str = ""


class SeatLeft(Entry, frozen=True, tag="left"):
    """A person gave the seat up, or was kicked; a bot plays on."""

    seat: int
    kicked: bool = False


class SeatChanged(Entry, frozen=True, tag="seat_changed"):
    """A person moved to an empty seat before the cards were dealt."""

    seat: int
    to: int


class SeatRequested(Entry, frozen=True, tag="seat_requested", omit_defaults=True):
    """A person who was not dealt in asked for a seat; a bot plays on until the next deal."""

    seat: int
    name: str
    token: str
    person: str = ""


class SeatAllowed(Entry, frozen=True, tag="seat_allowed"):
    """The person in the seat `by` would let the newcomer have a seat at once."""

    seat: int
    by: int


class RequestWithdrawn(Entry, frozen=True, tag="request_withdrawn"):
    """A newcomer no longer waits for a seat, or was removed by the host."""

    seat: int
    kicked: bool = False


class HostChanged(Entry, frozen=True, tag="hosted"):
    """The person in this seat became the host."""

    seat: int


class PersonSilenced(Entry, frozen=True, tag="silenced"):
    """The host stopped the person in this seat from saying anything, or allowed it again."""

    seat: int
    on: bool


class BotChosen(Entry, frozen=True, tag="bot_chosen"):
    """The host chose the bot that plays an empty seat; "" keeps the seat for a person."""

    seat: int
    level: str


class GamePrepared(Entry, frozen=True, tag="dealt"):
    """A new game was prepared; its secret is committed to from here on."""

    secret: str


class ShareCommitted(Entry, frozen=True, tag="committed"):
    """A person committed to a share of the next deal, in place of one committed to before."""

    seat: int
    commitment: str


class CommitmentsClosed(Entry, frozen=True, tag="revealing"):
    """Nobody commits to a share of the next deal any more: they are revealed from here on."""


class ShareGiven(Entry, frozen=True, tag="gave"):
    """A person revealed their share of the next deal; before 0.2 without a commitment to it."""

    seat: int
    share: str


class StartRequested(Entry, frozen=True, tag="start_requested"):
    """The host wants to start with bots in the empty seats."""


class GameStarted(Entry, frozen=True, tag="began"):
    """The cards were dealt from the secret and the shares that were revealed."""


class GameBranched(Entry, frozen=True, tag="branched"):
    """A finished game was taken up after these of its moves; its seed was known."""

    source: str  # the digest of the finished game's record
    seed: str
    moves: tuple[tuple[int, str], ...]


class MoveMade(Entry, frozen=True, tag="moved", omit_defaults=True):
    """A seat played actions; `by` says who chose them, `id` is the client's id of the act."""

    seat: int
    texts: tuple[str, ...]
    by: Literal["person", "bot", "clock"] = "person"
    id: str = ""


class MoveUndone(Entry, frozen=True, tag="undone"):
    """A seat took its last action back (X-4)."""

    seat: int
    id: str = ""


class HintsAllowed(Entry, frozen=True, tag="hints_allowed"):
    """The person in this seat agreed that everybody may ask for hints, or no longer."""

    seat: int
    on: bool


class HintGiven(Entry, frozen=True, tag="hinted"):
    """The seat on turn was told what to play at this ply, or that its move is a mistake."""

    seat: int
    ply: int


class PauseChanged(Entry, frozen=True, tag="paused"):
    """The host paused or resumed the game."""

    on: bool


class TableClosed(Entry, frozen=True, tag="closed"):
    """The host ended the game; a standing table goes on with the next one."""


AnyEntry = (
    TableOpened | SeatTaken | SeatLeft | SeatChanged | SeatRequested | SeatAllowed
    | RequestWithdrawn | HostChanged | GamePrepared | ShareCommitted | CommitmentsClosed
    | ShareGiven | StartRequested | GameStarted | GameBranched | MoveMade | MoveUndone
    | PauseChanged | TableClosed | PersonSilenced | BotChosen | HintsAllowed | HintGiven
)  # fmt: skip
NEW_GAME_KINDS = ("dealt", "branched")  # a table's next game begins with such an entry
MOVE_KINDS = ("began", "moved", "undone")  # only the game itself changes by these
KINDS_WITH_NAMES = tuple(
    str(entry.__struct_config__.tag)
    for entry in get_args(AnyEntry)
    if "name" in entry.__struct_fields__
)

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()
_KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(AnyEntry)}


def encode(entry: AnyEntry) -> tuple[str, str]:
    """Return the kind and the body of an entry as they are stored."""
    return _KINDS[type(entry)], _encoder.encode(entry).decode()


def decode(body: bytes | str) -> AnyEntry:
    """Decode a stored entry; msgspec.DecodeError if it is none."""
    return _decoder.decode(body)
