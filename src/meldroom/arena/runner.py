"""Runs a contest on all cores, writes every game to disk, and resumes after an interruption."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO, Any

from meldroom.arena.contest import Contest, Outcome, play_game
from meldroom.arena.isolation import ignore_interrupts, process_context
from meldroom.core.codec import canonical

CONTEST_FILE, GAMES_FILE, RECORDS_FILE = "contest.json", "games.jsonl", "records.jsonl"

PlayedGame = tuple[Outcome, dict[str, Any]]
"""The outcome of a game, and its record."""

PlayGame = Callable[[Contest, int], PlayedGame]
"""Plays the game of a number; it is sent to other processes."""


def run_contest(
    contest: Contest,
    out: Path | None,
    jobs: int,
    *,
    records: bool = True,
    play: PlayGame = play_game,
) -> Generator[Outcome, None, None]:
    """Play every game that is not in the folder yet; give all outcomes, stored ones first.

    A caller that stops early leaves the finished games in the folder, with or without their
    records. ValueError if the folder holds another contest.
    """
    stored = [] if out is None else stored_outcomes(contest, out, records=records)
    yield from stored
    done = {outcome.number for outcome in stored}
    numbers = (number for number in range(contest.games) if number not in done)
    with ExitStack() as open_files:
        files: dict[str, IO[str]] = {}
        if out is not None:
            # The record first: a listed game always has its record.
            for name in [RECORDS_FILE] * records + [GAMES_FILE]:
                files[name] = open_files.enter_context((out / name).open("a", encoding="ascii"))
        for outcome, record in play_games(contest, numbers, jobs, play):
            for name, file in files.items():
                file.write(json_line(record if name == RECORDS_FILE else outcome._asdict()))
                file.flush()
            yield outcome


def play_games(
    contest: Contest, numbers: Iterator[int], jobs: int, play: PlayGame = play_game
) -> Iterator[PlayedGame]:
    """Play the games of these numbers, in any order, in one process or in several."""
    if jobs == 1:
        for number in numbers:
            yield play(contest, number)
        return
    with ProcessPoolExecutor(jobs, process_context(), ignore_interrupts) as pool:
        waiting: set[Future[PlayedGame]] = set()
        try:
            while True:
                for number in islice(numbers, 2 * jobs - len(waiting)):
                    waiting.add(pool.submit(play, contest, number))
                if not waiting:
                    return
                ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ended:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


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


def json_line(form: dict[str, Any]) -> str:
    """Write a JSON value as one line."""
    return canonical(form).decode("ascii") + "\n"


def available_cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
