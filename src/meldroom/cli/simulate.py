"""`meldroom simulate`: many games between bots, byte for byte reproducible from the seed."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from meldroom.cli.arguments import game_argument, game_options, player_count, read_options
from meldroom.cli.errors import CliError
from meldroom.cli.record_files import record_line, refuse_unwritable
from meldroom.cli.workers import open_workers, worker_options
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting

if TYPE_CHECKING:
    from typing import IO


T = TypeVar("T")

STDOUT = Path("-")


class SimulationSetup(NamedTuple):
    """What to play; the games are numbered, and each follows from the seed and its number."""

    game: str
    options: dict[str, Setting]
    bots: tuple[str, ...]  # one for each seat
    seed: bytes

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.bots)


@click.command()
@game_argument()
@game_options
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="NAMES",
    help="A bot for each seat, comma-separated, or one for all seats.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="M",
    help="Number of games.",
)
@worker_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write one record per line to this file; - is standard output.",
)
def simulate(
    game: AnyGame,
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    bots: str,
    games: int,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
) -> None:
    """Play many games of GAME between bots, random ones by default.

    The same seed gives the same records, wherever the games are played.
    """
    import secrets

    from meldroom.arena.workers import chunked

    seed = secrets.token_bytes(32) if seed is None else seed
    names = seat_bots(game, bots.split(","), players)
    setup = SimulationSetup(game.key, read_options(game, options), names, seed)
    chunks = list(chunked(range(games)))
    summary = SimulationSummary(setup.seats)
    try:
        with (
            open_output(out) as file,
            catch_interrupt() as interrupted,
            open_workers(jobs, cluster, most_jobs=len(chunks)) as workers,
            closing(workers.run(partial(played_games, setup), chunks)) as played,
        ):
            for record in with_progress(played, games):
                summary.add(record)
                if file is not None:
                    file.write(record_line(record))
                    file.flush()
                if interrupted():
                    break
    except OSError as error:
        if out is None or isinstance(error, BrokenPipeError):
            raise
        refuse_unwritable(out, error)
    click.echo(summary.text(game, setup, games), err=out == STDOUT)
    if summary.games < games:
        raise click.Abort


def played_games(setup: SimulationSetup, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Play the games with these numbers, and give their records one by one."""
    from meldroom.bots.simulation import simulated_games
    from meldroom.games import find

    return simulated_games(find(setup.game), setup.options, setup.bots, setup.seed, numbers)


def seat_bots(game: AnyGame, names: Sequence[str], players: int | None) -> tuple[str, ...]:
    """Return the bot of each seat; one name stands for all seats."""
    from meldroom.bots.registry import check_bot_name

    seats = player_count(game, len(names) if players is None and len(names) > 1 else players)
    if len(names) not in (1, seats):
        raise CliError(f"--bots: {seats} players need {seats} bots or one, not {len(names)}")
    try:
        for name in names:
            check_bot_name(game, name)
    except ValueError as error:
        raise CliError(f"--bots: {error}") from None
    return tuple(names) if len(names) == seats else tuple(names) * seats


class SimulationSummary:
    """Counts lengths, wins and endings of many games."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.lengths: list[int] = []
        self.wins: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()

    @property
    def games(self) -> int:
        """How many games were added."""
        return len(self.lengths)

    def add(self, record: dict[str, Any]) -> None:
        """Count a game."""
        self.lengths.append(len(record["moves"]))
        self.wins.update(record["result"]["winners"])
        self.reasons[record["result"]["reason"]] += 1

    def text(self, game: AnyGame, setup: SimulationSetup, planned: int) -> str:
        """Write the summary, with the rules that ended games as the rules page numbers them."""
        from meldroom.games.rulebook import find_rule

        done = f"{self.games}" if self.games == planned else f"{self.games} of {planned}"
        games = "game" if planned == 1 else "games"
        seed = setup.seed.hex()
        lines = [f"{done} {games} of {game.key}, {self.seats} players, seed {seed}"]
        if self.games:
            mean = sum(self.lengths) / self.games
            wins = " · ".join(f"seat {seat}: {self.wins[seat]}" for seat in range(self.seats))
            rules = [(find_rule(game, reason), n) for reason, n in sorted(self.reasons.items())]
            ended = " · ".join(f"{rule.number} {rule.title}: {count}" for rule, count in rules)
            lines += [
                f"moves   {mean:.1f} per game, from {min(self.lengths)} to {max(self.lengths)}",
                f"wins    {wins}",
                f"ended   {ended}",
            ]
        return "\n".join(lines)


def with_progress(results: Iterable[T], total: int) -> Iterator[T]:
    """Show a progress bar with the time left, if stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn as Bar
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (Bar(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        for result in results:
            yield result
            bar.advance(task)


@contextmanager
def open_output(out: Path | None) -> Iterator[IO[str] | None]:
    """Open the file for the records before the first game."""
    if out is None:
        yield None
    elif out == STDOUT:
        yield sys.stdout
    else:
        with out.open("w", encoding="utf-8", newline="\n") as file:
            yield file


@contextmanager
def catch_interrupt() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C instead of raising, so that only whole lines are written."""
    received: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda *call: received.append(call[0]))
    try:
        yield lambda: bool(received)
    finally:
        signal.signal(signal.SIGINT, previous)
