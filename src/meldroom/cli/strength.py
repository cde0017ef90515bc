"""`meldroom strength`: the page that says how strong each bot is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import read_seed

if TYPE_CHECKING:
    from meldroom.arena.contest import Outcome


@click.command()
@click.option("--seed", callback=read_seed, metavar="HEX", help="Deal from this seed.")
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    default=100.0,
    show_default=True,
    metavar="MS",
    help="How long master thinks about a decision.",
)
@click.option("--jobs", type=click.IntRange(1, 512), metavar="J", help="Processes; by default all.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="The part of the deals to play.",
)
@click.option(
    "--only",
    metavar="BOT",
    help="Only the claims about this bot; the rest is read from the folder as far as it is there.",
)
@click.option(
    "--games",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("strength"),
    show_default=True,
    metavar="DIR",
    help="Keep the games here; the same command goes on where it stopped.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("docs/strength.md"),
    show_default=True,
    help="Write the page here.",
)
def strength(
    seed: bytes | None,
    budget: float,
    jobs: int | None,
    share: float,
    only: str | None,
    folder: Path,
    out: Path,
) -> None:
    """Measure every rung of the bots' ladder in every game, and write docs/strength.md."""
    from meldroom.arena.report import report
    from meldroom.arena.runner import cores, reopened
    from meldroom.arena.strength import contests, written
    from meldroom.cli.arena import played

    seed = seed or bytes(32)
    found: dict[tuple[str, str], dict[str, Any]] = {}
    whole = True
    for claim, contest in contests(seed, budget / 1000, share):
        place = folder / claim.title.replace(" ", "-") / contest.game
        outcomes: list[Outcome] = []
        if whole and only in (None, claim.lineup[0]):
            click.echo(f"{claim.title}: {contest.game}", err=True)
            outcomes = played(contest, place, jobs or cores())
            whole = len(outcomes) == contest.games
        elif place.exists():
            outcomes = reopened(contest, place)
        found[claim.title, contest.game] = report(contest, outcomes)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(written(found, seed, budget / 1000, commit()), encoding="utf-8")
    click.echo(f"{out}")
    if not whole:
        raise click.Abort


def commit() -> str:
    """Name the commit that is checked out here, if this is a checkout."""
    import subprocess

    here = Path(__file__).parent
    try:
        asked = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()
