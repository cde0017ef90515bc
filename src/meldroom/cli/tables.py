"""`meldroom tables`: list, show, close and delete tables, also while the server runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import click

from meldroom.cli.administer import perform
from meldroom.cli.arguments import database_option
from meldroom.cli.errors import printable

PHASES = ("waiting", "playing", "over", "closed")


@click.group()
def tables() -> None:
    """List, show, close or delete tables, also while the server runs."""


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@tables.command("list")
@database_option
@click.option(
    "--phase",
    "phases",
    multiple=True,
    type=click.Choice(PHASES),
    help="Only tables in this phase; may be repeated.",
)
@click.option("--game", help="Only tables of this game.")
@click.option("--older-than", "days", type=float, metavar="DAYS", help="Not changed for DAYS.")
@click.option("--after", default="", metavar="KEY", help="Continue after this table.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="Tables to list."
)
@json_option
def list_tables(
    database: str,
    phases: tuple[str, ...],
    game: str | None,
    days: float | None,
    after: str,
    limit: int,
    as_json: bool,
) -> None:
    """List tables by key, with what happens there."""
    from meldroom.server.administration import ListTables

    command = ListTables(phases, game, days, after, limit)  # type: ignore[arg-type]
    found = perform(database, command)["tables"]
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    _print_lines(found)
    if len(found) == limit:
        click.echo(f"There may be more: --after {found[-1]['key']}")
    elif not found:
        click.echo("No tables.")


def _print_lines(found: Sequence[dict[str, Any]]) -> None:
    """Print one line for each table, however long, for the eye and for other programs."""
    if found:
        click.echo(_line("table", "game", "phase", "games", "here", "changed", "people"))
    for one in found:
        people = ", ".join(map(printable, one["people"]))
        counts = (str(one["games"]), str(one["connected"]))
        click.echo(
            _line(one["key"], one["game"], one["phase"], *counts, _time(one["changed_at"]), people)
        )


def _line(key: str, game: str, phase: str, games: str, here: str, changed: str, people: str) -> str:
    return f"{key:<14} {game:<16} {phase:<7} {games:>5} {here:>4} {changed:<16} {people}"


@tables.command("show")
@click.argument("key")
@database_option
@json_option
def show_table(key: str, database: str, as_json: bool) -> None:
    """Show the table KEY: people, settings and results, and never a hidden card."""
    from meldroom.server.administration import ShowTable

    table = perform(database, ShowTable(key))
    if as_json:
        click.echo(json.dumps(table, indent=2, ensure_ascii=False))
        return
    people = ", ".join(map(printable, table["people"])) or "nobody"
    options = ", ".join(f"{name}={value}" for name, value in table["options"].items())
    settings = ", ".join(
        f"{name}={'yes' if value is True else 'no' if value is False else value}"
        for name, value in table["settings"].items()
    )
    for label, text in (
        ("table", key),
        ("game", f"{table['game']}, rules {table['rules']}"),
        ("phase", table["phase"]),
        ("people", f"{people} ({table['seats']} seats, {table['connected']} connected)"),
        ("opened", _time(table["opened_at"])),
        ("changed", _time(table["changed_at"])),
        ("options", options),
        ("settings", settings),
    ):
        click.echo(f"{label:<9} {text}")
    for game in table["finished"]:
        scores = ", ".join(
            f"{printable(name)} {score}"
            for name, score in zip(game["players"], game["result"]["scores"], strict=True)
        )
        click.echo(f"{'game':<9} {game['number']}, over {_time(game['at'])}: {scores}")


@tables.command("close")
@click.argument("keys", nargs=-1, required=True, metavar="KEY...")
@database_option
@yes_option
def close_tables(keys: tuple[str, ...], database: str, yes: bool) -> None:
    """End the games at the tables KEY, and close them for good."""
    from meldroom.server.administration import CloseTable

    _show_before(keys, database)
    if not yes:
        click.confirm(f"End the games and close {_tables(keys)}?", abort=True)
    for key in keys:
        perform(database, CloseTable(key))
        click.echo(f"{key} is closed")


@tables.command("delete")
@click.argument("keys", nargs=-1, required=True, metavar="KEY...")
@database_option
@yes_option
def delete_tables(keys: tuple[str, ...], database: str, yes: bool) -> None:
    """Delete the tables KEY with all their games, for good."""
    from meldroom.server.administration import DeleteTable

    _show_before(keys, database)
    if not yes:
        click.confirm(f"Delete {_tables(keys)} with all games, for good?", abort=True)
    for key in keys:
        perform(database, DeleteTable(key))
        click.echo(f"{key} is deleted")


def _show_before(keys: Sequence[str], database: str) -> None:
    """Show the tables that a command is about."""
    from meldroom.server.administration import ShowTable

    _print_lines([perform(database, ShowTable(key)) for key in keys])


def _tables(keys: Sequence[str]) -> str:
    return "this table" if len(keys) == 1 else f"these {len(keys)} tables"


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")
