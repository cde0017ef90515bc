"""Arguments and options that several commands share; bad ones are refused in one clear line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from meldroom.cli.errors import CliError
from meldroom.core.game import AnyGame, full_options
from meldroom.core.options import Setting, offered

F = TypeVar("F", bound=Callable[..., Any])
SEED_DIGITS = 64


def read_game(_: click.Context, __: click.Parameter, value: str | None) -> AnyGame | None:
    """Find the game that an argument names."""
    return None if value is None else find_game(value)


def read_seed(_: click.Context, __: click.Parameter, value: str | None) -> bytes | None:
    """Read up to 64 hexadecimal digits; shorter seeds are padded with leading zeros."""
    if value is None:
        return None
    if not value or set(value.lower()) - set("0123456789abcdef"):
        raise CliError(f"--seed: {value!r} is not hexadecimal")
    if len(value) > SEED_DIGITS:
        raise CliError(f"--seed: {len(value)} digits are more than {SEED_DIGITS}")
    return bytes.fromhex(value.rjust(SEED_DIGITS, "0"))


def read_database(_: click.Context, __: click.Parameter, value: str | None) -> str:
    """Return the URL of the database, by default one in the user's data folder."""
    from meldroom.cli.data_folder import default_database

    try:
        return default_database() if value is None else value
    except OSError as error:
        raise CliError(f"no data folder: {error}; name a database with --database") from None


def complete_game(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Complete a game's key in the shell."""
    from meldroom.games import GAMES

    return [key for key in GAMES if key.startswith(typed)]


def find_game(text: str) -> AnyGame:
    """Find a game by a unique beginning of its key or name."""
    from meldroom.games import GAMES, find

    wanted = text.strip().lower().replace(" ", "-").replace("_", "-")
    found = [key for key in GAMES if wanted and key.startswith(wanted)]
    if wanted in GAMES or len(found) == 1:
        return GAMES[wanted if wanted in GAMES else found[0]]
    if found:
        raise CliError(f"{text!r} could be {' or '.join(found)}")
    try:
        return find(text)
    except ValueError as error:
        raise CliError(str(error)) from None


def read_options(game: AnyGame, pairs: Iterable[str]) -> dict[str, Setting]:
    """Read `name=value` pairs as options of the game; the others keep their defaults."""
    given: dict[str, Setting] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise CliError(f"--option {pair}: write it as name=value")
        values = {str(value): value for value in offered(game.options).get(name, ())}
        given[name] = values.get(text, text)
    try:
        return full_options(game, given)
    except ValueError as error:
        raise CliError(str(error)) from None


def player_count(game: AnyGame, players: int | None, at_least: int = 0) -> int:
    """Settle how many play: the number asked for, or four if the game allows it."""
    from meldroom.core.game import check_players, usual_players

    if players is None:
        players = max(usual_players(game), at_least)
    try:
        check_players(game, players)
    except ValueError as error:
        raise CliError(str(error)) from None
    return players


def game_argument(required: bool = True) -> Callable[[F], F]:
    """Add the argument that names a game."""
    return click.argument(
        "game", callback=read_game, required=required, shell_complete=complete_game
    )


def game_options(command: F) -> F:
    """Add the options that set up a game: its house rules, the seed and the players."""
    for option in _GAME_OPTIONS:
        command = option(command)
    return command


database_option = click.option(
    "--database",
    callback=read_database,
    metavar="URL",
    envvar="MELDROOM_DATABASE",
    help="Database URL.  [default: $MELDROOM_DATABASE, or meldroom.db in your data folder]",
)

_GAME_OPTIONS: Sequence[Callable[[F], F]] = (
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Set a house rule; may be repeated. `meldroom games GAME` explains them.",
    ),
    click.option(
        "--seed", callback=read_seed, metavar="HEX", help="Seed of the deal, up to 64 digits."
    ),
    click.option("--players", type=int, metavar="N", help="Number of players, bots included."),
)
