"""Replays of finished games: many may read one at the same time, and the last few are kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest

from meldroom.room.records import record_from_log
from meldroom.server.http import tables_api
from meldroom.server.http.tables_api import MAX_POSITIONS, ReplayPositions
from tests.levels import few
from tests.server.local_room import local_server
from tests.server.sample_logs import sample_log, write_log
from tests.server.socket_client import http_client

KEY = "a" * 14
QUICKEST = "victor-or-victim"


@pytest.fixture(scope="module")
def form() -> dict[str, Any]:
    """Give the record of a game between two seats, of thousands of moves."""
    form = record_from_log(KEY, sample_log(KEY), 1)
    assert form is not None
    return form


async def test_38_many_requests_for_one_replay_get_the_same_answer(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY, game=QUICKEST))
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        path = f"/api/tables/{KEY}/records/1/plies?from=0&to=1"
        answers = await asyncio.gather(*[http.get(path) for _ in range(30)])
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1


async def test_48_positions_are_worked_out_beside_the_event_loop_once_for_all_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, threads = list[ReplayPositions](), set[str]()

    class Noted(ReplayPositions):
        """Notes when it is made, and in which threads it is read."""

        def __init__(self, form: dict[str, Any]) -> None:
            made.append(self)
            super().__init__(form)

        def positions(self, first: int, last: int, seat: int | None) -> list[dict[str, Any]]:
            threads.add(current_thread().name.partition("_")[0])
            return super().positions(first, last, seat)

    monkeypatch.setattr(tables_api, "ReplayPositions", Noted)
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY, game=QUICKEST))
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        path = f"/api/tables/{KEY}/records/1/plies?from=0&to=1&eyes="
        answers = await asyncio.gather(*[http.get(path + eyes) for eyes in ("all", "0", "1") * 4])
        assert {answer.status_code for answer in answers} == {200}
    assert (len(made), threads) == (1, {"meldroom-slow"})


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
