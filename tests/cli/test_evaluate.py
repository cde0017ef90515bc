"""`meldroom evaluate` scores policies of every kind, and says what is wrong with others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import missing

pytest.importorskip("numpy", reason=missing.RL)

from tests.cli.conftest import Command

SHORT = ["--game", "victor-or", "--players", 2, "--deals", 2, "--jobs", 1]


def last_number(observation: dict[str, Any]) -> int:
    """Play the last legal number."""
    return int(observation["action_mask"].nonzero()[0][-1])


class LastModel:
    """Plays the last legal number, with the interface of Stable-Baselines3."""

    def predict(
        self, observation: dict[str, Any], *, action_masks: Any, deterministic: bool = False
    ) -> tuple[Any, None]:
        """Give the action and no state."""
        assert deterministic
        assert (action_masks == observation["action_mask"]).all()
        return last_number(observation), None


LAST_MODEL = LastModel()


def no_number(observation: dict[str, Any]) -> int:
    """Play a number that is never legal."""
    return -1


def evaluated(meldroom: Command, policy: str) -> dict[str, Any]:
    done = meldroom("evaluate", policy, *SHORT, "--json")
    assert done.exit_code == 0, done.output
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_a_function_and_a_model_that_choose_alike_score_alike(meldroom: Command) -> None:
    by_function = evaluated(meldroom, "tests.cli.test_evaluate:last_number")
    by_model = evaluated(meldroom, "tests.cli.test_evaluate:LAST_MODEL")
    assert by_function["score"]["low"] <= by_function["score"]["mean"] <= 1
    assert {**by_function, "policy": ""} == {**by_model, "policy": ""}
    assert by_function["format"] == "meldroom-evaluation/1"


def test_a_bot_of_the_ladder_can_be_scored_and_the_result_is_reproducible(
    meldroom: Command,
) -> None:
    assert evaluated(meldroom, "house") == evaluated(meldroom, "house")
    shown = meldroom("evaluate", "house", *SHORT)
    assert "house at victor-or-victim, 2 players: 16 games on 2 deals, evaluation 1" in shown.stdout
    assert "champion@1" in shown.stdout
    assert "score" in shown.stdout


@pytest.mark.parametrize(
    ("policy", "why"),
    [
        ("genius", "there is no bot 'genius'; choose from random,"),
        ("no_such_module:policy", "PYTHONPATH=. finds the modules of this folder"),
        ("tests.cli.test_evaluate:SHORT", "plays no game: a bot has choose(view, legal, budget)"),
        ("tests.cli.test_evaluate:no_number", "chose -1, which the action mask rules out"),
    ],
)
def test_what_cannot_play_is_refused_with_the_remedy(
    meldroom: Command, policy: str, why: str
) -> None:
    done = meldroom("evaluate", policy, *SHORT)
    assert done.exit_code == 2
    assert why in done.stderr
