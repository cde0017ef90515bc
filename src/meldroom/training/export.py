"""Networks to and from the weights files of learned bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meldroom.bots.weights import Origin, Weights, as_layer, read_weights, write_weights
from meldroom.core.game import AnyGame
from meldroom.training.extra import torch
from meldroom.training.networks import linear_layers, make_network, sizes_of
from meldroom.training.self_play import training_sizes


def write_policy(path: Path, game: AnyGame, policy: Any, version: int, origin: Origin) -> None:
    """Write a policy as a weights file."""
    layers = [
        as_layer(layer.weight.detach().flatten().tolist(), layer.bias.detach().tolist())
        for layer in linear_layers(policy)
    ]
    write_weights(path, Weights(game.key, version, sizes_of(policy), origin, tuple(layers)))


def read_policy(path: Path, game: AnyGame, device: Any = "cpu") -> Any:
    """Read a policy from a weights file; ValueError if it does not fit the game."""
    weights, sizes = read_weights(path), training_sizes(game)
    if weights.game != game.key:
        raise ValueError(f"{path} has weights of {weights.game}, not of {game.key}")
    if (weights.row_size, weights.actions) != (sizes.seen, sizes.actions):
        raise ValueError(f"{path} was made for other rows than those of {game.key} today")
    made = make_network(weights.sizes)
    with torch.no_grad():
        for layer, (numbers, biases) in zip(linear_layers(made), weights.layers, strict=True):
            layer.weight.copy_(torch.tensor(numbers).view_as(layer.weight))
            layer.bias.copy_(torch.tensor(biases))
    return made.to(device)
