"""The simulated year of a room: its figures, and that its games are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.year import measure_year, simulated_year
from meldroom.room.tokens import person_key
from meldroom.server.administration import Administration, RecomputeRatings
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.server.local_room import open_room


@pytest.mark.long
async def test_the_games_of_a_simulated_year_follow_from_their_logs(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    year = simulated_year(store, players=6, games=30)
    store.close()
    async with open_room(tmp_path / "db") as room:
        await room.ratings.catch_up()
        done = await Administration(room).perform(RecomputeRatings())
        assert done == {"tables": 30, "games": 30, "skipped": []}
        stored = []
        for one in year.players[0].values():
            stored += room.results.games_of([person_key(one.session)])
        assert {one[:4]: one for one in stored} == {one[:4]: one for one in year.results}


@pytest.mark.slow
def test_a_year_of_200_players_is_read_in_under_100_milliseconds(
    tmp_path: Path, figure: Figure
) -> None:
    lines = measure_year(tmp_path, 200, 4_000, tmp_path / "plot.svg")
    for line in lines:
        figure(line)
    median = next(line for line in lines if line.startswith("record page")).split()[2]
    assert float(median) < 100
    assert (tmp_path / "plot.svg").read_text("utf-8").startswith("<svg")
