"""Records in files: one in a .json, one a line in a .jsonl."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from meldroom.cli.errors import CliError

STDIN = Path("-")


class Kept(NamedTuple):
    """A record, and where it was found."""

    where: str
    form: Any


def records(path: Path) -> Iterator[Kept]:
    """Read the records of a file one by one, at least one; `-` is the standard input."""
    name = "stdin" if path == STDIN else str(path)
    found = False
    try:
        for kept in _read(name, path):
            found = True
            yield kept
    except OSError as error:
        raise CliError(f"{name}: {reason(error)}") from None
    except UnicodeDecodeError:
        raise CliError(f"{name}: not a text in UTF-8") from None
    except ValueError as error:
        raise CliError(str(error)) from None
    if not found:
        raise CliError(f"{name}: there is no record in it")


def line_of(form: dict[str, Any]) -> str:
    """Write a record in one line."""
    return json.dumps(form, separators=(",", ":")) + "\n"


def writable(path: Path) -> None:
    """See now, before a game begins, that its record can be written there."""
    new = not path.exists()
    try:
        path.open("a").close()
    except OSError as error:
        unwritable(path, error)
    if new:
        path.unlink()


def save_record(path: Path, form: dict[str, Any]) -> None:
    """Write one record."""
    try:
        path.write_text(line_of(form), "utf-8")
    except OSError as error:
        unwritable(path, error)


def unwritable(path: Path, error: OSError) -> NoReturn:
    """Say that nothing can be written there."""
    raise CliError(f"{path}: cannot be written: {reason(error)}") from None


def reason(error: OSError) -> str:
    """Say in the system's words what is wrong with a file."""
    return (error.strerror or str(error)).lower()


def _read(name: str, path: Path) -> Iterator[Kept]:
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as file:
            yield from _numbered(name, file)
        return
    text = sys.stdin.read() if path == STDIN else path.read_text("utf-8")
    lines = text.splitlines()
    if len(lines) > 1 and _stands_alone(lines[0]):
        yield from _numbered(name, lines)
    elif text.strip():
        yield Kept(name, _load(name, text))


def _numbered(name: str, lines: Iterable[str]) -> Iterator[Kept]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{name}, line {number}"
            yield Kept(where, _load(where, line))


def _stands_alone(line: str) -> bool:
    try:
        return isinstance(_load("", line), dict)
    except ValueError:
        return False


def _load(where: str, text: str) -> Any:
    """Read JSON; ValueError says where it is broken."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}"
        raise ValueError(f"{where}: broken JSON at {place}: {error.msg.lower()}") from None
    except RecursionError:
        raise ValueError(f"{where}: broken JSON: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{where}: broken JSON: {error}") from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
