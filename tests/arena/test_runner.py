"""The runner gives the same report with any number of jobs and after any interruption."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from meldroom.arena.html import page
from meldroom.arena.report import report
from meldroom.arena.runner import GAMES_FILE, RECORDS_FILE, run_contest
from meldroom.arena.workers import available_cores, local_workers
from meldroom.core.codec import canonical
from tests.arena.test_contest import short_contest

CONTEST = short_contest()._replace(lineups=(("house", "novice"),))


def report_bytes(out: Path | None, jobs: int = 1) -> bytes:
    """Run the contest and give its report, as JSON and as a page."""
    with local_workers(jobs) as workers:
        form = report(CONTEST, run_contest(CONTEST, out, workers))
    return canonical(form) + page(form, "a game").encode()


@pytest.fixture(scope="module")
def uninterrupted() -> bytes:
    """Give the report of the contest, run without interruption."""
    return report_bytes(None)


def test_any_number_of_jobs_gives_the_same_report(tmp_path: Path, uninterrupted: bytes) -> None:
    assert report_bytes(tmp_path, jobs=2) == uninterrupted


def test_any_number_of_jobs_writes_the_same_files(tmp_path: Path) -> None:
    written = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        report_bytes(folder, jobs)
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert written[0] == written[1]
    assert len(written[0]) == 3


@pytest.mark.parametrize("done", [0, 3])
def test_an_interrupted_contest_resumes_to_the_same_report_bytes(
    tmp_path: Path, uninterrupted: bytes, done: int
) -> None:
    games = run_contest(CONTEST, tmp_path)
    assert len(list(islice(games, done))) == done
    games.close()
    if done:
        # The power failed in the middle of a line.
        stored = (tmp_path / GAMES_FILE).read_bytes()
        (tmp_path / GAMES_FILE).write_bytes(stored[:-9])
    assert report_bytes(tmp_path) == uninterrupted
    lines = [(tmp_path / name).read_text().splitlines() for name in (GAMES_FILE, RECORDS_FILE)]
    assert [len(each) for each in lines] == [CONTEST.games, CONTEST.games]
    assert report_bytes(tmp_path) == uninterrupted


def test_a_contest_without_records_resumes_to_the_same_report(
    tmp_path: Path, uninterrupted: bytes
) -> None:
    games = run_contest(CONTEST, tmp_path, records=False)
    next(games)
    games.close()
    form = report(CONTEST, run_contest(CONTEST, tmp_path, records=False))
    assert canonical(form) + page(form, "a game").encode() == uninterrupted
    assert len((tmp_path / GAMES_FILE).read_text().splitlines()) == CONTEST.games
    assert not (tmp_path / RECORDS_FILE).exists()


def test_closing_the_generator_stops_the_processes(tmp_path: Path) -> None:
    with local_workers(2) as workers:
        games = run_contest(CONTEST, tmp_path, workers)
        next(games)
        games.close()
    assert 1 <= len((tmp_path / GAMES_FILE).read_text().splitlines()) < CONTEST.games


def test_a_folder_with_another_contest_is_refused(tmp_path: Path) -> None:
    run_contest(CONTEST, tmp_path).close()
    (next(run_contest(CONTEST, tmp_path)),)
    with pytest.raises(ValueError, match="holds another contest; choose another folder"):
        next(run_contest(short_contest(deals=5), tmp_path))


def test_at_least_one_core_is_available() -> None:
    assert available_cores() >= 1
