"""Runs a contest, writes every game to disk, and resumes after an interruption."""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import IO, Any

from meldroom.arena.contest import Contest, MakeBot, Outcome, play_game
from meldroom.arena.workers import GAMES_PER_CHUNK, ThisProcess, Workers, chunked
from meldroom.core.codec import canonical

CONTEST_FILE, GAMES_FILE, RECORDS_FILE = "contest.json", "games.jsonl", "records.jsonl"

PlayedGame = tuple[Outcome, dict[str, Any] | None]
"""The outcome of a game, and its record if it is kept."""


def run_contest(
    contest: Contest,
    out: Path | None,
    workers: Workers | None = None,
    *,
    records: bool = True,
    make_bot_here: MakeBot | None = None,
) -> Generator[Outcome, None, None]:
    """Play every game that is not in the folder yet; give all outcomes, stored ones first.

    What is written does not depend on the workers. A caller that stops early leaves the finished
    games in the folder, with or without their records. ValueError if the folder holds another
    contest.
    """
    stored = [] if out is None else stored_outcomes(contest, out, records=records)
    yield from stored
    chunks = chunks_left(contest, {outcome.number for outcome in stored})
    play = partial(play_games, contest, records, make_bot_here)
    with ExitStack() as opened:
        files: dict[str, IO[str]] = {}
        if out is not None:
            # The record first: a listed game always has its record.
            for name in [RECORDS_FILE] * records + [GAMES_FILE]:
                files[name] = opened.enter_context((out / name).open("a", encoding="ascii"))
        played = (workers or ThisProcess()).run(play, chunks)
        for outcome, record in opened.enter_context(closing(played)):
            for name, file in files.items():
                file.write(json_line(record if name == RECORDS_FILE else outcome._asdict()))
                file.flush()
            yield outcome


def chunks_left(contest: Contest, done: Collection[int]) -> Iterator[Sequence[int]]:
    """Give the numbers of the games that are not done, a few of one deal at a time."""
    size = GAMES_PER_CHUNK if contest.budget is None else 1  # timed games take long
    for deal in range(contest.deals):
        first = deal * contest.games_per_deal
        left = [n for n in range(first, first + contest.games_per_deal) if n not in done]
        yield from chunked(left, size)


def play_games(
    contest: Contest, records: bool, make_bot_here: MakeBot | None, numbers: Sequence[int]
) -> Iterator[PlayedGame]:
    """Play the games of these numbers."""
    for number in numbers:
        outcome, record = play_game(contest, number, make_bot_here)
        yield outcome, record if records else None


def stored_outcomes(contest: Contest, out: Path, *, records: bool = True) -> list[Outcome]:
    """Read the outcomes of an earlier run from the folder, and cut off what it left incomplete."""
    out.mkdir(parents=True, exist_ok=True)
    description = out / CONTEST_FILE
    if not description.exists():
        description.write_bytes(canonical(contest.as_json()) + b"\n")
    elif description.read_bytes() != canonical(contest.as_json()) + b"\n":
        raise ValueError(f"{out} holds another contest; choose another folder")
    names = [GAMES_FILE] + [RECORDS_FILE] * records
    files = {name: complete_lines(out / name) for name in names}
    complete = min(map(len, files.values()))
    for name, lines in files.items():
        (out / name).write_bytes(b"".join(lines[:complete]))
    return [read_outcome(line) for line in files[GAMES_FILE][:complete]]


def complete_lines(path: Path) -> list[bytes]:
    """Read the lines of a file that end with a newline."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [line for line in lines if line.endswith(b"\n")]


def read_outcome(line: bytes) -> Outcome:
    """Read an outcome from its JSON."""
    form = json.loads(line)
    return Outcome(
        form["number"],
        tuple(form["scores"]),
        tuple(form["places"]),
        form["reason"],
        tuple(form["rounds"]),
    )


def json_line(form: Any) -> str:
    """Write a JSON value as one line."""
    return canonical(form).decode("ascii") + "\n"
