"""The network of a learned bot in plain Python: from a row to one number for each action.

The compiled one in csrc/network.h gives the same numbers to the last bit: weights and rows are
exact as doubles, and both add up in the same order, input by input, leaving out the zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meldroom.bots.weights import Layer, Weights


class Columns(NamedTuple):
    """A layer by its inputs: what each of them adds to all outputs."""

    biases: list[float]
    columns: list[Sequence[float]]


class Network:
    """Rates the actions of a game by the weights of a file."""

    def __init__(self, weights: Weights) -> None:
        self.layers = [_by_inputs(layer) for layer in weights.layers]

    def rate(self, row: Sequence[float]) -> list[float]:
        """Give a number for each action, the higher the better."""
        inputs = row
        for biases, columns in self.layers:
            outputs = biases
            chosen = [at for at, number in enumerate(inputs) if number]
            whole = len(chosen) & ~3
            for first, second, third, fourth in zip(*[iter(chosen[:whole])] * 4, strict=True):
                a, b, c, d = inputs[first], inputs[second], inputs[third], inputs[fourth]
                outputs = [
                    sums + a * one + b * two + c * three + d * four
                    for sums, one, two, three, four in zip(
                        outputs, columns[first], columns[second], columns[third], columns[fourth],
                        strict=True,
                    )
                ]  # fmt: skip
            for at in chosen[whole:]:
                a = inputs[at]
                outputs = [sums + a * one for sums, one in zip(outputs, columns[at], strict=True)]
            inputs = [number if number > 0 else 0.0 for number in outputs]
        return outputs


def _by_inputs(layer: Layer) -> Columns:
    weights, biases = layer
    inputs = len(weights) // len(biases)
    return Columns(list(biases), [weights[at::inputs] for at in range(inputs)])
