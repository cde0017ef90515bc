"""The network of a learned bot: what it computes, and that the compiled one computes the same."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from meldroom.bots.network import Network
from meldroom.bots.weights import Origin, Weights, as_layer
from meldroom.fast.network import CompiledNetwork

ORIGIN = Origin("none", 0, "none", 0)


def random_weights(sizes: tuple[int, ...], lots: Random, game: str = "none") -> Weights:
    """Make weights such as half precision holds exactly."""
    layers = []
    for inputs, outputs in pairwise(sizes):
        weights = [lots.randrange(-1023, 1024) / 4096 for _ in range(inputs * outputs)]
        layers.append(as_layer(weights, [lots.randrange(-64, 64) / 64 for _ in range(outputs)]))
    return Weights(game, 1, sizes, ORIGIN, tuple(layers))


def test_layers_are_added_up_with_nothing_below_zero_between_them() -> None:
    first = as_layer([1, 2, 3, 4, 5, 6], [0.5, -20])  # two outputs of three inputs
    second = as_layer([10, 1, -1, 1], [1, 2])
    network = Network(Weights("none", 1, (3, 2, 2), ORIGIN, (first, second)))
    # 1·1 + 0·2 + 2·3 + 0.5 = 7.5; 1·4 + 0·5 + 2·6 - 20 < 0
    assert network.rate([1, 0, 2]) == [76, -5.5]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("sizes", [(3, 2, 2), (13, 9, 7, 5), (40, 64, 32, 30), (5, 1)])
def test_the_compiled_network_gives_the_same_numbers_to_the_last_bit(
    sizes: tuple[int, ...],
) -> None:
    lots = Random(str(sizes))
    for _ in range(20):
        weights = random_weights(sizes, lots)
        plain, compiled = Network(weights), CompiledNetwork(weights.sizes, weights.layers)
        for _ in range(10):
            row = [lots.choice((0.0, 0.0, 1.0, -0.25, 37 / 64)) for _ in range(sizes[0])]
            ratings = plain.rate(row)
            assert compiled.rate(row) == ratings
            assert len(set(ratings)) == len(ratings)


@pytest.mark.usefixtures("library")
def test_a_layer_without_room_in_the_library_is_refused() -> None:
    weights = random_weights((1, 5_000, 1), Random(0))
    with pytest.raises(ValueError, match="a layer of 5000 is too large; 4096 is the most"):
        CompiledNetwork(weights.sizes, weights.layers)
