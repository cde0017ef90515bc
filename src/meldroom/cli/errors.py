"""Errors of the command line, each reported in one line."""

from __future__ import annotations

import click


class CliError(click.ClickException):
    """Bad input: exit code 2."""


EXTRAS = {
    "dask": "cluster",
    "distributed": "cluster",
    "duckdb": "export",
    "gymnasium": "rl",
    "numpy": "rl",
    "pettingzoo": "rl",
    "psycopg": "postgres",
    "pyspiel": "openspiel",
    "torch": "train",
}
"""The extra that installs a package which only some commands need."""


def missing_extra(error: ImportError) -> str | None:
    """Say how to install the package that could not be imported; None if no extra has it."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return None
    return f'this needs {package}: pip install "meldroom[{EXTRAS[package]}]"'


class Mismatch(Exception):
    """A record does not match what its seed and moves give: exit code 1."""


def printable(text: str) -> str:
    """Replace control characters, so that a text from a file cannot drive the terminal."""
    return "".join([character if character.isprintable() else "?" for character in text])


def one_line(text: str) -> str:
    """Put a message on one line."""
    return printable(" ".join(text.split()))
