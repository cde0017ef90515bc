"""What can go wrong at the command line, and how it is said: in one line."""

from __future__ import annotations

import click


class CliError(click.ClickException):
    """What a user gave cannot be used: exit code 2."""


class Difference(Exception):
    """A record does not tell what its seed and moves give: exit code 1."""


def printable(text: str) -> str:
    """Show a text as text, whatever signs a file smuggled into it."""
    return "".join([letter if letter.isprintable() else "?" for letter in text])


def one_line(text: str) -> str:
    """Write a message in one line."""
    return printable(" ".join(text.split()))
