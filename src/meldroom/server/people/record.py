"""A person's record as it is shown, what reviews say of their play, and a room's best players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from meldroom.arena.player_ratings import MIN_GAMES, Rating
from meldroom.games import GAMES
from meldroom.room.summaries import SeatResult
from meldroom.server.storage.results import SEAT_RESULTS, SeatResults, read_ratings
from meldroom.server.storage.store import Store
from meldroom.server.storage.summaries import REVIEWS

MAX_RECENT = 12  # games
MAX_OPPONENTS = 8
TREND_GAMES = 50  # of each game
FORM_GAMES = 10
MAX_REVIEWS = 100  # the newest ones
MAX_PLAYERS = 50  # of each game


class PersonalGame(NamedTuple):
    """A finished game as one of its players sees it."""

    mine: SeatResult
    others: tuple[SeatResult, ...]
    hinted: bool = False  # played with hints, and so not rated

    @property
    def won(self) -> bool:
        """Whether the player won it, alone or with others."""
        return self.mine.place == 1


def played_games(results: Sequence[SeatResult], keys: Sequence[str]) -> list[PersonalGame]:
    """Return the games of the player with these keys, the first game first.

    Who changed seats in a game has played it in the first one.
    """
    games = []
    for _, seats in groupby(results, lambda one: (one.table_id, one.number)):
        all_seats = list(seats)
        mine = sorted(
            (one for one in all_seats if one.player in keys), key=lambda one: not one.rated
        )
        others = [one for one in all_seats if one.seat != mine[0].seat and one.player not in keys]
        alone = all(one.player in keys for one in all_seats if one.seat == mine[0].seat)
        # Nothing else is unrated for who has held the seat from the deal to the end.
        games.append(PersonalGame(mine[0], tuple(others), alone and not mine[0].rated))
    return games


def record_form(
    games: Sequence[PersonalGame],
    ratings: Mapping[str, Rating],
    persons: Mapping[str, str],
    bots: Mapping[str, Mapping[str, float]],
    reviews: Sequence[ReviewedGame] = (),
) -> dict[str, Any]:
    """Return a person's record as JSON: each game's figures, opponents, form and recent games.

    `ratings` are theirs and `bots` those of the bots, both by game; `persons` has who stands
    behind the other names that somebody plays under.
    """
    by_game: dict[str, list[PersonalGame]] = defaultdict(list)
    for game in games:
        by_game[game.mine.game].append(game)
    return {
        "games": len(games),
        "wins": sum(game.won for game in games),
        "since": games[0].mine.at if games else None,
        "name": games[-1].mine.name if games else "",
        "by_game": [
            {
                **_figures(key, played, ratings.get(key, Rating()), bots.get(key, {})),
                "reviews": _review_figures([one for one in reviews if one.game == key]),
            }
            for key, played in by_game.items()
        ],
        "streak": _streaks(games),
        "form": [game.mine.place for game in games[-FORM_GAMES:]],
        "people": _opponents(games, persons),
        "bots": _against_bots(games),
        "recent": [_recent(game) for game in reversed(games[-MAX_RECENT:])],
    }


def _figures(
    key: str, played: Sequence[PersonalGame], rating: Rating, bots: Mapping[str, float]
) -> dict[str, Any]:
    places = Counter(game.mine.place for game in played)
    return {
        "game": key,
        "games": len(played),
        "wins": places[1],
        "places": [places[place] for place in range(1, max(places) + 1)],
        "streak": _streaks(played),
        "scores": [game.mine.score for game in played[-TREND_GAMES:]],
        "rating": rating_form(rating),
        "rating_after": max(0, MIN_GAMES - rating.games),
        "ladder": [{"bot": bot, "rating": round(value)} for bot, value in bots.items()],
        "bots": _against_bots(played),
    }


def _review_figures(reviews: Sequence[ReviewedGame]) -> dict[str, Any] | None:
    """Return the mean loss per decision and the mean luck; None if no game was reviewed."""
    if not reviews:
        return None
    losses = [one.loss for one in reviews if one.loss is not None]
    return {
        "games": len(reviews),
        "loss": round(fmean(losses), 4) if losses else None,
        "luck": round(fmean(one.luck for one in reviews), 4),
    }


def rating_form(rating: Rating) -> dict[str, int] | None:
    """Return a rating with its uncertainty; None while it rests on too few games."""
    if rating.games < MIN_GAMES:
        return None
    return {"value": round(rating.mu), "error": round(rating.error), "games": rating.games}


def _streaks(games: Sequence[PersonalGame]) -> dict[str, int]:
    """Return how many games in a row were won: now, and at best."""
    current = longest = 0
    for game in games:
        current = current + 1 if game.won else 0
        longest = max(longest, current)
    return {"current": current, "longest": longest}


class _Tally:
    def __init__(self) -> None:
        self.games, self.points, self.name = 0, 0.0, ""

    def add(self, mine: SeatResult, other: SeatResult) -> None:
        self.games += 1
        self.points += (1 + (mine.place < other.place) - (mine.place > other.place)) / 2
        self.name = other.name

    @property
    def form(self) -> dict[str, Any]:
        return {"games": self.games, "ahead": round(self.points / self.games, 3)}


def _opponents(games: Sequence[PersonalGame], persons: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return who was met most often, under the name that they last had at a table together."""
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    for game in games:
        for other in game.others:
            if other.player:
                tallies[persons.get(other.player, other.player)].add(game.mine, other)
    most = sorted(tallies.values(), key=lambda tally: -tally.games)[:MAX_OPPONENTS]
    return [{"name": tally.name, **tally.form} for tally in most]


def _against_bots(games: Sequence[PersonalGame]) -> list[dict[str, Any]]:
    """Return how often the player came out ahead of each bot, a tie counting half."""
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    for game in games:
        for other in game.others:
            if other.bot:
                tallies[other.bot].add(game.mine, other)
    return [{"bot": bot, **tally.form} for bot, tally in sorted(tallies.items())]


def _recent(game: PersonalGame) -> dict[str, Any]:
    mine = game.mine
    return {
        "table": mine.table_id,
        "number": mine.number,
        "game": mine.game,
        "at": mine.at,
        "seat": mine.seat,
        "place": mine.place,
        "score": mine.score,
        "hinted": game.hinted,
        "others": [
            {"name": one.name, "bot": one.bot or None, "place": one.place, "score": one.score}
            for one in game.others
        ],
    }


# -- what reviews say


class _Balance(msgspec.Struct):
    luck: float


class _ReviewForm(msgspec.Struct):
    """The part of a stored review that is read here."""

    mean_loss: list[float | None]
    balances: list[_Balance]


# Made once: msgspec crashes where two threads at once are the first that read a type.
_decode = msgspec.json.Decoder(_ReviewForm).decode


class ReviewedGame(NamedTuple):
    """A person's share in a reviewed game."""

    game: str
    loss: float | None  # of the chance to win, per decision; None for who had nothing to decide
    luck: float


def reviewed_games(store: Store, players: Sequence[str]) -> list[ReviewedGame]:
    """Return the newest reviewed games of somebody who plays under these keys."""
    results = SEAT_RESULTS.c
    same = sa.and_(results.table_id == REVIEWS.c.table_id, results.number == REVIEWS.c.number)
    query = sa.select(results.game, results.seat, REVIEWS.c.body).join(REVIEWS, same)
    query = query.where(results.player.in_(players)).order_by(results.at.desc())
    with store.reading() as connection:
        rows = connection.execute(query.limit(MAX_REVIEWS)).all()
    figures = [(row.game, row.seat, _decode(row.body)) for row in rows]
    return [
        ReviewedGame(game, one.mean_loss[seat], one.balances[seat].luck)
        for game, seat, one in figures
    ]


# -- the room's players


def player_table(store: Store) -> list[dict[str, Any]]:
    """Return the rated players of each game, the best first, under the name that they had last."""
    return [
        {"game": game, "players": players} for game in GAMES if (players := _players(store, game))
    ]


def _players(store: Store, game: str) -> list[dict[str, Any]]:
    with store.reading() as connection:
        ratings = read_ratings(connection, game)
    rated = [(key, one) for key, one in ratings.items() if one.games >= MIN_GAMES]
    rated.sort(key=lambda pair: -pair[1].mu)
    named = ((_last_name(store, key), one) for key, one in rated[:MAX_PLAYERS])
    return [{"name": name, **(rating_form(one) or {})} for name, one in named if name]


def _last_name(store: Store, person: str) -> str:
    keys, results = SeatResults(store).keys_of(person), SEAT_RESULTS.c
    query = sa.select(results.name).where(results.player.in_(keys)).order_by(results.at.desc())
    with store.reading() as connection:
        return str(connection.execute(query.limit(1)).scalar() or "")
