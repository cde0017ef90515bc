"""Figures about the running server, in the text format that Prometheus reads."""

from __future__ import annotations

from meldroom.server.room import Room

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def exposed(room: Room) -> str:
    """Write every figure with its kind and meaning."""
    figures = [
        ("acts_total", "counter", "Acts acknowledged after they were written.", room.acks),
        ("refusals_total", "counter", "Messages refused.", room.refusals),
        ("log_rows_total", "counter", "Entries written to the log.", room.log.rows),
        ("log_commits_total", "counter", "Transactions of the log.", room.log.commits),
        ("tables", "gauge", "Tables in memory.", len(room.sittings)),
        ("connections", "gauge", "Open sockets.", room.guests),
    ]
    lines = []
    for name, kind, meaning, value in figures:
        lines.append(f"# HELP meldroom_{name} {meaning}")
        lines.append(f"# TYPE meldroom_{name} {kind}")
        lines.append(f"meldroom_{name} {value}")
    return "\n".join(lines) + "\n"
