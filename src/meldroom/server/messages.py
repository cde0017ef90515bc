"""What a client may send over the websocket; anything else is refused before it is handled."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

TableKey = Annotated[str, Meta(min_length=1, max_length=32)]
ActId = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Count = Annotated[int, Meta(ge=0, le=2**53)]


class Message(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One message of a client."""


class Hello(Message, frozen=True, tag="hello"):
    """Join a table: with a seat's token, or as a watcher with the table's code."""

    table: TableKey
    token: Annotated[str, Meta(max_length=64)] = ""
    code: Annotated[str, Meta(max_length=64)] = ""
    since: Count | None = None
    help: bool = True
    showdown: bool = False
    name: Annotated[str, Meta(max_length=60)] = ""
    seat: SeatNumber | None = None  # of a shared device, to play in at once


class Act(Message, frozen=True, tag="act"):
    """Play one or more actions; sent again with the same id they are played once."""

    id: ActId
    texts: Annotated[list[Text], Meta(min_length=1, max_length=32)]
    ply: Count | None = None


class Why(Message, frozen=True, tag="why"):
    """Ask which rule forbids an action now, without playing it.

    It is given as a text, or by its verb and what is picked for it.
    """

    id: ActId
    text: Annotated[str, Meta(max_length=200)] = ""
    verb: Annotated[str, Meta(max_length=40)] = ""
    cards: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=32)] = []
    seat: SeatNumber | None = None


class AskHint(Message, frozen=True, tag="hint"):
    """Ask what to play now."""

    id: ActId


class CheckMove(Message, frozen=True, tag="check"):
    """Ask whether an action would be a mistake, before it is played (a person alone with bots)."""

    id: ActId
    text: Text


class AllowHints(Message, frozen=True, tag="allow_hints"):
    """Agree that everybody at this table may ask for hints, or no longer."""

    on: bool


class ShowHands(Message, frozen=True, tag="open_hands"):
    """Look at a deal that is over as one seat saw it (watchers)."""

    deal: Annotated[int, Meta(ge=1, le=2**53)]
    seat: SeatNumber
    at: Count = 0


class Undo(Message, frozen=True, tag="undo"):
    """Take the last action back."""

    id: ActId


class Ready(Message, frozen=True, tag="ready"):
    """Go on to the next hand: the person has seen how the last one ended."""


class CommitShare(Message, frozen=True, tag="commit"):
    """Commit to a share of the next deal, before anybody reveals theirs."""

    commitment: Annotated[str, Meta(min_length=64, max_length=64)]


class GiveShare(Message, frozen=True, tag="give"):
    """Reveal the 16 random bytes that this client contributes to the next deal."""

    share: Annotated[str, Meta(min_length=32, max_length=32)]


class Start(Message, frozen=True, tag="start"):
    """Start with bots in the empty seats (host)."""


class Rematch(Message, frozen=True, tag="rematch"):
    """Prepare another game at the same table (host)."""


class Pause(Message, frozen=True, tag="pause"):
    """Pause or resume the game (host)."""

    on: bool


class Kick(Message, frozen=True, tag="kick"):
    """Remove a person, or a newcomer who waits for a seat, from the table (host)."""

    seat: SeatNumber


class Allow(Message, frozen=True, tag="allow"):
    """Let a newcomer have the seat that they asked for at once."""

    seat: SeatNumber


class Silence(Message, frozen=True, tag="silence"):
    """Stop a person from saying anything to anybody, or allow it again (host)."""

    seat: SeatNumber
    on: bool


class Cover(Message, frozen=True, tag="cover"):
    """Let a bot play at once for a person who is away, until they are back (host)."""

    seat: SeatNumber


class ChooseBot(Message, frozen=True, tag="bot"):
    """Put a bot in an empty seat before the game, or keep it for a person: "" (host)."""

    seat: SeatNumber
    level: str


class ChangeSeat(Message, frozen=True, tag="move"):
    """Move to an empty seat before the game, or move another person there (host)."""

    seat: SeatNumber
    to: SeatNumber


class HandOver(Message, frozen=True, tag="hand"):
    """Make another person the host (host)."""

    seat: SeatNumber


class End(Message, frozen=True, tag="end"):
    """End the game, and close the table unless it is a standing one (host)."""


class Sit(Message, frozen=True, tag="sit"):
    """Hand the device over to the person in one of the seats that it holds."""

    seat: SeatNumber
    since: Count | None = None


class Leave(Message, frozen=True, tag="leave"):
    """Give the seat up, or stop waiting for one."""


class SetPace(Message, frozen=True, tag="pace"):
    """Set how fast bots move (host, or the only person)."""

    pace: Literal["slow", "normal", "fast"]


class Skip(Message, frozen=True, tag="skip"):
    """Let bots move quickly until a person is to act, once all people who still play agree."""


class TakeOver(Message, frozen=True, tag="back"):
    """Take the seat back from the bot that covers it."""


class Say(Message, frozen=True, tag="say"):
    """Send a quick phrase by its number, or free text where the table allows it."""

    phrase: Annotated[int, Meta(ge=0, le=31)] | None = None
    text: Text | None = None


class AskToContinue(Message, frozen=True, tag="ask_continue"):
    """Ask the host to continue a paused game."""


class Mute(Message, frozen=True, tag="mute"):
    """Stop or resume receiving a person's chat on this connection."""

    seat: SeatNumber
    on: bool


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a pong."""


TableRequest = (
    Act | Undo | CommitShare | GiveShare | Start | Rematch | Pause | Kick | Allow | HandOver
    | End | Leave | SetPace | Skip | TakeOver | Say | Ready | Sit | AskToContinue | Silence
    | Cover | ChooseBot | ChangeSeat | AllowHints
)  # fmt: skip
AnyMessage = Hello | TableRequest | Why | AskHint | CheckMove | ShowHands | Mute | Ping

_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def decode(text: str | bytes) -> AnyMessage:
    """Decode a message; msgspec.DecodeError or RecursionError if it is none."""
    return _decoder.decode(text)
