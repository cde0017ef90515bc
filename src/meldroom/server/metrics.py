"""Figures about the running server, in the text format that Prometheus reads."""

from __future__ import annotations

import time

from meldroom.server.tables.room import Room

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def exposed(room: Room) -> str:
    """Write every figure with its kind and meaning."""
    figures: list[tuple[str, str, str, float]] = [
        ("acts_total", "counter", "Acts acknowledged after they were written.", room.acks),
        ("refusals_total", "counter", "Messages refused.", room.refusals),
        ("log_rows_total", "counter", "Entries written to the log.", room.log.rows),
        ("log_commits_total", "counter", "Transactions of the log.", room.log.commits),
        ("tables", "gauge", "Tables in memory.", len(room.sittings)),
        ("connections", "gauge", "Open sockets.", room.guests),
    ]
    told = [
        _figure(f"meldroom_{name}", kind, meaning, value) for name, kind, meaning, value in figures
    ]
    return "".join([*told, processor()])


def processor() -> str:
    """Write how much of a processor this process has had."""
    meaning = "Seconds of processor spent."
    return _figure("process_cpu_seconds_total", "counter", meaning, time.process_time())


def _figure(name: str, kind: str, meaning: str, value: float) -> str:
    return f"# HELP {name} {meaning}\n# TYPE {name} {kind}\n{name} {value}\n"
