"""The export of a person's games, as a spreadsheet reads it."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

from meldroom.server.people.export import exported
from meldroom.server.people.record import PersonalGame
from meldroom.server.storage.seat_results import SeatResult
from meldroom.server.tables.room import Room


async def test_no_name_is_a_formula(still_room: Room) -> None:
    def seat(number: int, name: str) -> SeatResult:
        return SeatResult("a" * 14, 1, number, "p", name, "", "scorzo", 0, 1, -5, True)

    formulas = [f"{begin}HYPERLINK(1;2)" for begin in "=+-@\t\r\n"]
    games = [PersonalGame(seat(0, one), (seat(1, one), seat(2, one))) for one in formulas]
    archive = ZipFile(BytesIO(exported(games, still_room.summaries)))
    text = archive.read("games.csv").decode()
    for row, formula in zip(csv.DictReader(StringIO(text, newline="")), formulas, strict=True):
        assert row["name"] == f"'{formula}"
        assert row["others"].startswith(f"'{formula}")
        assert row["score"] == "-5", "a number stays one"
        assert f'"{row["others"]}"' in text, "a semicolon in quotes separates no columns"
