"""The learning curve: lines of JSON, and a picture of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from meldroom.arena.charts import Line, line_chart
from meldroom.training.curve import Curve


def point(seconds: float, **wins: float) -> dict[str, Any]:
    return {"seconds": seconds, "wins": {name: {"mean": mean} for name, mean in wins.items()}}


def test_every_point_is_a_line_and_is_drawn(tmp_path: Path) -> None:
    curve = Curve(tmp_path, "Scorzo: wins against house")
    curve.add(point(0.5, two=0.1, four=0.05))
    curve.add(point(20, two=0.6, four=0.35))
    lines = (tmp_path / "curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["seconds"] for line in lines] == [0.5, 20]
    picture = (tmp_path / "curve.svg").read_text()
    ElementTree.fromstring(picture)
    assert picture.count("<polyline") == 2
    assert "two: 60.0" in picture
    assert "four: 35.0" in picture


def test_a_resumed_curve_forgets_what_came_after_the_checkpoint(tmp_path: Path) -> None:
    first = Curve(tmp_path, "wins")
    for seconds in (1, 2, 3):
        first.add(point(seconds, two=0.5))
    assert [each["seconds"] for each in Curve(tmp_path, "wins", until=2).points] == [1, 2]
    assert Curve(tmp_path, "wins").points == []


def test_a_higher_point_is_drawn_higher_and_a_later_one_further_right() -> None:
    picture = line_chart([Line("wins", [(0, 12.5), (10, 57.5)])], "title", "seconds", "%")
    [route] = re.findall(r'points="([^"]+)"', picture)
    (left, low), (right, high) = (map(float, spot.split(",")) for spot in route.split())
    assert left < right
    assert high < low  # y grows downwards


def test_the_names_of_many_lines_stay_inside_the_picture() -> None:
    lines = [Line(f"seat {seat}", [(0, 50), (10, 0)]) for seat in range(8)]
    picture = line_chart(lines, "title", "moves", "%")
    height = float(re.findall(r'viewBox="0 0 \d+ (\d+)"', picture)[0])
    labels = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>seat \d', picture)]
    assert labels == sorted({*labels})
    assert len(labels) == 8
    assert labels[-1] < height
