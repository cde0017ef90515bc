"""A game from another package works wherever the five do, found by its entry point alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests import missing
from tests.examples.conftest import SIXTH_GAME, Python

CHECK = """
from meldroom.testing import check_game
from windfall import Windfall
print(*check_game(Windfall()))
"""
EPISODE = """
from meldroom.envs.pettingzoo import env
table = env("windfall", 3, hands=1)
table.reset(seed=5)
for agent in table.agent_iter():
    told, reward, over, cut, info = table.last()
    table.step(None if over or cut else table.action_space(agent).sample(told["action_mask"]))
    if over:
        print(agent, reward)
"""
API_TEST = """
from pettingzoo.test import api_test
from meldroom.envs.pettingzoo import env
api_test(env("windfall", 3), num_cycles=20)
"""
CODES = [f"{fruit}{number}" for fruit in "ALOP" for number in range(1, 7)]


def test_the_game_is_listed_with_its_rules(python: Python) -> None:
    assert "windfall" in python("-m", "meldroom.cli", "games").stdout
    rules = python("-m", "meldroom.cli", "rules", "windfall", "R5").stdout
    assert "The pick" in rules


@pytest.mark.long
def test_it_passes_the_conformance_suite(python: Python) -> None:
    checks, worlds = map(int, python("-c", CHECK).stdout.split())
    assert checks > 30
    assert worlds > 1000


@pytest.mark.long
def test_it_passes_the_pytest_plugin_together_with_its_own_tests(python: Python) -> None:
    plugin = ["-p", "meldroom.testing.plugin", "--meldroom-game", "windfall:Windfall"]
    alone = ["-q", "-p", "no:cacheprovider", "-c", SIXTH_GAME / "pyproject.toml"]
    said = python("-m", "pytest", *alone, *plugin, SIXTH_GAME / "tests").stdout
    made = re.search(r"(\d+) passed", said)
    assert made is not None
    assert int(made[1]) > 35
    compared = re.search(r"nothing leaks in (\d+) pairs of worlds", said)
    assert compared is not None
    assert int(compared[1]) > 1000


def test_its_games_are_simulated_and_their_records_verify(python: Python, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    table = ("windfall", "--players", 3, "--option", "sets=mixed")
    python("-m", "meldroom.cli", "simulate", *table, "--games", 4, "--jobs", 2, "--out", out)
    forms = [json.loads(line) for line in out.read_text().splitlines()]
    assert [form["result"]["reason"] for form in forms] == ["WF-3"] * 4
    assert {form["options"]["sets"] for form in forms} == {"mixed"}
    python("-m", "meldroom.cli", "verify", out)


def test_it_is_played_to_its_end_in_the_terminal(python: Python, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    # What is refused is asked again, so that in every turn one of these discards is carried out.
    turn = "\n".join(["draw", *(f"discard {code}" for code in CODES)])
    table = ("windfall", "--players", 2, "--seed", "5", "--option", "hands=1", "--save", saved)
    done = python("-m", "meldroom.cli", "play", *table, typed="\n".join([turn] * 40))
    assert "Draw a card" in done.stdout
    assert "(R4)" in done.stdout
    assert "Q3" in done.stdout
    assert json.loads(saved.read_text())["result"]["reason"] == "WF-3"


@pytest.mark.long
def test_its_lesson_is_learned_in_the_terminal(python: Python) -> None:
    moves = ["draw", "meld P3 P4 P5", "discard O6", "take", "meld L2 O2 P2"]
    done = python("-m", "meldroom.cli", "learn", "windfall", typed="\n".join([*moves, ""]))
    assert "Take a discard only to complete a basket with it at once" in done.stdout


@pytest.mark.long
def test_an_episode_is_played_in_an_environment(python: Python) -> None:
    pytest.importorskip("pettingzoo", reason=missing.RL)
    said = python("-c", EPISODE).stdout.split()
    assert {"player_0", "player_1", "player_2"} <= set(said)
    assert "Passed" in python("-c", API_TEST).stdout


@pytest.mark.long
def test_worker_processes_of_the_arena_find_it(python: Python, tmp_path: Path) -> None:
    out = tmp_path / "arena"
    contest = ("windfall", "--bots", "house,random", "--deals", 20, "--option", "hands=1")
    done = python(
        "-m", "meldroom.cli", "arena", *contest, "--seed", "5", "--jobs", 2, "--out", out
    )  # fmt: skip
    assert len((out / "records.jsonl").read_text().splitlines()) == 40
    assert "house" in done.stdout
