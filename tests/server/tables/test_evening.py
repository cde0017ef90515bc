"""A regular table: its evening score, and the next game with those who are there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from meldroom.room.evening import BREAK, evening_score
from meldroom.room.summaries import Score
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.local_room import (
    FakeConnection,
    join,
    local_server,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
)

SHORT: dict[str, Any] = {"game": "victor-or-victim"}


def finished(number: int, at: int, players: tuple[str, ...], scores: list[int]) -> Score:
    """Give the score of a finished game, the higher the better."""
    places = [1 + sum(other > mine for other in scores) for mine in scores]
    return Score("table", number, at, players, {}, {"scores": scores, "places": places})


async def play_to_the_end(live: LiveTable, clients: list[FakeConnection]) -> None:
    """Let people play any legal action until the game is over."""
    for _ in range(3_000):
        await wait_until(
            lambda: live.table.phase == "over" or any(client.legal for client in clients)
        )
        if live.table.phase == "over":
            return
        actor = next(client for client in clients if client.legal)
        await actor.act(actor.legal[-1])
    raise AssertionError("the game did not end")


def test_an_evening_ends_with_a_long_break() -> None:
    people = ("Ada", "Bruno")
    old, later, last = (
        finished(1, 0, people, [9, 1]),
        finished(2, BREAK, people, [2, 5]),
        finished(3, 2 * BREAK - 1, people, [3, 8]),
    )
    evening = evening_score([last, later, old])
    assert [game["number"] for game in evening["games"]] == [2, 3]
    assert evening["totals"] == [
        {"name": "Bruno", "games": 2, "wins": 2, "points": 13},
        {"name": "Ada", "games": 2, "wins": 0, "points": 5},
    ]


def test_who_joins_later_has_fewer_games_and_a_tie_is_a_win_for_both() -> None:
    evening = evening_score(
        [finished(2, 1, ("Ada", "Carla"), [4, 4]), finished(1, 0, ("Ada", "Bruno"), [1, 2])]
    )
    totals = {total["name"]: (total["games"], total["wins"]) for total in evening["totals"]}
    assert totals == {"Ada": (2, 1), "Carla": (1, 1), "Bruno": (1, 1)}
    assert evening["totals"][0]["name"] in ("Carla", "Bruno"), "who came in better comes first"


async def test_the_evening_counts_three_games_and_survives_a_restart(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, clients, _ = await table_in_play(room, 2, standing=True, **SHORT)
        for number in (1, 2, 3):
            await play_to_the_end(live, clients)
            if number < 3:
                await clients[0].request("rematch")
                await start_game(live, clients)
        key = live.table.key
    async with local_server(tmp_path / "db") as origin, httpx.AsyncClient(timeout=PATIENCE) as http:
        evening = (await http.get(f"{origin}/api/tables/{key}/evening")).json()
        assert [game["number"] for game in evening["games"]] == [1, 2, 3]
        assert {total["name"]: total["games"] for total in evening["totals"]} == {
            "Ada": 3,
            "Elif": 3,
        }
        assert sum(total["wins"] for total in evening["totals"]) >= 3
        missing = await http.get(f"{origin}/api/tables/nosuchtable/evening")
        assert missing.status_code == 404


async def test_the_next_game_is_played_by_those_who_are_there(room: Room) -> None:
    live, [ada, elif_], _ = await table_in_play(room, 2, standing=True, seats=3, **SHORT)
    await play_to_the_end(live, [ada, elif_])
    ada.disconnect()
    await elif_.request("rematch")
    assert [seat.person is not None for seat in live.table.seats] == [False, True, False]
    assert live.table.host == 1
    carla = (await room.take_seat(live, "Carla", None, live.table.opened.code))[1]
    clients = [elif_, await join(room, live, carla)]
    await start_game(live, clients)
    assert live.table.names[:2] == ["Carla", "Elif"]


async def test_the_host_who_is_there_starts_the_next_game(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, standing=True, **SHORT)
    await play_to_the_end(live, clients)
    refusal = await clients[1].request("rematch")
    assert (refusal["is"], refusal["rule"]) == ("refusal", "P-4")


async def test_nobody_loses_a_seat_where_turns_take_days_or_the_table_is_not_regular(
    room: Room,
) -> None:
    tables: list[dict[str, Any]] = [{"standing": True, "clock": "1d"}, {}]
    for settings in tables:
        live, clients, _ = await table_with_people(room, 2, **SHORT, **settings)
        await start_game(live, clients)
        await play_to_the_end(live, clients)
        clients[1].disconnect()
        await clients[0].request("rematch")
        assert live.table.names == ["Ada", "Elif"]


async def test_ending_the_game_of_a_regular_table_frees_the_seats_of_the_absent(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, standing=True, **SHORT)
    clients[1].disconnect()
    await clients[0].request("end")
    assert live.table.phase == "waiting"
    assert live.table.seats[1].person is None
