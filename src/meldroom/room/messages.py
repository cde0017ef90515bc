"""What a client may send over the websocket; anything else is refused before it is handled."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meldroom.room.wire import doc

QuestionId = Annotated[
    str, Meta(min_length=1, max_length=40), doc("Your own, new for each; the answer has it.")
]
ActId = Annotated[
    str,
    Meta(min_length=1, max_length=40),
    doc("Your own, new for each act; one of the last 256 acts that is sent again is played once."),
]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
AnySeat = Annotated[SeatNumber, doc("Which seat.")]
On = Annotated[bool, doc("True for yes, false to end it.")]
Since = Annotated[
    Annotated[int, Meta(ge=0, le=2**53)] | None, doc("The last `seq` that you have received.")
]


class Message(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One message of a client."""


class Hello(Message, frozen=True, tag="hello"):
    """Join a table: with a seat's token, or as a watcher with the table's code."""

    table: Annotated[str, Meta(min_length=1, max_length=32), doc("The key of the table.")]
    token: Annotated[
        str, Meta(max_length=64), doc("What proves the seat, where the cookie does not.")
    ] = ""
    code: Annotated[str, Meta(max_length=64), doc("To watch at a table that is not listed.")] = ""
    since: Since = None
    help: Annotated[bool, doc("False leaves out what only people need.")] = True
    showdown: Annotated[bool, doc("True asks for a pause after each hand.")] = False
    name: Annotated[str, Meta(max_length=60), doc("By which others know a watcher.")] = ""
    seat: Annotated[SeatNumber | None, doc("At a shared device: the seat to play in at once.")] = (
        None
    )


class Act(Message, frozen=True, tag="act"):
    """Play one or more actions; sent again with the same id they are played once."""

    id: ActId
    texts: Annotated[
        list[Text],
        Meta(min_length=1, max_length=32),
        doc(
            "Actions in the game's notation. All of them or none are played; the list ends early at"
            " one that shows you a hidden card."
        ),
    ]
    ply: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None,
        doc("The position that it is meant for: refused if the game has gone on."),
    ] = None


class Why(Message, frozen=True, tag="why"):
    """Ask which rule forbids an action now, without playing it.

    It is given as a text, or by its verb and what is picked for it.
    """

    id: QuestionId
    text: Annotated[str, Meta(max_length=200), doc("The action, or else its `verb`.")] = ""
    verb: Annotated[str, Meta(max_length=40), doc("The verb of the action.")] = ""
    cards: Annotated[
        list[Annotated[str, Meta(max_length=16)]],
        Meta(max_length=32),
        doc("The cards that you have picked for it."),
    ] = []
    seat: Annotated[SeatNumber | None, doc("The seat that you have picked for it.")] = None


class AskHint(Message, frozen=True, tag="hint"):
    """Ask what to play on your turn."""

    id: QuestionId


class CheckMove(Message, frozen=True, tag="check"):
    """Ask whether an action would be a mistake, before it is played (a person alone with bots)."""

    id: QuestionId
    text: Annotated[Text, doc("The action.")]


class AllowHints(Message, frozen=True, tag="allow_hints"):
    """Agree that everybody at this table may ask for hints, or no longer."""

    on: On


class ShowHands(Message, frozen=True, tag="open_hands"):
    """Look at a deal that is over as one seat saw it (watchers)."""

    deal: Annotated[int, Meta(ge=1, le=2**53), doc("Which deal of the game, from 1.")]
    seat: Annotated[SeatNumber, doc("Whose hand is open.")]
    at: Annotated[int, Meta(ge=0, le=2**53), doc("The first position; 0 is the deal.")] = 0


class Undo(Message, frozen=True, tag="undo"):
    """Take your last action back (X-4)."""

    id: ActId


class Ready(Message, frozen=True, tag="ready"):
    """Say that you have seen how the hand ended."""


class CommitShare(Message, frozen=True, tag="commit"):
    """Commit to a share of the next deal, before anybody reveals theirs.

    Send it whenever `table.phase` is `waiting`, `table.commitments` is null and your seat is not
    `ready`; again if you change seats. People at one device commit in the first of their seats.
    """

    commitment: Annotated[
        str,
        Meta(min_length=64, max_length=64),
        doc("In hexadecimal digits; docs/record.md has the hash."),
    ]


class GiveShare(Message, frozen=True, tag="give"):
    """Reveal the share that you committed to.

    Send it when `table.phase` is `waiting` and your seat in `table.commitments` has your
    commitment: the game starts when all have revealed theirs, or five seconds later without them.
    """

    share: Annotated[
        str, Meta(min_length=32, max_length=32), doc("16 random bytes in hexadecimal digits.")
    ]


class Start(Message, frozen=True, tag="start"):
    """Start with bots in the empty seats, as soon as shares are committed to (host).

    It holds until the next game is prepared.
    """


class Rematch(Message, frozen=True, tag="rematch"):
    """Prepare another game at this table, with a new `table.commit` (host).

    At a standing table without a clock of days those who are not here lose their seats to bots,
    and anybody may send it while the host is away.
    """


class Pause(Message, frozen=True, tag="pause"):
    """Pause or resume the game (host)."""

    on: On


class Kick(Message, frozen=True, tag="kick"):
    """Remove a person, or a newcomer who waits for a seat, for good (host)."""

    seat: AnySeat


class Allow(Message, frozen=True, tag="allow"):
    """Let a newcomer have the seat that they asked for at once."""

    seat: AnySeat


class Silence(Message, frozen=True, tag="silence"):
    """Mute a person for everybody, or no longer; it outlasts a restart (host)."""

    seat: AnySeat
    on: On


class Cover(Message, frozen=True, tag="cover"):
    """Let a bot play at once for a person who is away, until they are back (host)."""

    seat: AnySeat


class ChooseBot(Message, frozen=True, tag="bot"):
    """Put a bot in an empty seat before the game, or keep the seat for a person (host)."""

    seat: AnySeat
    level: Annotated[str, doc('Of the bot; "" for a person.')]


class ChangeSeat(Message, frozen=True, tag="move"):
    """Move to a seat that no person holds, before the game; the host may move others.

    A bot that was to play there changes places with you.
    """

    seat: Annotated[SeatNumber, doc("From which seat.")]
    to: Annotated[SeatNumber, doc("To which seat.")]


class HandOver(Message, frozen=True, tag="hand"):
    """Make another person the host (host)."""

    seat: AnySeat


class End(Message, frozen=True, tag="end"):
    """End the game, and close the table unless it is a standing one (host)."""


class Sit(Message, frozen=True, tag="sit"):
    """At a shared device: play in this seat from now on."""

    seat: AnySeat
    since: Since = None


class Leave(Message, frozen=True, tag="leave"):
    """Give the seat up, or stop waiting for one; a token is then worth nothing."""


class SetPace(Message, frozen=True, tag="pace"):
    """Set how fast bots move (host, or the only person)."""

    pace: Annotated[Literal["slow", "normal", "fast"], doc("Not kept over a restart.")]


class Skip(Message, frozen=True, tag="skip"):
    """Let bots move quickly until a person is to act, once all people who still play agree.

    Refused in a game with a race.
    """


class TakeOver(Message, frozen=True, tag="back"):
    """Take your seat back from the bot that covers it; any act does so, too."""


class Say(Message, frozen=True, tag="say"):
    """Send a quick phrase by its number, or free text where the table allows it."""

    phrase: Annotated[Annotated[int, Meta(ge=0, le=31)] | None, doc("Of `phrases`.")] = None
    text: Annotated[Text | None, doc("Free text.")] = None


class AskToContinue(Message, frozen=True, tag="ask_continue"):
    """Ask the host to continue a paused game, once a minute."""


class Mute(Message, frozen=True, tag="mute"):
    """Stop or resume receiving a person's chat on this connection."""

    seat: AnySeat
    on: On


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
