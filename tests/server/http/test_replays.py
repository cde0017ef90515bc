"""Replays of finished games: many may read one at the same time, and the last few are kept."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest

from meldroom.core.record import Divergence
from meldroom.server.http import replays
from meldroom.server.http.replays import MAX_POSITIONS, MAX_REPLAYS, ReplayCache, ReplayPositions
from meldroom.server.tables.records import record_from_log
from tests.levels import few
from tests.server.local_room import local_server
from tests.server.sample_logs import sample_log, write_log
from tests.server.socket_client import http_client

KEY = "a" * 14
READERS = 6
QUICKEST = "victor-or-victim"


@pytest.fixture(scope="module")
def form() -> dict[str, Any]:
    """Give the record of a game between two seats, of thousands of moves."""
    form = record_from_log(KEY, sample_log(KEY), 1)
    assert form is not None
    return form


@pytest.fixture(scope="module")
def short_form() -> dict[str, Any]:
    """Give the record of a game of a few moves."""
    form = record_from_log(KEY, sample_log(KEY, game=QUICKEST), 1)
    assert form is not None
    return form


def test_38_readers_who_ask_at_the_same_time_share_one_replay(
    short_form: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    all_here, begun, asked = Barrier(READERS), Event(), Event()
    made = list[ReplayPositions]()

    class MadeSlowly(ReplayPositions):
        """Begins, and goes on when everybody asks for it."""

        def __init__(self, form: dict[str, Any]) -> None:
            made.append(self)
            begun.set()
            assert asked.wait(20)
            super().__init__(form)

    def read() -> ReplayPositions:
        all_here.wait(20)
        return cache.get(KEY, 1, short_form)

    monkeypatch.setattr(replays, "ReplayPositions", MadeSlowly)
    cache = ReplayCache()
    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(cache.get, KEY, 1, short_form)]
        assert begun.wait(20)
        readers += [pool.submit(read) for _ in range(READERS - 1)]
        all_here.wait(20)
        asked.set()
        found = [reader.result(30) for reader in readers]
    assert found == made * READERS


def test_nobody_waits_for_the_replay_of_another_game(
    short_form: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, other_was_read, slow_form = Event(), Event(), dict(short_form)

    class Slow(ReplayPositions):
        """Is made of one form only after the other game was read."""

        def __init__(self, form: dict[str, Any]) -> None:
            if form is slow_form:
                begun.set()
                assert other_was_read.wait(20)
            super().__init__(form)

    monkeypatch.setattr(replays, "ReplayPositions", Slow)
    cache = ReplayCache()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(cache.get, KEY, 1, slow_form)
        assert begun.wait(20)
        assert cache.get(KEY, 2, short_form).moves
        other_was_read.set()
        assert slow.result(30).moves


def test_a_replay_that_could_not_be_made_is_tried_again(short_form: dict[str, Any]) -> None:
    cache = ReplayCache()
    for _ in range(2):
        with pytest.raises(Divergence):
            cache.get(KEY, 1, {**short_form, "moves": short_form["moves"][:-1]})
    assert len(cache.get(KEY, 1, short_form).moves) == len(short_form["moves"])


async def test_38_many_requests_for_one_replay_get_the_same_answer(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY, game=QUICKEST))
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        path = f"/api/tables/{KEY}/records/1/plies?from=0&to=1"
        answers = await asyncio.gather(*[http.get(path) for _ in range(30)])
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1


def test_the_replays_that_were_watched_last_are_kept(short_form: dict[str, Any]) -> None:
    cache, form = ReplayCache(), short_form
    first, second = cache.get(KEY, 1, form), cache.get(KEY, 2, form)
    for number in range(3, MAX_REPLAYS + 1):
        cache.get(KEY, number, form)
    assert cache.get(KEY, 1, form) is first
    cache.get(KEY, MAX_REPLAYS + 1, form)
    assert cache.get(KEY, 1, form) is first, "it was watched again"
    assert cache.get(KEY, 2, form) is not second
    assert cache.get("b" * 14, 1, form) is not first, "another table's game"


def test_positions_are_those_after_the_plies_that_were_asked_for(form: dict[str, Any]) -> None:
    replay, plies = ReplayPositions(form), len(form["moves"])
    assert plies > MAX_POSITIONS
    [start, second] = replay.positions(0, 1, None)
    assert (start["ply"], start["move"]) == (0, None)
    assert (second["ply"], second["move"]) == (1, tuple(form["moves"][0]))
    assert [one["ply"] for one in replay.positions(0, plies, 0)] == list(range(MAX_POSITIONS))
    [last] = replay.positions(plies, plies + 5, 1)
    assert last["ply"] == plies
    assert last["to_act"] == ()
    assert last["result"]["winners"] == form["result"]["winners"]
    assert replay.positions(plies + 1, plies + 5, None) == []


def test_a_seat_sees_its_own_cards_and_all_sees_everyones(form: dict[str, Any]) -> None:
    replay = ReplayPositions(form)

    def racks(seat: int | None) -> list[Any]:
        [position] = replay.positions(1, 1, seat)
        zones = position["view"]["zones"]
        return [zone["cards"] for zone in zones if zone["name"] == "rack"]

    everybody = racks(None)
    for seat in (0, 1):
        seen = racks(seat)
        assert seen[seat] == everybody[seat]
        assert seen[1 - seat] != everybody[1 - seat]


@pytest.mark.parametrize("looked_at", few(["ends of hands", "every ply"], keep=1))
def test_the_end_of_each_hand_is_shown_and_the_same_from_every_seat(
    looked_at: str, form: dict[str, Any]
) -> None:
    replay, plies = ReplayPositions(form), len(form["moves"])
    asked = set(range(plies + 1))
    if looked_at == "ends of hands":
        asked &= {end + by for end in (*replay.hand_starts, plies) for by in (-1, 0, 1)}

    def showdowns(seat: int | None) -> dict[int, Any]:
        shots = [shot for ply in asked for shot in replay.positions(ply, ply, seat)]
        return {shot["ply"]: shot["showdown"] for shot in shots if "showdown" in shot}

    everybody = showdowns(None)
    assert plies in everybody
    assert set(everybody) >= {ply for ply in replay.hand_starts if ply}
    assert showdowns(0) == showdowns(1) == everybody
    start = replay.states[0].zones
    first = everybody[min(everybody)]
    assert len(first["hands"]) == sum(zone.name == "rack" for zone in start)
