"""`meldroom arena`: bots against bots on paired deals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import chosen, with_game, with_table
from meldroom.cli.errors import CliError

if TYPE_CHECKING:
    from rich.table import Table

    from meldroom.arena.contest import Contest, Outcome
    from meldroom.core.game import Game


@click.command()
@with_game()
@with_table
@click.option(
    "--bots",
    default="house,novice,random",
    show_default=True,
    metavar="NAMES",
    help="Who competes, parted by commas; a name may be given twice.",
)
@click.option(
    "--deals", type=click.IntRange(min=1), default=50, show_default=True, help="How many deals."
)
@click.option("--jobs", type=click.IntRange(1, 512), metavar="J", help="Processes; by default all.")
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    metavar="MS",
    help="Time of a decision; without it search counts rollouts, which can be repeated.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="NAME=VALUE",
    help="Play the same deals with this option too, and show what it changes.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep games, records and reports here; the same command goes on where it stopped.",
)
def arena(
    game: Game[Any],
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    bots: str,
    deals: int,
    jobs: int | None,
    budget: float | None,
    against: Sequence[str],
    out: Path | None,
) -> None:
    """Let bots compete at GAME on paired deals: every deal is played from every seat.

    The result is the same with any number of jobs, unless --budget sets the time of a decision.
    """
    from meldroom.arena.contest import Contest, lineups
    from meldroom.arena.runner import cores

    names = bots.split(",")
    tables = [chosen(game, options)]
    if against:
        tables.append(chosen(game, [*options, *against]))
        if tables[0] == tables[1]:
            raise CliError("--against: these are the options of the game anyway")
    try:
        seated = lineups(game, names, players or min(len(names), game.players[-1]))
    except ValueError as error:
        raise CliError(str(error)) from None
    seconds = None if budget is None else budget / 1000
    contest = Contest(game.key, tuple(tables), seated, deals, seed or bytes(32), seconds)
    outcomes = played(contest, out, jobs or cores())
    finish(game, contest, outcomes, out)
    if len(outcomes) < contest.games:
        raise click.Abort


def played(contest: Contest, out: Path | None, jobs: int) -> list[Outcome]:
    """Play the contest with a bar and the time left; after Ctrl-C give what is done."""
    from meldroom.arena.runner import held
    from meldroom.cli.simulate import stop_asked, with_progress

    outcomes: list[Outcome] = []
    try:
        with stop_asked() as stopped:
            games = held(contest, out, jobs)
            for outcome in with_progress(games, contest.games):
                outcomes.append(outcome)
                if stopped():
                    break
            games.close()
    except ValueError as error:
        raise CliError(str(error)) from None
    return outcomes


def finish(game: Game[Any], contest: Contest, outcomes: list[Outcome], out: Path | None) -> None:
    """Show the report, and write it into the folder as JSON and as a page."""
    from meldroom.arena.html import page
    from meldroom.arena.report import report
    from meldroom.cli.terminal import Terminal

    form = report(contest, outcomes)
    screen = Terminal()
    done, asked = len(outcomes), contest.games
    screen.line(f"{done} of {asked} games of {game.key}, seed {contest.seed.hex()}")
    if form["games"]:
        for table in drawn(form):
            screen.show(table)
    if out is not None:
        (out / "report.json").write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")
        (out / "report.html").write_text(page(form, game.name), encoding="utf-8")
        screen.line(f"report: {out / 'report.html'}")
    if done < asked:
        screen.line("interrupted: the same command goes on" if out else "interrupted")


def drawn(form: dict[str, Any]) -> Iterator[Table]:
    """Draw the report as tables."""
    from meldroom.arena.html import told

    ratings = {row["bot"]: f"{row['mu']:.1f}" for row in form["ratings"]["players"]}
    yield _table(
        ("bot", "games", "wins", "mean place", "mean score", "rating"),
        [
            (
                bot["bot"],
                str(bot["games"]),
                told(bot["wins"], share=True),
                told(bot["place"]),
                told(bot["score"]),
                ratings[bot["bot"]],
            )
            for bot in form["bots"]
        ],
    )
    others = [bot["bot"] for bot in form["bots"]]
    yield _table(
        ("before", *others),
        [
            (name, *(told(row[other], share=True) if other in row else "" for other in others))
            for name, row in form["cross"].items()
        ],
    )
    endings = " · ".join(f"{rule} {many}" for rule, many in form["endings"].items())
    lengths = [
        (
            what,
            f"{found['least']}",
            f"{found['median']:g}",
            f"{found['mean']:g}",
            f"{found['most']}",
        )
        for what, found in form["lengths"].items()
    ]
    yield _table(("length", "least", "median", "mean", "most"), lengths)
    seats = [(f"seat {row['seat']}", told(row["wins"], share=True)) for row in form["seats"]]
    yield _table(("where one sits", "wins"), [*seats, ("games end by", endings)])
    if "effect" in form:
        rows = form["effect"]["rows"].items()
        yield _table(
            ("what the option changes", "option", "against", "change"),
            [
                (what, *(told(row[side]) for side in ("option", "against", "change")))
                for what, row in rows
            ],
        )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    from rich.table import Table

    table = Table()
    for head in heads:
        table.add_column(head, justify="right" if table.columns else "left")
    for row in rows:
        table.add_row(*row)
    return table
