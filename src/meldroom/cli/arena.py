"""`meldroom arena`: bots against bots on paired deals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.bots.levels import LEVELS
from meldroom.cli.arguments import game_argument, game_options, read_options
from meldroom.cli.errors import CliError
from meldroom.cli.workers import open_workers, worker_options
from meldroom.core.game import AnyGame

if TYPE_CHECKING:
    from rich.table import Table

    from meldroom.arena.contest import Contest, MakeBot, Outcome
    from meldroom.arena.workers import Workers


@click.command()
@game_argument()
@game_options
@click.option(
    "--bots",
    default="house,novice,random",
    show_default=True,
    metavar="NAMES",
    help="The bots that compete, comma-separated; a name may be repeated. "
    f"Levels: {', '.join(LEVELS)}.",
)
@click.option(
    "--deals", type=click.IntRange(min=1), default=50, show_default=True, help="Number of deals."
)
@worker_options
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    metavar="MS",
    help="CPU time per decision. Without it, searching bots play a fixed number of rollouts, "
    "which makes the result reproducible.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="NAME=VALUE",
    help="Also play the same deals with this house rule, and report what it changes.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Folder for games, records and reports; run the same command again to resume.",
)
def arena(
    game: AnyGame,
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    bots: str,
    deals: int,
    jobs: int | None,
    cluster: str | None,
    budget: float | None,
    against: Sequence[str],
    out: Path | None,
) -> None:
    """Run a tournament of bots at GAME and report who is stronger.

    Every deal is played from every seat, so that the luck of the cards cancels. The result does
    not depend on where the games are played, unless --budget limits the time per decision.
    """
    from meldroom.arena.contest import Contest, lineups

    names = bots.split(",")
    option_sets = [read_options(game, options)]
    if against:
        option_sets.append(read_options(game, [*options, *against]))
        if option_sets[0] == option_sets[1]:
            raise CliError("--against: the game already has these options")
    try:
        chosen_lineups = lineups(game, names, players or min(len(names), game.players[-1]))
    except ValueError as error:
        raise CliError(str(error)) from None
    seconds = None if budget is None else budget / 1000
    contest = Contest(
        game.key, tuple(option_sets), chosen_lineups, deals, seed or bytes(32), seconds
    )
    with open_workers(jobs, cluster) as workers:
        outcomes = run_with_progress(contest, out, workers)
    show_report(game, contest, outcomes, out)
    if len(outcomes) < contest.games:
        raise click.Abort


def run_with_progress(
    contest: Contest,
    out: Path | None,
    workers: Workers,
    *,
    records: bool = True,
    make_bot_here: MakeBot | None = None,
) -> list[Outcome]:
    """Run the contest with a progress bar; after Ctrl-C give the outcomes so far."""
    from meldroom.arena.runner import run_contest
    from meldroom.cli.simulate import catch_interrupt, with_progress

    outcomes: list[Outcome] = []
    try:
        with catch_interrupt() as interrupted:
            games = run_contest(contest, out, workers, records=records, make_bot_here=make_bot_here)
            for outcome in with_progress(games, contest.games):
                outcomes.append(outcome)
                if interrupted():
                    break
            games.close()
    except ValueError as error:
        raise CliError(str(error)) from None
    return outcomes


def show_report(game: AnyGame, contest: Contest, outcomes: list[Outcome], out: Path | None) -> None:
    """Show the report, and write it into the folder as JSON and as a page."""
    from meldroom.arena.html import page
    from meldroom.arena.report import report
    from meldroom.cli.terminal import Terminal

    form = report(contest, outcomes)
    terminal = Terminal()
    terminal.line(
        f"{len(outcomes)} of {contest.games} games of {game.key}, seed {contest.seed.hex()}"
    )
    if form["games"]:
        for table in report_tables(form):
            terminal.show(table)
    if out is not None:
        (out / "report.json").write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")
        (out / "report.html").write_text(page(form, game.name), encoding="utf-8")
        terminal.line(f"report: {out / 'report.html'}")
    if len(outcomes) < contest.games:
        terminal.line("interrupted; run the same command to resume" if out else "interrupted")


def report_tables(form: dict[str, Any]) -> Iterator[Table]:
    """Draw the report as tables."""
    from meldroom.arena.html import endings, with_interval

    def share(estimate: dict[str, Any]) -> str:
        return with_interval(estimate, share=True)

    ratings = {row["bot"]: f"{row['mu']:.1f}" for row in form["ratings"]["players"]}
    yield _table(
        ("bot", "games", "wins", "mean place", "mean score", "rating"),
        [
            (
                bot["bot"],
                str(bot["games"]),
                share(bot["wins"]),
                with_interval(bot["place"]),
                with_interval(bot["score"]),
                ratings[bot["bot"]],
            )
            for bot in form["bots"]
        ],
    )
    others = [bot["bot"] for bot in form["bots"]]
    yield _table(
        ("placed ahead of", *others),
        [
            (name, *(share(row[other]) if other in row else "" for other in others))
            for name, row in form["cross"].items()
        ],
    )
    yield _table(
        ("length", "min", "median", "mean", "max"),
        [
            (
                what,
                f"{lengths['least']}",
                f"{lengths['median']:g}",
                f"{lengths['mean']:g}",
                f"{lengths['most']}",
            )
            for what, lengths in form["lengths"].items()
        ],
    )
    yield _table(
        ("seat", "wins"), [(str(row["seat"]), share(row["wins"])) for row in form["seats"]]
    )
    yield _table(("games ended by", "games"), [(rule, str(games)) for rule, games in endings(form)])
    if "effect" in form:
        yield _table(
            ("effect of the option", "option", "against", "change"),
            [
                (what, *(with_interval(row[side]) for side in ("option", "against", "change")))
                for what, row in form["effect"]["rows"].items()
            ],
        )


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    from rich.table import Table

    table = Table()
    for heading in headings:
        table.add_column(heading, justify="right" if table.columns else "left")
    for row in rows:
        table.add_row(*row)
    return table
