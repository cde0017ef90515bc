"""What `master` makes of a deal of the day."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from meldroom.server.people.daily import todays_secrets
from meldroom.server.people.daily_master import master_result
from meldroom.server.storage.daily_deals import read_master, today
from tests.server.http.test_me import ADA, ELIF, browser
from tests.server.local_room import local_server, open_room
from tests.server.people.test_daily import attempt_of
from tests.server.played_games import NEVER, SHORT_GAME, play_on


@pytest.mark.long
async def test_only_who_has_finished_sees_what_master_made_of_it(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await play_on(await attempt_of(room, "Ada", ADA))
        await attempt_of(room, "Elif", ELIF)
        day, secrets = await todays_secrets(room.log)
        played = await master_result(asyncio.to_thread, SHORT_GAME, secrets[SHORT_GAME])
        assert played == await master_result(asyncio.to_thread, SHORT_GAME, secrets[SHORT_GAME])
    address = f"/api/daily/{day}/{SHORT_GAME}"
    async with local_server(tmp_path / "db") as origin:
        async with browser(origin, ADA) as http:
            while (master := (await http.get(address)).json()["master"]) is None:
                await asyncio.sleep(0)
            assert master == {"place": played.place, "score": played.score}
        for session in (ELIF, ""):
            async with browser(origin, session) as http:
                assert (await http.get(address)).json()["master"] is None
    async with open_room(tmp_path / "db", NEVER) as room:
        assert read_master(room.store, today(), SHORT_GAME) == played, "it plays once"
