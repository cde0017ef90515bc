"""Metrics of the running server, in the Prometheus text format."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import accumulate
from mmap import PAGESIZE
from pathlib import Path

from meldroom import __version__
from meldroom.server.admission import Admission
from meldroom.server.garbage import garbage
from meldroom.server.histogram import BOUNDS, Histogram
from meldroom.server.tables.room import Room

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def all_metrics(room: Room, admission: Admission, request_seconds: Histogram) -> str:
    """Write every metric with its help text and type."""
    log, acks = room.log, room.ack_seconds
    return "".join(
        [
            _labelled("build_info", "The version.", "gauge", "version", {__version__: 1}),
            _counter("acts_total", "Acts acknowledged, each after it was saved.", acks.count),
            _labelled(
                "refusals_total", "Refusals by rule.", "counter", "rule", dict(room.refusals)
            ),
            _counter("log_rows_total", "Entries written to the log.", log.rows),
            _counter("log_commits_total", "Transactions of the log.", log.commits),
            _labelled(
                "background_runs_total",
                "Runs of work in the background.",
                "counter",
                "work",
                dict(room.background.runs),
            ),
            _labelled(
                "background_failures_total",
                "Runs that failed.",
                "counter",
                "work",
                dict(room.background.failures),
            ),
            _gauge("damage", "Kinds of damage found.", len(room.integrity.problems)),
            _counter("clients_ahead_total", "Clients ahead of the log.", room.clients_ahead),
            _gauge("tables", "Tables in memory.", len(room.tables)),
            _gauge("connections", "Open websockets.", room.connections),
            _gauge("tcp_connections", "Open TCP connections of any kind.", admission.total),
            _gauge("garbage_bytes", "Left behind, to be collected.", 1000 * garbage.kilobytes),
            _histogram("ack_seconds", "From a message to its acknowledgement.", acks),
            _histogram("log_commit_seconds", "Duration of a transaction.", log.commit_seconds),
            _histogram("http_request_seconds", "Duration of an HTTP request.", request_seconds),
            process_metrics(),
        ]
    )


def process_metrics() -> str:
    """Write how much memory this process has, and how much CPU time it has used."""
    statm = Path("/proc/self/statm")  # on Linux, in pages
    memory = int(statm.read_text().split()[1]) * PAGESIZE if statm.exists() else 0
    return _metric(
        "process_resident_memory_bytes", "gauge", "Memory in use.", {"": memory}
    ) + _metric(
        "process_cpu_seconds_total", "counter", "CPU time used, in seconds.",
        {"": time.process_time()},
    )  # fmt: skip


def _counter(name: str, text: str, value: float) -> str:
    return _metric(f"meldroom_{name}", "counter", text, {"": value})


def _gauge(name: str, text: str, value: float) -> str:
    return _metric(f"meldroom_{name}", "gauge", text, {"": value})


def _labelled(name: str, text: str, kind: str, label: str, values: Mapping[str, float]) -> str:
    samples = {f'{{{label}="{key}"}}': values[key] for key in sorted(values)}
    return _metric(f"meldroom_{name}", kind, text, samples)


def _histogram(name: str, text: str, histogram: Histogram) -> str:
    counts, seconds = tuple(histogram.counts), histogram.seconds
    bounds = [*map(str, BOUNDS), "+Inf"]
    samples: dict[str, float] = {
        f'_bucket{{le="{bound}"}}': count
        for bound, count in zip(bounds, accumulate(counts), strict=True)
    }
    samples |= {"_sum": seconds, "_count": sum(counts)}
    return _metric(f"meldroom_{name}", "histogram", text, samples)


def _metric(name: str, kind: str, text: str, samples: Mapping[str, float]) -> str:
    """Write a metric; the keys of its samples follow its name."""
    lines = [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
    lines += [f"{name}{suffix} {value}" for suffix, value in samples.items()]
    return "\n".join(lines) + "\n"
