"""The deal of the day: attempts, fields, archives, and how its secrets are drawn."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from meldroom.core.game import Refusal
from meldroom.games import GAMES
from meldroom.room.tokens import new_table_key, person_key, session_token
from meldroom.server.administration import recompute_ratings
from meldroom.server.people.account import erase_person, join_browsers
from meldroom.server.people.daily import (
    field_form,
    is_sealed,
    is_shown_to,
    open_attempt,
    open_practice,
    streak,
    todays_secrets,
)
from meldroom.server.storage.daily_deals import (
    DAILY_ATTEMPTS,
    DAILY_DEALS,
    DailyAttempt,
    attempts_at,
    attempts_of,
    claim_attempt,
    day_after,
    today,
)
from meldroom.server.storage.results import SEAT_RESULTS
from meldroom.server.storage.store import Store
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.conftest import Figure
from tests.server.local_room import FakeConnection, join, open_room, wait_until
from tests.server.played_games import NEVER, SHORT_GAME, play_on
from tests.server.postgres import ONLY_POSTGRES
from tests.server.simulation.disk import Disk
from tests.server.simulation.fakes import simulated
from tests.server.simulation.loop import VirtualLoop
from tests.server.simulation.server import SimulatedHost

ADA, ELIF, OMAR = "a-session-of-Ada", "a-session-of-Elif", "a-session-of-Omar"
PAIRS = 12  # of requests at once


async def attempt_of(room: Room, name: str, session: str, game: str = SHORT_GAME) -> LiveTable:
    """Open a person's attempt, or find it again."""
    return await open_attempt(room, game, name, [person_key(session)], session)


async def play_first_legal(room: Room, live: LiveTable, session: str) -> FakeConnection:
    """Play a whole game with bots, always by the first legal action."""
    client = await join(room, live, session_token(session, live.table.key))
    table = live.table
    while True:
        await wait_until(lambda: is_over(live) or 0 in table.current_match.to_act)
        if is_over(live):
            return client
        await client.request("ready")
        await client.act(table.game.text(table.current_match.legal(0)[0]))


def is_over(live: LiveTable) -> bool:
    """Say whether the game has ended."""
    return live.table.phase == "over"


def let_the_day_pass(store: Store) -> str:
    """Make all that happened today happen yesterday, and give that day."""
    yesterday = (date.fromisoformat(today()) - timedelta(days=1)).isoformat()
    with store.writing() as connection, connection.begin():
        for table in (DAILY_DEALS, DAILY_ATTEMPTS):
            connection.execute(sa.delete(table).where(table.c.day > today()))
            connection.execute(sa.update(table).values(day=yesterday))
        shift_results(connection, -1)
    return yesterday


def shift_results(connection: sa.Connection, days: int) -> None:
    """Let all games have ended on another day."""
    at = SEAT_RESULTS.c.at + days * 86_400_000
    connection.execute(sa.update(SEAT_RESULTS).values(at=at))


async def test_people_who_play_alike_meet_the_same_game_at_different_tables(room: Room) -> None:
    games = []
    for name, session in (("Ada", ADA), ("Elif", ELIF)):
        live = await attempt_of(room, name, session)
        await play_first_legal(room, live, session)
        assert live.table.match is not None
        games.append((live.table.key, live.table.match.moves))
    (one, moves), (other, other_moves) = games
    assert one != other
    assert moves == other_moves
    assert {seat for seat, _ in moves} == {0, 1, 2, 3}


async def test_a_practice_game_is_the_same_table_and_counts_for_nobody(room: Room) -> None:
    live = await attempt_of(room, "Ada", ADA)
    await play_first_legal(room, live, ADA)
    day = let_the_day_pass(room.store)
    practice = await open_practice(room, day, SHORT_GAME, "Elif", ELIF)
    await play_first_legal(room, practice, ELIF)
    assert live.table.match is not None
    assert practice.table.match is not None
    assert live.table.match.moves == practice.table.match.moves
    assert not room.results.games_of([person_key(ELIF)])
    assert len(attempts_at(room.store, day, SHORT_GAME)) == 1


async def test_a_person_has_one_attempt_and_comes_back_to_it_after_a_restart(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await attempt_of(room, "Ada", ADA)
        await play_on(live, 3)
        key, moves = live.table.key, list(live.table.current_match.moves)
    async with open_room(tmp_path / "db", NEVER) as room:
        again = await attempt_of(room, "Another name", ADA)
        assert again.table.key == key
        assert again.table.current_match.moves == moves
        assert (await attempt_of(room, "Elif", ELIF)).table.key != key


async def test_46_two_requests_at_once_get_one_table(room: Room, figure: Figure) -> None:
    pairs = [f"session {number}" for number in range(PAIRS)]
    opened = await asyncio.gather(*(attempt_of(room, "Ada", each) for each in pairs * 2))
    assert opened[:PAIRS] == opened[PAIRS:]
    assert {*opened} == {*room.tables.values()}
    assert len(room.tables) == PAIRS
    await play_first_legal(room, opened[0], pairs[0])
    figure(f"46: {PAIRS} pairs of requests at once, a table for each pair")


async def test_46_an_attempt_whose_table_was_not_opened_is_opened_by_the_next_request(
    still_room: Room,
) -> None:
    day, _ = await todays_secrets(still_room.log)
    key = new_table_key()

    def claim(connection: sa.Connection) -> None:
        claim_attempt(connection, day, SHORT_GAME, [person_key(ADA)], key)

    await still_room.log.change(claim, erases=False)  # and the server stopped
    looking = asyncio.create_task(still_room.find(key))
    opened = await asyncio.gather(*(attempt_of(still_room, "Ada", ADA) for _ in range(3)))
    assert await looking in (None, *opened)
    assert {live.table.key for live in opened} == {key}
    assert [*still_room.tables.values()] == [opened[0]] == [*{*opened}]


async def test_no_game_has_the_secret_of_another_day_game_or_room(tmp_path: Path) -> None:
    drawn: list[bytes] = []
    for name in ("one", "other"):
        async with open_room(tmp_path / name, NEVER) as room:
            day, secrets = await todays_secrets(room.log)
            assert (await todays_secrets(room.log)) == (day, secrets)
            with room.store.reading() as connection:
                rows = connection.execute(sa.select(DAILY_DEALS)).all()
            assert {row.day for row in rows} == {day, day_after(day)}
            drawn += [bytes.fromhex(row.secret) for row in rows]
    assert len({*drawn}) == len(drawn) == 4 * len(GAMES)
    assert {len(secret) for secret in drawn} == {32}


async def test_an_attempt_has_no_hints_no_second_game_and_no_second_person(
    still_room: Room,
) -> None:
    live = await attempt_of(still_room, "Ada", ADA)
    table = live.table
    await wait_for_turn(live)
    client = await join(still_room, live, session_token(ADA, table.key))
    assert (await client.request("hint", id="1"))["rule"] == "P-14"
    legal = table.game.text(table.current_match.legal(0)[0])
    assert (await client.request("check", id="2", text=legal))["rule"] == "P-14"
    assert (await client.request("leave"))["rule"] == "P-5"
    assert (await client.request("give", share="00" * 16))["rule"] == "P-5"
    with pytest.raises(Refusal, match="alone"):
        await still_room.take_seat(live, "Elif", None, table.opened.code)
    await play_on(live)
    assert (await client.request("rematch"))["rule"] == "P-5"


async def wait_for_turn(live: LiveTable) -> None:
    """Let bots play until the person is to act."""
    while 0 not in live.table.current_match.to_act:
        await play_on(live, 1)


async def test_no_seed_is_sent_to_who_has_finished(room: Room) -> None:
    live = await attempt_of(room, "Ada", ADA)
    client = await play_first_legal(room, live, ADA)
    await wait_until(lambda: client.last("table")["phase"] == "over")
    match = live.table.match
    assert match is not None
    sent = b"".join(client.frames).decode()
    assert live.table.next_deal.commit in sent
    assert live.table.secret.hex() not in sent
    assert match.seed.hex() not in sent


@pytest.mark.parametrize(("sign", "best_first"), [(1, [9, 7, 4]), (-1, [-9, -7, -4])])
async def test_of_equal_places_the_better_score_comes_first(
    sign: int, best_first: list[int], still_room: Room
) -> None:
    lives = [await attempt_of(still_room, "Ada", f"session {number}") for number in range(3)]
    for live in lives:
        await play_on(live)
    row, update = SEAT_RESULTS.c, sa.update(SEAT_RESULTS)
    with still_room.store.writing() as connection, connection.begin():
        connection.execute(update.values(score=row.place * -sign))
        for live, score in zip(lives, (7, 4, 9), strict=True):
            own = update.where(row.table_id == live.table.key, row.seat == 0)
            connection.execute(own.values(place=1, score=sign * score))
    attempts = attempts_at(still_room.store, today(), SHORT_GAME)
    field = field_form(still_room.store, attempts, None, with_names=False)
    assert [result["score"] for result in field] == best_first


async def test_a_game_that_ends_after_midnight_has_no_score(still_room: Room) -> None:
    live = await attempt_of(still_room, "Ada", ADA)
    await play_on(live)
    (finished,) = attempts_at(still_room.store, today(), SHORT_GAME)
    assert finished.place is not None
    with still_room.store.writing() as connection, connection.begin():
        shift_results(connection, 1)
    (late,) = attempts_at(still_room.store, today(), SHORT_GAME)
    assert (late.place, late.score) == (None, None)


async def test_46_an_attempt_that_is_open_at_midnight_can_be_finished_without_a_score(
    still_room: Room,
) -> None:
    live = await attempt_of(still_room, "Ada", ADA)
    await play_on(live, 3)
    yesterday = let_the_day_pass(still_room.store)
    other = await attempt_of(still_room, "Ada", ADA)
    assert other is not live, "the next deal"
    await wait_for_turn(live)
    client = await join(still_room, live, session_token(ADA, live.table.key))
    assert (await client.act(client.legal[0]))["is"] == "ack"
    await play_on(live)
    (late,) = attempts_at(still_room.store, yesterday, SHORT_GAME)
    assert (late.table_id, late.place) == (live.table.key, None)


def rows_of_attempts(room: Room) -> int:
    """Count what is stored of all attempts."""
    with room.store.reading() as connection:
        return len(connection.execute(sa.select(DAILY_ATTEMPTS)).all())


@pytest.mark.parametrize("moves", [3, None], ids=["unfinished", "finished"])
async def test_46_an_erased_attempt_is_used_up_and_leaves_the_field(
    moves: int | None, still_room: Room
) -> None:
    live = await attempt_of(still_room, "Ada", ADA)
    await play_on(live, moves)
    key = person_key(ADA)
    await erase_person(still_room, [key])
    again = await still_room.find(live.table.key)
    assert again is not None
    await play_on(again)  # by the cookie that the browser should have dropped
    with pytest.raises(Refusal, match="come back tomorrow"):
        await attempt_of(still_room, "Ada", ADA)
    await recompute_ratings(still_room)
    assert attempts_at(still_room.store, today(), SHORT_GAME) == []
    assert is_sealed(still_room, live.table.key)
    assert not is_shown_to(still_room, live.table.key, key)
    let_the_day_pass(still_room.store)
    assert (await attempt_of(still_room, "Ada", ADA)).table.key != live.table.key
    assert rows_of_attempts(still_room) == 1, "nothing is kept of what was erased"


async def join_devices(room: Room) -> list[str]:
    """Let Elif's browser become Ada's, and give the keys of the person that they are now."""
    await join_browsers(room, ADA, ELIF)
    return room.results.keys_of(person_key(ADA))


@pytest.mark.parametrize("first", [ADA, ELIF])
@pytest.mark.parametrize("other_finishes", [True, False])
async def test_46_of_two_devices_that_are_joined_the_attempt_finished_first_counts(
    first: str, other_finishes: bool, still_room: Room
) -> None:
    lives = {each: await attempt_of(still_room, "Ada", each) for each in (ADA, ELIF)}
    await play_on(lives[first])
    with still_room.store.writing() as connection, connection.begin():
        connection.execute(sa.update(SEAT_RESULTS).values(at=SEAT_RESULTS.c.at - 1))
    if other_finishes:
        await play_on(lives[ELIF if first == ADA else ADA], seed=1)
    keys = await join_devices(still_room)
    (counts,) = attempts_at(still_room.store, today(), SHORT_GAME)
    assert counts.table_id == lives[first].table.key
    assert attempts_of(still_room.store, keys) == [counts]
    assert await open_attempt(still_room, SHORT_GAME, "Ada", keys, ADA) is lives[first]
    assert all(is_sealed(still_room, live.table.key) for live in lives.values())


async def test_46_the_attempts_of_joined_devices_are_used_up_together(still_room: Room) -> None:
    lives = [await attempt_of(still_room, "Ada", each) for each in (ADA, ELIF)]
    keys = await join_devices(still_room)
    omars = await attempt_of(still_room, "Omar", OMAR)
    await erase_person(still_room, keys)
    for session in (ADA, ELIF):
        with pytest.raises(Refusal, match="come back tomorrow"):
            await attempt_of(still_room, "Ada", session)
    assert all(is_sealed(still_room, live.table.key) for live in lives)
    await join_browsers(still_room, OMAR, ADA)
    keys = still_room.results.keys_of(person_key(OMAR))
    assert await open_attempt(still_room, SHORT_GAME, "Omar", keys, OMAR) is omars
    (counts,) = attempts_at(still_room.store, today(), SHORT_GAME)
    assert counts.table_id == omars.table.key


@pytest.mark.parametrize(
    ("days", "expected"),
    [([], 0), (["09"], 0), (["10"], 1), (["09", "10", "11"], 3), (["08", "10", "11"], 2)],
)
def test_a_streak_counts_days_in_a_row_up_to_today_or_yesterday(
    days: list[str], expected: int
) -> None:
    attempts = [
        DailyAttempt(f"2026-05-{day}", SHORT_GAME, "ada", "table", "Ada", 1, 10) for day in days
    ]
    unfinished = DailyAttempt("2026-05-07", SHORT_GAME, "ada", "table", None, None, None)
    assert streak([unfinished, *attempts], "2026-05-11") == expected


DAY = 86_400
QUERY = "SELECT day, game, secret FROM daily_deals"


def test_a_server_that_nobody_asks_fixes_the_deals_of_each_day_before_it_begins() -> None:
    random, loop, disk = Random(0), VirtualLoop(Random(0)), Disk()
    drawn: list[dict[tuple[str, str], str]] = []  # at the end of each day

    async def scenario() -> None:
        host = SimulatedHost(disk, pace=0.0)
        await host.start()
        for _ in range(2):
            loop.now += DAY - loop.now % DAY - 150  # the rest of the day, with nothing to do
            await asyncio.sleep(120)  # until 30 seconds before midnight
            drawn.append(
                {(day, game): secret for day, game, secret in disk.database.execute(QUERY)}
            )
            await asyncio.sleep(60)
        host.kill()

    with simulated(loop, random):
        loop.run_until_complete(scenario())
        loop.close()
    first, second = drawn
    assert {day for day, _ in first} == {"2026-01-01", "2026-01-02"}
    assert {day for day, _ in second} == {"2026-01-01", "2026-01-02", "2026-01-03"}
    assert {game for _, game in first} == {*GAMES}
    assert second.items() >= first.items(), "what was fixed stays"
    assert len({*second.values()}) == 3 * len(GAMES)


@ONLY_POSTGRES
async def test_of_servers_that_draw_at_once_one_wins_and_all_have_the_same_deal(url: str) -> None:
    async with open_room(url, address="a:1") as one, open_room(url, address="b:1") as other:
        drawn = await asyncio.gather(
            *[todays_secrets(room.log) for room in (one, other) for _ in range(4)]
        )
        assert all(secrets == drawn[0] for secrets in drawn)
