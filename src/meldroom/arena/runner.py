"""Where a contest is played: in all cores, written down game by game, and gone on with later."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from meldroom.arena.contest import Contest, Outcome, play
from meldroom.core.codec import canonical

CONTEST, GAMES, RECORDS = "contest.json", "games.jsonl", "records.jsonl"

Played = tuple[Outcome, dict[str, Any]]


def held(contest: Contest, out: Path | None, jobs: int) -> Generator[Outcome, None, None]:
    """Play every game that is not in the folder yet, and give all outcomes, the old ones first.

    Whoever stops reading leaves what is done in the folder; ValueError if it holds another contest.
    """
    done = [] if out is None else reopened(contest, out)
    yield from done
    old = {outcome.number for outcome in done}
    numbers = (number for number in range(contest.games) if number not in old)
    with ExitStack() as open_files:
        if out is not None:
            games = open_files.enter_context((out / GAMES).open("a", encoding="ascii"))
            records = open_files.enter_context((out / RECORDS).open("a", encoding="ascii"))
        for outcome, form in played(contest, numbers, jobs):
            if out is not None:
                # The record first: a game that is in the list is there as a whole.
                records.write(line(form))
                records.flush()
                games.write(line(outcome._asdict()))
                games.flush()
            yield outcome


def played(contest: Contest, numbers: Iterator[int], jobs: int) -> Iterator[Played]:
    """Play the games of these numbers, in any order, in one process or in several."""
    if jobs == 1:
        for number in numbers:
            yield play(contest, number)
        return
    with ProcessPoolExecutor(jobs, initializer=deaf_to_interrupts) as pool:
        waiting: set[Future[Played]] = set()
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


def reopened(contest: Contest, out: Path) -> list[Outcome]:
    """Read what an earlier run left in the folder, without a line that it did not finish."""
    out.mkdir(parents=True, exist_ok=True)
    plan = out / CONTEST
    if not plan.exists():
        plan.write_bytes(canonical(contest.form()) + b"\n")
    elif plan.read_bytes() != canonical(contest.form()) + b"\n":
        raise ValueError(f"{out} holds another contest; choose another folder")
    games, records = whole_lines(out / GAMES), whole_lines(out / RECORDS)
    both = min(len(games), len(records))
    for name, lines in ((GAMES, games), (RECORDS, records)):
        (out / name).write_bytes(b"".join(lines[:both]))
    return [read_outcome(text) for text in games[:both]]


def whole_lines(path: Path) -> list[bytes]:
    """Read the lines that end as they should."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [text for text in lines if text.endswith(b"\n")]


def read_outcome(text: bytes) -> Outcome:
    """Read an outcome back."""
    form = json.loads(text)
    return Outcome(
        form["number"],
        tuple(form["scores"]),
        tuple(form["places"]),
        form["reason"],
        tuple(form["rounds"]),
    )


def line(form: dict[str, Any]) -> str:
    """Write a JSON value in a line."""
    return canonical(form).decode("ascii") + "\n"


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def deaf_to_interrupts() -> None:
    """Let the process that plays go on after Ctrl-C: the one that writes says when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
