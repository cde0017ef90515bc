"""Measures what the pages of docs/environments say, and writes docs/environments/figures.json.

`python scripts/environment_figures.py` measures what is missing: after a new champion, that alone.
`--again house` measures a level anew, and `--deals` sets how many deals each evaluation has.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any

from meldroom.arena.evaluation import DEALS, evaluation, evaluation_contest
from meldroom.arena.intervals import estimate
from meldroom.arena.runner import run_contest
from meldroom.arena.workers import local_workers
from meldroom.bots.levels import levels_of
from meldroom.bots.simulation import compiled_policies, simulated_games
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.envs.rewards import REWARDS
from meldroom.games import BUILT_IN, find

FILE = Path(__file__).parent.parent / "docs" / "environments" / "figures.json"
LEVELS = ("random", "novice", "house", "champion")
PLAYERS = (2, 4)
SEED = sha256(b"meldroom environment figures").digest()
REPLAYED, COUNTED = 100, 2_000  # games whose every step is looked at, and whose winners are counted
MAX_STEPS = 200_000  # to look at: random players take long in some games

Figures = dict[str, Any]


def main() -> None:
    """Measure what is missing, and write the file after each measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", action="append", help="measure only this game")
    parser.add_argument("--again", action="append", default=[], help="measure this level anew")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals of each evaluation")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args()
    figures: Figures = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for players in PLAYERS:
        for game in BUILT_IN:
            for level in LEVELS:
                if level not in levels_of(game) or game.key not in (asked.game or [game.key]):
                    continue
                setup = figures.setdefault(game.key, {}).setdefault(str(players), {})
                if level in setup and level not in asked.again:
                    continue
                print(f"{game.key}, {players} players, {level}", flush=True)
                setup[level] = {
                    **measured_play(game, players, level),
                    "evaluation": measured_strength(game, players, level, asked.deals, asked.jobs),
                }
                FILE.parent.mkdir(exist_ok=True)
                FILE.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def measured_strength(game: AnyGame, players: int, level: str, deals: int, jobs: int) -> Figures:
    """Evaluate a level as `meldroom evaluate` does."""
    contest = evaluation_contest(game, players, {}, level, deals)
    with local_workers(jobs) as workers:
        return evaluation(contest, run_contest(contest, None, workers, records=False))


def measured_play(game: AnyGame, players: int, level: str) -> Figures:
    """Let bots of one level play, and describe lengths, choices, rewards and who wins."""
    bots = [level] * players
    many = COUNTED if compiled_policies(game, bots) and level != "champion" else REPLAYED
    records = list(simulated_games(game, {}, bots, SEED, range(many)))
    steps: list[int] = []
    choices: list[int] = []
    rewards: dict[str, list[float]] = {kind: [] for kind in REWARDS}
    for record in records[:REPLAYED]:
        before = len(choices)
        states = list(replay(record, find))
        for state, (seat, text) in zip(states, record["moves"], strict=False):
            choices += numbers_to_choose_from(game, state, seat, text)
        steps.append(len(choices) - before)
        for kind, reward in REWARDS.items():
            for old, new in pairwise(states) if kind == "round" else [(states[0], states[-1])]:
                rewards[kind] += reward(game, old, new) or ()
        if len(choices) > MAX_STEPS:
            break
    return {
        "games": len(records),
        "steps": spread(steps),
        "choices": {**spread(choices), "forced": round(choices.count(1) / len(choices), 3)},
        "rewards": {
            kind: {
                "least": round(min(values), 2),
                "most": round(max(values), 2),
                "deviation": round(pstdev(values), 2),
                "times": round(len(values) / players / len(steps), 1),
            }
            for kind, values in rewards.items()
        },
        "wins by turn": wins_by_turn(records, players),
    }


def numbers_to_choose_from(game: AnyGame, state: AnyState, seat: int, text: str) -> list[int]:
    """Count the numbers that the mask allows at each step of an action."""
    encoding, actions = encoding_of(game), game.choices(view(state, seat))
    counts = []
    for position, number in enumerate(encoding.numbers(game.parse(text))):
        offered = encoding.next_numbers(actions, position)
        counts.append(len(set(offered)))
        pairs = zip(actions, offered, strict=True)
        actions = [action for action, next_ in pairs if next_ == number]
    return counts


def wins_by_turn(records: Sequence[Figures], players: int) -> list[Figures]:
    """Give the shares of wins of who acts first in a game, of the next to the left, and so on."""
    shares: list[list[float]] = [[] for _ in range(players)]
    for record in records:
        winners, first = record["result"]["winners"], record["moves"][0][0]
        for seat in range(players):
            shares[(seat - first) % players].append((seat in winners) / len(winners))
    return [estimate(each, share=True).as_json() for each in shares]


def spread(values: Sequence[int]) -> Figures:
    """Describe numbers."""
    return {
        "least": min(values),
        "median": median(values),
        "mean": round(fmean(values), 1),
        "most": max(values),
    }


if __name__ == "__main__":
    main()
