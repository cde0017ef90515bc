"""`meldroom review`: what each decision of a recorded game cost, and what was luck."""

from __future__ import annotations

import json
import os
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.errors import Mismatch, printable
from meldroom.cli.record_files import (
    RECORD_FILE,
    check_writable,
    read_record,
    record_number,
    refuse_unwritable,
)

if TYPE_CHECKING:
    from rich.console import Console

    from meldroom.core.game import AnyGame
    from meldroom.reviews import Review

BLOCKS = " ▁▂▃▄▅▆▇█"
LINE_WIDTH = 60


@click.command()
@click.argument("file", type=RECORD_FILE)
@record_number
@click.option(
    "--effort",
    type=click.FloatRange(0.1, 100),
    default=1.0,
    show_default=True,
    help="Play this many times the usual number of worlds; errors shrink with its square root.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option(
    "--html",
    "page_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT",
    help="Write it as one web page.",
)
def review(file: Path, number: int, effort: float, as_json: bool, page_file: Path | None) -> None:
    """Review a recorded game in FILE: mistakes, luck and skill.

    Every decision is priced in chances to win, from what its player could see. Luck is what the
    cards did; skill is what the decisions did, compared with the bot `house`.
    """
    from rich.console import Console

    from meldroom.core.record import Divergence
    from meldroom.reviews.form import review_form

    stored = read_record(file, number)
    if page_file is not None:
        check_writable(page_file)
    try:
        found = _reviewed(stored.form, effort)
    except Divergence as divergence:
        raise Mismatch(f"{stored.where}: {divergence}") from None
    if page_file is not None:
        _write_page(found, page_file)
        click.echo(f"Wrote {page_file}; open it in a browser.", err=True)
    if as_json:
        click.echo(json.dumps(review_form(found)))
    elif page_file is None:
        _print(found, Console())


def _reviewed(record: Any, effort: float) -> Review:
    """Review a record on all cores, with a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    from meldroom.reviews import ReviewPlan
    from meldroom.reviews.parts import reviewed_move

    plan = ReviewPlan(record, effort)
    text = json.dumps(record)
    with (
        Progress(console=Console(stderr=True), transient=True) as bar,
        _workers(plan.game) as pool,
    ):
        parts = pool.map(partial(reviewed_move, text, effort), range(len(plan)))
        return plan.assemble(list(bar.track(parts, len(plan), description="Reviewing")))


def _workers(game: AnyGame) -> Executor:
    from meldroom.fast.rollouts import compiled

    cores = os.cpu_count() or 1
    if compiled(game, "house"):  # it runs without the GIL
        return ThreadPoolExecutor(cores)
    return ProcessPoolExecutor(cores, get_context("spawn"))


def _write_page(found: Review, file: Path) -> None:
    from meldroom.cli.review_page import page

    try:
        file.write_text(page(found), "utf-8")
    except OSError as error:
        refuse_unwritable(file, error)


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
