"""What the server answers over HTTP about games, bots and tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from meldroom.core.wording import Whose
from meldroom.room.wire import Form, doc
from meldroom.room.wire.games import (
    ActionFields,
    GameEvent,
    Move,
    Pad,
    RecordResult,
    ReplayPosition,
    Result,
    Settings,
)
from meldroom.room.wire.messages import Branch, Snapshot, Table

Share = Annotated[float, Meta(ge=0, le=1)]


class Problem(Form, frozen=True):
    """Why a request failed (RFC 9457)."""

    title: Annotated[str, doc("In a word or two.")]
    status: Annotated[int, doc("The HTTP status.")]
    detail: Annotated[str, doc("A sentence.")]
    rule: Annotated[str | UnsetType, doc("The rule that refuses it, if one does.")] = UNSET


# -- games and bots


class Transfer(Form, frozen=True):
    """Cards that an effect moves; `other` is one other player, `others` is each of them."""

    zone: Annotated[str, doc("From which zone.")]
    whose: Annotated[Whose, doc("Whose that is.")]
    to_zone: Annotated[str, doc("To which zone.")]
    to_whose: Annotated[Whose, doc("Whose that is.")]


class ExplainedCard(Form, frozen=True):
    """A kind of card, explained; "" where there is nothing to say."""

    code: Annotated[str, doc("How actions and views name it.")]
    copies: Annotated[int, doc("How many are in the pack at a table of that size.")]
    what: Annotated[str, doc("What it does.")]
    when: Annotated[str, doc("When it can be played.")]
    worth: Annotated[str, doc("What it counts.")]
    rule: Annotated[str, doc("Its number on the rules page.")]
    verbs: Annotated[list[str], doc("The verbs that play it for its effect.")]
    transfers: Annotated[list[Transfer], doc("What that moves.")]


class SummaryAim(Form, frozen=True):
    """What players try to do."""

    text: Annotated[str, doc("In a sentence.")]
    cards: Annotated[list[str | None], doc("As a picture; null is a card face down.")]


class SummaryPart(Form, frozen=True):
    """A part of a turn."""

    cards: Annotated[list[str | None], doc("As a picture; null is a card face down.")]
    title: Annotated[str, doc("What to do, in two or three words.")]
    text: Annotated[str, doc("The same in a sentence.")]


class SummaryScore(Form, frozen=True):
    """What scores, and how much."""

    cards: Annotated[list[str | None], doc("As a picture.")]
    label: Annotated[str, doc("In a word.")]
    points: Annotated[str, doc("How much.")]


class SummaryScoring(Form, frozen=True):
    """How points are scored."""

    title: Annotated[str, doc("In a word or two.")]
    text: Annotated[str, doc("In a sentence.")]
    items: Annotated[list[SummaryScore], doc("Some of what scores.")]


class Mistake(Form, frozen=True):
    """What newcomers get wrong."""

    text: Annotated[str, doc("In a sentence.")]
    rule: Annotated[str, doc("The rule's number on the rules page.")]


class Summary(Form, frozen=True):
    """A game in one minute."""

    aim: Annotated[SummaryAim, doc("What players try to do.")]
    turn: Annotated[list[SummaryPart], doc("A turn in three parts.")]
    scoring: Annotated[SummaryScoring, doc("How points are scored.")]
    mistakes: Annotated[list[Mistake], doc("What newcomers get wrong.")]


class LessonStep(Form, frozen=True):
    """What a learner is asked to do; `{1}` stands for the name at seat 1."""

    ply: Annotated[int, doc("In which position.")]
    move: Annotated[str, doc("The action.")]
    say: Annotated[str, doc("What to read first.")]
    ask: Annotated[str, doc("What to do.")]
    otherwise: Annotated[str, doc('What to say after another action, or "".')]


class LessonPly(Snapshot, frozen=True, kw_only=True):
    """A position of a lesson, and what led there."""

    moves: Annotated[list[Move], doc("Who did what.")]
    events: Annotated[list[GameEvent], doc("What happened.")]


class Lesson(Form, frozen=True):
    """A first hand on a fixed deal, as the learner sees it."""

    game: Annotated[str, doc("The key of the game.")]
    seat: Annotated[int, doc("The learner's.")]
    names: Annotated[list[str], doc("Of all players.")]
    options: Annotated[Settings, doc("The house rules.")]
    plies: Annotated[list[LessonPly], doc("Every position.")]
    steps: Annotated[list[LessonStep], doc("What the learner is asked to do.")]
    learned: Annotated[list[str], doc("What the learner knows now, in sentences.")]


class CheckedMove(Form, frozen=True):
    """Whether a review would call a move of a lesson a mistake; nulls if not."""

    loss: Annotated[float | None, doc("What it costs of the chance to win.")]
    error: Annotated[float | None, doc("The standard error of that.")]


class Strength(Form, frozen=True):
    """How often a bot wins against bots of another level."""

    against: Annotated[str, doc("That level.")]
    game: Annotated[str, doc("The key of the game.")]
    seats: Annotated[int, doc("How many.")]
    options: Annotated[Settings, doc("The house rules that were changed.")]
    games: Annotated[int, doc("How many were played.")]
    wins: Annotated[float, doc("The share of games that it won.")]


class Bot(Form, frozen=True):
    """A level of bots; those of other packages have a name alone."""

    name: Annotated[str, doc("As tables name it.")]
    label: Annotated[str | UnsetType, doc("As people read it.")] = UNSET
    about: Annotated[str | UnsetType, doc("In a few words.")] = UNSET
    games: Annotated[
        list[str] | UnsetType, doc("The games that it plays; missing where it plays all.")
    ] = UNSET
    strength: Annotated[list[Strength] | UnsetType, doc("As docs/strength.md measured it.")] = UNSET


class Address(Form, frozen=True):
    """An address of the server."""

    url: Annotated[str, doc("Where it is.")]
    scope: Annotated[
        Literal["machine", "network", "internet"],
        doc("Who can open it: this computer, others in the local network, or everybody."),
    ]


# -- tables


class LobbyPage(Form, frozen=True):
    """Some public tables, in the order of their keys."""

    tables: Annotated[list[Table], doc("Up to 50 of them, and 50 kB.")]
    next: Annotated[
        str | None, doc("To be given as `after` for the next page; null on the last one.")
    ]


class TakenSeat(Form, frozen=True):
    """A seat that was taken, or asked for."""

    table: Annotated[str, doc("The key of the table.")]
    seat: Annotated[int, doc("The number of the seat.")]
    code: Annotated[str, doc("For the link to the table.")]
    waiting: Annotated[bool | UnsetType, doc("True if the seat has to be waited for.")] = UNSET
    token: Annotated[str | UnsetType, doc("What proves the seat; only for `keep` `token`.")] = UNSET


class ClosedTable(Form, frozen=True):
    """A table that was closed."""

    table: Annotated[str, doc("Its key.")]
    phase: Annotated[Literal["closed"], doc("As the message `table` has it.")]


class EveningGame(Form, frozen=True):
    """A game of an evening."""

    number: Annotated[int, doc("At this table.")]
    at: Annotated[int, doc("When it ended, in milliseconds since 1970, UTC.")]
    players: Annotated[list[str], doc("Names by seat.")]
    scores: Annotated[list[int], doc("By seat.")]
    places: Annotated[list[int], doc("By seat.")]


class EveningTotal(Form, frozen=True):
    """What a player won in an evening."""

    name: Annotated[str, doc("By which the player is known.")]
    games: Annotated[int, doc("Played.")]
    wins: Annotated[int, doc("Games won.")]
    points: Annotated[int, doc("In all games together.")]


class Evening(Form, frozen=True):
    """The games at a table since no game ended there for six hours."""

    games: Annotated[list[EveningGame], doc("The first one first.")]
    totals: Annotated[list[EveningTotal], doc("Whoever won most comes first.")]


class StoredScore(Form, frozen=True):
    """A game without its positions, also by rules that this version lacks."""

    game: Annotated[str, doc("Its key.")]
    rules: Annotated[str, doc("The version of its rules.")]
    options: Annotated[Settings, doc("The house rules.")]
    players: Annotated[list[str], doc("Names by seat.")]
    pad: Annotated[Pad, doc("The score pad.")]
    result: Annotated[Result | None, doc("Null if the game did not end.")]
    moves: Annotated[list[Move] | None, doc("Null if the game did not end.")]


class GameEnd(Form, frozen=True):
    """Whether a game is over."""

    closed: Annotated[bool, doc("Whether the host ended the table.")]
    result: Annotated[Result | None, doc("How the game ended; null while it runs.")]


class GameRecord(Form, frozen=True):
    """The record of a finished game (docs/record.md)."""

    format: Annotated[Literal["meldroom/1"], doc("Of the record.")]
    game: Annotated[str, doc("Its key.")]
    rules: Annotated[str, doc("The version of its rules.")]
    options: Annotated[Settings, doc("All house rules.")]
    players: Annotated[list[str], doc("Names by seat.")]
    seed: Annotated[str, doc("That all chance comes from, in hexadecimal digits.")]
    moves: Annotated[list[Move], doc("All of them.")]
    result: Annotated[RecordResult, doc("How it ended.")]
    digest: Annotated[str, doc("SHA-256 of the record and where every card was at the end.")]
    branch: Annotated[
        Branch | UnsetType, doc("Of a game that went on from another one, which promises nothing.")
    ] = UNSET
    commit: Annotated[str | UnsetType, doc("SHA-256 of the secret, or of the seed.")] = UNSET
    secret: Annotated[str | UnsetType, doc("Of the server, if a table dealt the game.")] = UNSET
    contributions: Annotated[list[str] | UnsetType, doc("The shares of the players.")] = UNSET
    commitments: Annotated[list[str] | UnsetType, doc("To those shares.")] = UNSET
    hints: Annotated[
        list[int] | UnsetType, doc("The numbers of the moves that followed a hint.")
    ] = UNSET


class ReplayPage(Form, frozen=True):
    """Some positions of a finished game."""

    plies: Annotated[int, doc("How many moves it has.")]
    shots: Annotated[list[ReplayPosition], doc("Up to 50 positions.")]


class ReviewPrice(Form, frozen=True):
    """What an action was worth."""

    action: Annotated[str, doc("In the game's notation.")]
    fields: Annotated[ActionFields, doc("The action, as in `legal`.")]
    chance: Annotated[float, doc("To win the game by it.")]
    lead: Annotated[float, doc("Over what was played.")]
    error: Annotated[float, doc("The standard error of the lead.")]


class ReviewDifference(Form, frozen=True):
    """What sets the best action apart."""

    kind: Annotated[str, doc("What is compared.")]
    better: Annotated[str | None, doc("The number that the best action comes to, or null.")]
    worse: Annotated[str | None, doc("The number that what was played comes to, or null.")]


class ReviewReason(Form, frozen=True):
    """What speaks for the best action."""

    text: Annotated[str, doc("A sentence, with `{1}` for the name at seat 1.")]
    differences: Annotated[list[ReviewDifference], doc("What it is made of.")]


class ReviewDecision(Form, frozen=True):
    """A move with a choice."""

    ply: Annotated[int, doc("How many moves came before.")]
    turn: Annotated[int, doc("How many turns came before; what a seat plays in a row is one.")]
    seat: Annotated[int, doc("Who decided.")]
    loss: Annotated[float, doc("Of the chance to win; a little below 0 by chance.")]
    error: Annotated[float, doc("The standard error of the loss.")]
    word: Annotated[Literal["", "inaccuracy", "mistake", "blunder"], doc("What to call it.")]
    best: Annotated[int, doc("Which of the prices was the best; 0 if nothing was better.")]
    prices: Annotated[list[ReviewPrice], doc("What was played first, then the alternatives.")]
    why: Annotated[ReviewReason | None, doc("Of a decision with a `word`; null for others.")]


class ReviewBalance(Form, frozen=True):
    """Where a player's result came from, in shares of the win; with the fair share they make it."""

    luck: Annotated[float, doc("By chance.")]
    own: Annotated[float, doc("By the player's own decisions.")]
    others: Annotated[float, doc("By the decisions of the others.")]
    error: Annotated[float, doc("The standard error.")]


class Review(Form, frozen=True):
    """The review of a finished game."""

    format: Annotated[Literal["meldroom-review/1"], doc("Of the review.")]
    game: Annotated[str, doc("Its key.")]
    players: Annotated[list[str], doc("Names by seat.")]
    line: Annotated[
        list[list[float]], doc("Every seat's chance to win before each move, and after the last.")
    ]
    decisions: Annotated[list[ReviewDecision], doc("Each move with a choice.")]
    costliest: Annotated[
        list[int], doc("The plies of up to three decisions that cost most, the worst first.")
    ]
    balances: Annotated[list[ReviewBalance], doc("By seat.")]
    mean_loss: Annotated[
        list[float | None], doc("Of a decision, by seat; null for a seat without any.")
    ]


class RoughLine(Form, frozen=True):
    """A first line of the chances to win."""

    plies: Annotated[list[int], doc("The first is 0, the last is the end.")]
    line: Annotated[list[list[float]], doc("Every seat's chance to win at each of them.")]


class ReviewProgress(Form, frozen=True):
    """How far a review is."""

    progress: Annotated[Share, doc("The share of the moves that are reviewed.")]
    rough: Annotated[RoughLine | None, doc("After a second or two.")]
