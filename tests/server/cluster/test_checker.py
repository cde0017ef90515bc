"""The checker finds what it is there to find."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from meldroom.room import log_entries
from meldroom.room.log_entries import MoveMade
from meldroom.room.log_rows import LogRow
from meldroom.server.storage.store import EVENTS, Store
from tests.server.cluster.checker import check
from tests.server.local_room import open_room, table_in_play
from tests.server.random_players import RandomPlayer
from tests.server.sample_logs import continued


@pytest.fixture
def history(tmp_path: Path) -> tuple[list[LogRow], list[RandomPlayer]]:
    """Let two people play two moves each; gives the log and what they were told."""

    async def scenario() -> tuple[list[LogRow], list[RandomPlayer]]:
        async with open_room(tmp_path / "played") as room:
            live, clients, _ = await table_in_play(room, 2)
            key = live.table.key
            players = [RandomPlayer({"table": key, "seat": seat}) for seat in range(2)]
            for number in range(4):
                seat = live.table.current_match.to_act[0]
                player, act_id = players[seat], f"m{number}"
                player.first_sent[act_id] = float(2 * number)
                ack = await clients[seat].act(clients[seat].legal[0], act_id=act_id)
                player.acked[act_id] = ack["seq"]
                player.acked_at[act_id] = float(2 * number + 1)
            return room.log.read(key), players

    return asyncio.run(scenario())


def verdict(folder: Path, rows: list[LogRow], players: list[RandomPlayer]) -> dict[str, int]:
    """Give what the checker counts of what must not be."""
    url = f"sqlite:///{folder / 'checked'}"
    store = Store(url)
    store.open()
    with store.writing() as connection:
        connection.execute(sa.insert(EVENTS), [row._asdict() for row in rows])
        connection.commit()
    store.close()
    found = check(url, players)
    assert found.acknowledged == sum(len(player.acked) for player in players)
    assert found.good == (not any(found[2:]))
    return {name: count for name, count in list(found._asdict().items())[2:] if count}


History = tuple[list[LogRow], list[RandomPlayer]]


def test_a_good_history_is_good(tmp_path: Path, history: History) -> None:
    assert verdict(tmp_path, *history) == {}


def test_a_lost_act_is_found(tmp_path: Path, history: History) -> None:
    rows, players = history
    assert verdict(tmp_path, rows[:-1], players) == {"lost": 1}


def test_a_move_that_was_made_twice_is_found(tmp_path: Path, history: History) -> None:
    rows, players = history
    entry = log_entries.decode(rows[-1].body)
    assert isinstance(entry, MoveMade)
    twice = continued(rows, [MoveMade(entry.seat, entry.texts, by="bot")])
    assert verdict(tmp_path, twice, players) == {"doubled": 1}


def test_an_order_that_contradicts_the_clients_is_found(tmp_path: Path, history: History) -> None:
    rows, players = history
    player = next(player for player in players if "m3" in player.acked)
    player.first_sent["m3"], player.acked_at["m3"] = -2.0, -1.0
    assert verdict(tmp_path, rows, players) == {"out_of_order": 1}


def test_a_refused_act_in_the_log_and_a_step_back_are_found(
    tmp_path: Path, history: History
) -> None:
    rows, players = history
    player = next(player for player in players if "m3" in player.acked)
    player.refused.add("m3")
    player.went_back = 1
    assert verdict(tmp_path, rows, players) == {"refused_but_there": 1, "went_back": 1}
