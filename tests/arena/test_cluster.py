"""A cluster plays the same games as one process, also when workers are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from meldroom.arena.runner import run_contest
from meldroom.arena.workers import WorkersFailed
from tests.arena.test_contest import short_contest
from tests.arena.test_runner import CONTEST
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from meldroom.arena.cluster import ClusterWorkers

pytestmark = pytest.mark.long

EXTRA = 'no dask (pip install "meldroom[cluster]")'
WORKERS = 2
BOTS = "tests.arena.test_isolation"
LONG_CONTEST = CONTEST._replace(deals=40)


@pytest.fixture(scope="module", autouse=True)
def distributed() -> None:
    """Skip where it is not installed; to import it with the tests would cost every run a second."""
    pytest.importorskip("distributed", reason=EXTRA)


@pytest.fixture(scope="module")
def workers() -> Iterator[ClusterWorkers]:
    """Start a cluster of processes on this machine."""
    from meldroom.arena.cluster import cluster_workers

    with cluster_workers("local", WORKERS) as started:
        yield started


def files(folder: Path) -> dict[str, bytes]:
    """Read all that a contest has written."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def process_ids(workers: ClusterWorkers) -> set[int]:
    """Ask every worker for its process."""
    return set(workers.client.run(os.getpid).values())


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Give what the long contest writes when it is played in this process."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    assert len(list(run_contest(LONG_CONTEST, folder))) == LONG_CONTEST.games
    return files(folder)


def test_a_cluster_writes_the_same_files_as_one_process(
    workers: ClusterWorkers, tmp_path: Path, uninterrupted: dict[str, bytes]
) -> None:
    assert len(list(run_contest(LONG_CONTEST, tmp_path, workers))) == LONG_CONTEST.games
    assert files(tmp_path) == uninterrupted


def test_a_worker_killed_in_mid_run_is_replaced_and_the_files_are_the_same(
    workers: ClusterWorkers, tmp_path: Path, uninterrupted: dict[str, bytes]
) -> None:
    before = process_ids(workers)
    games = run_contest(LONG_CONTEST, tmp_path, workers)
    assert len(list(islice(games, 3))) == 3
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    assert len(list(games)) == LONG_CONTEST.games - 3
    assert files(tmp_path) == uninterrupted
    workers.client.wait_for_workers(WORKERS, timeout=PATIENCE)
    after = process_ids(workers)
    assert len(after) == WORKERS
    assert killed not in after


def test_a_contest_that_a_cluster_began_goes_on_in_one_process(
    workers: ClusterWorkers, tmp_path: Path, uninterrupted: dict[str, bytes]
) -> None:
    games = run_contest(LONG_CONTEST, tmp_path, workers)
    assert len(list(islice(games, 5))) == 5
    games.close()
    assert len(list(run_contest(LONG_CONTEST, tmp_path))) == LONG_CONTEST.games
    assert files(tmp_path) == uninterrupted


def test_bots_of_other_packages_play_on_a_cluster(workers: ClusterWorkers) -> None:
    contest = short_contest()._replace(lineups=((f"{BOTS}:Counting", "house"),))
    assert list(run_contest(contest, None, workers)) == list(run_contest(contest, None))


def test_a_bot_that_fails_on_a_cluster_is_named(workers: ClusterWorkers) -> None:
    contest = short_contest()._replace(lineups=((f"{BOTS}:Broken", "house"),))
    with pytest.raises(ValueError, match=r"the bot tests\.arena\.test_isolation:Broken failed"):
        list(run_contest(contest, None, workers))


def test_workers_of_several_threads_are_refused() -> None:
    from distributed import LocalCluster

    from meldroom.arena.cluster import cluster_workers

    with (
        LocalCluster(
            n_workers=1, threads_per_worker=2, dashboard_address="127.0.0.1:0", processes=False
        ) as cluster,
        cluster_workers(cluster.scheduler_address, 1) as workers,
        pytest.raises(WorkersFailed, match="has several threads: start it with --nthreads 1"),
    ):
        list(run_contest(CONTEST, None, workers))


def test_a_worker_with_another_version_is_refused(
    workers: ClusterWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.arena.cluster.VERSION", "99.0")
    with pytest.raises(WorkersFailed, match=r"has meldroom .*, but 99\.0 is needed"):
        list(run_contest(CONTEST, None, workers))


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from meldroom.arena import cluster

    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.5)
    with (
        pytest.raises(WorkersFailed, match=r"no scheduler at tcp://127\.0\.0\.1:9"),
        cluster.cluster_workers("tcp://127.0.0.1:9", 1),
    ):
        raise AssertionError("there is no scheduler")
