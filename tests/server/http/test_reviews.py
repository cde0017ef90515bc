"""Reviews of finished games: computed once for all who ask, kept, and never of a running game."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from meldroom.reviews import review
from meldroom.reviews.form import review_form
from meldroom.room.log_entries import GamePrepared, TableClosed
from meldroom.room.records import record_from_log
from meldroom.server.administration import Administration, ForgetPerson
from meldroom.server.tables import reviews
from meldroom.server.tables.bot_pool import BotPool
from tests.server.local_room import local_server, open_room
from tests.server.sample_logs import continued, sample_log, write_log
from tests.server.socket_client import http_client

T = TypeVar("T")
KEY = "a" * 14
GAME = "victor-or-victim"  # its games are short
EFFORT = 0.01
ADDRESS = f"/api/tables/{KEY}/records/1/review"
one_game = cache(lambda: sample_log(KEY, game=GAME))


class ThreadPool(BotPool):
    """Runs what is in the background in threads, which start at once, and counts it."""

    computed: list[str]
    gate: asyncio.Event

    async def run_in_background(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread when the gate is open."""
        await self.gate.wait()
        self.computed.append(function.__name__)
        return await asyncio.to_thread(function, *arguments)


@pytest.fixture(autouse=True)
def pool(library: None, monkeypatch: pytest.MonkeyPatch) -> type[ThreadPool]:
    """Let reviews be computed in threads."""
    ThreadPool.computed, ThreadPool.gate = [], asyncio.Event()
    ThreadPool.gate.set()
    monkeypatch.setattr("meldroom.server.tables.room.BotPool", ThreadPool)
    return ThreadPool


def served(
    tmp_path: Path, scenario: Callable[[httpx.AsyncClient], Any], effort: float = EFFORT
) -> None:
    """Run a server, and let somebody make requests."""

    async def serve() -> None:
        path = tmp_path / "db"
        async with local_server(path, review_effort=effort) as origin, http_client(origin) as http:
            await scenario(http)

    asyncio.run(serve())


async def finished(http: httpx.AsyncClient, address: str = ADDRESS) -> dict[str, Any]:
    """Ask until the review is there."""
    while (answer := await http.get(address)).status_code == 202:
        assert answer.headers["retry-after"] == "1"
        await asyncio.sleep(0.01)
    assert answer.status_code == 200
    form: dict[str, Any] = answer.json()
    return form


def test_a_review_is_computed_with_its_progress_and_is_that_of_the_record(
    tmp_path: Path, pool: type[ThreadPool]
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())
    record = record_from_log(KEY, one_game(), 1)
    assert record is not None

    async def scenario(http: httpx.AsyncClient) -> None:
        pool.gate.clear()
        first = await http.get(ADDRESS)
        assert (first.status_code, first.json()) == (202, {"progress": 0.0, "rough": None})
        pool.gate.set()
        form = await finished(http)
        assert form == review_form(review(record, EFFORT))

    served(tmp_path, scenario)


def test_a_review_is_compressed_for_who_can_read_that(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())

    async def scenario(http: httpx.AsyncClient) -> None:
        form = await finished(http)
        small = await http.get(ADDRESS)
        large = await http.get(ADDRESS, headers={"Accept-Encoding": "identity"})
        assert (small.json(), large.json()) == (form, form)
        assert "content-encoding" not in large.headers
        sizes = [int(answer.headers["content-length"]) for answer in (small, large)]
        assert sizes[0] < sizes[1] / 3

    served(tmp_path, scenario)


def test_the_rough_line_comes_before_any_move_is_reviewed(
    tmp_path: Path, pool: type[ThreadPool], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())

    async def scenario(http: httpx.AsyncClient) -> None:
        rough = []
        while (answer := await http.get(ADDRESS)).status_code == 202:
            if answer.json()["rough"] is not None:
                rough.append(answer.json()["rough"])
            await asyncio.sleep(0)
        assert pool.computed[0] == "rough_line"
        assert pool.computed[-1] == "assembled_form"
        moves = len(answer.json()["line"]) - 1
        assert rough
        assert rough[0]["plies"][-1] == moves
        assert len(rough[0]["line"]) == len(rough[0]["plies"])

    served(tmp_path, scenario)


def test_all_who_ask_share_one_computation(tmp_path: Path, pool: type[ThreadPool]) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())

    async def scenario(http: httpx.AsyncClient) -> None:
        forms = await asyncio.gather(*[finished(http) for _ in range(5)])
        moves = len(forms[0]["line"]) - 1
        assert all(form == forms[0] for form in forms)
        assert pool.computed.count("reviewed_move") == moves
        assert pool.computed.count("rough_line") == pool.computed.count("assembled_form") == 1

    served(tmp_path, scenario)


def test_a_review_outlasts_a_restart_until_the_engine_changes(
    tmp_path: Path, pool: type[ThreadPool], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())
    forms: list[dict[str, Any]] = []

    async def scenario(http: httpx.AsyncClient) -> None:
        forms.append(await finished(http))

    served(tmp_path, scenario)
    computed = len(pool.computed)
    served(tmp_path, scenario)
    assert forms[1] == forms[0]
    assert len(pool.computed) == computed, "nothing was computed again"
    monkeypatch.setattr(reviews, "ENGINE", "later")
    served(tmp_path, scenario)
    assert len(pool.computed) == 2 * computed
    with sqlite3.connect(tmp_path / "db") as connection:
        assert connection.execute("SELECT number, engine FROM reviews").fetchall() == [
            (1, f"later, effort {EFFORT:g}")
        ]


def test_who_is_forgotten_is_not_named_by_a_stored_review(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())

    async def forget() -> None:
        async with open_room(tmp_path / "db") as room:
            assert (await Administration(room).perform(ForgetPerson("Ada")))["tables"] == [KEY]

    async def scenario(http: httpx.AsyncClient) -> None:
        await finished(http)

    async def afterwards(http: httpx.AsyncClient) -> None:
        answer = await http.get(ADDRESS)
        assert answer.status_code == 200, "the figures stay"
        assert "Ada" not in answer.text
        assert answer.json()["players"][1] == "Elif"

    served(tmp_path, scenario)
    asyncio.run(forget())
    served(tmp_path, afterwards)


# -- what is not reviewed


@pytest.mark.parametrize("moves_left", [1, 10])
def test_a_running_game_is_not_reviewed_even_in_part(
    tmp_path: Path, pool: type[ThreadPool], moves_left: int
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY, stop=moves_left, game=GAME))

    async def scenario(http: httpx.AsyncClient) -> None:
        for _ in range(2):
            answer = await http.get(ADDRESS)
            assert answer.status_code == 409
            assert answer.json()["rule"] == "P-5"
            assert set(answer.json()) == {"title", "status", "detail", "rule"}
        assert pool.computed == []

    served(tmp_path, scenario)


def test_while_the_next_game_is_played_only_the_last_one_is_reviewed(
    tmp_path: Path, pool: type[ThreadPool]
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY, games=2, stop=1, game=GAME))

    async def scenario(http: httpx.AsyncClient) -> None:
        assert (await http.get(ADDRESS.replace("/1/", "/2/"))).status_code == 409
        assert pool.computed == []
        first = await finished(http)
        assert len(first["line"]) - 1 == pool.computed.count("reviewed_move")

    served(tmp_path, scenario)


def test_a_game_that_has_not_begun_is_not_over(tmp_path: Path, pool: type[ThreadPool]) -> None:
    rows = continued(one_game(), [GamePrepared("00" * 32)])
    write_log(f"sqlite:///{tmp_path / 'db'}", rows)

    async def scenario(http: httpx.AsyncClient) -> None:
        assert (await http.get(ADDRESS.replace("/1/", "/2/"))).status_code == 409
        assert pool.computed == []

    served(tmp_path, scenario)


def test_what_does_not_exist_or_was_ended_early_has_no_review(
    tmp_path: Path, pool: type[ThreadPool]
) -> None:
    ended = continued(sample_log(KEY, stop=1, game=GAME), [TableClosed()])
    write_log(f"sqlite:///{tmp_path / 'db'}", ended)

    async def scenario(http: httpx.AsyncClient) -> None:
        for address in (ADDRESS, ADDRESS.replace("/1/", "/2/"), ADDRESS.replace(KEY, "b" * 14)):
            answer = await http.get(address)
            assert answer.status_code == 404
            assert answer.headers["content-type"] == "application/problem+json"
        assert pool.computed == []

    served(tmp_path, scenario)


# -- limits and failures


def test_beyond_the_limit_a_request_says_when_to_come_back(
    tmp_path: Path, pool: type[ThreadPool], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "b" * 14
    rows = [*one_game(), *sample_log(other, game=GAME)]
    write_log(f"sqlite:///{tmp_path / 'db'}", rows)
    monkeypatch.setattr(reviews, "MAX_REVIEWS", 1)

    async def scenario(http: httpx.AsyncClient) -> None:
        pool.gate.clear()
        assert (await http.get(ADDRESS)).status_code == 202
        refused = await http.get(ADDRESS.replace(KEY, other))
        assert (refused.status_code, refused.json()["rule"]) == (429, "P-11")
        assert int(refused.headers["retry-after"]) > 0
        assert (await http.get(ADDRESS)).status_code == 202, "who asked before still waits"
        pool.gate.set()
        await finished(http)
        await finished(http, ADDRESS.replace(KEY, other))

    served(tmp_path, scenario)


def test_a_review_that_fails_says_so_and_is_not_tried_again_at_once(
    tmp_path: Path, pool: type[ThreadPool], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())
    asked = []

    def broken(*_: Any) -> None:
        asked.append(1)
        raise MemoryError

    monkeypatch.setattr(reviews, "rough_line", broken)

    async def scenario(http: httpx.AsyncClient) -> None:
        while (answer := await http.get(ADDRESS)).status_code == 202:
            await asyncio.sleep(0)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 1
        assert (await http.get(ADDRESS)).status_code == 503
        assert asked == [1]

    served(tmp_path, scenario)


def test_a_server_that_stops_does_not_wait_for_reviews(
    tmp_path: Path, pool: type[ThreadPool]
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", one_game())

    async def scenario(http: httpx.AsyncClient) -> None:
        pool.gate.clear()
        assert (await http.get(ADDRESS)).status_code == 202

    served(tmp_path, scenario)
    assert pool.computed == []
