"""The HTTP API of the deal of the day: what is public when."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from meldroom.core.record import replay
from meldroom.games import GAMES
from meldroom.server.addresses import local_origins
from meldroom.server.app import Config, make_app
from meldroom.server.storage.daily_deals import MasterResult, read_secrets, today, write_master
from meldroom.server.storage.store import Store
from meldroom.server.tables.room import Room
from tests.server.http.test_me import ADA, ELIF, browser
from tests.server.local_room import local_server, open_room
from tests.server.people.test_daily import OMAR, attempt_of, let_the_day_pass
from tests.server.played_games import NEVER, SHORT_GAME, play_on
from tests.server.test_faults_intrusion import addresses

RECORD = "/api/tables/{key}/records/{number:number}"
MAIL = "/api/tables/{key}/mail"  # it shows nothing of the game


async def let_master_have_played(room: Room) -> None:
    """Store what it made of today's deal, so that no test waits for it."""
    write = partial(write_master, day=today(), game=SHORT_GAME, result=MasterResult(1, 5))
    await room.log.change(write, erases=False)


async def test_46_no_route_shows_a_sealed_table_to_anybody_who_has_not_finished_the_deal(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await attempt_of(room, "Ada", ADA)
        await play_on(live)
        await play_on(await attempt_of(room, "Elif", ELIF), 3)
        await play_on(await attempt_of(room, "Omar", OMAR), seed=1)
        await let_master_have_played(room)
    assert live.table.match is not None
    key = live.table.key
    secrets = (key, live.table.secret.hex(), live.table.match.seed.hex())
    app = make_app(Config(local_origins(8000)), Store(f"sqlite:///{tmp_path / 'none'}"))
    routes = [(path, route.methods or ()) for path, route in addresses(app.routes)]
    paths = {path for path, methods in routes if path.startswith("/api/") and "GET" in methods}
    of_game = {path for path in paths if path.startswith("/api/tables/{key}/")} - {MAIL}
    assert f"{RECORD}/review" in of_game
    fields = {"key": key, "game": SHORT_GAME, "day": today(), "number": 1, "step": 0}
    async with local_server(tmp_path / "db", review_effort=0.01) as origin:
        for session, finished in ((ADA, True), (OMAR, True), (ELIF, False), ("", False)):
            async with browser(origin, session) as http:
                for pattern in sorted(paths):
                    path = pattern.replace("/games/{key}", "/games/{game}").replace(":number", "")
                    answer = await http.get(path.format(**fields))
                    assert finished or not any(one in answer.text for one in secrets), path
                    if pattern in of_game:
                        ok = answer.status_code in (200, 202)
                        assert ok if finished else answer.json()["rule"] == "P-15", path
                body = {"ply": 0, "seat": 0, "name": "Ada"}
                branch = await http.post(f"/api/tables/{key}/records/1/branches", json=body)
                assert (branch.status_code, branch.json()["rule"]) == (403, "P-15")


async def test_46_the_same_cookie_gets_no_second_try_after_it_was_deleted(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db", pace=NEVER) as origin:
        async with browser(origin) as http:
            body = {"name": "Ada"}
            first = await http.post(f"/api/daily/{SHORT_GAME}", json=body)
            cookie = http.cookies["meldroom"]
            await http.post("/api/me/delete", json={})
            assert "meldroom" not in http.cookies
            other = await http.post(f"/api/daily/{SHORT_GAME}", json=body)
            assert other.status_code == 201, "a new cookie is a new person"
            assert other.json()["table"] != first.json()["table"]
        async with browser(origin, cookie) as http:
            refused = await http.post(f"/api/daily/{SHORT_GAME}", json=body)
            assert (refused.status_code, refused.json()["rule"]) == (403, "P-15")
            another = next(game for game in GAMES if game != SHORT_GAME)
            assert (await http.post(f"/api/daily/{another}", json=body)).status_code == 201


async def test_while_the_day_lasts_nothing_public_tells_the_deal(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await attempt_of(room, "Ada", ADA)
        await play_on(live)
        await let_master_have_played(room)
        key, secret = live.table.key, live.table.secret.hex()
        seed = live.table.next_deal.seed.hex()
    async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as http:
        body = {"ply": 0, "seat": 0, "name": "Ada"}
        branches = f"/api/tables/{key}/records/1/branches"
        assert (await http.post(branches, json=body)).json()["rule"] == "P-15"
        with ZipFile(BytesIO((await http.get("/api/me/export")).content)) as export:
            assert export.namelist() == ["games.csv"]
        for address in ("/api/daily", f"/api/daily/{today()}/{SHORT_GAME}", "/api/me/record"):
            answer = await http.get(address)
            assert answer.status_code == 200
            assert secret not in answer.text
            assert seed not in answer.text
        body = {"name": "Ada"}
        again = await http.post(f"/api/daily/{today()}/{SHORT_GAME}", json=body)
        assert again.status_code == 404, "practice waits until the day is over"


async def test_what_was_committed_to_is_shown_the_day_after_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "db"
    async with open_room(path, NEVER) as room:
        key = (live := await attempt_of(room, "Ada", ADA)).table.key
        await play_on(live)
    async with local_server(path) as origin, browser(origin) as http:
        games = (await http.get("/api/daily")).json()["games"]
        assert [one["game"] for one in games] == list(GAMES)
        (commit,) = [one["commit"] for one in games if one["game"] == SHORT_GAME]
    store = Store(f"sqlite:///{path}")
    store.open()
    day = let_the_day_pass(store)
    store.close()
    async with local_server(path) as origin, browser(origin) as http:
        deal = (await http.get(f"/api/daily/{day}/{SHORT_GAME}")).json()
        assert sha256(bytes.fromhex(deal["secret"])).hexdigest() == commit == deal["commit"]
        form = (await http.get(f"/api/tables/{key}/records/1")).json()
        assert (form["secret"], form["commit"]) == (deal["secret"], commit)
        replay(GAMES[SHORT_GAME], form)
        practice = await http.post(f"/api/daily/{day}/{SHORT_GAME}", json={"name": "Elif"})
        assert practice.status_code == 201
        (past,) = (await http.get("/api/daily")).json()["past"]
        assert past["day"] == day
        assert (await http.get("/api/daily?past=0")).json()["past"] == []
        assert (await http.get("/api/daily?past=many")).json()["rule"] == "P-1"


async def test_nothing_is_told_of_a_day_that_has_not_come(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, browser(origin) as http:
        day = (await http.get("/api/daily")).json()["day"]
        tomorrow = f"{int(day[:4]) + 1}{day[4:]}"
        for when in (tomorrow, "tomorrow", "9999-99-99"):
            address = f"/api/daily/{when}/{SHORT_GAME}"
            assert (await http.get(address)).status_code == 404
            assert (await http.post(address, json={"name": "Ada"})).status_code == 404
        assert (await http.get(f"/api/daily/{day}/no-game")).status_code == 404


async def test_the_field_is_shown_to_who_has_finished_and_names_nobody(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await play_on(await attempt_of(room, "Ada", ADA))
        await attempt_of(room, "Elif", ELIF)
        await let_master_have_played(room)
    address = f"/api/daily/{today()}/{SHORT_GAME}"
    async with local_server(tmp_path / "db") as origin:
        async with browser(origin, ADA) as http:
            mine = (await http.get(address)).json()
            assert mine["state"] == "over"
            (result,) = mine["field"]
            assert result["mine"]
            assert (result["place"], result["score"]) == (mine["place"], mine["score"])
            assert result["name"] is None
            assert mine["master"] == {"place": 1, "score": 5}
            assert (await http.get("/api/daily")).json()["streak"] == 1
        for session, state in ((ELIF, "playing"), ("", "new")):
            async with browser(origin, session) as http:
                other = (await http.get(address)).json()
                assert (other["state"], other["field"]) == (state, None)
                assert other["master"] is None


async def test_a_browser_opens_its_attempt_once_and_gets_it_again(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db", pace=NEVER) as origin, browser(origin) as http:
        address, body = f"/api/daily/{SHORT_GAME}", {"name": "Ada"}
        first = await http.post(address, json=body)
        assert first.status_code == 201
        assert (await http.post(address, json=body)).json() == first.json()
        async with browser(origin) as other:
            assert (await other.post(address, json=body)).json() != first.json()
        (mine,) = [
            one
            for one in (await http.get("/api/daily")).json()["games"]
            if one["state"] == "playing"
        ]
        assert mine["table"] == first.json()["table"]
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    assert list(read_secrets(store, today())) == sorted(GAMES)
    store.close()
