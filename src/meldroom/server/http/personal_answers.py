"""What the server answers over HTTP to one person: their record, emails and deals of the day."""

from __future__ import annotations

from typing import Annotated, Literal

from meldroom.room.wire import Form, doc
from meldroom.server.storage.mails import LinkState


class Streak(Form, frozen=True):
    """How many games in a row were won."""

    current: Annotated[int, doc("Up to now.")]
    longest: Annotated[int, doc("At best.")]


class PersonMet(Form, frozen=True):
    """Somebody whom the person met."""

    name: Annotated[str, doc("The last one at a table together.")]
    games: Annotated[int, doc("How many together.")]
    ahead: Annotated[
        float, doc("The share of games in which the person came out ahead, a tie counting half.")
    ]


class BotMet(Form, frozen=True):
    """A level of bots that the person met."""

    bot: Annotated[str, doc("The level.")]
    games: Annotated[int, doc("How many together.")]
    ahead: Annotated[
        float, doc("The share of games in which the person came out ahead, a tie counting half.")
    ]


class OtherPlayer(Form, frozen=True):
    """How somebody else did in a game."""

    name: Annotated[str, doc("At the table.")]
    bot: Annotated[str | None, doc("Its level; null for a person.")]
    place: Annotated[int, doc("From 1.")]
    score: Annotated[int, doc("In points.")]


class RecentGame(Form, frozen=True):
    """A finished game of the person."""

    table: Annotated[str, doc("The key of the table.")]
    number: Annotated[int, doc("At that table.")]
    game: Annotated[str, doc("The key of the game.")]
    at: Annotated[int, doc("When it ended, in milliseconds since 1970, UTC.")]
    seat: Annotated[int, doc("The person's.")]
    place: Annotated[int, doc("From 1.")]
    score: Annotated[int, doc("In points.")]
    hinted: Annotated[bool, doc("Whether it was played with hints, and so is not rated.")]
    others: Annotated[list[OtherPlayer], doc("Everybody else.")]


class Rating(Form, frozen=True):
    """A rating; `value` ± `error` holds the true strength 19 times in 20."""

    value: Annotated[int, doc("400 points are ten wins to one; `house` has 1500.")]
    error: Annotated[int, doc("Of that.")]
    games: Annotated[int, doc("That it rests on.")]


class BotRating(Form, frozen=True):
    """The measured rating of a bot."""

    bot: Annotated[str, doc("The level.")]
    rating: Annotated[int, doc("In this game.")]


class ReviewFigures(Form, frozen=True):
    """What the stored reviews of a person's games say."""

    games: Annotated[int, doc("That were reviewed.")]
    loss: Annotated[float | None, doc("The mean loss of a decision; null without any.")]
    luck: Annotated[float, doc("The mean luck.")]


class GameFigures(Form, frozen=True):
    """What a person's games of one kind add up to."""

    game: Annotated[str, doc("The key of the game.")]
    games: Annotated[int, doc("Finished.")]
    wins: Annotated[int, doc("Games won.")]
    places: Annotated[list[int], doc("How often first, second …")]
    streak: Annotated[Streak, doc("Of wins.")]
    scores: Annotated[list[int], doc("Of the last 50 games, the newest last.")]
    rating: Annotated[Rating | None, doc("Null before ten rated games.")]
    rating_after: Annotated[int, doc("How many games are missing for a rating.")]
    ladder: Annotated[list[BotRating], doc("The bots.")]
    bots: Annotated[list[BotMet], doc("How the person did against each level.")]
    reviews: Annotated[ReviewFigures | None, doc("Null if no game was reviewed.")]


class MyRecord(Form, frozen=True):
    """What a person's finished games add up to."""

    games: Annotated[int, doc("Finished.")]
    wins: Annotated[int, doc("Games won.")]
    since: Annotated[int | None, doc("When the first one ended, in milliseconds since 1970, UTC.")]
    name: Annotated[str, doc('The last one, or "".')]
    by_game: Annotated[list[GameFigures], doc("Game by game.")]
    streak: Annotated[Streak, doc("Of wins.")]
    form: Annotated[list[int], doc("The last ten places.")]
    people: Annotated[list[PersonMet], doc("Those who were met most.")]
    bots: Annotated[list[BotMet], doc("How the person did against each level.")]
    recent: Annotated[list[RecentGame], doc("The last 12 games, the newest first.")]


class RatedPlayer(Rating, frozen=True):
    """A rated player of the room."""

    name: Annotated[str, doc("The last one.")]


class PlayersOfGame(Form, frozen=True):
    """The rated players of a game."""

    game: Annotated[str, doc("Its key.")]
    players: Annotated[list[RatedPlayer], doc("The best first.")]


class CarryCode(Form, frozen=True):
    """What makes another device the same person."""

    code: Annotated[str, doc("Valid once.")]
    seconds: Annotated[int, doc("For how long.")]


class Joined(Form, frozen=True):
    """The browser is that person now."""


class Erased(Form, frozen=True):
    """The person was erased."""

    tables: Annotated[int, doc("At how many tables the name was replaced.")]


class MailState(Form, frozen=True):
    """What the owner of a mailbox decided."""

    state: Annotated[LinkState, doc("See below.")]


class LeftAddress(Form, frozen=True):
    """The address that the person left at a table."""

    address: Annotated[str, doc('Their own, or "".')]
    state: Annotated[LinkState | Literal[""], doc("What its owner decided.")]


class TableMail(LeftAddress, frozen=True):
    """Whether a table sends emails, and to what address of the person."""

    available: Annotated[bool, doc("Whether it sends any.")]


# -- the deal of the day


class DailyGame(Form, frozen=True):
    """A deal, and how far the person is with it."""

    game: Annotated[str, doc("The key of the game.")]
    state: Annotated[Literal["new", "playing", "over"], doc("Of the person's attempt.")]
    table: Annotated[str | None, doc("Where it is played.")]
    place: Annotated[int | None, doc("Null until the attempt is over.")]
    score: Annotated[int | None, doc("Null until the attempt is over.")]


class TodaysGame(DailyGame, frozen=True):
    """A deal of today."""

    commit: Annotated[str, doc("SHA-256 of its secret.")]


class PastDay(Form, frozen=True):
    """The deals of a past day."""

    day: Annotated[str, doc("As YYYY-MM-DD, of UTC.")]
    games: Annotated[list[DailyGame], doc("Game by game.")]


class DailyOverview(Form, frozen=True):
    """The deals of today, and of past days."""

    day: Annotated[str, doc("Today as YYYY-MM-DD, of UTC.")]
    ends: Annotated[int, doc("When the day ends, in milliseconds since 1970, UTC.")]
    streak: Annotated[int, doc("Days in a row with a finished deal.")]
    games: Annotated[list[TodaysGame], doc("Game by game.")]
    past: Annotated[list[PastDay], doc("The latest first.")]


class DailyResult(Form, frozen=True):
    """How somebody did."""

    place: Annotated[int, doc("In their game.")]
    score: Annotated[int, doc("In their game.")]
    mine: Annotated[bool, doc("Whether it is the person who asks.")]
    name: Annotated[str | None, doc("Where the room shows its players, else null.")]


class MasterResult(Form, frozen=True):
    """How the bot `master` did in the same seat."""

    place: Annotated[int, doc("In its game.")]
    score: Annotated[int, doc("In its game.")]


class DailyDeal(TodaysGame, frozen=True):
    """One deal; the field is for people who have finished it, and for everybody afterwards."""

    day: Annotated[str, doc("As YYYY-MM-DD, of UTC.")]
    secret: Annotated[str | None, doc("Null until the day is over.")]
    field: Annotated[
        list[DailyResult] | None, doc("Everybody, the best first; null until you may see it.")
    ]
    master: Annotated[MasterResult | None, doc("Null until you see the field and it has played.")]
