"""Teach a small network Thumbs Up by playing against itself, with NumPy alone, in a few minutes.

    pip install "meldroom[rl]" matplotlib
    python examples/self_play.py --picture learning.png

Many tables are played at once and every seat by the same network (`opponents=None`). After so many
steps it learns from its own games by proximal policy optimisation: what brought more points than
the network expected becomes likelier, in small steps. Now and then it sits down with a bot of the
ladder that it has never learnt from; those results make the curve.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any, NamedTuple

# Matrices as small as these are multiplied faster by one thread than by several that wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.vector import MeldroomVector

GAME, SEATS, OPTIONS = "thumbs-up", 2, {"hands": 3}
SYMBOLS = 4  # of each colour: dot, dash, V, Liberty
TABLES, STEPS = 64, 192  # of one round of play
HIDDEN = 96
EPOCHS, BATCH = 3, 1024
RATE, CLIP, ENTROPY, VALUE = 1e-3, 0.2, 0.01, 0.5
DISCOUNT, TRACE = 0.985, 0.95
POINTS = 50.0  # one unit of reward, so that the numbers in the network stay small
FORBIDDEN = -1e9
LOOKS = 20  # points of the curve


class Colours:
    """Turns the table so that the colour one has most of comes first.

    No rule tells one colour from another, so nothing has to be learnt five times over.
    """

    def __init__(self, table: MeldroomEnv) -> None:
        parts = {part.name: part for part in table.table.observation.layout}
        deck = table.table.game.deck
        self.kinds = len(deck.codes)
        self.copies = np.array([deck.pack.count(symbol) for symbol in range(SYMBOLS)])
        self.rack = parts["rack of oneself"].start
        # A part begins with a number for each kind of block; a pile has two such rows.
        self.rows = [
            at
            for part in parts.values()
            for at in range(part.start, part.start + part.size - self.kinds + 1, self.kinds)
        ]
        self.discards = table.table.encoding.texts.index(f"discard {deck.codes[0]}")

    def __call__(self, told: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Give vectors and masks with the colours in order, and the numbers that actions had."""
        seen, mask = told["observation"], told["action_mask"].astype(bool)
        mine = seen[:, self.rack : self.rack + self.kinds].reshape(len(seen), -1, SYMBOLS)
        order = np.argsort(-(mine @ self.copies), axis=1, kind="stable")
        blocks = (order[:, :, None] * SYMBOLS + np.arange(SYMBOLS)).reshape(len(seen), -1)
        places = np.tile(np.arange(seen.shape[1]), (len(seen), 1))
        for at in self.rows:
            places[:, at : at + self.kinds] = at + blocks
        numbers = np.tile(np.arange(mask.shape[1]), (len(seen), 1))
        numbers[:, self.discards : self.discards + self.kinds] = self.discards + blocks
        return np.take_along_axis(seen, places, 1), np.take_along_axis(mask, numbers, 1), numbers


class Network:
    """Two layers: what the seat sees, a hidden layer, then a score for each action and a value."""

    def __init__(self, inputs: int, actions: int, lots: np.random.Generator) -> None:
        def weights(rows: int, columns: int, scale: float) -> np.ndarray:
            return lots.normal(0, scale / np.sqrt(rows), (rows, columns)).astype(np.float32)

        self.parts = [
            weights(inputs, HIDDEN, 1.0),
            np.zeros(HIDDEN, np.float32),
            weights(HIDDEN, HIDDEN, 1.0),
            np.zeros(HIDDEN, np.float32),
            weights(HIDDEN, actions + 1, 0.1),
            np.zeros(actions + 1, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.updates = 0

    def __call__(self, seen: np.ndarray, mask: np.ndarray) -> tuple[Any, ...]:
        """Give the chances of the legal actions, the value, and the layers between."""
        w1, b1, w2, b2, w3, b3 = self.parts
        first = np.tanh(seen @ w1 + b1)
        second = np.tanh(first @ w2 + b2)
        out = second @ w3 + b3
        scores = np.where(mask, out[:, :-1], FORBIDDEN)
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        return chances, out[:, -1], first, second

    def learn(self, seen: np.ndarray, first: np.ndarray, second: np.ndarray, slope: Any) -> None:
        """Go a step down the slope of the loss in the outputs."""
        w2, w3 = self.parts[2], self.parts[4]
        back2 = (slope @ w3.T) * (1 - second**2)
        back1 = (back2 @ w2.T) * (1 - first**2)
        slopes = [
            seen.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0), second.T @ slope,
            slope.sum(0),
        ]  # fmt: skip
        size = np.sqrt(sum(float((s**2).sum()) for s in slopes))
        self.updates += 1
        for part, (mean, square), s in zip(self.parts, self.moments, slopes, strict=True):
            s = s * min(1.0, 0.5 / (size + 1e-8))
            mean += 0.1 * (s - mean)
            square += 0.001 * (s**2 - square)
            fair_mean = mean / (1 - 0.9**self.updates)
            fair_square = square / (1 - 0.999**self.updates)
            part -= self.rate * fair_mean / (np.sqrt(fair_square) + 1e-8)

    rate = RATE


class Games(NamedTuple):
    """What happened in so many steps at all tables."""

    seen: np.ndarray
    mask: np.ndarray
    number: np.ndarray
    chance: np.ndarray
    value: np.ndarray
    seat: np.ndarray
    paid: np.ndarray  # to every seat, after the step
    over: np.ndarray
    real: np.ndarray  # False where a table was only dealt anew


def drawn(chances: np.ndarray, lots: np.random.Generator) -> np.ndarray:
    """Draw an action at every table by its chances."""
    marks = lots.random((len(chances), 1), np.float32) * chances.sum(axis=1, keepdims=True)
    return (chances.cumsum(axis=1) < marks).sum(axis=1).clip(0, chances.shape[1] - 1)


def play(
    tables: MeldroomVector, turned: Colours, network: Network, last: Any, lots: np.random.Generator
) -> Any:
    """Play on at all tables; gives what happened, and where the tables are now."""
    told, infos, over = last
    steps = []
    rows = np.arange(tables.num_envs)
    for _ in range(STEPS):
        seen, mask, numbers = turned(told)
        chances, value, *_ = network(seen, mask)
        number = drawn(chances, lots)
        chance = chances[rows, number]
        was_over, seat = over, infos["seat"]
        told, _, terminated, truncated, infos = tables.step(numbers[rows, number])
        over = terminated | truncated
        paid = infos["rewards"] / POINTS
        steps.append((seen, mask, number, chance, value, seat, paid, over, ~was_over))
    return Games(*map(np.stack, zip(*steps, strict=True))), (told, infos, over)


def advantages(games: Games) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give by how much each action did better than expected, what came, and what can be judged.

    A seat is paid between two of its own actions, also by what the others do. When points are
    booked a hand is over, and nothing before it has any part in what comes later.
    """
    steps, tables = games.seat.shape
    rows = np.arange(tables)
    paid = np.zeros((tables, SEATS), np.float32)
    value, trace = np.zeros_like(paid), np.zeros_like(paid)
    known = np.zeros((tables, SEATS), bool)
    gained, judged = np.zeros((steps, tables), np.float32), np.zeros((steps, tables), bool)
    for step in reversed(range(steps)):
        ends = games.over[step] | games.paid[step].any(axis=1)
        value[ends], trace[ends], paid[ends], known[ends] = 0, 0, 0, True
        paid += games.paid[step]
        seat, real = games.seat[step], games.real[step]
        error = paid[rows, seat] + DISCOUNT * value[rows, seat] - games.value[step]
        better = error + DISCOUNT * TRACE * trace[rows, seat]
        gained[step], judged[step] = better, known[rows, seat] & real
        at = rows[real], seat[real]
        paid[at], value[at], trace[at] = 0, games.value[step][real], better[real]
        trace[~known] = 0
        known[at] = True
    return gained, gained + games.value, judged


def improve(network: Network, games: Games, lots: np.random.Generator) -> None:
    """Learn from what happened."""
    gained, came, judged = advantages(games)
    choice = judged & (games.mask.sum(axis=2) > 1)
    seen, mask, number = games.seen[choice], games.mask[choice], games.number[choice]
    old, gained, came = games.chance[choice], gained[choice], came[choice]
    gained = (gained - gained.mean()) / (gained.std() + 1e-6)
    for _ in range(EPOCHS):
        order = lots.permutation(len(number))
        for at in np.array_split(order, max(1, len(order) // BATCH)):
            chances, value, first, second = network(seen[at], mask[at])
            rows = np.arange(len(at))
            ratio = chances[rows, number[at]] / old[at]
            better = gained[at]
            held = (ratio > 1 + CLIP) & (better > 0) | (ratio < 1 - CLIP) & (better < 0)
            push = np.where(held, 0, ratio * better)
            slope = np.zeros((len(at), chances.shape[1] + 1), np.float32)
            slope[:, :-1] = push[:, None] * chances
            slope[rows, number[at]] -= push
            logs = np.log(chances + 1e-9)
            surprise = -(chances * logs).sum(axis=1, keepdims=True)
            slope[:, :-1] += ENTROPY * chances * (logs + surprise)
            slope[:, -1] = VALUE * (value - came[at])
            network.learn(seen[at], first, second, slope / len(at))


def against(
    tables: MeldroomVector, turned: Colours, network: Network, wanted: int, seed: int
) -> tuple[float, float]:
    """Sit down with a bot at every table: gives the share of games won, and its standard error."""
    told, _ = tables.reset(seed=seed)
    rows = np.arange(tables.num_envs)
    results: list[float] = []
    begun = np.zeros(tables.num_envs, int)
    while len(results) < wanted * tables.num_envs:
        seen, mask, numbers = turned(told)
        chances, *_ = network(seen, mask)
        told, reward, over, _, _ = tables.step(numbers[rows, chances.argmax(axis=1)])
        # The same number of games from every table, or the short ones would count too often.
        for at in np.flatnonzero(over & (begun < wanted)):
            results.append((1 + reward[at]) / 2)
            begun[at] += 1
    return float(np.mean(results)), float(np.std(results) / np.sqrt(len(results)))


def draw_curve(curve: list[tuple[int, float, float]], bot: str, path: str) -> None:
    """Draw how the share of games won grew."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    steps, shares, errors = (np.array(column) for column in zip(*curve, strict=True))
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.fill_between(steps / 1e6, shares - 2 * errors, shares + 2 * errors, alpha=0.2)
    axes.plot(steps / 1e6, shares, marker="o", markersize=3)
    axes.axhline(0.5, color="grey", linewidth=1, linestyle="--")
    axes.set(xlabel="million actions of self-play", ylabel=f"games won against {bot}", ylim=(0, 1))
    axes.set_title("Thumbs Up for two, three hands: a small network by self-play")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Learn, and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--actions", type=int, default=1_000_000, help="how long it learns")
    parser.add_argument("--opponent", default="novice", help="the bot that it is measured against")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", help="where the learning curve is drawn")
    parser.add_argument("--save", help="where the network is kept, as .npz")
    given = parser.parse_args()

    lots = np.random.default_rng(given.seed)
    tables = MeldroomVector(
        GAME, SEATS, num_envs=TABLES, workers=given.workers, opponents=None, reward="round",
        **OPTIONS,
    )  # fmt: skip
    rivals = MeldroomVector(
        GAME, SEATS, num_envs=100, workers=given.workers, opponents=given.opponent, **OPTIONS
    )
    turned = Colours(MeldroomEnv(GAME, SEATS, **OPTIONS))
    inputs = tables.single_observation_space["observation"].shape[0]
    network = Network(inputs, int(tables.single_action_space.n), lots)
    last: Any = (*tables.reset(seed=given.seed), np.zeros(TABLES, bool))
    begun = time.perf_counter()
    curve: list[tuple[int, float, float]] = []
    rounds = max(LOOKS, given.actions // (STEPS * TABLES))
    for number in range(rounds):
        if number % (rounds // LOOKS) == 0:
            share, error = against(rivals, turned, network, 2, number)
            curve.append((number * STEPS * TABLES, share, error))
            spent = time.perf_counter() - begun
            print(f"{spent:5.0f} s  {curve[-1][0]:>9,} actions  {share:6.1%} ± {2 * error:.1%}")
        network.rate = RATE * (1 - number / rounds)
        games, last = play(tables, turned, network, last, lots)
        improve(network, games, lots)
    tables.close()
    share, error = against(rivals, turned, network, 20, rounds)
    rivals.close()
    curve.append((rounds * STEPS * TABLES, share, error))
    print(f"after {curve[-1][0]:,} actions it wins {share:.1%} ± {2 * error:.1%} of 2000 games "
          f"against {given.opponent}")  # fmt: skip
    if given.save:
        np.savez(given.save, *network.parts)
    if given.picture:
        draw_curve(curve, given.opponent, given.picture)


if __name__ == "__main__":
    main()
