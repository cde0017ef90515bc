"""Metrics of the running server, in the Prometheus text format."""

from __future__ import annotations

import time

from meldroom.server.tables.room import Room

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def all_metrics(room: Room) -> str:
    """Write every metric with its help text and type."""
    log = room.log
    return "".join(
        [
            _counter("acts_total", "Acts acknowledged, each after it was saved.", room.acks),
            _counter("refusals_total", "Messages refused.", room.refusals),
            _counter("log_rows_total", "Entries written to the log.", log.rows),
            _counter("log_commits_total", "Transactions of the log.", log.commits),
            _gauge("tables", "Tables in memory.", len(room.tables)),
            _gauge("connections", "Open websockets.", room.connections),
            process_metrics(),
        ]
    )


def process_metrics() -> str:
    """Write how much CPU time this process has used."""
    seconds = time.process_time()
    return _metric("process_cpu_seconds_total", "counter", "CPU time used, in seconds.", seconds)


def _counter(name: str, text: str, value: float) -> str:
    return _metric(f"meldroom_{name}", "counter", text, value)


def _gauge(name: str, text: str, value: float) -> str:
    return _metric(f"meldroom_{name}", "gauge", text, value)


def _metric(name: str, kind: str, text: str, value: float) -> str:
    return f"# HELP {name} {text}\n# TYPE {name} {kind}\n{name} {value}\n"
