"""Administration: commands are sent to the server that runs, or carried out here if none does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import click

from meldroom.cli.arguments import database_option
from meldroom.cli.data_folder import data_folder
from meldroom.cli.errors import CliError, printable

if TYPE_CHECKING:
    from meldroom.server.administration import AnyCommand
    from meldroom.server.control import Control
    from meldroom.server.storage.store import Store

ANSWER_TIMEOUT = 600.0  # seconds: forgetting somebody at thousands of tables takes a while
PHASES = ("waiting", "playing", "over", "closed")


def perform(database: str, command: AnyCommand) -> dict[str, Any]:
    """Carry out a command on a database, by its server if one runs; CliError says why not."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.room.services import StorageError
    from meldroom.server.administration import AdministrationError
    from meldroom.server.control import control_path, read_control
    from meldroom.server.storage.store import InUse, Store

    store = Store(database)
    try:
        control = read_control(control_path(store, data_folder))
        answer = None if control is None else _ask(control, command)
        if answer is not None:
            return answer
        if store.sqlite and not store.path.exists():
            raise CliError(f"{store}: does not exist")
        store.open()
        return asyncio.run(_perform_here(store, command))
    except InUse as error:
        raise CliError(f"{error}, which was started with --monitor off") from None
    except (AdministrationError, StorageError) as error:
        raise CliError(str(error)) from None
    except SQLAlchemyError as error:
        raise CliError(f"{store}: {getattr(error, 'orig', error)}") from None
    finally:
        store.close()


def _ask(control: Control, command: AnyCommand) -> dict[str, Any] | None:
    """Send a command to a server; None if no server is there any more."""
    import msgspec

    headers = {"Authorization": f"Bearer {control.token}", "Content-Type": "application/json"}
    request = Request(f"{control.url}/control", msgspec.json.encode(command), headers)
    opener = build_opener(ProxyHandler({}))  # never through a proxy that the environment names
    try:
        with opener.open(request, timeout=ANSWER_TIMEOUT) as response:
            answer: dict[str, Any] = msgspec.json.decode(response.read())
            return answer
    except HTTPError as error:
        with error:
            if error.headers.get_content_type() != "application/problem+json":
                return None  # another program got that port meanwhile
            raise CliError(msgspec.json.decode(error.read())["detail"]) from None
    except TimeoutError:
        raise CliError(f"the server at {control.url} does not answer") from None
    except (URLError, ConnectionError):
        return None


async def _perform_here(store: Store, command: AnyCommand) -> dict[str, Any]:
    from meldroom.server.administration import Administration
    from meldroom.server.cluster.shared_room import make_room

    room = make_room(store, pace=1.0, stop=lambda _: None)
    try:
        return await Administration(room).perform(command)
    finally:
        await room.close()


# -- tables


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

    _confirm(keys, database, yes, f"End the games and close {_tables(keys)}?")
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

    _confirm(keys, database, yes, f"Delete {_tables(keys)} with all games, for good?")
    for key in keys:
        perform(database, DeleteTable(key))
        click.echo(f"{key} is deleted")


def _confirm(keys: Sequence[str], database: str, yes: bool, question: str) -> None:
    """Show the tables that a command is about, and ask."""
    from meldroom.server.administration import ShowTable

    _print_lines([perform(database, ShowTable(key)) for key in keys])
    if not yes:
        click.confirm(question, abort=True)


def _tables(keys: Sequence[str]) -> str:
    return "this table" if len(keys) == 1 else f"these {len(keys)} tables"


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")


# -- forget


@click.command()
@click.argument("person")
@click.option("--table", "key", default="", metavar="KEY", help="At this table only.")
@yes_option
@database_option
def forget(person: str, key: str, yes: bool, database: str) -> None:
    """Replace the name PERSON by "Guest" wherever the database has it.

    Games stay playable and finished games verifiable. Chat is never stored. Backups and records
    that somebody has downloaded keep the name.
    """
    from meldroom.server.administration import FindPerson, ForgetPerson

    found = perform(database, FindPerson(person, key))["tables"]
    name = printable(person)
    if not found:
        click.echo(f"Nobody called {name} has ever sat at {'that' if key else 'any'} table.")
        return
    for table in found:
        click.echo(table)
    if not yes:
        click.confirm(f"Replace the name {name} at {_tables(found)}, for good?", abort=True)
    perform(database, ForgetPerson(person, key))
    click.echo(f"{name} is forgotten at {_tables(found)}")


# -- ratings


@click.group()
def ratings() -> None:
    """Recompute the ratings of players, also while the server runs."""


@ratings.command()
@database_option
def recompute(database: str) -> None:
    """Work out the results of all finished games from the log, and rate them anew.

    Games from before records were kept are added. Nothing else changes: the figures are those that
    the server has.
    """
    from meldroom.server.administration import RecomputeRatings

    done = perform(database, RecomputeRatings())
    click.echo(f"{done['games']} finished games at {done['tables']} tables are rated")
    if done["skipped"]:
        click.echo(f"Not replayed, by other rules or damaged: {', '.join(done['skipped'])}")
