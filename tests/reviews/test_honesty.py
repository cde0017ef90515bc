"""A price changes in other worlds by no more than its error says; the figures can be measured."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import fmean

import pytest

from meldroom.games import find
from tests.reviews.figures import Unit, measure_calibration
from tests.reviews.figures_report import by_figure, calibration, ordering, within, z_scores

FILES = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.usefixtures("library")
def test_prices_in_twice_as_many_other_worlds_differ_by_their_errors() -> None:
    units = [Unit("calibration", "scorzo", number) for number in range(6)]
    pairs = list(chain(*(measure_calibration(unit)["pairs"] for unit in units)))
    scores = z_scores(pairs)
    assert len(scores) > 20
    assert abs(fmean(scores)) < 3 / sqrt(len(scores))
    assert 0.6 < sqrt(fmean(score * score for score in scores)) < 1.5
    assert [point["happened"] for point in within(scores)][-1] > 0.9


@pytest.mark.usefixtures("library")
def test_figures_are_measured_once_and_reported(tmp_path: Path) -> None:
    out = tmp_path / "ordering.jsonl"
    command = [sys.executable, "-m", "tests.reviews.figures", "ordering", "--game", "scorzo"]
    env = {"PYTHONPATH": ":".join([*sys.path, str(FILES)])}
    for games in (1, 2):
        options = ["--games", str(games), "--jobs", "1", "--out", str(out)]
        subprocess.run([*command, *options], check=True, cwd=FILES, env=env)
    forms = [json.loads(line) for line in out.read_text().splitlines()]
    assert [form["unit"] for form in forms] == [["ordering", "scorzo", n] for n in (0, 1)]
    report = "\n".join(ordering(by_figure(forms)["ordering"]))
    assert f"| {find('scorzo').name} | 2 |" in report


def test_a_calibration_report_counts_prices_within_their_errors() -> None:
    form = {
        "unit": ["calibration", "scorzo", 0],
        "pairs": [[0.1, 0.03, 0.1, 0.04], [0.1, 0.03, 0.2, 0.04], [0.1, 0.0, 0.1, 0.0]],
    }
    report = list(calibration(by_figure([form])["calibration"]))
    assert "| Scorzo | 2 | +1.00 | 1.00 | 50 % | 100 % |" in report
