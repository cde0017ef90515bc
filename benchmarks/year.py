"""A year of a room: its database, its record page and its ratings.

Whole games of bots are played once and then dealt out many times: who sits where follows from
strengths that only this simulation knows, so ratings can be compared with the truth.
"""

from __future__ import annotations

import secrets
import statistics
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import click
import sqlalchemy as sa

from meldroom.arena.charts import calibration_plot, standalone
from meldroom.arena.player_ratings import MIN_GAMES, POINTS, PlayerRatings, RatedSeat, bot_ratings
from meldroom.arena.ratings import Forecast, calibration
from meldroom.bots.registry import make_bot
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, full_options
from meldroom.core.record import record
from meldroom.games import GAMES
from meldroom.presentation import result_with_rule
from meldroom.room.log_entries import (
    AnyEntry,
    GamePrepared,
    GameStarted,
    MoveMade,
    SeatTaken,
    Settings,
    TableOpened,
)
from meldroom.room.log_rows import FIRST_PREV, chain
from meldroom.room.summaries import Score, SeatResult, Summary
from meldroom.room.table import Table
from meldroom.room.table_seat import BOT_NAMES
from meldroom.room.tokens import hashed, new_table_key, person_key, session_token
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.storage.summaries import write_summaries
from tests.web.room_process import open_room

SEATS = 4
GAMES_PLAYED = 6  # of each kind, which the others repeat
YEAR = 365 * 86_400_000  # milliseconds
PAGES = 40  # record pages that are timed
LEVELS = ("novice", "house", "master")  # of the bots that people play with
TABLES_PER_COMMIT = 100


@click.command()
@click.option("--players", type=click.IntRange(min=4), default=200, show_default=True)
@click.option("--games", type=click.IntRange(min=1), default=4_000, show_default=True)
@click.option("--picture", type=click.Path(path_type=Path), help="Write the calibration plot here.")
def year(players: int, games: int, picture: Path | None) -> None:
    """Simulate a year of a room, and measure its database, its record page and its ratings."""
    with TemporaryDirectory() as folder:
        for line in measure_year(Path(folder), players, games, picture):
            click.echo(line)


class SimulatedPlayer(NamedTuple):
    """A person or a bot, and how strong they are in a game."""

    name: str
    session: str
    bot: str
    strength: float


class SampleGame(NamedTuple):
    """A game that was played out: its entries after people sat down, and its final table."""

    table: Table
    entries: list[AnyEntry]

    @property
    def seats_by_place(self) -> list[Seat]:
        """The seats, the winner's first."""
        match = self.table.match
        assert match is not None
        assert match.result is not None
        places = match.result.places
        return sorted(range(len(places)), key=lambda seat: places[seat])


class Year(NamedTuple):
    """What a simulated year left behind."""

    players: list[dict[str, SimulatedPlayer]]  # by name, for each game
    results: list[SeatResult]
    rows: int


def sample_game(game: AnyGame, number: int) -> SampleGame:
    """Let `house` bots play a game at a table in memory."""
    opened = TableOpened(game.key, game.rules, SEATS, full_options(game, {}), Settings(), "code")
    table = Table("sample", opened)
    entries: list[AnyEntry] = [GamePrepared(f"{number:064x}"), GameStarted()]
    for entry in entries:
        table.apply(entry, 0)
    bots = [make_bot(game, "house", bytes([seat] * 32)) for seat in range(SEATS)]
    while table.phase == "playing":
        match = table.current_match
        seat = match.to_act[0]
        text = game.text(bots[seat].choose(match.view(seat), match.legal(seat)))
        move = MoveMade(seat, (text,), "person", f"{table.seq}")
        table.apply(move, 0)
        entries.append(move)
    return SampleGame(table, entries)


def simulated_year(store: Store, players: int, games: int, seed: int = 1) -> Year:
    """Fill a database with games of a number of people, in the order of time."""
    random, kinds = Random(seed), list(GAMES.values())
    samples = [[sample_game(game, number) for number in range(GAMES_PLAYED)] for game in kinds]
    people = list(_people(random, players, kinds))
    results: list[SeatResult] = []
    rows = 0
    with store.writing() as connection:
        for number in range(games):
            at = YEAR * number // games
            kind = random.randrange(len(kinds))
            persons = random.sample(list(people[kind].values()), random.randint(1, 3))
            bots = [
                SimulatedPlayer("", "", level, bot_ratings(kinds[kind].key)[level])
                for level in random.choices(LEVELS, k=SEATS - len(persons))
            ]
            order = sorted([*persons, *bots], key=lambda one: -_performance(random, one))
            sample = random.choice(samples[kind])
            seated = dict(zip(sample.seats_by_place, order, strict=True))
            seats = [seated[seat] for seat in range(SEATS)]
            score, count = _write_game(connection, sample, seats, at)
            results += score.seats
            rows += count
            if number % TABLES_PER_COMMIT == 0:
                connection.commit()
        connection.commit()
    return Year(people, results, rows)


def _people(
    random: Random, players: int, kinds: Sequence[AnyGame]
) -> Iterator[dict[str, SimulatedPlayer]]:
    talents = [random.gauss(1250, 200) for _ in range(players)]
    for _ in kinds:
        named = {f"Player {n}": talent + random.gauss(0, 80) for n, talent in enumerate(talents, 1)}
        yield {
            name: SimulatedPlayer(name, f"session of {name}", "", own)
            for name, own in named.items()
        }


def _performance(random: Random, player: SimulatedPlayer) -> float:
    """Draw how well somebody plays; the best of such numbers follow the Bradley-Terry model."""
    return player.strength - POINTS * log(-log(random.random()))


def _write_game(
    connection: sa.Connection, sample: SampleGame, players: Sequence[SimulatedPlayer], at: int
) -> tuple[Score, int]:
    """Write a game at a table of its own, with its summary, score and results."""
    key, match = new_table_key(), sample.table.match
    names = [one.name or BOT_NAMES[seat] for seat, one in enumerate(players)]
    assert match is not None
    result = match.result
    assert result is not None
    settings = Settings(bots=tuple(one.bot for one in players))
    opened = TableOpened(
        match.game.key, match.game.rules, SEATS, match.options, settings, secrets.token_urlsafe(16)
    )
    taken = [
        SeatTaken(seat, one.name, _token(one, key), person_key(one.session))
        for seat, one in enumerate(players)
        if one.session
    ]
    rows, _ = chain(key, 1, FIRST_PREV, at, [opened, *taken, *sample.entries])
    connection.execute(sa.insert(EVENTS), [row._asdict() for row in rows])
    seats = tuple(
        SeatResult(
            key, 1, seat, person_key(one.session) if one.session else "", names[seat], one.bot,
            match.game.key, at, result.places[seat], result.scores[seat], rated=True,
        )
        for seat, one in enumerate(players)
    )  # fmt: skip
    form = record(
        match.game, match.options, names, match.seed, match.moves, match.state, match.deal
    )
    shown = result_with_rule(match.game, result)
    score = Score(key, 1, at, tuple(names), {}, shown, form, seats)
    summary = Summary(
        key, len(rows), match.game.key, match.game.rules, "over",
        tuple(one.name or None for one in players), 1, match.options, settings,
        at, at,
    )  # fmt: skip
    write_summaries(connection, [summary], [score])
    return score, len(rows)


def _token(player: SimulatedPlayer, key: str) -> str:
    return hashed(session_token(player.session, key))


class RatingCheck(NamedTuple):
    """How ratings compare with the truth."""

    forecasts: list[Forecast]
    rated: int  # players, in each game for itself
    inside: int  # whose true strength lies in the interval


def compare_ratings(simulated: Year) -> RatingCheck:
    """Rate the year's games, and compare the ratings with the strengths behind them."""
    forecasts: list[Forecast] = []
    rated = inside = 0
    for kind, game in enumerate(GAMES):
        players = PlayerRatings(bot_ratings(game))
        results = [one for one in simulated.results if one.game == game]
        for at in range(0, len(results), SEATS):
            forecasts += players.rate(
                [RatedSeat(one.player, one.bot, one.place) for one in results[at : at + SEATS]]
            )
        for one in simulated.players[kind].values():
            rating = players.ratings.get(person_key(one.session))
            if rating is not None and rating.games >= MIN_GAMES:
                rated += 1
                inside += abs(rating.mu - one.strength) <= rating.error
    return RatingCheck(forecasts, rated, inside)


def calibration_picture(forecasts: Sequence[Forecast]) -> str:
    """Draw how often favourites were expected to come out ahead, and how often they did."""
    title = "How often favourites were expected to come out ahead, and did"
    return standalone(calibration_plot(calibration(forecasts), title))


def page_seconds(database: Path, sessions: Sequence[str]) -> tuple[float, list[float]]:
    """Start a server; time its first record, while the year is being rated, and then others."""
    with open_room(database=f"sqlite:///{database}") as url:
        first, *others = [_seconds(url, session) for session in (sessions[0], *sessions)]
    return first, others


def _seconds(url: str, session: str) -> float:
    request = Request(f"{url}/api/me/record", headers={"Cookie": f"meldroom={session}"})
    began = perf_counter()
    with urlopen(request) as response:
        body: Any = response.read()
    assert b'"games"' in body
    return perf_counter() - began


def measure_year(folder: Path, players: int, games: int, picture: Path | None) -> list[str]:
    """Simulate a year and measure; return the results as lines."""
    store = Store(f"sqlite:///{folder / 'room.db'}")
    store.open()
    try:
        simulated = simulated_year(store, players, games)
    finally:
        store.close()
    size = (folder / "room.db").stat().st_size
    ratings = compare_ratings(simulated)
    if picture is not None:
        picture.write_text(calibration_picture(ratings.forecasts) + "\n", "utf-8")
    sessions = [one.session for one in simulated.players[0].values()][:PAGES]
    first, others = page_seconds(folder / "room.db", sessions)
    others.sort()
    p95 = others[int(0.95 * (len(others) - 1))]
    worst = max(abs(one["expected"] - one["happened"]) for one in calibration(ratings.forecasts))
    return [
        f"{players} players, {games} games: {simulated.rows} entries, {size / 1e6:.0f} MB",
        f"first record page: {first:.1f} s, while the whole year is being rated",
        f"record page: {1000 * statistics.median(others):.0f} ms, p95 {1000 * p95:.0f} ms"
        " (at most 100 ms)",
        f"ratings: {ratings.inside} of {ratings.rated} true strengths within the interval",
        f"ratings: forecasts and results differ by {100 * worst:.1f} % at most"
        f" ({len(ratings.forecasts)} pairs)",
    ]
