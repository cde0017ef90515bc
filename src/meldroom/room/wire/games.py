"""What is sent of a game: its cards and options, positions, events, and how hands ended."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from meldroom.core.showdown import Shape
from meldroom.core.wording import ColumnKind, GroupKind, RowKind
from meldroom.room.wire import Form, doc

Facts = dict[str, Any]  # of a game, which only its own front end and bots know
Settings = dict[str, int | str]
Move = tuple[int, str]
# An action: its verb, and each field as it is written; a legal one has its text as well.
ActionFields = Annotated[dict[str, str], Meta(extra_json_schema={"required": ["action"]})]
LegalAction = Annotated[dict[str, str], Meta(extra_json_schema={"required": ["text", "action"]})]


class Card(Form, frozen=True):
    """A kind of card."""

    code: Annotated[str, doc("How actions and views name it.")]
    word: Annotated[str, doc("Its spoken name.")]
    ink: Annotated[str, doc("Its colour.")]
    suit: Annotated[str | None, doc("Null for a card without one.")]
    rank: Annotated[int | None, doc("Null for a card without a suit.")]


class OptionValue(Form, frozen=True):
    """One value of a house rule."""

    value: Annotated[int | str, doc("As `options` has it.")]
    label: Annotated[str, doc("What it means.")]


class Option(Form, frozen=True):
    """A house rule."""

    name: Annotated[str, doc("As `options` has it.")]
    title: Annotated[str, doc("Its name in a form; of two values, what the second one changes.")]
    label: Annotated[str, doc("What it decides.")]
    note: Annotated[str, doc('A sentence on what the second of two values changes, or "".')]
    rule: Annotated[str, doc('Its number on the rules page, or "".')]
    values: Annotated[list[OptionValue], doc("The default first.")]


class Game(Form, frozen=True):
    """What a client must know of a game to draw it."""

    key: Annotated[str, doc("Its name in addresses.")]
    name: Annotated[str, doc("As people read it.")]
    year: Annotated[str, doc("In which it was published.")]
    about: Annotated[str, doc("The game in a sentence.")]
    rules: Annotated[str, doc("The version of its rules.")]
    players: Annotated[tuple[int, int], doc("The fewest and the most.")]
    options: Annotated[list[Option], doc("Its house rules.")]
    verbs: Annotated[list[str], doc("Of its actions.")]
    seated: Annotated[list[str], doc("The fields of actions that hold a seat.")]
    takes: Annotated[
        dict[str, int],
        doc("For each verb whose actions name cards and nothing else: how many at most."),
    ]
    aims: Annotated[
        list[str], doc("The verbs whose actions name a card in front of another player.")
    ]
    topped: Annotated[list[str], doc("Piles of which only the top card is shown.")]
    race: Annotated[str, doc('The verb that is raced for, or "".')]
    assets: Annotated[list[str], doc("Its front-end files under `/games/{key}/`.")]
    lesson: Annotated[bool, doc("Whether it has one.")]
    cards: Annotated[list[Card], doc("Every kind, in canonical order.")]


class Zone(Form, frozen=True):
    """A place where cards are."""

    name: Annotated[str, doc("Its name in the game.")]
    owner: Annotated[int | None, doc("The seat that it belongs to, or null.")]
    sight: Annotated[Literal["all", "owner", "none"], doc("Who sees its cards.")]
    cards: Annotated[
        list[str | None],
        doc("Codes from bottom to top; null for a card that you cannot see."),
    ]
    known: Annotated[
        list[str] | UnsetType,
        doc("In a zone that others may not see: its cards that everybody saw enter."),
    ] = UNSET


class View(Form, frozen=True):
    """What a seat can see."""

    seat: Annotated[int | None, doc("Whose view it is; null for nobody's.")]
    seats: Annotated[int, doc("How many seats the game has.")]
    ply: Annotated[int, doc("How many actions have been played.")]
    zones: Annotated[list[Zone], doc("Always the same ones in the same order.")]
    public: Annotated[Facts, doc("The game's own facts, which everybody knows.")]
    options: Annotated[Settings | UnsetType, doc("The house rules; only in a replay.")] = UNSET


class MovedEvent(Form, frozen=True, tag_field="event", tag="moved"):
    """Cards moved from one zone to another."""

    cards: Annotated[list[str | None], doc("Null for a card that you did not see.")]
    source: Annotated[str, doc("The zone that they left.")]
    source_owner: Annotated[int | None, doc("Whose it is.")]
    target: Annotated[str, doc("The zone that they entered.")]
    target_owner: Annotated[int | None, doc("Whose it is.")]


class GatheredEvent(Form, frozen=True, tag_field="event", tag="gathered"):
    """All cards were gathered."""

    target: Annotated[str, doc("The zone that they are in now.")]


class ShuffledEvent(Form, frozen=True, tag_field="event", tag="shuffled"):
    """A zone was shuffled."""

    zone: Annotated[str, doc("Its name.")]


class ShownEvent(Form, frozen=True, tag_field="event", tag="shown"):
    """A hidden zone was laid open."""

    zone: Annotated[str, doc("Its name.")]
    owner: Annotated[int | None, doc("Whose it is.")]
    cards: Annotated[list[str], doc("All cards in it.")]


class NotedEvent(Form, frozen=True, tag_field="event", tag="noted"):
    """The referee announced something."""

    rule: Annotated[str, doc("The rule behind it.")]
    text: Annotated[str, doc("What the referee did, with `{0}` for the name at seat 0.")]


GameEvent = MovedEvent | GatheredEvent | ShuffledEvent | ShownEvent | NotedEvent


class RecordResult(Form, frozen=True):
    """How a game ended, as its record has it."""

    scores: Annotated[list[int], doc("Of every seat.")]
    places: Annotated[list[int], doc("Of every seat, from 1; equal ones are shared.")]
    winners: Annotated[list[int], doc("The seats that won.")]
    reason: Annotated[str, doc("The rule that ended the game.")]


class Result(RecordResult, frozen=True):
    """How a game ended."""

    rule: Annotated[str, doc("The reason as the rules page numbers it.")]


class Group(Form, frozen=True):
    """Cards of your hand that belong together."""

    kind: Annotated[GroupKind, doc("A meld, the beginnings of one, or the rest.")]
    cards: Annotated[list[str], doc("Their codes.")]
    label: Annotated[str, doc('What they are, in a few words; "" for nothing.')]


class Column(Form, frozen=True):
    """A column of a score pad."""

    kind: Annotated[ColumnKind, doc("What its cells hold.")]
    title: Annotated[str, doc('Above it; "" where its seat says it all.')]
    seat: Annotated[int | None, doc("The seat that it belongs to, or null.")]


class PadRow(Form, frozen=True):
    """A row of a score pad."""

    kind: Annotated[RowKind, doc("What it stands for.")]
    cells: Annotated[list[str], doc("One for each column.")]
    ruled: Annotated[bool, doc("Whether a line is drawn under it.")]


class Pad(Form, frozen=True):
    """The score pad as it looks on paper."""

    title: Annotated[str, doc("Above it.")]
    subtitle: Annotated[str, doc('Under the title, or "".')]
    columns: Annotated[list[Column], doc("From left to right.")]
    rows: Annotated[list[PadRow], doc("From top to bottom.")]


class Spot(Form, frozen=True):
    """A zone, or a meld, a card or a position in it; a whole hand stands for its player."""

    zone: Annotated[str, doc("Its name.")]
    owner: Annotated[int | None, doc("Whose it is.")]
    meld: Annotated[int | None, doc("The number of a meld in it, or null.")]
    card: Annotated[str, doc('A card in it as an action writes it, or "".')]
    at: Annotated[int | None, doc("A position in it from 0 at the bottom, or null.")]


class EffectStep(Form, frozen=True):
    """One choice of a target."""

    prompt: Annotated[str, doc("What you are asked.")]
    noun: Annotated[str, doc("What the targets are called.")]


class EffectUse(Form, frozen=True):
    """A legal action that plays the card; uses with the same targets are as good as each other."""

    text: Annotated[str, doc("The action.")]
    targets: Annotated[list[Spot], doc("One for each step.")]
    gain: Annotated[int | None, doc("The points that it brings; null if nobody can tell.")]


class SafePlace(Form, frozen=True):
    """A place that the card cannot act on."""

    place: Annotated[Spot, doc("Where it is.")]
    why: Annotated[str, doc("Why not, in a few words.")]


class Effect(Form, frozen=True):
    """A card of your hand that can be played for its effect now."""

    card: Annotated[str, doc("Its code.")]
    rule: Annotated[str, doc("Its number on the rules page.")]
    steps: Annotated[list[EffectStep], doc("One for each target, or one that tells what happens.")]
    uses: Annotated[list[EffectUse], doc("The actions that play it.")]
    safe: Annotated[list[SafePlace], doc("Where one might think it can act, and it cannot.")]


class ShownGroup(Form, frozen=True):
    """Cards that count together when hands are shown."""

    kind: Annotated[Literal["meld", "loose"], doc("A meld, or single cards.")]
    cards: Annotated[list[str], doc("Their codes.")]
    label: Annotated[str, doc("What they are, in a few words.")]
    points: Annotated[int | None, doc("What they count; null for nothing.")]
    rule: Annotated[str, doc('The rule that says so, or "".')]


class ShownHand(Form, frozen=True):
    """The open cards of one player."""

    seat: Annotated[int, doc("Whose they are.")]
    remark: Annotated[str, doc('A few words on the hand, or "".')]
    points: Annotated[int | None, doc("What the hand brought; null for nothing.")]
    groups: Annotated[list[ShownGroup], doc("The cards.")]


class ShowdownLine(Form, frozen=True):
    """Points that changed hands, or were scored."""

    from_: Annotated[int | None, doc("The seat that pays, or null.")] = field(name="from")
    to: Annotated[int | None, doc("The seat that gets them, or null.")]
    amount: Annotated[int, doc("How many.")]
    rule: Annotated[str, doc("The rule that says so.")]
    cards: Annotated[list[str], doc("The cards that they are for.")]
    label: Annotated[str, doc("What they are for, in a few words.")]


class Standing(Form, frozen=True):
    """A player's points and place after a hand, and before it."""

    seat: Annotated[int, doc("The player's seat.")]
    points: Annotated[int, doc("After the hand.")]
    place: Annotated[int, doc("After the hand.")]
    points_before: Annotated[int, doc("Before the hand.")]
    place_before: Annotated[int, doc("Before the hand.")]


class TurningPoint(Form, frozen=True):
    """The last card that everybody saw the winner get from a pile, and that is open at the end."""

    ply: Annotated[int, doc("How many actions had been played then.")]
    seat: Annotated[int, doc("The winner's seat.")]
    card: Annotated[str, doc("Its code.")]
    sentence: Annotated[str, doc("That in words, with `{0}` for the name at seat 0.")]


class HandEnd(Form, frozen=True):
    """How a hand ended; nothing in it is hidden from anybody."""

    sentence: Annotated[str, doc("How it ended, with `{0}` for the name at seat 0.")]
    detail: Annotated[str, doc('Another sentence, or "".')]
    rules: Annotated[list[str], doc("The rules behind it.")]
    shape: Annotated[
        Shape,
        doc(
            "How the game counts: losers pay the winner, what is left over counts, for and"
            " against, words, or nothing of that."
        ),
    ]
    winners: Annotated[list[int], doc("The seats that won the hand, went out or called.")]
    hands: Annotated[list[ShownHand], doc("In the order shown.")]
    lines: Annotated[list[ShowdownLine], doc("The points.")]
    standing: Annotated[
        list[Standing], doc("From the first place down; empty in a game without points.")
    ]
    new_rows: Annotated[list[int], doc("The rows of `pad` that the hand wrote.")]
    turning: Annotated[TurningPoint | None, doc("The turning point, if there is one.")]


class Showdown(HandEnd, frozen=True):
    """How the hand ended that was just played, while everybody looks at it."""

    held: Annotated[bool, doc("Whether the next hand waits.")]
    left: Annotated[
        float | None, doc("For how many seconds at most; null for as long as you like.")
    ]
    ready: Annotated[list[int], doc("The seats that have seen enough.")]


class BarePosition(Form, frozen=True):
    """A position as programs need it."""

    ply: Annotated[int, doc("How many actions have been played.")]
    to_act: Annotated[
        list[int], doc("The seats to act: several in a race, none when the game is over.")
    ]
    view: Annotated[View, doc("All that the seat can see.")]
    result: Annotated[Result | None, doc("How the game ended; null while it runs.")]


class Position(BarePosition, frozen=True):
    """A position with what people are shown beside the cards."""

    worth: Annotated[str, doc("What your cards are worth, in a few words.")]
    hand: Annotated[list[Group], doc("Your cards in groups.")]
    pad: Annotated[Pad, doc("The score pad.")]
    display: Annotated[Facts, doc("Facts that the game's own front end shows.")]


class ReplayPosition(Position, frozen=True):
    """A position of the past."""

    move: Annotated[Move | None, doc("The seat and the action that led there; null at the deal.")]
    events: Annotated[list[GameEvent], doc("What that did.")]
    showdown: Annotated[
        HandEnd | UnsetType, doc("How the hand ended, if it ended with this action.")
    ] = UNSET
