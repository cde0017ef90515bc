"""`--cluster`: the commands that play many games give the same bytes as in one process."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import ENVIRONMENT, MELDROOM, Command
from tests.cli.test_arena import ARENA
from tests.cli.test_simulate import QUICK
from tests.patience import wait_until

pytestmark = pytest.mark.long
LOCAL = ("--cluster", "local", "--jobs", 2)


@pytest.fixture(scope="module", autouse=True)
def dask() -> None:
    """Skip where it is not installed; to import it with the tests would slow down every run."""
    pytest.importorskip("dask", reason='no dask (pip install "meldroom[cluster]")')


def test_a_simulation_on_a_cluster_gives_the_same_bytes(meldroom: Command, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    common = (*QUICK, "--games", 50, "--seed", "c0ffee", "--out")
    one = meldroom(*common, here, "--jobs", 1)
    other = meldroom(*common, there, *LOCAL)
    assert (other.exit_code, other.output) == (0, one.output)
    assert there.read_bytes() == here.read_bytes()


def test_an_arena_on_a_cluster_writes_the_same_files(meldroom: Command, tmp_path: Path) -> None:
    from distributed import LocalCluster

    one = meldroom(*ARENA, "--out", tmp_path / "here", "--jobs", 1)
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as cluster:
        address = cluster.scheduler_address
        other = meldroom(*ARENA, "--out", tmp_path / "there", "--cluster", address)
        refused = meldroom(*ARENA, "--cluster", address, "--jobs", 2)
    assert (one.exit_code, other.exit_code) == (0, 0), other.output
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("here", "there")
    )
    assert len(here) == 5
    assert there == here
    assert (refused.exit_code, refused.stderr) == (
        2,
        "--jobs: the cluster decides how many games are played at a time\n",
    )


def test_strength_on_a_cluster_writes_the_same_page(meldroom: Command, tmp_path: Path) -> None:
    pages = []
    for where, options in (("here", ("--jobs", 1)), ("there", LOCAL)):
        page, data = tmp_path / f"{where}.md", tmp_path / f"{where}.json"
        games = ("--games", tmp_path / where, "--game", "thumbs-up", "--only", "beginner")
        args = (*games, "--out", page, "--data", data, "--share", 0.005, *options)
        done = meldroom("strength", *args)
        assert done.exit_code == 0, done.output
        pages.append((page.read_bytes(), data.read_bytes()))
    assert pages[0] == pages[1]


def test_ctrl_c_on_a_cluster_leaves_whole_lines_and_no_noise(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    args = ["--games", "1000000", "--seed", "1", "--out", str(out), *map(str, LOCAL)]
    with subprocess.Popen(
        [*MELDROOM, *map(str, QUICK), *args],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        wait_until(lambda: run.poll() is not None or (out.exists() and out.stat().st_size), "line")
        run.send_signal(signal.SIGINT)
        summary, errors = run.communicate()
    assert (run.returncode, errors) == (130, "")
    text = out.read_text()
    assert text.endswith("}\n")
    assert summary.startswith(f"{text.count(chr(10))} of 1000000 games of thumbs-up")
