"""All games of a person as a file to keep: a table of them, and the record of each."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZipFile

from meldroom.server.people.record import PersonalGame
from meldroom.server.storage.summaries import Summaries

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a spreadsheet may take for one begins so
COLUMNS = ("date", "game", "seats", "seat", "name", "place", "score", "others", "record")


def exported(
    games: Sequence[PersonalGame], summaries: Summaries, sealed: Collection[str] = ()
) -> bytes:
    """Give a zip file with `games.csv` and a record of each game, as far as one is stored.

    It leaves out the records of tables that are sealed.
    """
    file, table = BytesIO(), StringIO(newline="")
    rows = csv.writer(table, quoting=csv.QUOTE_NONNUMERIC)
    rows.writerow(COLUMNS)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for game in games:
            mine = game.mine
            score = summaries.score(mine.table_id, mine.number)
            name = ""
            if score and score.record is not None and mine.table_id not in sealed:
                name = f"records/{mine.game}-{mine.table_id}-{mine.number}.json"
                archive.writestr(name, json.dumps(score.record, ensure_ascii=False))
            rows.writerow(_row(game, name))
        archive.writestr("games.csv", table.getvalue())
    return file.getvalue()


def _row(game: PersonalGame, record: str) -> tuple[str | int, ...]:
    mine = game.mine
    others = "; ".join(
        f"{other.name}{f' ({other.bot})' if other.bot else ''} {other.place}: {other.score}"
        for other in game.others
    )
    seats = len({mine.seat, *(other.seat for other in game.others)})
    date = datetime.fromtimestamp(mine.at / 1000, UTC).isoformat(timespec="seconds")
    name = _no_formula(mine.name)
    others = _no_formula(others)
    return date, mine.game, seats, mine.seat, name, mine.place, mine.score, others, record


def _no_formula(text: str) -> str:
    """Quote a text that people chose, so that no spreadsheet carries it out."""
    return f"'{text}" if text.startswith(FORMULA) else text
