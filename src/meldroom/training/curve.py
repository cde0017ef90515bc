"""The learning curve of a run: one JSON value in each line, and a picture of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from meldroom.arena.charts import Line, line_chart

NAME, PICTURE = "curve.jsonl", "curve.svg"


class Curve:
    """What a run was measured at from time to time, kept in its folder."""

    def __init__(self, folder: Path, title: str, until: float | None = None) -> None:
        """Start anew, or go on with the points up to so many seconds of training."""
        self.folder, self.title = folder, title
        self.points: list[dict[str, Any]] = []
        if until is not None and (folder / NAME).exists():
            lines = (folder / NAME).read_text(encoding="utf-8").splitlines()
            self.points = [point for point in map(json.loads, lines) if point["seconds"] <= until]
        self._write()

    def add(self, point: dict[str, Any]) -> None:
        """Add a point to both files."""
        self.points.append(point)
        self._write()

    def _write(self) -> None:
        lines = "".join(json.dumps(point) + "\n" for point in self.points)
        (self.folder / NAME).write_text(lines, encoding="utf-8")
        if self.points:
            picture = line_chart(self.lines(), self.title, "seconds of training", "wins, %")
            (self.folder / PICTURE).write_text(picture + "\n", encoding="utf-8")

    def lines(self) -> list[Line]:
        """Give a line for each table: wins in percent by seconds of training."""
        tables = self.points[0]["wins"]
        return [
            Line(
                table,
                [(point["seconds"], 100 * point["wins"][table]["mean"]) for point in self.points],
            )
            for table in tables
        ]
