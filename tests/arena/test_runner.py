"""The hall: any number of jobs, an interruption anywhere, and always the same report."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from meldroom.arena.html import page
from meldroom.arena.report import report
from meldroom.arena.runner import GAMES, RECORDS, cores, held
from meldroom.core.codec import canonical
from tests.arena.test_contest import a_contest

CONTEST = a_contest()._replace(lineups=(("house", "novice"),))


def bytes_of(out: Path | None, jobs: int) -> bytes:
    """Play the contest and give its report, as JSON and as a page."""
    form = report(CONTEST, held(CONTEST, out, jobs))
    return canonical(form) + page(form, "a game").encode()


@pytest.fixture(scope="module")
def whole() -> bytes:
    """Give the report of the contest, played at one go."""
    return bytes_of(None, jobs=1)


def test_any_number_of_jobs_gives_the_same_report(tmp_path: Path, whole: bytes) -> None:
    assert bytes_of(tmp_path, jobs=2) == whole


@pytest.mark.parametrize("done", [0, 3])
def test_interrupted_and_gone_on_with_gives_the_same_report_bytes(
    tmp_path: Path, whole: bytes, done: int
) -> None:
    games = held(CONTEST, tmp_path, jobs=1)
    assert len(list(islice(games, done))) == done
    games.close()
    if done:
        # The lights went out in the middle of a line.
        torn = (tmp_path / GAMES).read_bytes()
        (tmp_path / GAMES).write_bytes(torn[:-9])
    assert bytes_of(tmp_path, jobs=1) == whole
    lines = [(tmp_path / name).read_text().splitlines() for name in (GAMES, RECORDS)]
    assert [len(found) for found in lines] == [CONTEST.games, CONTEST.games]
    assert bytes_of(tmp_path, jobs=1) == whole


def test_whoever_stops_reading_stops_the_processes_too(tmp_path: Path) -> None:
    games = held(CONTEST, tmp_path, jobs=2)
    next(games)
    games.close()
    assert 1 <= len((tmp_path / GAMES).read_text().splitlines()) < CONTEST.games


def test_a_folder_with_another_contest_is_refused(tmp_path: Path) -> None:
    held(CONTEST, tmp_path, jobs=1).close()
    (next(held(CONTEST, tmp_path, jobs=1)),)
    with pytest.raises(ValueError, match="holds another contest; choose another folder"):
        next(held(a_contest(deals=5), tmp_path, jobs=1))


def test_there_is_a_core() -> None:
    assert cores() >= 1
