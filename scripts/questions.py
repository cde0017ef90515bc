"""Writes docs/questions.md: three questions about the games, asked of simulated ones by DuckDB.

`python scripts/questions.py` plays the games, exports them, and writes the page with its pictures.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import meldroom
from meldroom.arena.charts import histogram, interval_chart, standalone
from meldroom.arena.report import summarize
from meldroom.export import parquet_files, rows_of
from meldroom.games import BUILT_IN

DOCS = Path(__file__).parent.parent / "docs"
GAMES, PLAYERS, SEED = 400, 4, 1
FAIR = 1 / PLAYERS

Row = tuple[Any, ...]
INTRODUCTION = """# Three questions

[Exported records](export.md) answer questions about the games by plain SQL. Here are three, asked \
of {games:,} games: {each:,} of each kind, between {players} `house` bots (seed {seed}). \
`make questions` plays and exports them, runs the queries and writes this page. Intervals are 95 %.
"""


class Answer(NamedTuple):
    """What a query gives: its columns, its rows, a sentence, and a picture."""

    columns: Sequence[str]
    rows: Sequence[Row]
    sentence: str
    picture: str


class Question(NamedTuple):
    """A question, the query that answers it, and how to read the result."""

    name: str
    title: str
    about: str
    query: str
    read: Callable[[Sequence[Row], Path], tuple[str, str]]


def read_first(rows: Sequence[Row], _: Path) -> tuple[str, str]:
    """Say in which games the player who begins wins more or less than a fair share."""
    estimates = {
        name: {"mean": wins / 100, "low": (wins - margin) / 100, "high": (wins + margin) / 100}
        for name, _, wins, margin in rows
    }
    unfair = [
        f"{name} ({'more' if one['low'] > FAIR else 'less'})"
        for name, one in estimates.items()
        if not one["low"] <= FAIR <= one["high"]
    ]
    sentence = f"A fair share is {100 * FAIR:g} %, and it lies within the interval of every game"
    sentence += f" but {listed(unfair)}." if unfair else ": no advantage shows in so many games."
    picture = interval_chart(
        list(estimates.items()), "wins of the player who begins", 0.15, 0.35, FAIR
    )
    return sentence, picture


def read_lengths(rows: Sequence[Row], games: Path) -> tuple[str, str]:
    """Name the shortest and the longest game, and draw one."""
    medians = {name: median for name, median, *_ in rows}
    shortest, longest = min(medians, key=medians.__getitem__), max(medians, key=medians.__getitem__)
    import duckdb

    drawn = "thumbs-up"
    query = "SELECT moves FROM read_parquet($games) WHERE game = $game"
    moves = duckdb.execute(query, {"games": str(games), "game": drawn}).fetchall()
    sentence = (
        f"Half of the games of {shortest} are over after {medians[shortest]:g} moves, half of "
        f"those of {longest} after {medians[longest]:g}. The picture shows {drawn}."
    )
    return sentence, histogram(summarize([many for (many,) in moves]), f"moves of {drawn}")


def read_discards(rows: Sequence[Row], _: Path) -> tuple[str, str]:
    """Say which discard loses most."""
    estimates = [
        (
            f"{symbol}, {'taken' if taken else 'left'}",
            {"mean": lost / 100, "low": (lost - margin) / 100, "high": (lost + margin) / 100},
        )
        for symbol, taken, _, lost, margin in rows
    ]
    worst, best = (pick(estimates, key=lambda row: float(row[1]["mean"])) for pick in (max, min))
    sentence = (
        f"By chance {100 * (1 - FAIR):g} % of the hands are lost. It is "
        f"{100 * worst[1]['mean']:.1f} % after *{worst[0]}* and {100 * best[1]['mean']:.1f} % "
        f"after *{best[0]}*. That does not make the discard the cause: a player who is close to "
        "winning discards other blocks than one who is not."
    )
    low = min(one["low"] for _, one in estimates) - 0.02
    high = max(one["high"] for _, one in estimates) + 0.02
    picture = interval_chart(
        estimates, "hands lost after a discard", round(low, 2), round(high, 2), 1 - FAIR
    )
    return sentence, picture


QUESTIONS = (
    Question(
        "first-player",
        "Is it better to begin?",
        "`first` is the seat that made the first move of the game. A shared win is split.",
        """SELECT game, count(*) AS games,
       round(100 * avg(won), 1) AS "wins, %",
       round(196 * stddev_samp(won) / sqrt(count(*)), 1) AS "+/-"
FROM (
    SELECT game, list_contains(winners, first)::INT / len(winners) AS won
    FROM 'games.parquet'
)
GROUP BY game ORDER BY game""",
        read_first,
    ),
    Question(
        "lengths",
        "How long do games take?",
        "A move is one action, such as to draw or to discard; a round is a hand, a deal or a "
        "round, whatever the game has.",
        """SELECT game, median(moves) AS "median of moves",
       quantile_disc(moves, 0.05) AS "5 %", quantile_disc(moves, 0.95) AS "95 %",
       round(avg(rounds), 1) AS "rounds",
       round(avg(moves / rounds), 1) AS "moves in a round"
FROM 'games.parquet'
GROUP BY game ORDER BY game""",
        read_lengths,
    ),
    Question(
        "discards",
        "Which discards lose?",
        "In Thumbs Up a hand is won by the thumb. For every block that is discarded: was it taken "
        "by the next player, and did the player who discarded it lose the hand? The game is the "
        "sampling unit.",
        """WITH turns AS (
    SELECT *, lead(verb) OVER (PARTITION BY game_id ORDER BY ply) = 'take' AS taken
    FROM 'games-moves.parquet' WHERE game = 'thumbs-up'
),
winners AS (
    SELECT game_id, round, seat AS winner FROM turns WHERE verb = 'thumb'
),
discards AS (
    SELECT game_id, taken, (seat <> winner)::INT AS lost,
           CASE right(cards[1], 1) WHEN '.' THEN 'dot' WHEN '-' THEN 'dash'
                WHEN 'L' THEN 'Liberty' ELSE 'V' END AS symbol
    FROM turns JOIN winners USING (game_id, round) WHERE verb = 'discard'
),
per_game AS (
    SELECT symbol, taken, game_id, count(*) AS discarded, avg(lost) AS lost
    FROM discards GROUP BY ALL
)
SELECT symbol, taken, sum(discarded)::INT AS discards,
       round(100 * avg(lost), 1) AS "hands lost, %",
       round(196 * stddev_samp(lost) / sqrt(count(*)), 1) AS "+/-"
FROM per_game GROUP BY symbol, taken ORDER BY symbol, taken""",
        read_discards,
    ),
)


def listed(names: Sequence[str]) -> str:
    """List names in a sentence."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def play_and_export(games: int, folder: Path) -> Path:
    """Play so many games of each kind, and give the file of the games."""
    exported = folder / "games.parquet"
    with parquet_files(exported) as add:
        for game in BUILT_IN:
            for record in meldroom.simulate(game, "house", games, players=PLAYERS, seed=SEED):
                add(rows_of(record))
    return exported


def answer(question: Question, games: Path) -> Answer:
    """Ask a question of exported games."""
    import duckdb

    query = question.query.replace("'games", f"'{games.parent}/games")
    result = duckdb.sql(query)
    rows = result.fetchall()
    sentence, picture = question.read(rows, games)
    return Answer(result.columns, rows, sentence, picture)


def section(question: Question, answered: Answer) -> str:
    """Write a question with its query, its result and its picture."""
    lines = [
        f"## {question.title}",
        "",
        question.about,
        "",
        "```sql",
        question.query,
        "```",
        "",
        f"| {' | '.join(answered.columns)} |",
        f"|{'---|' * len(answered.columns)}",
        *(f"| {' | '.join(map(shown, row))} |" for row in answered.rows),
        "",
        answered.sentence,
        "",
        f"![{question.title}](questions/{question.name}.svg)",
        "",
    ]
    return "\n".join(lines)


def shown(value: object) -> str:
    """Write a value of a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def write_page(games: int, docs: Path) -> None:
    """Play so many games of each kind, and write the page with its pictures into a folder."""
    (docs / "questions").mkdir(exist_ok=True)
    total = games * len(BUILT_IN)
    sections = [INTRODUCTION.format(games=total, each=games, players=PLAYERS, seed=SEED)]
    with tempfile.TemporaryDirectory() as folder:
        exported = play_and_export(games, Path(folder))
        for question in QUESTIONS:
            answered = answer(question, exported)
            picture = docs / "questions" / f"{question.name}.svg"
            picture.write_text(standalone(answered.picture) + "\n", "utf-8")
            sections.append(section(question, answered))
    (docs / "questions.md").write_text("\n".join(sections), "utf-8")


if __name__ == "__main__":
    write_page(GAMES, DOCS)
