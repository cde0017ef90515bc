"""The networks: a policy that sees what its seat sees, and a critic that sees all hands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from meldroom.fast.twin import RowSizes
from meldroom.training.extra import torch

MAX_BYTES = 2_500_000  # of a policy in 16 bits
WIDEST = (1024, 512, 256)
NARROWER = 64  # by which the first layer shrinks until the policy fits
FIRST_LOGITS = 0.01  # scale of the last layer at first: every legal action about as likely
ILLEGAL = -1e9


def make_network(sizes: Sequence[int]) -> Any:
    """Make linear layers with ReLU between them."""
    layers: list[Any] = []
    for inputs, outputs in pairwise(sizes):
        layers += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])


def policy_sizes(sizes: RowSizes, widths: Sequence[int] = ()) -> tuple[int, ...]:
    """Give the sizes of all layers; without widths the widest policy that may be shipped."""
    if widths:
        return (sizes.seen, *widths, sizes.actions)
    first, *others = WIDEST
    while 2 * parameters(layers := (sizes.seen, first, *others, sizes.actions)) > MAX_BYTES:
        first -= NARROWER
    return layers


def parameters(sizes: Sequence[int]) -> int:
    """Count the weights and biases of a network."""
    return sum((inputs + 1) * outputs for inputs, outputs in pairwise(sizes))


def make_policy(sizes: Sequence[int]) -> Any:
    """Make a policy whose first choices are nearly uniform."""
    made = make_network(sizes)
    with torch.no_grad():
        made[-1].weight.mul_(FIRST_LOGITS)
        made[-1].bias.zero_()
    return made


def make_critic(sizes: RowSizes, widths: Sequence[int]) -> Any:
    """Make a critic: one value for each seat, counted round the table from the one to act."""
    return make_network((sizes.whole, *widths, sizes.seats))


def linear_layers(made: Any) -> list[Any]:
    """Give the linear layers of a network."""
    return [layer for layer in made if isinstance(layer, torch.nn.Linear)]


def sizes_of(made: Any) -> tuple[int, ...]:
    """Give the sizes of a network's layers."""
    layers = linear_layers(made)
    return (layers[0].in_features, *(layer.out_features for layer in layers))


def outputs(made: Any, rows: Any, exact: bool = False) -> Any:
    """Run a network in bfloat16 on a card, else or if `exact` in float32."""
    if exact or rows.device.type != "cuda":
        return made(rows.float())
    # Without the cache: a graph must not keep casts of weights that are no longer current.
    with torch.autocast("cuda", dtype=torch.bfloat16, cache_enabled=False):
        return made(rows).float()


def masked(logits: Any, mask: Any) -> Any:
    """Rule illegal actions out."""
    return logits.masked_fill(mask == 0, ILLEGAL)
