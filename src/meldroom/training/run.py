"""A training run from the first weights to the file that a learned bot plays by."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from math import cos, isfinite, pi
from pathlib import Path
from typing import Any

from meldroom.arena.commit import current_commit
from meldroom.bots.weights import Origin
from meldroom.core.game import AnyGame
from meldroom.training import checkpoint
from meldroom.training.contest import contest
from meldroom.training.curve import Curve
from meldroom.training.export import read_policy, write_policy
from meldroom.training.extra import torch
from meldroom.training.lockstep import TABLES, differing_tables
from meldroom.training.networks import sizes_of
from meldroom.training.ppo import Learner
from meldroom.training.settings import TrainingSettings, command, split
from meldroom.training.setups import PlayedTable, default_setups, read_setup

WEIGHTS, SUMMARY = "champion.weights", "summary.json"
LAST_RATE = 0.05  # share of the first learning rate
CURVE_DEALS, FINAL_DEALS = 1, 2  # seeds: the end is measured on deals that no choice has seen
CHECKPOINT_SECONDS = 60.0

Tell = Callable[[str], None]


class Run:
    """A run that is under way."""

    def __init__(self, game: AnyGame, values: Mapping[str, Any], tell: Tell) -> None:
        """Make ready, or go on from a checkpoint; ValueError says what does not fit."""
        settings, options = split(values)
        self.game, self.options, self.tell = game, options, tell
        self.device = chosen_device(options.device)
        self.folder = Path(options.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        saved = checkpoint.load(self.folder, game.key) if options.resume else None
        self.settings = TrainingSettings(**saved["settings"]) if saved else settings
        self.command = saved["command"] if saved else command(game.key, values)
        self.measured = [read_setup(game, each) for each in options.measure.split()]
        self.measured = self.measured or default_setups(game)
        self.opponent = self._weights(options.against)
        self.differing = self._compare()
        self.learner = Learner(
            game, self.settings, self.device, first=self._weights(options.init),
            opponent=self.opponent, graph=not options.no_graph, compiled=options.compile,
        )  # fmt: skip
        self.spent, self.iterations = 0.0, 0
        if saved:
            self.learner.load(saved["learner"])
            self.spent, self.iterations = saved["spent"], saved["iterations"]
        title = f"{game.name}: wins against {self.rival}"
        self.curve = Curve(self.folder, title, self.spent if saved else None)
        self.phases = dict.fromkeys(("play", "judge", "update", "measure"), 0.0)
        self._warm = False

    def _compare(self) -> int:
        """Play on the card as on the processor; gives how many tables differ."""
        if self.device == "cpu":
            return 0
        differing = differing_tables(self.game, self.device)
        self.tell(f"{differing} of {TABLES} tables differ between card and processor")
        return differing

    def _weights(self, path: str) -> Any:
        return read_policy(Path(path), self.game, self.device) if path else None

    @property
    def rival(self) -> str:
        """Name who plays the other seats in contests."""
        return Path(self.options.against).name if self.options.against else "house"

    @property
    def progress(self) -> float:
        """How much of the run is done, from 0 to 1."""
        settings = self.settings
        if settings.iterations:
            return min(1.0, self.iterations / settings.iterations)
        return min(1.0, self.spent / settings.seconds) if settings.seconds > 0 else 1.0

    def train(self, stop: Callable[[], bool]) -> bool:
        """Train to the end, or until `stop` says so; says whether the end was reached."""
        next_point = self.spent if not self.curve.points else self.spent + self.settings.every
        next_save = self.spent + CHECKPOINT_SECONDS
        told: dict[str, float] = {}
        while True:
            done = self.progress
            if self.spent >= next_point or done >= 1:
                self._measure(told)
                next_point = self.spent + self.settings.every
            if done >= 1 or stop():
                break
            if self.spent >= next_save:
                self.save()
                next_save = self.spent + CHECKPOINT_SECONDS
            told = self._iterate(done)
        self.save()
        return done >= 1

    def _iterate(self, done: float) -> dict[str, float]:
        settings, learner = self.settings, self.learner
        wave = LAST_RATE + (1 - LAST_RATE) * (1 + cos(pi * done)) / 2
        entropy = settings.entropy + (settings.last_entropy - settings.entropy) * done
        self._timed("play", learner.play)
        self._timed("judge", learner.judge)
        rate = settings.learning_rate * wave
        progress = self._timed("update", lambda: learner.update(rate, entropy))
        self.iterations += 1
        self._warm = True
        told: dict[str, float] = progress.read()
        if not all(map(isfinite, told.values())):
            raise ValueError(f"the run diverged in iteration {self.iterations}: {told}")
        return told

    def _timed(self, phase: str, do: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        result = do()
        if self.learner.device.type == "cuda":
            torch.cuda.synchronize()
        if self._warm or phase == "measure":  # the first iteration loads and compiles
            seconds = time.perf_counter() - began
            self.phases[phase] += seconds
            self.spent += seconds
        return result

    def _measure(self, told: dict[str, float]) -> None:
        """Add a point to the curve: the averaged weights, and at the first table the raw ones."""
        results, raw = self._timed("measure", self._contests)
        learner = self.learner
        self.curve.add({
            "seconds": round(self.spent, 1), "iterations": self.iterations,
            "decisions": learner.decisions, "updates": learner.updates,
            "wins": results, "raw": raw, **told,
        })  # fmt: skip
        shown = ", ".join(f"{label}: {100 * each['mean']:.1f} %" for label, each in results.items())
        more = " ".join(f"{name} {value:.4f}" for name, value in told.items())
        self.tell(
            f"{self.spent:7.1f} s {learner.decisions / 1e6:9.1f} M decisions | {shown}"
            f" | raw {100 * raw['mean']:.1f} % | {more}"
        )

    def _contests(self) -> tuple[dict[str, Any], dict[str, Any]]:
        deals = self.settings.deals
        results = {
            setup.label: self.contest(self.learner.averaged, setup, deals, CURVE_DEALS)
            for setup in self.measured
        }
        raw = self.contest(self.learner.policy, self.measured[0], deals, CURVE_DEALS)
        return results, raw

    def contest(
        self, player: Any, setup: PlayedTable, deals: int, seed: int, exact: bool = False
    ) -> dict[str, Any]:
        """Measure a network against `house`, or against the frozen opponent."""
        result = contest(
            self.game, player, setup, deals, seed, self.device, self.opponent, exact=exact
        )
        return result.as_json()

    def save(self) -> None:
        """Write the checkpoint."""
        checkpoint.save(self.folder, {
            "game": self.game.key, "command": self.command, "settings": asdict(self.settings),
            "spent": self.spent, "iterations": self.iterations, "learner": self.learner.state(),
        })  # fmt: skip

    def finish(self) -> dict[str, Any]:
        """Write the averaged weights, measure them as they were written, and sum up."""
        learner, folder = self.learner, self.folder
        times = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self.phases.items())
        self.tell(f"{learner.decisions / self.spent / 1e6:.2f} M decisions a second; {times}")
        commit, path = self.options.commit or current_commit(), folder / WEIGHTS
        origin = Origin(self.command, self.settings.seed, commit, round(self.spent, 1))
        write_policy(path, self.game, learner.averaged, self.options.version, origin)
        summary = {
            "game": self.game.key, "command": self.command, "commit": commit,
            "settings": asdict(self.settings), "sizes": [*sizes_of(learner.policy)],
            "seconds": round(self.spent, 1), "iterations": self.iterations,
            "decisions": learner.decisions, "updates": learner.updates,
            "phases": {name: round(seconds, 1) for name, seconds in self.phases.items()},
            "device": device_name(self.device), "torch": torch.__version__,
            "differing_tables": self.differing, "weights": WEIGHTS, "bytes": path.stat().st_size,
            "against": self.rival, "wins": self._final_contests(path),
        }  # fmt: skip
        (folder / SUMMARY).write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        return summary

    def _final_contests(self, path: Path) -> dict[str, Any]:
        written, wins = read_policy(path, self.game, self.device), {}
        for setup in self.measured:
            deals = self.settings.final_deals
            wins[setup.label] = self.contest(written, setup, deals, FINAL_DEALS, exact=True)
            mean, low, high = (100 * wins[setup.label][part] for part in ("mean", "low", "high"))
            self.tell(f"at the end, {setup.label}: {mean:.2f} % [{low:.2f}, {high:.2f}]")
        return wins


def chosen_device(name: str) -> str:
    """Settle where to train; ValueError for a device that is not there."""
    if name not in ("", "cpu", "cuda"):
        raise ValueError(f"--device is cuda or cpu, not {name!r}")
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise ValueError("there is no card that PyTorch can use")
    return name or ("cuda" if there else "cpu")


def device_name(device: str) -> str:
    """Name the machine part that trains."""
    return str(torch.cuda.get_device_name()) if device == "cuda" else "processor"


def train(
    game: AnyGame, values: Mapping[str, Any], tell: Tell, stop: Callable[[], bool] = lambda: False
) -> dict[str, Any] | None:
    """Train by what a command line gave; gives the summary, None if it was stopped before."""
    run = Run(game, values, tell)
    return run.finish() if run.train(stop) else None
