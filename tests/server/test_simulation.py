"""Fault 40: the whole server, simulated; a seed decides what fails and when."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from meldroom.server.storage.log import Log
from meldroom.server.tables import live_table, records
from meldroom.server.tables.audience import Audience
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.table import Table
from tests.conftest import Figure
from tests.levels import few
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


def acknowledge_before_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk."""
    begin = Log.begin

    def do_not_wait(self: Log, *append: Any) -> None:
        *what, done = append
        begin(self, *what, lambda _: None)  # type: ignore[call-arg]
        asyncio.get_running_loop().call_soon(done, None)

    monkeypatch.setattr(Log, "begin", do_not_wait)


def lose_deferred_broadcasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not flush before the next entry."""

    def send_batch(self: Any) -> None:
        deferred, self._deferred, self._scheduled = self._deferred, {}, False
        for send in deferred.values():
            send()

    monkeypatch.setattr(Broadcaster, "flush", lambda self, table: None)
    monkeypatch.setattr(Broadcaster, "_send_batch", send_batch)


def forget_completed_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not recognise an act that is sent again after a restart."""

    def forgetful(key: str, rows: Any) -> Table:
        table = records.rebuild(key, rows)
        table.completed_acts.clear()
        return table

    monkeypatch.setattr(live_table, "rebuild", forgetful)


def resend_one_event_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the last entry that a client has seen for one that it has missed."""
    missed = Audience._missed_plays
    monkeypatch.setattr(
        Audience,
        "_missed_plays",
        lambda self, seat, since: missed(self, seat, None if since is None else since - 1),
    )


MAX_SEEDS = 200


@pytest.mark.parametrize(
    "plant",
    few(
        [
            acknowledge_before_writing,
            lose_deferred_broadcasts,
            forget_completed_acts,
            resend_one_event_too_many,
        ]
    ),
)
def test_40_a_fault_in_the_server_is_found_and_its_seed_replays(
    plant: Any, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    plant(monkeypatch)
    found = next((one for one in map(simulate, range(MAX_SEEDS)) if one.violations), None)
    assert found is not None
    assert simulate(found.seed) == found
    figure(f"40: {plant.__name__}: seed {found.seed}: {found.violations[0][:150]}")
