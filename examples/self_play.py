"""Train a small network on Thumbs Up by self-play, with NumPy alone, in a few minutes.

    pip install "meldroom[rl]" matplotlib
    python examples/self_play.py --picture learning.png

Many games are played at once, and the same network plays every seat (`opponents=None`). It learns
from these games by proximal policy optimization: actions that gained more points than the network
expected become likelier, in small steps. Now and then it is measured against a bot that it never
learns from; these results make the learning curve.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any, NamedTuple

# One thread multiplies matrices this small faster than several.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.vector import MeldroomVector

GAME, SEATS, OPTIONS = "thumbs-up", 2, {"hands": 3}
SYMBOLS = 4  # of each colour: dot, dash, V, Liberty
GAMES_AT_ONCE, STEPS_PER_ROUND = 64, 192
HIDDEN_UNITS = 96
EPOCHS, BATCH_SIZE = 3, 1024
LEARNING_RATE, CLIP, ENTROPY_WEIGHT, VALUE_WEIGHT = 1e-3, 0.2, 0.01, 0.5
DISCOUNT, TRACE_DECAY = 0.985, 0.95
POINTS_PER_REWARD = 50.0  # keeps the numbers in the network small
ILLEGAL_LOGIT = -1e9
EVALUATIONS = 20  # points of the learning curve


class ColourOrder:
    """Reorders the colours so that the one the seat has most of comes first.

    The rules treat all colours alike, so nothing has to be learned five times.
    """

    def __init__(self, env: MeldroomEnv) -> None:
        parts = {part.name: part for part in env.episode.observation.layout}
        deck = env.episode.game.deck
        self.kinds = len(deck.codes)
        self.copies = np.array([deck.pack.count(symbol) for symbol in range(SYMBOLS)])
        self.rack = parts["own rack"].start
        # A part begins with one number per kind of block; a pile has two such rows.
        self.rows = [
            start
            for part in parts.values()
            for start in range(part.start, part.start + part.size - self.kinds + 1, self.kinds)
        ]
        self.discards = env.episode.encoding.texts.index(f"discard {deck.codes[0]}")

    def __call__(
        self, observations: dict[str, np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Give vectors and masks with the colours reordered, and the original action numbers."""
        vectors, masks = observations["observation"], observations["action_mask"].astype(bool)
        count = len(vectors)
        racks = vectors[:, self.rack : self.rack + self.kinds].reshape(count, -1, SYMBOLS)
        order = np.argsort(-(racks @ self.copies), axis=1, kind="stable")
        blocks = (order[:, :, None] * SYMBOLS + np.arange(SYMBOLS)).reshape(count, -1)
        places = np.tile(np.arange(vectors.shape[1]), (count, 1))
        for start in self.rows:
            places[:, start : start + self.kinds] = start + blocks
        actions = np.tile(np.arange(masks.shape[1]), (count, 1))
        actions[:, self.discards : self.discards + self.kinds] = self.discards + blocks
        reordered = np.take_along_axis(vectors, places, 1)
        return reordered, np.take_along_axis(masks, actions, 1), actions


class Network:
    """Two hidden layers, then a logit for each action and the value of the position."""

    learning_rate = LEARNING_RATE

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def weights(rows: int, columns: int, scale: float) -> np.ndarray:
            return rng.normal(0, scale / np.sqrt(rows), (rows, columns)).astype(np.float32)

        self.parts = [
            weights(inputs, HIDDEN_UNITS, 1.0),
            np.zeros(HIDDEN_UNITS, np.float32),
            weights(HIDDEN_UNITS, HIDDEN_UNITS, 1.0),
            np.zeros(HIDDEN_UNITS, np.float32),
            weights(HIDDEN_UNITS, actions + 1, 0.1),
            np.zeros(actions + 1, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.updates = 0

    def __call__(self, vectors: np.ndarray, masks: np.ndarray) -> tuple[Any, ...]:
        """Give the probabilities of the actions, the values, and both hidden layers."""
        w1, b1, w2, b2, w3, b3 = self.parts
        first = np.tanh(vectors @ w1 + b1)
        second = np.tanh(first @ w2 + b2)
        out = second @ w3 + b3
        logits = np.where(masks, out[:, :-1], ILLEGAL_LOGIT)
        logits -= logits.max(axis=1, keepdims=True)
        probabilities = np.exp(logits)
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        return probabilities, out[:, -1], first, second

    def learn(
        self, vectors: np.ndarray, first: np.ndarray, second: np.ndarray, gradient: Any
    ) -> None:
        """Make one step of Adam, given the gradient of the loss in the outputs."""
        w2, w3 = self.parts[2], self.parts[4]
        back2 = (gradient @ w3.T) * (1 - second**2)
        back1 = (back2 @ w2.T) * (1 - first**2)
        gradients = [
            vectors.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0), second.T @ gradient,
            gradient.sum(0),
        ]  # fmt: skip
        norm = np.sqrt(sum(float((g**2).sum()) for g in gradients))
        self.updates += 1
        for part, (mean, square), g in zip(self.parts, self.moments, gradients, strict=True):
            g = g * min(1.0, 0.5 / (norm + 1e-8))
            mean += 0.1 * (g - mean)
            square += 0.001 * (g**2 - square)
            unbiased_mean = mean / (1 - 0.9**self.updates)
            unbiased_square = square / (1 - 0.999**self.updates)
            part -= self.learning_rate * unbiased_mean / (np.sqrt(unbiased_square) + 1e-8)


class Rollout(NamedTuple):
    """What happened in one round of steps, in all games."""

    vectors: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    probabilities: np.ndarray  # of the actions
    values: np.ndarray
    seats: np.ndarray
    rewards: np.ndarray  # of every seat, after the step
    over: np.ndarray
    real: np.ndarray  # False where a game was only reset


def sample(probabilities: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Sample an action in every game."""
    thresholds = rng.random((len(probabilities), 1), np.float32)
    thresholds = thresholds * probabilities.sum(axis=1, keepdims=True)
    actions = (probabilities.cumsum(axis=1) < thresholds).sum(axis=1)
    return actions.clip(0, probabilities.shape[1] - 1)


def play(
    envs: MeldroomVector,
    reorder: ColourOrder,
    network: Network,
    last: Any,
    rng: np.random.Generator,
) -> Any:
    """Play one round of steps in all games; gives the rollout, and the last step's result."""
    observations, infos, over = last
    steps = []
    rows = np.arange(envs.num_envs)
    for _ in range(STEPS_PER_ROUND):
        vectors, masks, numbers = reorder(observations)
        probabilities, values, *_ = network(vectors, masks)
        actions = sample(probabilities, rng)
        chosen = probabilities[rows, actions]
        was_over, seats = over, infos["seat"]
        observations, _, terminated, truncated, infos = envs.step(numbers[rows, actions])
        over = terminated | truncated
        rewards = infos["rewards"] / POINTS_PER_REWARD
        steps.append((vectors, masks, actions, chosen, values, seats, rewards, over, ~was_over))
    return Rollout(*map(np.stack, zip(*steps, strict=True))), (observations, infos, over)


def advantages(rollout: Rollout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give the advantage and the return of each action, and which of them are known.

    A seat is rewarded between two of its own actions, also by what the others do. When points are
    scored a hand is over, and nothing before it affects what comes later.
    """
    steps, games = rollout.seats.shape
    rows = np.arange(games)
    reward = np.zeros((games, SEATS), np.float32)
    value, trace = np.zeros_like(reward), np.zeros_like(reward)
    seen_end = np.zeros((games, SEATS), bool)
    advantage, known = np.zeros((steps, games), np.float32), np.zeros((steps, games), bool)
    for step in reversed(range(steps)):
        ends = rollout.over[step] | rollout.rewards[step].any(axis=1)
        value[ends], trace[ends], reward[ends], seen_end[ends] = 0, 0, 0, True
        reward += rollout.rewards[step]
        seat, real = rollout.seats[step], rollout.real[step]
        error = reward[rows, seat] + DISCOUNT * value[rows, seat] - rollout.values[step]
        estimate = error + DISCOUNT * TRACE_DECAY * trace[rows, seat]
        advantage[step], known[step] = estimate, seen_end[rows, seat] & real
        acted = rows[real], seat[real]
        reward[acted], value[acted], trace[acted] = 0, rollout.values[step][real], estimate[real]
        trace[~seen_end] = 0
        seen_end[acted] = True
    return advantage, advantage + rollout.values, known


def improve(network: Network, rollout: Rollout, rng: np.random.Generator) -> None:
    """Learn from a rollout."""
    advantage, returns, known = advantages(rollout)
    chosen = known & (rollout.masks.sum(axis=2) > 1)
    vectors, masks, actions = (
        part[chosen] for part in (rollout.vectors, rollout.masks, rollout.actions)
    )
    old, advantage, returns = (part[chosen] for part in (rollout.probabilities, advantage, returns))
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        order = rng.permutation(len(actions))
        for batch in np.array_split(order, max(1, len(order) // BATCH_SIZE)):
            probabilities, value, first, second = network(vectors[batch], masks[batch])
            rows = np.arange(len(batch))
            ratio = probabilities[rows, actions[batch]] / old[batch]
            gain = advantage[batch]
            clipped = (ratio > 1 + CLIP) & (gain > 0) | (ratio < 1 - CLIP) & (gain < 0)
            weight = np.where(clipped, 0, ratio * gain)
            gradient = np.zeros((len(batch), probabilities.shape[1] + 1), np.float32)
            gradient[:, :-1] = weight[:, None] * probabilities
            gradient[rows, actions[batch]] -= weight
            logs = np.log(probabilities + 1e-9)
            entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
            gradient[:, :-1] += ENTROPY_WEIGHT * probabilities * (logs + entropy)
            gradient[:, -1] = VALUE_WEIGHT * (value - returns[batch])
            network.learn(vectors[batch], first, second, gradient / len(batch))


def evaluate(
    envs: MeldroomVector, reorder: ColourOrder, network: Network, games_each: int, seed: int
) -> tuple[float, float]:
    """Play against a bot; gives the share of games won, and its standard error."""
    observations, _ = envs.reset(seed=seed)
    rows = np.arange(envs.num_envs)
    results: list[float] = []
    finished = np.zeros(envs.num_envs, int)
    while len(results) < games_each * envs.num_envs:
        vectors, masks, numbers = reorder(observations)
        probabilities, *_ = network(vectors, masks)
        actions = numbers[rows, probabilities.argmax(axis=1)]
        observations, reward, over, _, _ = envs.step(actions)
        # The same number of games from every environment, or short games would count too often.
        for row in np.flatnonzero(over & (finished < games_each)):
            results.append((1 + reward[row]) / 2)
            finished[row] += 1
    return float(np.mean(results)), float(np.std(results) / np.sqrt(len(results)))


def draw_curve(curve: list[tuple[int, float, float]], bot: str, path: str) -> None:
    """Draw the learning curve."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    steps, shares, errors = (np.array(column) for column in zip(*curve, strict=True))
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.fill_between(steps / 1e6, shares - 2 * errors, shares + 2 * errors, alpha=0.2)
    axes.plot(steps / 1e6, shares, marker="o", markersize=3)
    axes.axhline(0.5, color="grey", linewidth=1, linestyle="--")
    axes.set(xlabel="million actions of self-play", ylabel=f"games won against {bot}", ylim=(0, 1))
    axes.set_title("Two-player Thumbs Up, three hands: a small network trained by self-play")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Train, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--actions", type=int, default=1_000_000, help="number of actions to train for"
    )
    parser.add_argument("--opponent", default="novice", help="bot level to measure against")
    parser.add_argument("--games", type=int, default=2_000, help="to measure it by in the end")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="seed of the training")
    parser.add_argument("--picture", help="file for the learning curve")
    parser.add_argument("--save", help="file for the network, .npz")
    arguments = parser.parse_args()

    rng = np.random.default_rng(arguments.seed)
    workers = arguments.workers
    training = MeldroomVector(
        GAME, SEATS, num_envs=GAMES_AT_ONCE, workers=workers, opponents=None, reward="round",
        **OPTIONS,
    )  # fmt: skip
    evaluation = MeldroomVector(
        GAME, SEATS, num_envs=100, workers=workers, opponents=arguments.opponent, **OPTIONS
    )
    reorder = ColourOrder(MeldroomEnv(GAME, SEATS, **OPTIONS))
    inputs = training.single_observation_space["observation"].shape[0]
    network = Network(inputs, int(training.single_action_space.n), rng)
    last: Any = (*training.reset(seed=arguments.seed), np.zeros(GAMES_AT_ONCE, bool))
    began = time.perf_counter()
    curve: list[tuple[int, float, float]] = []
    actions_per_round = STEPS_PER_ROUND * GAMES_AT_ONCE
    rounds = max(1, arguments.actions // actions_per_round)
    for number in range(rounds):
        if number % max(1, rounds // EVALUATIONS) == 0:
            share, error = evaluate(evaluation, reorder, network, 2, number)
            curve.append((number * actions_per_round, share, error))
            elapsed = time.perf_counter() - began
            print(f"{elapsed:5.0f} s  {curve[-1][0]:>9,} actions  {share:6.1%} ± {2 * error:.1%}")
        network.learning_rate = LEARNING_RATE * (1 - number / rounds)
        rollout, last = play(training, reorder, network, last, rng)
        improve(network, rollout, rng)
    training.close()
    share, error = evaluate(evaluation, reorder, network, arguments.games // 100, rounds)
    evaluation.close()
    curve.append((rounds * actions_per_round, share, error))
    print(f"after {curve[-1][0]:,} actions it wins {share:.1%} ± {2 * error:.1%} of "
          f"{arguments.games} games against {arguments.opponent}")  # fmt: skip
    if arguments.save:
        np.savez(arguments.save, *network.parts)
    if arguments.picture:
        draw_curve(curve, arguments.opponent, arguments.picture)


if __name__ == "__main__":
    main()
