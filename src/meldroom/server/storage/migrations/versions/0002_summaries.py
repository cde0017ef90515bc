"""Summaries of tables, so that a start need not read the log, and scores of games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
TABLES_PER_INSERT = 500


def upgrade() -> None:
    """Make both tables, and fill the summaries from the entries of the log that are not moves."""
    summaries = op.create_table(
        "summaries",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("standing", sa.Boolean, nullable=False),
        sa.Column("restored", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index(
        "summaries_restored",
        "summaries",
        ["table_id"],
        sqlite_where=sa.text("restored"),
        postgresql_where=sa.text("restored"),
    )
    op.create_table(
        "scores",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    found = _summaries(connection)
    while some := list(islice(found, TABLES_PER_INSERT)):
        connection.execute(sa.insert(summaries), some)
    op.drop_index("events_signs", "events")  # only starts read it


def _summaries(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """Summarize every table of the log; seq 0 says that nobody looked at its moves."""
    rows = connection.execute(
        sa.text(
            "SELECT table_id, at, body FROM events WHERE kind NOT IN ('moved', 'undone')"
            " ORDER BY table_id, seq"
        )
    )
    for table_id, entries in groupby(rows.all(), attrgetter("table_id")):
        table = [(json.loads(entry.body), entry.at) for entry in entries]
        if table[0][0]["is"] == "opened":
            yield _summary(table_id, table)


def _summary(table_id: str, entries: list[tuple[dict[str, Any], int]]) -> dict[str, Any]:
    opened, opened_at = entries[0]
    settings: dict[str, Any] = opened.get("settings", {})
    listed, standing = settings.get("listed", False), settings.get("standing", False)
    people: list[str | None] = [None] * opened["seats"]
    phase, number = "waiting", 0
    for entry, _ in entries[1:]:
        match entry["is"]:
            case "sat":
                people[entry["seat"]] = entry["name"]
            case "left":
                people[entry["seat"]] = None
            case "seat_changed":
                people[entry["to"]] = people[entry["seat"]]
                people[entry["seat"]] = None
            case "dealt":
                phase, number = "waiting", number + 1
            case "began":
                phase = "playing"
            case "branched":
                phase, number = "playing", number + 1
            case "closed":
                phase = "closed"
    clock_runs = phase == "playing" and settings.get("clock", "off").endswith("d")
    body = {
        "people": people,
        "number": number,
        "options": opened.get("options", {}),
        "settings": settings,
    }
    return {
        "table_id": table_id,
        "seq": 0,
        "game": opened["game"],
        "rules": opened["rules"],
        "phase": phase,
        "listed": listed,
        "standing": standing,
        "restored": clock_runs or (listed and standing and phase != "closed"),
        "opened_at": opened_at,
        "changed_at": entries[-1][1],
        "body": json.dumps(body, ensure_ascii=False),
    }
