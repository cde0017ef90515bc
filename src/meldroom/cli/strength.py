"""`meldroom strength`: measure every bot level and write docs/strength.md."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import read_seed
from meldroom.cli.workers import open_workers, worker_options
from meldroom.games import GAMES

if TYPE_CHECKING:
    from meldroom.arena.contest import Outcome


@click.command()
@click.option("--seed", callback=read_seed, metavar="HEX", help="Seed of the deals.")
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    default=100.0,
    show_default=True,
    metavar="MS",
    help="CPU time of master per decision.",
)
@worker_options
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="Share of the deals to play.",
)
@click.option(
    "--only",
    metavar="BOT",
    help="Measure only this bot's claims; read the others from the folder.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(list(GAMES)),
    help="Measure only this game; repeat it for several.",
)
@click.option(
    "--games",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("strength"),
    show_default=True,
    metavar="DIR",
    help="Folder for the games; run the same command again to resume.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("docs/strength.md"),
    show_default=True,
    help="Where to write the page.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("src/meldroom/bots/strength.json"),
    show_default=True,
    help="Where to write the figures that players are shown.",
)
def strength(
    seed: bytes | None,
    budget: float,
    jobs: int | None,
    cluster: str | None,
    share: float,
    only: str | None,
    games: tuple[str, ...],
    folder: Path,
    out: Path,
    data: Path,
) -> None:
    """Measure every bot level in every game, and write docs/strength.md."""
    import json

    from meldroom.arena.commit import current_commit
    from meldroom.arena.report import report
    from meldroom.arena.runner import stored_outcomes
    from meldroom.arena.strength import contests, strength_data, strength_page
    from meldroom.cli.arena import run_with_progress

    seed, commit = seed or bytes(32), current_commit()  # before the page and its data change
    reports: dict[tuple[str, str], dict[str, Any]] = {}
    complete = True
    with open_workers(jobs, cluster) as workers:
        for claim, contest in contests(seed, budget / 1000, share):
            subfolder = folder / claim.title.replace(" ", "-") / contest.game
            outcomes: list[Outcome] = []
            if complete and only in (None, claim.bot) and contest.game in (games or GAMES):
                click.echo(f"{claim.title}: {contest.game}", err=True)
                began = monotonic()
                outcomes = run_with_progress(contest, subfolder, workers, records=False)
                click.echo(f"{len(outcomes)} games after {monotonic() - began:.1f} s", err=True)
                complete = len(outcomes) == contest.games
            elif subfolder.exists():
                outcomes = stored_outcomes(contest, subfolder, records=False)
            reports[claim.title, contest.game] = report(contest, outcomes)
    for path in (out, data):
        path.parent.mkdir(parents=True, exist_ok=True)
    data.write_text(json.dumps(strength_data(reports), indent=1) + "\n", encoding="utf-8")
    out.write_text(strength_page(reports, seed, budget / 1000, commit), encoding="utf-8")
    click.echo(f"{out}")
    if not complete:
        raise click.Abort
