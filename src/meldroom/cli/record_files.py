"""Record files: one record in a .json, one per line in a .jsonl."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import click

from meldroom.cli.errors import CliError

STDIN = Path("-")
RECORD_FILE = click.Path(path_type=Path, allow_dash=True)
record_number = click.option(
    "--game",
    "number",
    type=int,
    default=1,
    show_default=True,
    metavar="K",
    help="Take the K-th record of the file.",
)


class StoredRecord(NamedTuple):
    """A record, and where it was found."""

    where: str
    form: Any


def read_records(path: Path) -> Iterator[StoredRecord]:
    """Read the records of a file one by one, at least one; `-` is standard input."""
    name = "stdin" if path == STDIN else str(path)
    found = False
    try:
        for stored in _read(name, path):
            found = True
            yield stored
    except OSError as error:
        raise CliError(f"{name}: {os_reason(error)}") from None
    except UnicodeDecodeError:
        raise CliError(f"{name}: not UTF-8 text") from None
    except ValueError as error:
        raise CliError(str(error)) from None
    if not found:
        raise CliError(f"{name}: contains no record")


def read_record(path: Path, number: int) -> StoredRecord:
    """Read one record of a file by its number from 1 on."""
    stored = next(islice(read_records(path), max(0, number - 1), None), None)
    if stored is None or number < 1:
        raise CliError(f"{path}: there is no record number {number}")
    return stored


def record_line(form: dict[str, Any]) -> str:
    """Write a record as one line."""
    return json.dumps(form, separators=(",", ":")) + "\n"


def check_writable(path: Path) -> None:
    """Check before a game begins that its record can be written there."""
    new = not path.exists()
    try:
        path.open("a").close()
    except OSError as error:
        refuse_unwritable(path, error)
    if new:
        path.unlink()


def save_record(path: Path, form: dict[str, Any]) -> None:
    """Write one record."""
    try:
        path.write_text(record_line(form), "utf-8")
    except OSError as error:
        refuse_unwritable(path, error)


def refuse_unwritable(path: Path, error: OSError) -> NoReturn:
    """Report that the file cannot be written."""
    raise CliError(f"{path}: cannot be written: {os_reason(error)}") from None


def os_reason(error: OSError) -> str:
    """Return the system's own words for what is wrong with a file."""
    return (error.strerror or str(error)).lower()


def _read(name: str, path: Path) -> Iterator[StoredRecord]:
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as file:
            yield from _numbered(name, file)
        return
    text = sys.stdin.read() if path == STDIN else path.read_text("utf-8")
    lines = text.splitlines()
    if len(lines) > 1 and _is_json_object(lines[0]):
        yield from _numbered(name, lines)
    elif text.strip():
        yield StoredRecord(name, _load(name, text))


def _numbered(name: str, lines: Iterable[str]) -> Iterator[StoredRecord]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{name}, line {number}"
            yield StoredRecord(where, _load(where, line))


def _is_json_object(line: str) -> bool:
    try:
        return isinstance(_load("", line), dict)
    except ValueError:
        return False


def _load(where: str, text: str) -> Any:
    """Read JSON; ValueError says where it is invalid."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}"
        raise ValueError(f"{where}: invalid JSON at {place}: {error.msg.lower()}") from None
    except RecursionError:
        raise ValueError(f"{where}: invalid JSON: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{where}: invalid JSON: {error}") from None


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")
