"""Whole runs on the processor: what they write, how they resume, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import missing

pytest.importorskip("torch", reason=missing.TORCH)
import torch

from meldroom.bots.weights import read_header
from meldroom.games import find
from meldroom.training.export import read_policy
from meldroom.training.run import Run, train
from meldroom.training.settings import described

pytestmark = pytest.mark.usefixtures("library")

GAME = find("victory-rummy")
TINY = {each.name: each.default for each in described()} | {
    "device": "cpu", "iterations": 4, "tables": 32, "steps": 8, "minibatch": 64,
    "widths": "16", "critic_widths": "16", "deals": 2, "final_deals": 3, "measure": "2,target=150",
    "averaging": 0.5, "every": 1e9,
}  # fmt: skip


def trained(folder: Path, **changes: Any) -> dict[str, Any]:
    summary = train(GAME, TINY | {"out": str(folder)} | changes, lambda _: None)
    assert summary is not None
    return summary


def weights(folder: Path) -> list[float]:
    policy = read_policy(folder / "champion.weights", GAME)
    numbers: list[float] = torch.cat([each.flatten() for each in policy.parameters()]).tolist()
    return numbers


def test_a_run_leaves_weights_a_curve_and_a_summary(tmp_path: Path) -> None:
    summary = trained(tmp_path, commit="abc", version=3)
    assert summary == json.loads((tmp_path / "summary.json").read_text())
    assert (summary["iterations"], summary["decisions"], summary["updates"]) == (4, 1024, 16)
    assert summary["wins"]["2,target=150"]["deals"] == 3
    header = read_header(tmp_path / "champion.weights")
    assert (header["game"], header["version"], header["commit"]) == (GAME.key, 3, "abc")
    assert header["command"].startswith("meldroom train victory-rummy --measure 2,target=150")
    points = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [point["iterations"] for point in points] == [0, 4]
    assert points[-1]["entropy"] > 0
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_a_resumed_run_gives_the_weights_of_one_that_was_never_stopped(tmp_path: Path) -> None:
    trained(tmp_path / "whole")
    stopped = Run(GAME, TINY | {"out": str(tmp_path / "halves")}, lambda _: None)
    assert not stopped.train(lambda: stopped.iterations == 2)
    assert not (tmp_path / "halves" / "champion.weights").exists()
    trained(tmp_path / "halves", resume=True, iterations=99)  # goes on by its own settings
    assert weights(tmp_path / "halves") == weights(tmp_path / "whole")


def test_a_run_can_start_from_weights(tmp_path: Path) -> None:
    trained(tmp_path / "first")
    run = Run(
        GAME,
        TINY | {"out": str(tmp_path / "next"), "init": str(tmp_path / "first/champion.weights")},
        lambda _: None,
    )
    started = torch.cat([each.flatten() for each in run.learner.policy.parameters()])
    assert started.tolist() == weights(tmp_path / "first")


def test_a_best_answer_is_measured_against_the_frozen_weights(tmp_path: Path) -> None:
    trained(tmp_path / "champion")
    rival = str(tmp_path / "champion/champion.weights")
    summary = trained(tmp_path / "answer", against=rival, init=rival, learning_rate=0.0)
    assert summary["against"] == "champion.weights"
    assert summary["wins"]["2,target=150"]["mean"] == pytest.approx(0.5)


def test_without_a_second_of_training_weights_are_only_measured(tmp_path: Path) -> None:
    trained(tmp_path / "one")
    trained(tmp_path / "other", seed=2)
    one, other = (str(tmp_path / name / "champion.weights") for name in ("one", "other"))
    measured = {"iterations": 0, "seconds": 0.0, "final_deals": 6}
    ahead = trained(tmp_path / "ahead", init=one, against=other, **measured)
    behind = trained(tmp_path / "behind", init=other, against=one, **measured)
    assert weights(tmp_path / "ahead") == weights(tmp_path / "one")
    assert ahead["updates"] == 0
    wins = [summary["wins"]["2,target=150"]["mean"] for summary in (ahead, behind)]
    assert sum(wins) == pytest.approx(1)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"device": "tpu"}, "--device is cuda or cpu"),
        ({"resume": True}, "there is no run to resume"),
        ({"measure": "7"}, "takes 2 to 4 players"),
        ({"widths": "wide"}, "are no widths"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        trained(tmp_path, **changes)


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    trained(tmp_path)
    path = tmp_path / "champion.weights"
    path.write_bytes(path.read_bytes().replace(b'victory-rummy",', b'victory-rumba",'))
    with pytest.raises(ValueError, match="victory-rumba"):
        read_policy(path, GAME)


def test_a_game_without_self_play_is_refused(tmp_path: Path) -> None:
    other = type("Other", (type(GAME),), {"key": "other-game"})()
    with pytest.raises(ValueError, match="has no self-play here"):
        train(other, TINY | {"out": str(tmp_path)}, lambda _: None)
