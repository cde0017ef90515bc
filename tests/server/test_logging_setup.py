"""What the server logs, and how often."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path

import pytest

from meldroom.room.limits import Rate
from meldroom.server import logging_setup
from meldroom.server.logging_setup import JsonFormatter, RepeatFilter, configure_logging
from tests.patience import PATIENCE
from tests.server.server_process import ServerProcess
from tests.server.socket_client import raw_connection, read_to_end, upgrade_request


def logged(names_and_messages: list[tuple[str, str]], repeats: RepeatFilter) -> list[str]:
    """Pass messages through a filter, and give those that are logged."""
    records = [
        logging.LogRecord(name, logging.WARNING, "", 0, "%s", (text,), None)
        for name, text in names_and_messages
    ]
    return [record.getMessage() for record in records if repeats.filter(record)]


def test_the_log_is_json_on_stderr_and_libraries_log_warnings_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    root, own = logging.getLogger(), logging.getLogger("meldroom")
    handlers, levels = root.handlers, (root.level, own.level)
    before = logging.NullHandler()
    root.handlers = [before]
    try:
        configure_logging()
        assert before not in root.handlers
        own.info("table %s", "x")
        own.debug("not logged")
        logging.getLogger("uvicorn").info("not logged")
        for number in range(12):
            logging.getLogger("uvicorn").warning("careful %d", number)
    finally:
        root.handlers = handlers
        root.setLevel(levels[0])
        own.setLevel(levels[1])
    shown = capsys.readouterr()
    lines = [json.loads(line) for line in shown.err.splitlines()]
    assert (shown.out, len(lines)) == ("", 11), "ten of a kind"
    assert [line.pop("at")[10] for line in lines] == ["T"] * 11
    assert lines[0] == {"level": "info", "from": "meldroom", "message": "table x"}
    assert lines[10] == {"level": "warning", "from": "uvicorn", "message": "careful 9"}


def test_an_error_is_logged_with_its_traceback() -> None:
    try:
        raise ZeroDivisionError("no")
    except ZeroDivisionError:
        trace = sys.exc_info()
    record = logging.LogRecord("meldroom", logging.ERROR, "", 0, "failed", (), trace)
    assert json.loads(JsonFormatter().format(record))["trace"].endswith("ZeroDivisionError: no")


def test_repeated_lines_of_a_library_are_left_out_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logging_setup, "REPEATED_LINES", Rate(2, 60.0))
    repeats = RepeatFilter()
    assert logged([("uvicorn.error", f"{number}") for number in range(5)], repeats) == ["0", "1"]
    monkeypatch.setattr("time.monotonic", lambda: 1e9)
    assert logged([("uvicorn.error", "5")], repeats) == ["5 (and 3 times before, left out)"]
    assert logged([("uvicorn.error", "6")], repeats) == ["6"]


def test_49_messages_that_all_differ_are_of_one_kind_if_one_line_of_code_logs_them() -> None:
    repeats = RepeatFilter()
    records = [
        logging.LogRecord("asyncio", logging.ERROR, "loop.py", 7, f"task {n} failed", (), None)
        for n in range(1_000)
    ]
    assert sum(map(repeats.filter, records)) == 10
    assert (len(repeats.buckets), len(repeats.left_out)) == (1, 1)


def test_no_line_of_the_server_itself_is_left_out() -> None:
    repeats = RepeatFilter()
    assert len(logged([("meldroom", f"{number}") for number in range(50)], repeats)) == 50


async def test_a_flood_of_refused_handshakes_does_not_fill_the_log(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "db")
    foreign = upgrade_request(server.origin).replace(
        b"Origin: http", b"Origin: https://evil.example/"
    )
    for request in (foreign, b"not HTTP\r\n\r\n"):
        for _ in range(30):
            reader, writer = await raw_connection(server.origin, request)
            await asyncio.wait_for(read_to_end(reader), PATIENCE)
            writer.close()
    server.child.terminate()
    lines = [json.loads(line)["message"] for line in server.wait()[1].splitlines()]
    assert 1 <= len(lines) <= 20, "ten of a kind"
