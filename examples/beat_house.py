"""Train a policy that beats `house` at two-player Victory Rummy, by self-play on the twins.

    pip install "meldroom[rl,train]" matplotlib
    python examples/beat_house.py --device cuda --minutes 5 --picture curve.png
    python examples/beat_house.py --device cpu --minutes 30 --picture curve.png

A network plays both seats of many games at once and learns by proximal policy optimization. All
arrays stay where the games are: on a card nothing is copied to the processor. The network never
learns from games against `house`, which is only measured. `--save policy.pt` writes the network;
`meldroom evaluate` scores it:

    POLICY=policy.pt PYTHONPATH=examples meldroom evaluate beat_house:policy --game victory-rummy \
        --players 2
"""

from __future__ import annotations

import argparse
import os
import time
from functools import cache
from typing import Any

import torch
from torch import nn

from meldroom.envs.batch import make_batch

GAME, SEATS = "victory-rummy", 2
GAMES_AT_ONCE = {"cuda": 16_384, "cpu": 512}
STEPS = 64  # of every game between two updates
MINIBATCH = {"cuda": 65_536, "cpu": 4_096}
WIDTH = {"cuda": 512, "cpu": 128}
EPOCHS, CLIP, LEARNING_RATE, VALUE_WEIGHT = 2, 0.2, 1e-3, 0.5
ENTROPY, LAST_ENTROPY = 0.03, 0.003
DISCOUNT, TRACE_DECAY = 0.995, 0.95
POINTS_PER_REWARD = 50.0
MEASUREMENTS = 20  # points of the learning curve
ILLEGAL = -1e9


class Network(nn.Module):
    """Two hidden layers, then a logit for each action and the value of the position."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.sizes = inputs, actions, width
        self.body = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Any, torch.Tensor]:
        hidden = self.body(seen)
        logits = self.policy(hidden).masked_fill(mask == 0, ILLEGAL)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


class Games:
    """A batch whose arrays are tensors."""

    def __init__(self, device: str, many: int, seed: int, threads: int, **setup: Any) -> None:
        self.batch = make_batch(
            GAME, SEATS, num_envs=many, seed=seed, threads=threads, device=device, **setup
        )
        self.arrays = {name: torch.from_dlpack(a) for name, a in self.batch.arrays.items()}
        self.batch.reset()

    def step(self, actions: torch.Tensor) -> None:
        self.arrays["action"].copy_(actions)
        self.batch.step()


def play(games: Games, network: Network) -> dict[str, torch.Tensor]:
    """Play some steps in all games, and keep what there is to learn from."""
    kept: dict[str, list[torch.Tensor]] = {}
    arrays = games.arrays
    for _ in range(STEPS):
        seen, mask = arrays["observation"].clone(), arrays["mask"].clone()
        seat = arrays["seat"].clone()
        # A game that is over is dealt anew in the next step, which ignores its action.
        real = ~(arrays["terminated"] | arrays["truncated"])
        with torch.no_grad():
            chances, value = network(seen, mask)
        action = chances.sample()
        games.step(action)
        step = {
            "seen": seen, "mask": mask, "seat": seat, "real": real, "action": action,
            "log": chances.log_prob(action), "value": value,
            "rewards": (arrays["rewards"] / POINTS_PER_REWARD).float(),
            "over": arrays["terminated"].clone(),
        }  # fmt: skip
        for name, tensor in step.items():
            kept.setdefault(name, []).append(tensor)
    return {name: torch.stack(tensors) for name, tensors in kept.items()}


def advantages(kept: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Give the advantage of each action, and which of them are known.

    A seat is rewarded between two of its own actions, also by what the other does. The value of a
    seat's next action stands for what comes later; without one the action is left out.
    """
    steps, games = kept["seat"].shape
    rows = torch.arange(games, device=kept["seat"].device)
    reward = torch.zeros(games, SEATS, device=rows.device)
    value, trace = torch.zeros_like(reward), torch.zeros_like(reward)
    known = torch.zeros(games, SEATS, dtype=torch.bool, device=rows.device)
    advantage = torch.zeros(steps, games, device=rows.device)
    chosen = torch.zeros(steps, games, dtype=torch.bool, device=rows.device)
    for step in reversed(range(steps)):
        ends = kept["over"][step][:, None]
        value, trace = value.masked_fill(ends, 0), trace.masked_fill(ends, 0)
        reward, known = reward.masked_fill(ends, 0), known | ends
        reward = reward + kept["rewards"][step]
        seat, real = kept["seat"][step], kept["real"][step]
        expected = kept["value"][step]
        error = reward[rows, seat] + DISCOUNT * value[rows, seat] - expected
        estimate = error + DISCOUNT * TRACE_DECAY * trace[rows, seat]
        advantage[step], chosen[step] = estimate, known[rows, seat] & real
        estimate = torch.where(known[rows, seat], estimate, torch.zeros_like(estimate))
        acted, seats = rows[real], seat[real]
        reward[acted, seats] = 0
        value[acted, seats], trace[acted, seats] = expected[real], estimate[real]
        known[acted, seats] = True
    return advantage, chosen


def learn(
    network: Network, optimizer: Any, kept: dict[str, torch.Tensor], entropy: float, size: int
) -> None:
    """Improve the network by what was played; forced moves teach nothing."""
    advantage, chosen = advantages(kept)
    chosen = chosen & (kept["mask"].sum(dim=2) > 1)
    seen, mask, action, old = (kept[name][chosen] for name in ("seen", "mask", "action", "log"))
    gain = advantage[chosen]
    wanted = gain + kept["value"][chosen]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(gain), device=gain.device).split(size):
            chances, value = network(seen[rows], mask[rows])
            ratio = (chances.log_prob(action[rows]) - old[rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.minimum(ratio * gain[rows], clipped * gain[rows]).mean()
            value_loss = (value - wanted[rows]).square().mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - entropy * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()


def wins_against_house(network: Network, device: str, seed: int, threads: int, many: int) -> float:
    """Play so many games against `house`, choosing the likeliest action."""
    games = Games(device, many, seed, threads, opponents="house")
    arrays = games.arrays
    won = torch.zeros(many, device=arrays["reward"].device, dtype=torch.float64)
    over = torch.zeros(many, device=won.device, dtype=torch.bool)
    while not bool(over.all()):
        with torch.no_grad():
            chances, _ = network(arrays["observation"], arrays["mask"])
        games.step(chances.logits.argmax(dim=1))
        ended = arrays["terminated"] & ~over
        won += torch.where(ended, (1 + arrays["reward"]) / 2, 0.0)
        over |= ended
    return float(won.mean())


def train(arguments: argparse.Namespace) -> list[tuple[float, float]]:
    """Train for so many minutes; gives minutes and wins."""
    device, threads = arguments.device, arguments.threads
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(threads)
    games = Games(device, GAMES_AT_ONCE[device], arguments.seed, threads, reward="round")
    inputs, actions = games.arrays["observation"].shape[1], games.arrays["mask"].shape[1]
    network = Network(inputs, actions, WIDTH[device]).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    limit = 60 * arguments.minutes
    curve: list[tuple[float, float]] = []
    began, spent_measuring, decisions = time.perf_counter(), 0.0, 0
    while True:
        elapsed = time.perf_counter() - began - spent_measuring
        share = min(1.0, elapsed / limit)
        if share >= len(curve) / MEASUREMENTS:
            measuring = time.perf_counter()
            seed = 10**6 + len(curve)
            wins = wins_against_house(network, device, seed, threads, arguments.games)
            spent_measuring += time.perf_counter() - measuring
            curve.append((elapsed / 60, wins))
            print(f"{elapsed:6.0f} s  {decisions:>13,} decisions  {wins:6.1%} of games won")
        if share >= 1:
            break
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - 0.9 * share)
        kept = play(games, network)
        decisions += kept["action"].numel()
        learn(
            network, optimizer, kept, ENTROPY + share * (LAST_ENTROPY - ENTROPY), MINIBATCH[device]
        )
    if arguments.save:
        torch.save({"sizes": network.sizes, "weights": network.state_dict()}, arguments.save)
    return curve


@cache
def saved_network() -> Network:
    """Load the network of the file that $POLICY names."""
    stored = torch.load(os.environ["POLICY"], map_location="cpu")
    network = Network(*stored["sizes"])
    network.load_state_dict(stored["weights"])
    return network


def policy(observation: dict[str, Any]) -> int:
    """Choose the likeliest action; `meldroom evaluate` calls this."""
    seen, mask = (torch.tensor(observation[name])[None] for name in ("observation", "action_mask"))
    with torch.no_grad():
        chances, _ = saved_network()(seen, mask)
    return int(chances.logits.argmax())


def draw(curve: list[tuple[float, float]], path: str) -> None:
    """Draw the learning curve."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    minutes, wins = zip(*curve, strict=True)
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot(minutes, wins, marker="o", markersize=3)
    axes.axhline(0.5, color="grey", linewidth=1, linestyle="--")
    axes.set(xlabel="minutes of training", ylabel="games won against house", ylim=(0, 1))
    axes.set_title("Two-player Victory Rummy: self-play, measured against house")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Train, and print the progress."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    default = "cuda" if torch.cuda.is_available() else "cpu"
    parser.add_argument("--device", choices=list(GAMES_AT_ONCE), default=default)
    parser.add_argument("--minutes", type=float, default=30 if default == "cpu" else 5)
    parser.add_argument("--games", type=int, default=1_024, help="of each measurement")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", help="file for the learning curve")
    parser.add_argument("--save", help="file for the network")
    arguments = parser.parse_args()
    curve = train(arguments)
    if arguments.picture:
        draw(curve, arguments.picture)


if __name__ == "__main__":
    main()
