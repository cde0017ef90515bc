"""`arena`, `strength` and `bench bots` at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meldroom.arena import strength
from tests.cli.conftest import Command

ARENA = ("arena", "thumbs-up", "--bots", "house,random", "--deals", 2, "--option", "hands=3")


def test_a_contest_is_told_and_kept(meldroom: Command, tmp_path: Path) -> None:
    out = tmp_path / "kept"
    done = meldroom(*ARENA, "--out", out, "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "4 of 4 games of thumbs-up, seed 00000000" in done.stdout
    assert "mean place" in done.stdout
    assert json.loads((out / "report.json").read_text())["games"] == 4
    assert (out / "report.html").read_text().startswith("<!doctype html>")
    again = meldroom(*ARENA, "--out", out, "--jobs", 2)
    assert again.stdout == done.stdout


def test_an_option_is_held_against_another(meldroom: Command) -> None:
    done = meldroom(*ARENA, "--against", "debt=none", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "wins of house" in done.stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--bots", "sage,house"), "there is no bot 'sage'; there are random, novice, house, mas"),
        (("--players", 9), "thumbs-up takes 2 to 8 players, not 9"),
        (("--players", 3), "3 players need 3 bots; a name may be given twice"),
        (("--against", "hands=3"), "--against: these are the options of the game anyway"),
        (("--budget", 0), "Invalid value for '--budget'"),
    ],
)
def test_what_cannot_be_held_is_refused(meldroom: Command, args: Any, complaint: str) -> None:
    done = meldroom(*ARENA, *args)
    assert done.exit_code == 2
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == 1


def test_a_folder_of_another_contest_is_refused(meldroom: Command, tmp_path: Path) -> None:
    assert meldroom(*ARENA, "--out", tmp_path, "--jobs", 1).exit_code == 0
    done = meldroom(*ARENA, "--out", tmp_path, "--seed", "7")
    assert done.exit_code == 2
    assert "holds another contest" in done.stderr


def test_strength_writes_a_page_and_goes_on_where_it_stopped(
    meldroom: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = [claim._replace(timed=True) for claim in strength.CLAIMS[1:3]]
    monkeypatch.setattr(strength, "CLAIMS", tuple(short))
    page = tmp_path / "docs" / "strength.md"
    args = ("strength", "--games", tmp_path, "--out", page, "--share", 0.01, "--jobs", 1)
    assert meldroom(*args).exit_code == 0
    text = page.read_text()
    assert "## house against novice" in text
    assert "commit `" in text
    assert meldroom(*args, "--only", "nobody").exit_code == 0
    assert page.read_text() == text


def test_bench_bots_times_every_game(meldroom: Command) -> None:
    done = meldroom("bench", "bots", "--budget", 2, "--decisions", 1)
    assert done.exit_code == 0, done.output
    assert "rollouts/s" in done.stdout
    assert "thumbs-up" in done.stdout
