"""`meldroom evaluate`: a policy's score against the ladder, on a fixed list of paired deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from meldroom.arena.evaluation import DEALS, LADDER, VERSION
from meldroom.cli.arguments import find_game, player_count, read_options
from meldroom.cli.errors import CliError
from meldroom.cli.workers import open_workers, worker_options

if TYPE_CHECKING:
    from rich.table import Table


@click.command()
@click.argument("policy")
@click.option("--game", "key", required=True, metavar="GAME", help="The game to play.")
@click.option("--players", type=int, metavar="N", help="Number of players.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a house rule; may be repeated. Scores are published with the usual rules.",
)
@click.option(
    "--deals",
    type=click.IntRange(min=2),
    default=DEALS,
    show_default=True,
    help="Number of deals, from the beginning of the list.",
)
@worker_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def evaluate(
    policy: str,
    key: str,
    players: int | None,
    options: Sequence[str],
    deals: int,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Score POLICY against the ladder of bots on a fixed list of deals.

    POLICY is package.module:name, or the name of a bot. What it names is a function that takes an
    observation and gives a number, a model with predict(), a bot, or a class or function that makes
    a bot of a game and a seed. docs/leaderboard.md explains the score.
    """
    from meldroom.arena.evaluation import evaluation, evaluation_contest
    from meldroom.cli.arena import run_with_progress
    from meldroom.cli.terminal import Terminal
    from meldroom.envs.policies import check_opponent, make_opponent

    game = find_game(key)
    try:
        check_opponent(game, policy)
    except ValueError as error:
        raise CliError(str(error)) from None
    contest = evaluation_contest(
        game, player_count(game, players), read_options(game, options), policy, deals
    )
    with open_workers(jobs, cluster) as workers:
        outcomes = run_with_progress(
            contest, None, workers, records=False, make_bot_here=make_opponent
        )
    if len(outcomes) < contest.games:
        raise click.Abort
    result = evaluation(contest, outcomes)
    if as_json:
        click.echo(json.dumps(result, indent=1))
        return
    terminal = Terminal()
    terminal.line(
        f"{policy} at {game.key}, {result['players']} players: {len(outcomes)} games on "
        f"{result['deals']} deals, evaluation {VERSION}"
    )
    terminal.show(results_table(result))
    for name in LADDER[len(contest.lineups) :]:
        terminal.line(f"{game.key} has no {name}: the score is that against the others")


def results_table(result: dict[str, Any]) -> Table:
    """Draw the results against each bot, and the score."""
    from rich.table import Table

    from meldroom.arena.html import with_interval

    table = Table("against", show_footer=True)
    table.columns[0].footer = "score"
    table.add_column("wins", justify="right")
    table.add_column("reward", justify="right", footer=with_interval(result["score"]))
    for name, row in result["against"].items():
        table.add_row(name, with_interval(row["wins"], share=True), with_interval(row["reward"]))
    return table
