"""The command line; each command is imported only when it is called, so that help is fast."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from meldroom import __version__
from meldroom.cli.errors import Mismatch, missing_extra, one_line

COMMANDS = {
    "serve": "Start the server and play in the browser.",
    "play": "Play in the terminal, against bots or with friends.",
    "daily": "Play the deal of the day.",
    "learn": "Learn a game by playing a first hand.",
    "games": "List the games.",
    "rules": "Show the rules of a game.",
    "simulate": "Play many games between bots.",
    "arena": "Run a tournament of bots and report who is stronger.",
    "evaluate": "Score a policy against the ladder of bots.",
    "strength": "Measure every bot level in every game.",
    "train": "Train a network for a game by self-play.",
    "review": "Review a recorded game: mistakes, luck and skill.",
    "replay": "Step through a recorded game.",
    "verify": "Check records: recompute deal, moves and result.",
    "export": "Write records as Parquet files, a row for each game and move.",
    "bot": "Join a table on a server as a bot.",
    "tables": "List, show, close or delete tables.",
    "forget": "Erase a person's name.",
    "ratings": "Recompute the ratings of players.",
    "backup": "Back up the database while the server runs.",
    "restore": "Copy a backup into an empty database.",
    "doctor": "Check the server's health.",
}
MODULES = {  # of commands whose module has another name
    "verify": "replay",
    "restore": "backup",
    "tables": "administer",
    "forget": "administer",
    "ratings": "administer",
}


class CommandGroup(click.Group):
    """Loads a command when it is called, and reports errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands, those for players first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"meldroom.cli.{MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run a command; bad input gives one line on stderr and exit code 2."""
        for stream in (sys.stdout, sys.stderr):
            _replace_unencodable(stream)
        try:
            code = super().main(args, *rest, **{**more, "standalone_mode": False})
            sys.stdout.flush()
        except click.ClickException as error:
            click.echo(one_line(error.format_message()), err=True)
            code = 2
        except ImportError as error:
            if (words := missing_extra(error)) is None:
                raise
            click.echo(words, err=True)
            code = 2
        except Mismatch as mismatch:
            click.echo(one_line(str(mismatch)), err=True)
            code = 1
        except click.Abort:
            code = 130
        except BrokenPipeError:
            _discard_stdout()
            code = 1
        except OSError as error:
            click.echo(one_line(f"meldroom: {error.strerror or error}"), err=True)
            _flush_stdout()
            code = 2
        sys.exit(code if isinstance(code, int) else 0)


def _replace_unencodable(stream: Any) -> None:
    """Write a question mark for a character that the terminal's encoding lacks."""
    if hasattr(stream, "reconfigure") and getattr(stream, "errors", "") == "strict":
        stream.reconfigure(errors="replace")


def _flush_stdout() -> None:
    """Write what is still buffered, unless writing is what failed."""
    try:
        sys.stdout.flush()
    except OSError:
        _discard_stdout()


def _discard_stdout() -> None:
    """Discard all further output: nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="meldroom")
def main() -> None:
    """Play rare card games, read their rules, run bots, and verify every deal."""
