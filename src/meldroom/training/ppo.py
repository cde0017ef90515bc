"""PPO in self-play: many tables are played by one policy, which then learns from all of them.

Every decision has an advantage for each seat, so that any number of seats is one code.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, NamedTuple
from warnings import warn

from meldroom.core.game import AnyGame
from meldroom.training.extra import torch
from meldroom.training.networks import make_critic, make_policy, masked, outputs, policy_sizes
from meldroom.training.self_play import Positions, SelfPlay, training_sizes
from meldroom.training.settings import TrainingSettings, widths
from meldroom.training.setups import mixed_tables, seat_house

GRADIENT_NORM = 1.0
ADAM_EPSILON = 1e-5
CRITIC_ROWS = 262_144  # rows that the critic rates at once
LEAST_LOG = -30.0  # of a probability in the entropy
LEAST_NOISE = 1e-30  # the logarithm of 0 would let an illegal action win
EVERYBODY = -1


class Progress(NamedTuple):
    """What an update was like; each is a tensor on the device until somebody reads it."""

    entropy: Any
    divergence: Any  # Kullback-Leibler, of the second half of the minibatches
    value_loss: Any
    explained: Any  # share of the returns' variance that the critic explains

    def read(self) -> dict[str, float]:
        """Give the numbers, once the device has them."""
        return {name: round(float(value), 5) for name, value in self._asdict().items()}


class Minibatch(NamedTuple):
    """Decisions to learn from, one in each row."""

    rows: Any
    mask: Any
    action: Any
    log_probability: Any
    advantage: Any
    returns: Any  # of each seat, counted from the one that acts
    present: Any  # 1 for a seat that is taken
    own: Any  # 1 for a decision of the policy that learns

    def chosen(self, part: Any) -> Minibatch:
        """Gather these decisions."""
        return Minibatch._make(None if each is None else each[part] for each in self)


class Learner:
    """A policy that learns, its critic, and the tables that it plays at."""

    def __init__(
        self, game: AnyGame, settings: TrainingSettings, device: Any, *,
        first: Any = None, opponent: Any = None, graph: bool = True, compiled: bool = False,
    ) -> None:  # fmt: skip
        """Start from the policy `first`, if given; a frozen `opponent` plays all seats but one."""
        torch.manual_seed(settings.seed)
        self.settings, self.device = settings, torch.device(device)
        self.sizes = sizes = training_sizes(game)
        chosen = widths(settings.widths) if settings.widths else ()
        made = make_policy(policy_sizes(sizes, chosen)) if first is None else deepcopy(first)
        self.policy = made.to(self.device)
        self.critic = make_critic(sizes, widths(settings.critic_widths)).to(self.device)
        self.averaged = deepcopy(self.policy)
        self.opponent = opponent
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(
            self.parameters, lr=settings.learning_rate, eps=ADAM_EPSILON,
            fused=self.device.type == "cuda",
        )  # fmt: skip
        self.decisions = self.updates = 0
        self._seat_tables(game)
        self._make_buffers()
        self._graph: Any = None
        self._use_graph = graph and self.device.type == "cuda"
        self._losses = torch.compile(losses, dynamic=False) if compiled else losses

    def _seat_tables(self, game: AnyGame) -> None:
        tables, lots = self.settings.tables, Random(f"{self.settings.seed} tables")
        setups = mixed_tables(game, tables, lots)
        if self.settings.house_tables and self.opponent is None:
            setups = seat_house(setups, self.settings.house_tables, lots)
        seeds = torch.tensor([lots.getrandbits(63) for _ in range(tables)])
        self.tables = SelfPlay(game, setups, seeds, self.device)
        places = [lots.randrange(setup[0]) for setup in setups]
        own = torch.tensor(places if self.opponent is not None else [EVERYBODY] * tables)
        self.own_seat = own.to(torch.int32).to(self.device)

    def _make_buffers(self) -> None:
        steps, tables, device = self.settings.steps, self.settings.tables, self.device
        seats = self.sizes.seats
        self.seen = Positions(self.sizes, (steps + 1, tables), device)
        self.actions = torch.zeros(steps, tables, dtype=torch.int64, device=device)
        self.log_probabilities = torch.zeros(steps, tables, device=device)
        self.rewards = torch.zeros(steps, tables, seats, device=device)
        self.done = torch.zeros(steps, tables, dtype=torch.uint8, device=device)
        self.values = torch.zeros(steps + 1, tables, seats, device=device)
        # Seats counted from 0, and round the table from the one that acts.
        self._place = torch.arange(seats, dtype=torch.int32, device=device)
        self._present = (self._place < self.tables.seats[:, None]).float()

    def play(self) -> None:
        """Play so many decisions at every table; on a card in one CUDA graph."""
        if not self._use_graph:
            self._play()
        else:
            if self._graph is None:
                self._graph = self._captured()
            self._graph.replay()
        self.decisions += self.settings.steps * self.settings.tables

    def _captured(self) -> Any:
        """Capture `_play`, after a first run outside: nothing may load or grow in a capture."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            self._play()
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._play()
        return graph

    def _play(self) -> None:
        seen, tables = self.seen, self.tables
        with torch.no_grad():
            tables.observe(seen.rows[0], seen.mask[0], seen.turn[0])
            for step in range(self.settings.steps):
                rows, mask = seen.rows[step, :, : self.sizes.seen], seen.mask[step]
                logits = masked(outputs(self.policy, rows), mask)
                action = drawn(logits)
                if self.opponent is not None:
                    answer = masked(outputs(self.opponent, rows), mask).argmax(-1)
                    action = torch.where(seen.turn[step] == self.own_seat, action, answer)
                self.actions[step].copy_(action)
                chances = torch.log_softmax(logits, -1).gather(1, action[:, None])
                self.log_probabilities[step].copy_(chances[:, 0])
                tables.step(self.actions[step], self.rewards[step], self.done[step], True)
                tables.observe(seen.rows[step + 1], seen.mask[step + 1], seen.turn[step + 1])

    def judge(self) -> None:
        """Let the critic rate every position, and find each decision's advantage."""
        steps = self.settings.steps
        with torch.no_grad():
            self._rate()
            decay = self.settings.trace_decay
            advantages = advantages_of(self.rewards, self.values, self.done, decay)
            returns = advantages + self.values[:steps]
            turn = self.seen.turn[:steps, :, None]
            seats = self.tables.seats[:, None]
            self.returns = returns.gather(-1, ((turn + self._place) % seats).long())
            own = advantages.gather(-1, turn.long())[..., 0]
            self.own = self._own(turn[..., 0])
            count = self.own.sum()
            mean = (own * self.own).sum() / count
            variance = ((own - mean).square() * self.own).sum() / count
            self.advantages = (own - mean) / (variance.sqrt() + 1e-8)
            first = returns[..., 0]
            self.explained = 1 - advantages[..., 0].var() / (first.var() + 1e-8)

    def _own(self, turn: Any) -> Any:
        return ((turn == self.own_seat) | (self.own_seat == EVERYBODY)).float()

    def _rate(self) -> None:
        """Write the value of each seat, counted from seat 0, at every step."""
        tables = self.settings.tables
        seats, at_once = self.tables.seats[:, None], max(1, CRITIC_ROWS // tables)
        for step in range(0, self.settings.steps + 1, at_once):
            some = slice(step, step + at_once)
            rows = self.seen.rows[some].reshape(-1, self.sizes.whole)
            rated = outputs(self.critic, rows).view(-1, tables, self.sizes.seats)
            turned = (self._place - self.seen.turn[some, :, None] + seats) % seats
            self.values[some] = rated.gather(-1, turned.long()) * self._present

    def update(self, learning_rate: float, entropy: float) -> Progress:
        """Learn from what was played."""
        settings, seen, steps = self.settings, self.seen, self.settings.steps
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        entropy_weight = torch.tensor(entropy, device=self.device)
        everything = Minibatch(
            seen.rows[:steps].flatten(0, 1), seen.mask[:steps].flatten(0, 1),
            self.actions.flatten(), self.log_probabilities.flatten(), self.advantages.flatten(),
            self.returns.flatten(0, 1), None, self.own.flatten(),
        )  # fmt: skip
        divergences = []
        for _ in range(settings.epochs):
            order = torch.randperm(steps * settings.tables, device=self.device)
            for part in order.split(settings.minibatch):
                present = self._present[part % settings.tables]
                batch = everything.chosen(part)._replace(present=present)
                loss, *told = self._loss(batch, entropy_weight)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.parameters, GRADIENT_NORM)
                self.optimizer.step()
                self._average()
                divergences.append(told[1])
                self.updates += 1
        late = torch.stack(divergences[len(divergences) // 2 :]).mean()
        return Progress(told[0], late, told[2], self.explained)

    def _loss(self, batch: Minibatch, entropy_weight: Any) -> Any:
        seen, clip = self.sizes.seen, self.settings.clip
        arguments = (self.policy, self.critic, batch, seen, clip, entropy_weight)
        try:
            return self._losses(*arguments)
        except Exception as error:  # whatever the compiler could not do
            if self._losses is losses:
                raise
            warn(f"torch.compile failed, training goes on without it: {error}", stacklevel=2)
            self._losses = losses
            return losses(*arguments)

    def state(self) -> dict[str, Any]:
        """Give all that changes: networks, optimizer, tables, lots and counts."""
        return {
            "policy": self.policy.state_dict(),
            "critic": self.critic.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "tables": self.tables.lanes.cpu(),
            "lots": self._lots(),
            "counts": [self.decisions, self.updates],
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave on a machine of the same kind."""
        for part in ("policy", "critic", "averaged", "optimizer"):
            getattr(self, part).load_state_dict(state[part])
        self.tables.lanes.copy_(state["tables"])
        self.decisions, self.updates = state["counts"]
        if self.device.type == "cuda":
            torch.cuda.set_rng_state(state["lots"])
        else:
            torch.set_rng_state(state["lots"])

    def _lots(self) -> Any:
        return torch.cuda.get_rng_state() if self.device.type == "cuda" else torch.get_rng_state()

    def _average(self) -> None:
        with torch.no_grad():
            torch._foreach_lerp_(
                [*self.averaged.parameters()], [*self.policy.parameters()],
                1 - self.settings.averaging,
            )  # fmt: skip


def drawn(logits: Any) -> Any:
    """Draw an action from each row, by the Gumbel trick."""
    noise = torch.empty_like(logits).exponential_().clamp_(min=LEAST_NOISE)
    return (logits - noise.log()).argmax(-1)


def advantages_of(rewards: Any, values: Any, done: Any, decay: float) -> Any:
    """Give each seat's generalised advantage at every step; gamma is 1."""
    advantages = torch.zeros_like(rewards)
    following = torch.zeros_like(rewards[0])
    goes_on = (1 - done.float())[..., None]
    for step in reversed(range(len(rewards))):
        surprise = rewards[step] + goes_on[step] * values[step + 1] - values[step]
        following = surprise + decay * goes_on[step] * following
        advantages[step] = following
    return advantages


def losses(
    policy: Any, critic: Any, batch: Minibatch, seen: int, clip: float, entropy_weight: Any
) -> tuple[Any, Any, Any, Any]:
    """Give the whole loss; entropy, divergence and value loss apart from any gradient."""
    logits = masked(outputs(policy, batch.rows[:, :seen]), batch.mask)
    logs = torch.log_softmax(logits, -1)
    log_probability = logs.gather(1, batch.action[:, None])[:, 0]
    change = log_probability - batch.log_probability
    ratio = change.exp()
    clipped = ratio.clamp(1 - clip, 1 + clip)
    gain = torch.minimum(ratio * batch.advantage, clipped * batch.advantage)
    own = batch.own / batch.own.sum().clamp(min=1)
    entropy = -((logs.exp() * logs.clamp(min=LEAST_LOG)).sum(-1) * own).sum()
    rated = outputs(critic, batch.rows)
    value_loss = ((rated - batch.returns).square() * batch.present).sum() / batch.present.sum()
    loss = value_loss - (gain * own).sum() - entropy_weight * entropy
    divergence = -(change * own).sum()
    return loss, entropy.detach(), divergence.detach(), value_loss.detach()
