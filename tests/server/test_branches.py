"""Playing on from a finished game: the position as it was, and a record that says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.core.record import replay
from meldroom.games import find
from meldroom.server.http.records import record_of
from meldroom.server.storage.log_entries import Settings
from tests.conformance.tables import EVERY_GAME
from tests.match.positions import default_text
from tests.server.chronicle import chronicle, write_down
from tests.server.house import Caller, hello, open_room, run, served, until
from tests.server.wire import client

KEY = "a" * 14
QUICKEST = "victor-or-victim"
PATH = f"/api/tables/{KEY}/records/1"
WISH = {"ply": 6, "seat": 1, "name": "Ines"}


def finished(tmp_path: Path, game: str = QUICKEST, games: int = 1, stop: int = 0) -> Path:
    """Write a table down whose games are over, but for so many last moves."""
    path = tmp_path / "db"
    write_down(f"sqlite:///{path}", chronicle(KEY, games=games, stop=stop, game=game))
    return path


async def branched(room: Any, ply: int, seat: int) -> tuple[Any, str, dict[str, Any]]:
    """Play on from the finished game; gives the sitting, its token and the finished record."""
    form = record_of(KEY, room.log.read(KEY), 1)
    assert form is not None
    sitting, token = await room.branch(form, ply, seat, Settings(bot="random"), "Ines")
    return sitting, token, form


@EVERY_GAME
def test_the_position_is_the_one_of_that_ply_and_the_person_has_the_seat(
    tmp_path: Path, game: Any
) -> None:
    async def scene() -> None:
        async with open_room(finished(tmp_path, game.key)) as room:
            form = record_of(KEY, room.log.read(KEY), 1)
            assert form is not None
            states = list(replay(form, find))
            for ply in (0, 1, len(states) // 2, len(states) - 2):
                sitting, token, _ = await branched(room, ply, 1)
                match = sitting.table.playing
                assert match.state == states[ply]
                assert match.moves == [tuple(move) for move in form["moves"][:ply]]
                assert sitting.table.host == 1
                assert sitting.table.chairs[0].bot
                caller = await hello(room, sitting, token)
                assert caller.last("welcome")["you"] == 1
                assert caller.sight["ply"] == ply
                caller.leave()

    run(scene())


def test_a_branched_game_is_played_to_its_end_and_its_record_says_where_it_comes_from(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with open_room(finished(tmp_path)) as room:
            sitting, token, source = await branched(room, 6, 0)
            caller = await hello(room, sitting, token)
            assert caller.last("welcome")["table"]["branch"] == {
                "digest": source["digest"], "ply": 6,
            }  # fmt: skip
            assert caller.last("welcome")["table"]["commit"] is None
            await played_out(sitting, caller)
            form = sitting.table.match.record(sitting.table.players)
            assert form["branch"] == {"digest": source["digest"], "ply": 6}
            assert form["seed"] == source["seed"]
            assert form["moves"][:6] == source["moves"][:6]
            assert "commit" not in form
            assert "secret" not in sitting.table.facts()
            *_, last = replay(form, find)
            assert last.ply == len(form["moves"])
            await caller.say("rematch")
            assert sitting.table.facts()["commit"] is not None, "the next game is dealt fairly"
            assert "branch" not in sitting.table.facts()
            rows = room.log.read(sitting.table.key)
            assert record_of(sitting.table.key, rows, 1) == form

    run(scene())


async def played_out(sitting: Any, caller: Caller) -> None:
    """Let the person do the last of the legal actions until the game is over."""
    while sitting.table.phase == "playing":
        await until(lambda: sitting.table.phase != "playing" or 0 in sitting.table.match.to_act)
        if sitting.table.phase == "playing":
            await caller.act(default_text(sitting.table.match, 0))


def test_a_branched_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = finished(tmp_path)

    async def before() -> tuple[str, str, Any, Any]:
        async with open_room(path) as room:
            sitting, token, _ = await branched(room, 6, 1)
            caller = await hello(room, sitting, token)
            await until(lambda: sitting.table.playing.to_act == (1,))
            await caller.act(default_text(sitting.table.playing, 1))
            await until(lambda: sitting.table.playing.to_act == (1,))  # nobody else moves now
            assert len(sitting.table.playing.moves) > 6
            caller.leave()
            table = sitting.table
            return table.key, token, table.playing.state, table.facts()["branch"]

    async def after(key: str, token: str, state: Any, branch: Any) -> None:
        async with open_room(path) as room:
            sitting = await room.find(key)
            assert sitting is not None
            assert sitting.table.playing.state == state
            assert sitting.table.facts()["branch"] == branch
            assert sitting.table.playing.moves_caught_up == 6
            caller = await hello(room, sitting, token)
            assert caller.last("welcome")["you"] == 1

    run(after(*run(before())))


def test_x4_what_was_played_before_the_branch_is_not_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(finished(tmp_path, "thumbs-up")) as room:
            form = record_of(KEY, room.log.read(KEY), 1)
            assert form is not None
            ply = next(at for at, (_, text) in enumerate(form["moves"], 1) if text == "take")
            seat = form["moves"][ply - 1][0]
            sitting, token, _ = await branched(room, ply, seat)
            assert sitting.table.playing.to_act == (seat,)
            caller = await hello(room, sitting, token)
            assert caller.sight["undo"] is False
            assert (await caller.say("undo", id="u1"))["rule"] == "X-4"

    run(scene())


def test_no_hidden_card_and_no_seed_leaves_a_branched_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(finished(tmp_path, "thumbs-up")) as room:
            sitting, token, form = await branched(room, 6, 1)
            caller = await hello(room, sitting, token)
            await until(lambda: sitting.table.playing.to_act == (1,))
            for frame in caller.frames:
                assert form["seed"] not in frame.decode()
            for zone in caller.sight["view"]["zones"]:
                if zone["sight"] == "none" or (zone["sight"] == "owner" and zone["owner"] != 1):
                    known = sitting.table.playing.view(1).zones
                    seen = next(
                        z for z in known if (z.name, z.owner) == (zone["name"], zone["owner"])
                    )
                    assert sum(code is not None for code in zone["cards"]) == len(seen.known)

    run(scene())


def test_playing_on_is_asked_for_like_a_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(finished(tmp_path)) as origin, client(origin) as http:
            answer = await http.post(f"{PATH}/branches", json=WISH)
            place = answer.json()
            assert answer.status_code == 201
            assert (place["seat"], place.keys()) == (1, {"table", "seat", "code"})
            assert "HttpOnly" in answer.headers["set-cookie"]
            program = await http.post(f"{PATH}/branches", json={**WISH, "keep": "token"})
            assert program.json()["token"]
            assert program.json()["table"] != place["table"]
            assert (await http.get("/api/tables")).json() == [], "it is nobody else's business"
            going = await http.get(f"/api/tables/{place['table']}/records/1")
            assert going.status_code == 404
            twice = f"/api/tables/{place['table']}/records/1/branches"
            assert (await http.post(twice, json=WISH)).status_code == 404, "it is not finished"

    run(scene())


def test_a_game_that_is_not_finished_is_not_played_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(finished(tmp_path, games=2, stop=1)) as origin, client(origin) as http:
            assert (await http.post(f"{PATH}/branches", json=WISH)).status_code == 201
            second = f"/api/tables/{KEY}/records/2/branches"
            assert (await http.post(second, json=WISH)).status_code == 404
            none = f"/api/tables/{'b' * 14}/records/1/branches"
            assert (await http.post(none, json=WISH)).status_code == 404

    run(scene())


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"ply": 100_000}, "P-1"),
        ({"ply": -1}, "P-1"),
        ({"ply": "6"}, "P-1"),
        ({"seat": 2}, "X-1"),
        ({"seat": 9}, "P-1"),
        ({"name": ""}, "P-1"),
        ({"name": "\u202e"}, "P-2"),
        ({"bot": "cheat"}, "P-1"),
        ({"more": 1}, "P-1"),
    ],
)
def test_a_branch_that_cannot_be_is_refused_with_a_rule(
    tmp_path: Path, change: dict[str, Any], rule: str
) -> None:
    async def scene() -> None:
        async with served(finished(tmp_path)) as origin, client(origin) as http:
            answer = await http.post(f"{PATH}/branches", json={**WISH, **change})
            assert (answer.status_code, answer.json()["rule"]) == (422, rule)
            assert "meldroom_log_rows_total 0" in (await http.get("/metrics")).text

    run(scene())


def test_the_end_of_a_game_is_not_played_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(finished(tmp_path)) as origin, client(origin) as http:
            last = len((await http.get(PATH)).json()["moves"])
            for ply, status in ((last - 1, 201), (last, 422)):
                answer = await http.post(f"{PATH}/branches", json={**WISH, "ply": ply})
                assert answer.status_code == status

    run(scene())


def test_17_other_pages_may_not_play_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(finished(tmp_path)) as origin, httpx.AsyncClient(base_url=origin) as http:
            foreign: list[dict[str, str]] = [{}, {"Origin": "https://evil.example"}]
            for headers in foreign:
                answer = await http.post(f"{PATH}/branches", json=WISH, headers=headers)
                assert (answer.status_code, answer.json()["rule"]) == (403, "P-10")
            assert (await http.get(f"{PATH}/branches")).status_code == 405

    run(scene())
