"""`meldroom review`: what each decision of a recorded game cost, and what was luck."""

from __future__ import annotations

import json
import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from meldroom.cli.errors import CliError, Mismatch, printable
from meldroom.cli.replay import RECORD_FILE

if TYPE_CHECKING:
    from rich.console import Console

    from meldroom.reviews import Review

BLOCKS = " ▁▂▃▄▅▆▇█"
LINE_WIDTH = 60


@click.command()
@click.argument("file", type=RECORD_FILE)
@click.option(
    "--game",
    "number",
    type=int,
    default=1,
    show_default=True,
    metavar="K",
    help="Review the K-th record of the file.",
)
@click.option(
    "--effort",
    type=click.FloatRange(0.1, 100),
    default=1.0,
    show_default=True,
    help="Play this many times the usual number of worlds; errors shrink with its square root.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def review(file: Path, number: int, effort: float, as_json: bool) -> None:
    """Review a recorded game in FILE: mistakes, luck and skill.

    Every decision is priced in chances to win, from what its player could see. Luck is what the
    cards did; skill is what the decisions did, compared with the bot `house`.
    """
    from rich.console import Console
    from rich.progress import Progress

    from meldroom.cli.record_files import read_records
    from meldroom.core.record import Divergence
    from meldroom.reviews import review as reviewed
    from meldroom.reviews.form import review_form

    stored = next(islice(read_records(file), max(0, number - 1), None), None)
    if stored is None or number < 1:
        raise CliError(f"{file}: there is no record number {number}")
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reviewing", total=len(stored.form.get("moves", [])))
        try:
            found = reviewed(
                stored.form,
                effort,
                threads=os.cpu_count() or 1,
                progress=lambda done, moves: bar.update(task, completed=done, total=moves),
            )
        except Divergence as divergence:
            raise Mismatch(f"{stored.where}: {divergence}") from None
    if as_json:
        click.echo(json.dumps(review_form(found)))
    else:
        _print(found, Console())


def _print(found: Review, console: Console) -> None:
    from rich.table import Table

    from meldroom.cli.narration import fill_names

    names = [printable(name) for name in found.players]
    players = Table(box=None, pad_edge=False)
    for heading in ("", "luck", "own play", "others' play", "±", "lost a decision"):
        players.add_column(heading, justify="right" if heading else "left")
    for seat, (name, balance) in enumerate(zip(names, found.balances, strict=True)):
        loss = found.mean_loss(seat)
        shares = (balance.luck, balance.own, balance.others)
        players.add_row(
            name,
            *[f"{100 * share:+.0f}" for share in shares],
            f"{100 * balance.error:.0f}",
            "" if loss is None else f"{100 * max(0.0, loss):.2f}",
        )
    console.print(f"{found.game.name}: chances to win, in points of 100\n")
    width = max(map(len, names))
    for seat, name in enumerate(names):
        console.print(f"{name:<{width}} {_line([point[seat] for point in found.line])}")
    console.print()
    console.print(players)
    console.print()
    if not found.costliest:
        console.print("No decision was clearly a mistake.")
    for decision in found.costliest:
        _, text = found.moves[decision.ply]
        console.print(
            f"{decision.word.capitalize()} at move {decision.ply + 1}: {names[decision.seat]}"
            f" played {text} ({100 * decision.played.chance:.0f} %);"
            f" {found.game.text(decision.best.action)} was better by"
            f" {100 * decision.loss:.1f} ± {100 * decision.best.error:.1f}."
        )
        if decision.why is not None:
            console.print(f"  {fill_names(decision.why.text, names)}")


def _line(chances: list[float]) -> str:
    """Draw chances to win as a line of blocks."""
    many = min(LINE_WIDTH, len(chances))
    picked = [chances[at * (len(chances) - 1) // max(1, many - 1)] for at in range(many)]
    return "".join(BLOCKS[round(chance * (len(BLOCKS) - 1))] for chance in picked)
