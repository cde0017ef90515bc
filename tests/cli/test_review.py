"""`meldroom review` names mistakes, luck and skill, for people and for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from meldroom.cli.review_page import in_words
from meldroom.games import find
from tests.cli.conftest import Command

pytestmark = pytest.mark.usefixtures("library")


@pytest.fixture
def games(tmp_path: Path, meldroom: Command) -> Path:
    """Write two records to a file."""
    file = tmp_path / "games.jsonl"
    table = ("victor-or-victim", "--players", 3, "--seed", "ab" * 32)
    made = meldroom("simulate", *table, "--games", 2, "--out", file)
    assert made.exit_code == 0, made.output
    return file


def test_a_review_shows_luck_skill_and_the_costliest_decisions(
    games: Path, meldroom: Command
) -> None:
    shown = meldroom("review", games, "--effort", 0.1)
    assert shown.exit_code == 0, shown.output
    assert "Victor or Victim: chances to win" in shown.output
    assert "own play" in shown.output
    assert "was better by" in shown.output


@pytest.mark.long
def test_a_review_is_printed_as_json(games: Path, meldroom: Command) -> None:
    shown = meldroom("review", games, "--game", 2, "--effort", 0.1, "--json")
    form = json.loads(shown.stdout)
    moves = len(json.loads(games.read_text().splitlines()[1])["moves"])
    assert form["format"] == "meldroom-review/1"
    assert len(form["line"]) == moves + 1
    assert all(sum(point) == pytest.approx(1, abs=0.001) for point in form["line"])


def test_a_record_that_is_not_there_is_named(games: Path, meldroom: Command) -> None:
    shown = meldroom("review", games, "--game", 3)
    assert shown.exit_code == 2
    assert "there is no record number 3" in shown.output


def test_an_altered_record_is_refused(games: Path, meldroom: Command) -> None:
    first = json.loads(games.read_text().splitlines()[0])
    first["moves"].pop()
    games.write_text(json.dumps(first) + "\n")
    assert meldroom("review", games).exit_code == 1


@pytest.mark.long
def test_a_review_is_written_as_a_page_that_needs_no_network(
    games: Path, tmp_path: Path, meldroom: Command
) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    record["players"][0] = "<Ada & Co>"
    del record["digest"]
    games.write_text(json.dumps(record) + "\n")
    page_file = tmp_path / "review.html"
    shown = meldroom("review", games, "--effort", 0.2, "--html", page_file)
    assert (shown.exit_code, shown.stdout) == (0, ""), shown.output
    assert f"Wrote {page_file}" in shown.stderr
    page = page_file.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "Review: Victor or Victim" in page
    assert "&lt;Ada &amp; Co&gt;" in page
    assert "<Ada" not in page
    for heading in ("Chance to win", "Luck and play", "Costliest decisions"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count("<section>") == 3
    reason = re.search(r"was better by [\d.]+ ± [\d.]+ points\. [A-Z][^<]+\.</p>", page)
    assert reason, "a sentence of why"
    assert page.count("<polyline") == 3, "a line for every player"
    assert not re.search(r"(src|href)=|@import|url\((?!#)", page)


def test_a_page_that_cannot_be_written_is_refused_before_the_review(
    games: Path, tmp_path: Path, meldroom: Command
) -> None:
    shown = meldroom("review", games, "--html", tmp_path / "missing" / "review.html")
    assert shown.exit_code == 2
    assert "cannot be written" in shown.output


def test_an_action_is_told_with_its_cards_in_words() -> None:
    assert in_words(find("victor-or-victim"), "pass RR YC") == "pass red R, yellow C"
    assert in_words(find("scorzo"), "draw") == "draw"
