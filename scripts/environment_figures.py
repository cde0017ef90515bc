"""Measures what the pages of docs/environments say, and writes docs/environments/figures.json.

`python scripts/environment_figures.py` measures what is missing: after a new champion, that alone.
`--again house` measures a level anew, `--deals` sets how many deals each evaluation has, and
`--jobs` how many processes play them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any, NamedTuple

from meldroom.arena.evaluation import DEALS, evaluation, evaluation_contest
from meldroom.arena.intervals import estimate
from meldroom.arena.runner import run_contest
from meldroom.arena.workers import Workers, chunked, local_workers
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
    parser.add_argument("--file", type=Path, default=FILE, help="the figures; made if missing")
    asked = parser.parse_args()
    figures: Figures = json.loads(asked.file.read_text("utf-8")) if asked.file.exists() else {}
    missing = [
        Setup(game.key, players, level)
        for players in PLAYERS
        for game in BUILT_IN
        for level in LEVELS
        if level in levels_of(game)
        and game.key in (asked.game or [game.key])
        and (level in asked.again or level not in figures.get(game.key, {}).get(str(players), {}))
    ]
    asked.file.parent.mkdir(exist_ok=True)
    # Each thread follows one measurement; the processes work for all of them.
    with local_workers(asked.jobs) as workers, ThreadPoolExecutor(asked.jobs) as threads:
        measurements = {threads.submit(measured, one, asked.deals, workers): one for one in missing}
        for measurement in as_completed(measurements):
            one = measurements[measurement]
            levels = figures.setdefault(one.game, {}).setdefault(str(one.players), {})
            levels[one.level] = measurement.result()
            print(f"{one.game}, {one.players} players, {one.level}", flush=True)
            asked.file.write_text(json.dumps(in_order(figures), indent=1) + "\n", "utf-8")


class Setup(NamedTuple):
    """What one measurement is about."""

    game: str
    players: int
    level: str

    @property
    def bots(self) -> list[str]:
        """The bot of each seat."""
        return [self.level] * self.players


def in_order(figures: Figures) -> Figures:
    """Sort figures by game, players and level, whatever was measured first."""
    return {
        game.key: {
            players: {level: setup[level] for level in LEVELS if level in setup}
            for players, setup in sorted(figures[game.key].items())
        }
        for game in BUILT_IN
        if game.key in figures
    }


def measured(setup: Setup, deals: int, workers: Workers) -> Figures:
    """Let a level play itself, and evaluate it as `meldroom evaluate` does."""
    contest = evaluation_contest(find(setup.game), setup.players, {}, setup.level, deals)
    outcomes = run_contest(contest, None, workers, records=False)
    return {**measured_play(setup, workers), "evaluation": evaluation(contest, outcomes)}


def measured_play(setup: Setup, workers: Workers) -> Figures:
    """Describe lengths, choices, rewards and who wins in games of one level."""
    choices: list[int] = []
    steps: list[int] = []
    rewards: dict[str, list[float]] = {kind: [] for kind in REWARDS}
    chunks = chunked(range(REPLAYED))
    with closing(workers.run(partial(described_games, setup), chunks)) as games:
        for game_choices, game_rewards in games:
            choices += game_choices
            steps.append(len(game_choices))
            for kind, values in game_rewards.items():
                rewards[kind] += values
            if len(choices) > MAX_STEPS:
                break
    many = counted_games(setup)
    counted = workers.run(partial(turns_and_winners, setup), chunked(range(many), many // 25))
    return {
        "games": many,
        "steps": spread(steps),
        "choices": {**spread(choices), "forced": round(choices.count(1) / len(choices), 3)},
        "rewards": {
            kind: {
                "least": round(min(values), 2),
                "most": round(max(values), 2),
                "deviation": round(pstdev(values), 2),
                "times": round(len(values) / setup.players / len(steps), 1),
            }
            for kind, values in rewards.items()
        },
        "wins by turn": wins_by_turn(counted, setup.players),
    }


def described_games(
    setup: Setup, numbers: Sequence[int]
) -> Iterator[tuple[list[int], dict[str, list[float]]]]:
    """Give the choices at each step of each game, and the rewards of each kind that it pays."""
    game = find(setup.game)
    for record in simulated_games(game, {}, setup.bots, SEED, numbers):
        states = list(replay(record, find))
        choices: list[int] = []
        for state, (seat, text) in zip(states, record["moves"], strict=False):
            choices += numbers_to_choose_from(game, state, seat, text)
        rewards: dict[str, list[float]] = {kind: [] for kind in REWARDS}
        for kind, reward in REWARDS.items():
            for old, new in pairwise(states) if kind == "round" else [(states[0], states[-1])]:
                rewards[kind] += reward(game, old, new) or ()
        yield choices, rewards


def counted_games(setup: Setup) -> int:
    """Say of how many games the winners are counted: of more where they are quick."""
    quick = compiled_policies(find(setup.game), setup.bots) and setup.level != "champion"
    return COUNTED if quick else REPLAYED


def turns_and_winners(setup: Setup, numbers: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Give who acts first in each game, and who wins it."""
    for record in simulated_games(find(setup.game), {}, setup.bots, SEED, numbers):
        yield record["moves"][0][0], record["result"]["winners"]


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


def wins_by_turn(games: Iterable[tuple[int, list[int]]], players: int) -> list[Figures]:
    """Give the shares of wins of who acts first in a game, of the next to the left, and so on."""
    shares: list[list[float]] = [[] for _ in range(players)]
    for first, winners in games:
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
