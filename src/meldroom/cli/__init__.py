"""The command line: each command is imported only when it is called, so that help comes at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from meldroom import __version__
from meldroom.cli.errors import Difference, one_line

COMMANDS = {
    "serve": "Open the room in the browser, for people and bots.",
    "play": "Sit down at a table with bots, or with friends at one screen.",
    "learn": "Learn a game by playing a first hand of it.",
    "games": "List the games.",
    "rules": "Read the rules of a game.",
    "simulate": "Let random bots play many games.",
    "arena": "Let bots compete on paired deals, and report who is better.",
    "strength": "Measure every rung of the bots' ladder in every game.",
    "replay": "MatchStep through a record.",
    "verify": "Recompute everything that records say.",
    "bot": "Join a table on the net as a program.",
    "backup": "Copy the log of a server while people play.",
    "doctor": "Look at what the server stands on.",
    "bench": "Measure how fast the engine is.",
}
HOMES = {"verify": "replay"}  # a command lives in the module of its name but for these


class CommandGroup(click.Group):
    """A group that loads a command when it is called, and says in one line what went wrong."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of a first visit."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"meldroom.cli.{HOMES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run a command; bad input is one line on stderr and exit code 2."""
        for stream in (sys.stdout, sys.stderr):
            _forgiving(stream)
        try:
            code = super().main(args, *rest, **{**more, "standalone_mode": False})
            sys.stdout.flush()
        except click.ClickException as trouble:
            click.echo(one_line(trouble.format_message()), err=True)
            code = 2
        except Difference as difference:
            click.echo(one_line(str(difference)), err=True)
            code = 1
        except click.Abort:
            code = 130
        except BrokenPipeError:
            _hang_up()
            code = 1
        except OSError as error:
            click.echo(one_line(f"meldroom: {error.strerror or error}"), err=True)
            _let_go()
            code = 2
        sys.exit(code if isinstance(code, int) else 0)


def _forgiving(stream: Any) -> None:
    """Let a sign that the terminal's encoding has not be a question mark rather than an error."""
    if hasattr(stream, "reconfigure") and getattr(stream, "errors", "") == "strict":
        stream.reconfigure(errors="replace")


def _let_go() -> None:
    """Write what is still waiting, unless that is what went wrong."""
    try:
        sys.stdout.flush()
    except OSError:
        _hang_up()


def _hang_up() -> None:
    """Nobody reads any more: let what is left go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="meldroom")
def main() -> None:
    """A room for rare card games: play, read the rules, simulate, and check every deal."""
