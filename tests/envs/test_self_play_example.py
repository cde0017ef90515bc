"""The example that learns with NumPy alone runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import missing
from tests.envs.example_runs import run_example


@pytest.mark.long
@pytest.mark.usefixtures("library")
def test_the_example_of_self_play_learns_measures_and_saves(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason=missing.RL)
    options = ("--actions", 1, "--opponent", "random", "--games", 100, "--workers", 1)
    shown = run_example("self_play.py", *options, "--save", tmp_path / "network.npz")
    assert "of 100 games against random" in shown
    assert (tmp_path / "network.npz").exists()
