"""Train a policy that beats `house` at two-player Victory Rummy, on the compiled twins.

    pip install "meldroom[rl,train]" matplotlib
    python examples/beat_house.py --device cuda --minutes 5 --picture curve.png
    python examples/beat_house.py --device cpu --minutes 30 --picture curve.png

A network plays both seats of many games at once. First it learns to play what `house` advises, then
it learns by proximal policy optimization to beat itself. All arrays stay where the games are: on a
card nothing is copied to the processor. `--save policy.pt` writes the network; `meldroom evaluate`
scores it:

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
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from meldroom import find
from meldroom.envs.batch import make_batch
from meldroom.envs.observation import observation_of

GAME, SEATS = "victory-rummy", 2
HAND = next(
    slice(part.start, part.start + part.size)
    for part in observation_of(find(GAME), SEATS, {}).layout
    if part.name == "own hand"
)
GAMES_AT_ONCE = {"cuda": 16_384, "cpu": 1_024}
STEPS = 64  # of every game between two updates
MINIBATCH = {"cuda": 65_536, "cpu": 8_192}
WIDTH = {"cuda": 512, "cpu": 192}
ADVISED = 0.1  # share of the time in which it learns from advice
FOLLOWED = 0.8  # share of the advice that is followed then: its own mistakes teach, too
CLIP, VALUE_WEIGHT, ENTROPY = 0.2, 0.5, 0.003
ADVISED_RATE, LEARNING_RATE = 1e-3, 3e-4
DISCOUNT, TRACE_DECAY = 0.995, 0.9
POINTS_PER_REWARD = 50.0
AVERAGING = 0.98  # what the averaged weights keep at each update
MEASUREMENTS = 20  # points of the learning curve
ILLEGAL = -1e9
OF_DECISIONS = ("seen", "hand", "mask", "action", "log", "advice")


def layers(inputs: int, width: int, outputs: int) -> nn.Sequential:
    """Make two hidden layers between inputs and outputs."""
    return nn.Sequential(
        nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(),
        nn.Linear(width, outputs),
    )  # fmt: skip


class Network(nn.Module):
    """A policy that sees what its seat sees, and a critic that also knows the other's hand.

    Only training asks the critic. Knowing both hands, it takes less of the luck for skill.
    """

    mean: torch.Tensor
    deviation: torch.Tensor

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.sizes = inputs, actions, width
        self.policy = layers(inputs, width, actions)
        self.critic = layers(inputs + HAND.stop - HAND.start, width, 1)
        nn.init.zeros_(self.policy[-1].weight)  # at first all are equally likely
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("deviation", torch.ones(inputs))

    def fit_to(self, seen: torch.Tensor) -> None:
        """Bring all inputs to one scale: a card that is one of ten copies counts 0.1."""
        deviation, mean = torch.std_mean(seen, dim=0)
        self.mean.copy_(mean)
        self.deviation.copy_(deviation.clamp(min=0.1))

    def scaled(self, observation: torch.Tensor) -> torch.Tensor:
        """Give what the other methods take."""
        return (observation - self.mean) / self.deviation

    def logs(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Give the logarithm of each action's probability."""
        return self.policy(seen).masked_fill(mask == 0, ILLEGAL).log_softmax(dim=1)

    def value(self, seen: torch.Tensor, hand: torch.Tensor) -> torch.Tensor:
        """Say what the seat to act will gain, where the other one has this hand."""
        return self.critic(torch.cat([seen, hand], dim=1)).squeeze(-1)


class Games:
    """A batch whose arrays are tensors."""

    def __init__(self, device: str, many: int, seed: int, threads: int, **setup: Any) -> None:
        self.batch = make_batch(
            GAME, SEATS, num_envs=many, seed=seed, threads=threads, device=device, **setup
        )
        self.arrays = {name: torch.from_dlpack(a) for name, a in self.batch.arrays.items()}
        self.batch.reset()
        seen = self.arrays["observation"]
        self.rows = torch.arange(many, device=seen.device)
        self.hands = seen.new_zeros(many, SEATS, HAND.stop - HAND.start)  # as last seen

    def step(self, actions: torch.Tensor) -> None:
        self.arrays["action"].copy_(actions)
        self.batch.step()


def play(games: Games, network: Network, followed: float) -> dict[str, torch.Tensor]:
    """Play some steps in all games, and keep what there is to learn from.

    Some of it is kept of every step, the rest only of decisions: half of the moves are forced.
    """
    kept: dict[str, list[torch.Tensor]] = {}
    arrays, rows = games.arrays, games.rows
    for _ in range(STEPS):
        seat = arrays["seat"].clone()
        scaled = network.scaled(arrays["observation"])
        games.hands[rows, seat] = scaled[:, HAND]
        # A game that is over is dealt anew in the next step, which ignores its action.
        decides = (arrays["mask"].sum(dim=1) > 1) & ~(arrays["terminated"] | arrays["truncated"])
        at = decides.nonzero().squeeze(1)
        seen, mask, advice = scaled[at], arrays["mask"][at], arrays["advice"][at]
        hand = games.hands[at, 1 - seat[at]]
        with torch.no_grad():
            logs, judged = network.logs(seen, mask), network.value(seen, hand)
            chosen = logs.exp().multinomial(1).squeeze(1)
            chosen = torch.where(torch.rand_like(judged) < followed, advice, chosen)
        actions = arrays["mask"].argmax(dim=1)
        actions[at] = chosen
        value = torch.zeros(len(rows), device=rows.device)
        value[at] = judged
        games.step(actions)
        over = arrays["terminated"].clone()
        games.hands[over] = 0
        step = {
            "seat": seat, "decides": decides, "value": value, "over": over,
            "rewards": (arrays["rewards"] / POINTS_PER_REWARD).float(),
            "seen": seen, "hand": hand, "mask": mask, "action": chosen,
            "log": logs.gather(1, chosen[:, None]).squeeze(1), "advice": advice,
        }  # fmt: skip
        for name, tensor in step.items():
            kept.setdefault(name, []).append(tensor)
    return {
        name: (torch.cat if name in OF_DECISIONS else torch.stack)(tensors)
        for name, tensors in kept.items()
    }


def advantages(kept: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Give the advantage of each decision, and which of them are known.

    A seat is rewarded between two of its own decisions, also by what the other does. The value of
    a seat's next decision stands for what comes later; without one the decision is left out.
    """
    steps, games = kept["seat"].shape
    rows = torch.arange(games, device=kept["seat"].device)
    reward = torch.zeros(games, SEATS, device=rows.device)
    value, trace = torch.zeros_like(reward), torch.zeros_like(reward)
    known = torch.zeros(games, SEATS, dtype=torch.bool, device=rows.device)
    advantage = torch.zeros(steps, games, device=rows.device)
    is_known = torch.zeros(steps, games, dtype=torch.bool, device=rows.device)
    for step in reversed(range(steps)):
        ends = kept["over"][step][:, None]
        value, trace = value.masked_fill(ends, 0), trace.masked_fill(ends, 0)
        reward, known = reward.masked_fill(ends, 0), known | ends
        reward = reward + kept["rewards"][step]
        seat, decides = kept["seat"][step], kept["decides"][step]
        expected = kept["value"][step]
        error = reward[rows, seat] + DISCOUNT * value[rows, seat] - expected
        estimate = error + DISCOUNT * TRACE_DECAY * trace[rows, seat]
        advantage[step], is_known[step] = estimate, known[rows, seat]
        estimate = torch.where(known[rows, seat], estimate, torch.zeros_like(estimate))
        at, seats = rows[decides], seat[decides]
        reward[at, seats] = 0
        value[at, seats], trace[at, seats] = expected[decides], estimate[decides]
        known[at, seats] = True
    return advantage[kept["decides"]], is_known[kept["decides"]]


def learn(
    network: Network, optimizer: Any, kept: dict[str, torch.Tensor], advised: bool, size: int
) -> None:
    """Bring the network nearer to the advice, or to what gained more than expected."""
    gain, known = advantages(kept)
    wanted = gain + kept["value"][kept["decides"]]
    gain = (gain - gain[known].mean()) / (gain[known].std() + 1e-6)
    known = known.nonzero().squeeze(1)
    for rows in known[torch.randperm(len(known), device=gain.device)].split(size):
        seen, hand, mask, action, old, advice = (kept[name][rows] for name in OF_DECISIONS)
        logs = network.logs(seen, mask)
        if advised:
            policy_loss = -logs.gather(1, advice[:, None]).mean()
        else:
            ratio = (logs.gather(1, action[:, None]).squeeze(1) - old).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            spread = -(logs.exp() * logs).sum(dim=1).mean()
            policy_loss = -torch.minimum(ratio * gain[rows], clipped * gain[rows]).mean()
            policy_loss = policy_loss - ENTROPY * spread
        value_loss = (network.value(seen, hand) - wanted[rows]).square().mean()
        optimizer.zero_grad()
        (policy_loss + VALUE_WEIGHT * value_loss).backward()
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
            logs = network.logs(network.scaled(arrays["observation"]), arrays["mask"])
        games.step(logs.argmax(dim=1))
        ended = arrays["terminated"] & ~over
        won += torch.where(ended, (1 + arrays["reward"]) / 2, 0.0)
        over |= ended
    return float(won.mean())


def train(arguments: argparse.Namespace) -> list[tuple[float, float]]:
    """Train for so many minutes; gives minutes and wins."""
    device, threads = arguments.device, arguments.threads
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(threads)
    many = GAMES_AT_ONCE[device]
    games = Games(device, many, arguments.seed, threads, reward="round", advice=True)
    inputs, actions = games.arrays["observation"].shape[1], games.arrays["mask"].shape[1]
    network = Network(inputs, actions, WIDTH[device]).to(device)
    # What is measured and saved plays more evenly than the network that learns.
    averaged = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(AVERAGING))
    optimizer = torch.optim.Adam(network.parameters())
    limit = 60 * arguments.minutes
    curve: list[tuple[float, float]] = []
    began, spent_measuring, decisions = time.perf_counter(), 0.0, 0
    while True:
        elapsed = time.perf_counter() - began - spent_measuring
        share = min(1.0, elapsed / limit)
        if share >= len(curve) / MEASUREMENTS:
            measuring = time.perf_counter()
            seed = 10**6 + len(curve)
            wins = wins_against_house(averaged.module, device, seed, threads, arguments.games)
            spent_measuring += time.perf_counter() - measuring
            curve.append((elapsed / 60, wins))
            print(f"{elapsed:6.0f} s  {decisions:>13,} decisions  {wins:6.1%} of games won")
        if share >= 1:
            break
        if not decisions:
            seen = play(games, network, followed=1.0)["seen"]
            for one in (network, averaged.module):
                one.fit_to(seen)
        advised = share < ADVISED
        rate = ADVISED_RATE if advised else LEARNING_RATE
        optimizer.param_groups[0]["lr"] = rate * (1 - 0.9 * share)
        kept = play(games, network, FOLLOWED if advised else 0.0)
        decisions += kept["action"].numel()
        learn(network, optimizer, kept, advised, MINIBATCH[device])
        averaged.update_parameters(network)
    if arguments.save:
        weights = averaged.module.state_dict()
        torch.save({"sizes": network.sizes, "weights": weights}, arguments.save)
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
        network = saved_network()
        logs = network.logs(network.scaled(seen), mask)
    return int(logs.argmax())


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
    axes.set_title("Two-player Victory Rummy: advice, then self-play")
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
