"""Those around a table: everybody is told what concerns them, at every game."""

from __future__ import annotations

from pathlib import Path

from meldroom.games import GAMES
from meldroom.server.circle import Circle
from meldroom.server.entries import Opened, Settings
from meldroom.server.table import Table
from tests.server.house import open_room, playing, run, until


def test_every_game_is_played_by_bots_at_a_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            for key in GAMES:
                sitting, [ada], _ = await playing(room, 1, seats=3, game=key, clock="20s")
                await until(lambda s=sitting: 0 in s.table.playing.to_act)
                assert ada.legal
                assert ada.sight["asks"]
                assert ada.sight["pad"]["columns"]

    run(scene())


def test_a_circle_without_a_game_greets_without_a_view() -> None:
    opened = Opened("thumbs-up", "1", 2, {}, Settings(), "c")
    circle = Circle(Table("t", opened))
    circle.look()
    assert circle.screen is None
