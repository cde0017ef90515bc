"""Fault 40: the whole server, simulated; a seed decides what fails and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from tests.conftest import Figure
from tests.levels import few
from tests.server.simulation.plants import PLANTS
from tests.server.simulation.runner import outcomes
from tests.server.simulation.tried import message_types, never_tried, routes
from tests.server.simulation.world import Outcome, simulate

ENOUGH_SEEDS = 200  # in which every route and every type of message is tried


@pytest.mark.parametrize(
    "seeds",
    [
        10,
        pytest.param(200, marks=pytest.mark.long),
        pytest.param(10_000, marks=pytest.mark.slow),
    ],
)
def test_40_no_invariant_breaks_whatever_fails(seeds: int, figure: Figure) -> None:
    played: Iterable[Outcome] = map(simulate, range(seeds))
    if seeds > 1_000:
        played = outcomes(range(seeds))
    counts: Counter[str] = Counter()
    hours = 0.0
    for outcome in played:
        assert not outcome.violations, f"seed {outcome.seed}: {outcome.violations}"
        counts.update(outcome.counts)
        hours += outcome.seconds / 3600
    assert counts["acked"] > 10 * seeds
    figure(
        f"40: {seeds} seeds, {hours:.0f} hours simulated: {counts['kill']} kills,"
        f" {counts['stopped']} failed disks, {counts['commits failed']} failed commits,"
        f" {counts['connections']} connections, {counts['acked']} acts acknowledged, 0 lost"
    )
    missing = never_tried(counts)
    assert not missing or seeds < ENOUGH_SEEDS
    names = [*routes(), *message_types()]
    rarest = sorted(names, key=lambda name: counts[name])[:5]
    figure(
        f"40: {len(names) - len(missing)} of {len(names)} routes and types of messages were tried,"
        f" the rarest {', '.join(f'{name} ({counts[name]})' for name in rarest)}"
    )


def test_40_the_same_seed_gives_the_same_trace() -> None:
    first = simulate(1)
    assert simulate(1) == first
    assert simulate(2).trace != first.trace


# -- faults that the simulation must find

MAX_SEEDS = 200


@pytest.mark.parametrize("plant", few(PLANTS))
def test_40_a_fault_in_the_server_is_found_and_its_seed_replays(
    plant: Any, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    plant(monkeypatch)
    says, cast, seed = PLANTS[plant]
    for number in (
        seed,
        *range(MAX_SEEDS),
    ):  # the seed finds it until the server or its people change
        outcome = simulate(number, cast=cast)
        found = [text for text in outcome.violations if says in text]
        if found:
            break
    assert found
    assert simulate(outcome.seed, cast=cast) == outcome
    figure(f"40: {plant.__name__}: seed {outcome.seed}: {found[0][:150]}")
