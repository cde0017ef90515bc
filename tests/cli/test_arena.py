"""The commands `arena` and `strength`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from meldroom.arena import strength
from meldroom.games import GAMES
from tests.cli.conftest import Command

ARENA = ("arena", "thumbs-up", "--bots", "house,random", "--deals", 2, "--option", "hands=3")


def test_a_contest_is_reported_and_saved(meldroom: Command, tmp_path: Path) -> None:
    out = tmp_path / "saved"
    done = meldroom(*ARENA, "--out", out, "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "4 of 4 games of thumbs-up, seed 00000000" in done.stdout
    assert "mean place" in done.stdout
    assert re.search(r"Q2[23] .* 4 │", done.stdout), "endings by the number on the rules page"
    assert "TU-2" not in done.stdout
    assert json.loads((out / "report.json").read_text())["games"] == 4
    assert (out / "report.html").read_text().startswith("<!doctype html>")
    again = meldroom(*ARENA, "--out", out, "--jobs", 2)
    assert again.stdout == done.stdout


def test_an_option_is_compared_with_another(meldroom: Command) -> None:
    done = meldroom(*ARENA, "--against", "debt=none", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "wins of house" in done.stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (
            ("--bots", "sage,house"),
            "there is no bot 'sage'; choose from random, beginner, novice, ho",
        ),
        (("--players", 9), "thumbs-up takes 2 to 8 players, not 9"),
        (("--players", 3), "3 players need 3 bots; a name may be repeated"),
        (("--against", "hands=3"), "--against: the game already has these options"),
        (("--budget", 0), "Invalid value for '--budget'"),
    ],
)
def test_a_contest_that_cannot_be_run_is_refused(
    meldroom: Command, args: Any, complaint: str
) -> None:
    done = meldroom(*ARENA, *args)
    assert done.exit_code == 2
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == 1


def test_a_folder_with_another_contest_is_refused(meldroom: Command, tmp_path: Path) -> None:
    assert meldroom(*ARENA, "--out", tmp_path, "--jobs", 1).exit_code == 0
    done = meldroom(*ARENA, "--out", tmp_path, "--seed", "7")
    assert done.exit_code == 2
    assert "holds another contest" in done.stderr


def test_strength_writes_a_page_and_resumes(
    meldroom: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = [("house", "random"), ("house", "novice")]
    short = [strength.Claim(*bots, 2, 0.5, short=True) for bots in fast]
    monkeypatch.setattr(strength, "CLAIMS", tuple(short))
    page = tmp_path / "docs" / "strength.md"
    data = tmp_path / "strength.json"
    short_run = ("--share", 0.005, "--jobs", 1)
    args = ("strength", "--games", tmp_path, "--out", page, "--data", data, *short_run)
    assert meldroom(*args).exit_code == 0
    text = page.read_text()
    figures = json.loads(data.read_text())
    assert {one["game"] for one in figures} == set(GAMES) - {"victor-or-victim"}  # never short
    assert all(0 <= one["wins"] <= 1 for one in figures)
    assert "## house against novice, short games" in text
    assert "commit `" in text
    assert meldroom(*args, "--only", "nobody").exit_code == 0
    assert page.read_text() == text
