"""`meldroom simulate`: many games between random bots, the same bytes from the same seed."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from meldroom.cli.arguments import chosen, seated, with_game, with_table
from meldroom.cli.record_files import line_of, unwritable

if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import IO

    from meldroom.core.game import Game, Setting

T = TypeVar("T")

BATCH = 4  # games that a process plays between two reports
STDOUT = Path("-")


class Task(NamedTuple):
    """What to play: the games of a run are numbered, and each follows from seed and number."""

    game: str
    options: dict[str, Setting]
    seats: int
    seed: bytes


@click.command()
@with_game()
@with_table
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="M",
    help="How many.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 512),
    metavar="J",
    help="Processes; as many as cores if not set.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write a record a line here; - is the standard output.",
)
def simulate(
    game: Game[Any],
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    games: int,
    jobs: int | None,
    out: Path | None,
) -> None:
    """Let random bots play many games of GAME.

    The same seed gives the same bytes, with any number of jobs.
    """
    import secrets

    seed = secrets.token_bytes(32) if seed is None else seed
    task = Task(game.key, chosen(game, options), seated(game, players), seed)
    jobs = min(jobs or cores(), -(-games // BATCH))
    tally = SimulationTally(task.seats)
    try:
        with opened_out(out) as file, stop_asked() as stopped:
            for form in with_progress(played(task, games, jobs), games):
                tally.add(form)
                if file is not None:
                    file.write(line_of(form))
                    file.flush()
                if stopped():
                    break
    except OSError as error:
        if out is None or isinstance(error, BrokenPipeError):
            raise
        unwritable(out, error)
    click.echo(tally.told(task, games), err=out == STDOUT)
    if tally.games < games:
        raise click.Abort


def played(task: Task, games: int, jobs: int) -> Iterator[dict[str, Any]]:
    """Play the games in the order of their numbers, in one process or in several."""
    batches = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    if jobs == 1:
        for batch in batches:
            for number in batch:
                yield one_game(task, number)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A fork would copy the thread that draws the bar in the middle of whatever it does.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(jobs, fresh, initializer=_deaf_to_interrupts) as pool:
        ahead: deque[Future[list[dict[str, Any]]]] = deque()
        try:
            for batch in batches:
                ahead.append(pool.submit(one_batch, task, batch))
                if len(ahead) > 2 * jobs:
                    yield from ahead.popleft().result()
            while ahead:
                yield from ahead.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def one_batch(task: Task, numbers: range) -> list[dict[str, Any]]:
    """Play a few games."""
    return [one_game(task, number) for number in numbers]


def one_game(task: Task, number: int) -> dict[str, Any]:
    """Play the game with this number and write it down."""
    from meldroom.bots.rule_bots import RandomBot
    from meldroom.cli.names import named
    from meldroom.core.rng import Rng, fresh_seed
    from meldroom.games import find
    from meldroom.match.derived_seed import derived_seed
    from meldroom.match.match import Match
    from meldroom.match.play_out import play_out

    seed, _ = fresh_seed(Rng(task.seed, number))
    bots = {seat: RandomBot(derived_seed(seed, f"bot {seat}")) for seat in range(task.seats)}
    match = Match(find(task.game), task.options, task.seats, seed)
    play_out(match, bots, derived_seed(seed, "answers"))
    return match.record(named(task.seats))


class SimulationTally:
    """What many games came to."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.lengths: list[int] = []
        self.wins: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()

    @property
    def games(self) -> int:
        """How many games there were."""
        return len(self.lengths)

    def add(self, form: dict[str, Any]) -> None:
        """Count a game."""
        self.lengths.append(len(form["moves"]))
        self.wins.update(form["result"]["winners"])
        self.reasons[form["result"]["reason"]] += 1

    def told(self, task: Task, asked: int) -> str:
        """Sum up."""
        done = f"{self.games}" if self.games == asked else f"{self.games} of {asked}"
        games = "game" if asked == 1 else "games"
        seed = task.seed.hex()
        lines = [f"{done} {games} of {task.game}, {task.seats} players, seed {seed}"]
        if self.games:
            mean = sum(self.lengths) / self.games
            wins = " · ".join(f"seat {seat} {self.wins[seat]}" for seat in range(self.seats))
            ended = " · ".join(f"{reason} {many}" for reason, many in sorted(self.reasons.items()))
            lines += [
                f"moves   {mean:.1f} a game, from {min(self.lengths)} to {max(self.lengths)}",
                f"wins    {wins}",
                f"ended   {ended}",
            ]
        return "\n".join(lines)


def with_progress(forms: Iterable[T], games: int) -> Iterator[T]:
    """Draw a bar with the time left on the terminal, if it is one, while games come in."""
    from rich.console import Console
    from rich.progress import BarColumn as Bar
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (Bar(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games)
        for form in forms:
            yield form
            bar.advance(task)


@contextmanager
def opened_out(out: Path | None) -> Iterator[IO[str] | None]:
    """Open where the records go, before anything is played."""
    if out is None:
        yield None
    elif out == STDOUT:
        yield sys.stdout
    else:
        with out.open("w", encoding="utf-8", newline="\n") as file:
            yield file


@contextmanager
def stop_asked() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C instead of being cut off by it, so that only whole lines are written."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda *call: heard.append(call[0]))
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _deaf_to_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal: the first one sees to the end of the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
