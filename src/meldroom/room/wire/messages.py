"""What the server sends over the websocket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from meldroom.room.log_entries import ClockSetting, Phase, WatcherSetting
from meldroom.room.wire import Form, doc
from meldroom.room.wire.games import (
    BarePosition,
    Effect,
    Game,
    GameEvent,
    LegalAction,
    Move,
    Position,
    ReplayPosition,
    Settings,
    Showdown,
)

Seq = Annotated[int, doc("The number of the last entry in the table's log.")]
Seconds = Annotated[
    float | None, doc("Seconds that the turn, or the race, has left; null without a clock.")
]
ShowdownNow = Annotated[
    Showdown | UnsetType, doc("How the hand ended, if it did and you asked for it.")
]
OpenDeals = Annotated[
    int | UnsetType,
    doc("To watchers, where the table has `open_hands`: how many deals they may look at."),
]
By = Annotated[
    Literal["person", "bot", "clock", "table"], doc("Who chose: `clock` is a time-out (X-2).")
]
Undone = Annotated[
    bool, doc("Whether an action was taken back: draw the view, there is nothing to animate.")
]
Moves = Annotated[
    list[Move],
    doc("Who did what; a text that could name a card which you did not see is only its verb."),
]
Events = Annotated[list[GameEvent], doc("What happened, in order, as you may see it.")]


class Seat(Form, frozen=True):
    """A seat of a table."""

    name: Annotated[str, doc("Of the person or the bot.")]
    person: Annotated[bool, doc("Whether a person holds it.")]
    here: Annotated[bool, doc("Whether that person is connected.")]
    bot: Annotated[bool, doc("Whether a bot plays it: nobody holds it, or the person is away.")]
    level: Annotated[
        str | None,
        doc("Of that bot; null for a person, and while the table waits for one."),
    ]
    left: Annotated[
        bool, doc("A person left it in this deal: nobody else is given it before the next.")
    ]
    ready: Annotated[bool, doc("Whether the person has committed to a share.")]
    silenced: Annotated[bool, doc("Whether the host has muted the person for everybody.")]
    away_left: Annotated[
        float | None,
        doc(
            "Seconds until a bot plays for a person who is away; null if they are here, or if the"
            " clock of the turns decides."
        ),
    ]
    timeouts_left: Annotated[int, doc("Turns in a row that may still time out until a bot plays.")]


class SeatRequest(Form, frozen=True):
    """A newcomer who waits for a seat."""

    seat: Annotated[int, doc("The seat.")]
    name: Annotated[str, doc("Of the newcomer.")]
    allowed: Annotated[list[int], doc("The seats whose people let them have it at once.")]


class HintFacts(Form, frozen=True):
    """Who may ask for hints, and who was given some."""

    allowed: Annotated[bool, doc("Whether you may ask for one on your turn.")]
    agreed: Annotated[list[int], doc("The seats whose people agree to hints.")]
    given: Annotated[list[int], doc("How many each seat was given in this game.")]


class Watching(Form, frozen=True):
    """The people who only watch."""

    number: Annotated[int, doc("How many they are.")]
    names: Annotated[list[str], doc("Of those who gave one in `hello`.")]


class Branch(Form, frozen=True):
    """Where a game goes on from another one."""

    digest: Annotated[str, doc("Of the record of that game.")]
    ply: Annotated[int, doc("How many of its moves were kept.")]


class DailyTable(Form, frozen=True):
    """What deal of the day a table plays."""

    day: Annotated[str, doc("As YYYY-MM-DD, of UTC.")]
    scored: Annotated[bool, doc("Whether this is the person's scored attempt.")]


class Table(Form, frozen=True):
    """What everybody may know of a table besides the game."""

    key: Annotated[str, doc("Part of its address.")]
    game: Annotated[str, doc("The key of the game.")]
    options: Annotated[Settings, doc("Its house rules.")]
    clock: Annotated[ClockSetting, doc("For each turn.")]
    listed: Annotated[bool, doc("Whether the lobby shows it.")]
    watchers: Annotated[WatcherSetting, doc("Whether others may watch, and what they see.")]
    history: Annotated[bool, doc("Whether covered discards are shown.")]
    chat: Annotated[bool, doc("Whether people may send free text.")]
    fill: Annotated[Literal["bots", "people"], doc("Who takes the empty seats when a game starts.")]
    standing: Annotated[bool, doc("Whether it stays when everybody has left.")]
    local: Annotated[
        list[int], doc("The seats whose people share one device; empty if nobody does.")
    ]
    phase: Annotated[Phase, doc("`waiting` is for commitments to shares, then for the shares.")]
    paused: Annotated[bool, doc("Whether the host has paused the game.")]
    pace: Annotated[Literal["slow", "normal", "fast"], doc("How fast bots move.")]
    skips: Annotated[
        list[int], doc("The seats whose people want to skip, until a person is to act.")
    ]
    host: Annotated[int | None, doc("The host's seat.")]
    hints: Annotated[HintFacts, doc("Who may ask for hints.")]
    number: Annotated[int, doc("The number of the game at this table, for its record.")]
    commit: Annotated[
        str | None, doc("SHA-256 of the server's secret, shown before anybody commits to a share.")
    ]
    commitments: Annotated[
        list[str] | None,
        doc('Null while people commit to shares; then the commitment of each seat, or "".'),
    ]
    seats: Annotated[list[Seat], doc("In order.")]
    watching: Annotated[Watching, doc("The people who only watch.")]
    requests: Annotated[list[SeatRequest], doc("Newcomers who wait for a seat.")]
    daily: Annotated[DailyTable | UnsetType, doc("Only at a table for a deal of the day.")] = UNSET
    branch: Annotated[
        Branch | UnsetType, doc("Only while a game is played that goes on from another one.")
    ] = UNSET
    secret: Annotated[
        str | UnsetType,
        doc("When the game is over, but for a scored deal of the day: check it with `commit`."),
    ] = UNSET
    contributions: Annotated[
        list[str] | UnsetType,
        doc("With `secret`: the shares, which are checked with `commitments`."),
    ] = UNSET


class TableMessage(Table, frozen=True, kw_only=True, tag_field="is", tag="table"):
    """Something about the table has changed."""

    seq: Seq


class Snapshot(Position, frozen=True):
    """A position as the seat sees it, with its legal actions."""

    legal: Annotated[
        list[LegalAction],
        doc("`text`, `action` (its verb) and the fields as they are written; without help texts."),
    ]
    effects: Annotated[list[Effect], doc("Your cards that can be played for their effect now.")]
    prompt: Annotated[str, doc('In one sentence what you are asked to do, or "".')]
    undo: Annotated[bool, doc("Whether you may take your last action back.")]
    left: Seconds
    showdown: ShowdownNow = UNSET
    open_deals: OpenDeals = UNSET


class PlayMessage(Snapshot, frozen=True, kw_only=True, tag_field="is", tag="play"):
    """The game has started, gone on or gone back; the position is always complete."""

    seq: Seq
    by: By
    undone: Undone
    moves: Moves
    events: Events


class BareSnapshot(BarePosition, frozen=True):
    """A position as a client without help is sent it."""

    legal: Annotated[list[str], doc("The legal actions.")]
    left: Seconds
    showdown: ShowdownNow = UNSET
    open_deals: OpenDeals = UNSET


class BarePlayMessage(BareSnapshot, frozen=True, kw_only=True, tag_field="is", tag="play"):
    """The message `play` as a client without help is sent it."""

    seq: Seq
    by: By
    undone: Undone
    moves: Moves
    events: Events


class MissedPlay(Form, frozen=True):
    """A play that was missed."""

    moves: Moves
    events: Events


class WelcomeFacts(Form, frozen=True):
    """What a welcome says besides the position."""

    seq: Seq
    you: Annotated[int | None, doc("Your seat; null for a watcher.")]
    asked: Annotated[int | None, doc("The seat that you wait for.")]
    left: Annotated[int | None, doc("The seat that you left in this deal and can have back.")]
    next: Annotated[int | None, doc("At a shared device: the seat to hand it to.")]
    code: Annotated[str | None, doc("For the link; only if you have a seat.")]
    table: Annotated[Table, doc("The table.")]
    game: Annotated[Game, doc("Its game.")]
    phrases: Annotated[list[str], doc("What can be said by number.")]
    events: Annotated[
        list[GameEvent] | None,
        doc("What you missed since `since`; null if that is too long ago."),
    ]
    missed: Annotated[
        list[MissedPlay] | None, doc("The same play by play, without what was taken back.")
    ]
    lost: Annotated[
        int | UnsetType,
        doc("Only if `since` is beyond the log: how many entries the server has lost."),
    ] = UNSET


class Welcome(WelcomeFacts, frozen=True, kw_only=True, tag_field="is", tag="welcome"):
    """The answer to `hello`; sent again when you get a seat, or move to another."""

    play: Annotated[
        Snapshot | None,
        doc("The position; null while there is no game, or if you may not watch."),
    ]


class BareWelcome(WelcomeFacts, frozen=True, kw_only=True, tag_field="is", tag="welcome"):
    """The message `welcome` as a client without help is sent it."""

    play: Annotated[BareSnapshot | None, doc("The position.")]


class ServerMessage(Form, frozen=True, tag_field="is"):
    """One message of the server."""


class Ack(ServerMessage, frozen=True, tag="ack"):
    """Your act is on disk."""

    id: Annotated[str, doc("Of the act.")]
    seq: Annotated[int, doc("The number of its entry in the log.")]
    done: Annotated[int, doc("How many of its actions were played.")]


class Refusal(ServerMessage, frozen=True, tag="refusal"):
    """Nothing happened."""

    id: Annotated[str, doc('Of the request, "" if it has none.')]
    rule: Annotated[str, doc("The rule that forbids it.")]
    why: Annotated[str, doc("A sentence.")]


class Said(ServerMessage, frozen=True, tag="said"):
    """Somebody said something."""

    seat: Annotated[int, doc("Who.")]
    name: Annotated[str, doc("The name of that person.")]
    text: Annotated[str, doc("What.")]
    asks: Annotated[bool | UnsetType, doc("True if the person asks to continue a paused game.")] = (
        UNSET
    )


class HoldProgress(ServerMessage, frozen=True, tag="hold"):
    """How the wait after a hand stands."""

    on: Annotated[bool, doc("Whether the next hand still waits.")]
    left: Annotated[
        float | None, doc("Seconds that it waits at most; once it is over, those of the turn.")
    ]
    ready: Annotated[list[int], doc("The seats that have seen enough.")]


class WhyAnswer(ServerMessage, frozen=True, tag="why"):
    """Why you cannot do something now, from your own view alone."""

    id: Annotated[str, doc("Of the question.")]
    rule: Annotated[str, doc('As the refusal of the act would name it, "" if you can do it.')]
    why: Annotated[str, doc('A sentence, "" if you can do it.')]
    text: Annotated[str, doc('The action that was judged, "" if what you picked makes none.')]
    lacking: Annotated[list[str], doc("The cards that `instead` adds.")]
    instead: Annotated[
        str | None,
        doc(
            "The nearest legal action: the one with the same verb that shares most cards with what"
            " you picked, and then adds the fewest."
        ),
    ]


class OpenHandsPage(ServerMessage, frozen=True, tag="open_hands"):
    """Some positions of a deal that is over, as a seat saw them."""

    deal: Annotated[int, doc("As you asked.")]
    seat: Annotated[int, doc("As you asked.")]
    at: Annotated[int, doc("As you asked: the number of the first position.")]
    of: Annotated[int, doc("How many positions the deal has.")]
    shots: Annotated[list[ReplayPosition], doc("Up to 20 positions; the last ends the deal.")]


class Alternative(Form, frozen=True):
    """What else could be played."""

    text: Annotated[str, doc("The action.")]
    cost: Annotated[
        float, doc("How much of the chance to win it gives away; about 0 if it is as good.")
    ]
    error: Annotated[float, doc("The standard error of that.")]


class Hint(ServerMessage, frozen=True, tag="hint"):
    """What to play."""

    id: Annotated[str, doc("Of the question.")]
    ply: Annotated[int, doc("The position that it is about.")]
    text: Annotated[str, doc("The action that it suggests.")]
    chance: Annotated[
        float | None, doc("Your chance to win by it, 0 to 1; null where you have no choice.")
    ]
    why: Annotated[str, doc("What speaks for it, with `{0}` for the name at seat 0.")]
    alternatives: Annotated[list[Alternative], doc("Up to two others, the best first.")]


class Checked(ServerMessage, frozen=True, tag="checked"):
    """Whether a review would call an action a mistake or a blunder; nulls where it would not."""

    id: Annotated[str, doc("Of the question.")]
    ply: Annotated[int, doc("The position that it is about.")]
    loss: Annotated[float | None, doc("What it costs of the chance to win.")]
    error: Annotated[float | None, doc("The standard error of that.")]
    better: Annotated[str | None, doc("The better action.")]
    why: Annotated[str, doc('A sentence, or "".')]


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The answer to `ping`."""


_Other = (
    TableMessage | Ack | Refusal | Said | HoldProgress | WhyAnswer | OpenHandsPage | Hint | Checked
    | Pong
)  # fmt: skip
AnyMessage = Welcome | PlayMessage | _Other
BareMessage = BareWelcome | BarePlayMessage | _Other  # to clients that said hello with help false
