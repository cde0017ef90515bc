"""Those around a table: everybody is told what concerns them, at every game."""

from __future__ import annotations

from operator import call
from pathlib import Path
from typing import Any

from meldroom.games import GAMES
from meldroom.server.storage.log_entries import Opened, Settings
from meldroom.server.tables.audience import Audience
from meldroom.server.tables.broadcast import Broadcaster, Tell
from meldroom.server.tables.table import Table
from tests.match.test_match import match_at
from tests.server.house import Caller, hello, open_room, playing, run, until


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
    circle = Audience(Table("t", opened), Broadcaster(call))
    circle.look()
    assert circle.screen is None


def test_who_acted_hears_before_the_others_and_all_hear_before_more_happens(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            due: list[Tell] = []
            room.crier = Broadcaster(due.append)
            sitting, callers, _ = await playing(room, 2, game="victory-rummy")
            mover = callers[sitting.table.playing.to_act[0]]
            [other] = [caller for caller in callers if caller is not mover]
            plays = [len(plays_of(caller)) for caller in (mover, other)]
            await mover.act(mover.legal[0])
            assert [len(plays_of(caller)) for caller in (mover, other)] == [plays[0] + 1, plays[1]]
            await mover.say("say", phrase=0)
            assert [told["is"] for told in other.heard[-2:]] == ["play", "said"]
            assert plays_of(other)[-1]["seq"] == plays_of(mover)[-1]["seq"]
            due.pop()()
            assert len(plays_of(other)) == plays[1] + 1

    run(scene())


def test_one_who_comes_before_the_others_were_told_is_not_told_twice(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            room.crier = Broadcaster(list[Tell]().append)
            sitting, callers, tokens = await playing(room, 2, game="victory-rummy")
            seat = sitting.table.playing.to_act[0]
            await callers[seat].act(callers[seat].legal[0])
            again = await hello(room, sitting, tokens[1 - seat])
            assert not plays_of(again)
            assert len({caller.sight["ply"] for caller in (*callers, again)}) == 1

    run(scene())


def test_in_a_race_all_hear_at_the_same_time(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            room.crier = Broadcaster(list[Tell]().append)
            sitting, callers, _ = await playing(room, 3)
            sitting.table.match = match_at("rack0: R. R. R. R- RV")
            sitting.circle.look()
            await callers[0].act("thumb")
            assert sitting.table.playing.racing == (1, 2)
            assert [caller.sight["to_act"] for caller in callers] == [[1, 2]] * 3

    run(scene())


def plays_of(caller: Caller) -> list[dict[str, Any]]:
    """Give the plays that a connection was told of."""
    return [heard for heard in caller.heard if heard["is"] == "play"]
