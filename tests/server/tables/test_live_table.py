"""A live table: requests are written, applied, sent; people come and go, bots play on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.record import replay
from meldroom.games import find
from meldroom.room.log_entries import HostChanged, MoveMade, PauseChanged, SeatLeft
from meldroom.room.records import current_record, rebuild, record_from_log
from meldroom.room.services import StorageError
from meldroom.server.storage.log import Done
from meldroom.server.storage.store import Fatal
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    FakeConnection,
    failing_log,
    join,
    open_room,
    play_turns,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
)
from tests.server.sample_logs import TOKENS, sample_log, write_log


async def test_nobody_is_sent_a_move_before_it_is_on_disk(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    actor = clients[live.table.current_match.to_act[0]]
    begin, counts = room.log.begin, [len(client.received) for client in clients]
    on_disk = []

    def observed(rows: Any, summary: Any, score: Any, lease: Any, done: Done) -> None:
        def stored(error: StorageError | None) -> None:
            on_disk.append(room.log.read(live.table.key)[-1] == rows[-1])
            on_disk.append([len(client.received) for client in clients] == counts)
            on_disk.append(live.table.current_match.state.ply == 0)
            done(error)

        begin(rows, summary, score, lease, stored)

    room.log.begin = observed  # type: ignore[method-assign]
    answer = await actor.act("draw")
    assert answer["is"] == "ack"
    assert on_disk == [True, True, True]
    assert all(client.last("play")["seq"] == answer["seq"] for client in clients)


async def test_what_cannot_be_written_did_not_happen_and_can_be_retried(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    actor = clients[live.table.current_match.to_act[0]]
    state = live.table.current_match.state
    with failing_log(room, StorageError("database or disk is full")):
        answer = await actor.act("draw", act_id="m")
    assert answer == {
        "is": "refusal", "id": "m", "rule": "P-8",
        "why": "nothing happened: it could not be saved; try again",
    }  # fmt: skip
    assert live.table.current_match.state is state
    assert (await actor.act("draw", act_id="m"))["is"] == "ack"
    assert not room.failed


async def test_a_failed_disk_stops_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_room(tmp_path / "db") as room:
        live, clients, _ = await table_in_play(room, 2)
        with failing_log(room, Fatal("disk I/O error")):
            await clients[live.table.current_match.to_act[0]].act("draw")
        assert room.failed
    assert "the disk failed: disk I/O error" in caplog.messages


async def test_an_act_that_is_sent_again_is_played_once(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    first = await clients[seat].act("draw", act_id="m")
    again = await clients[seat].act("draw", act_id="m")
    assert first == again
    clients[seat].disconnect()
    back = await join(room, live, tokens[seat])
    assert await back.act("draw", act_id="m") == first
    assert live.table.current_match.state.ply == 1


async def test_acts_of_the_game_before_are_recognised_after_a_restart_too(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, standing=True)
    assert (await clients[live.table.current_match.to_act[0]].act("draw", act_id="m"))[
        "is"
    ] == "ack"
    await clients[0].request("end")
    rebuilt = rebuild(live.table.key, room.log.read(live.table.key))
    assert [act_id for _, act_id in live.table.completed_acts] == ["m"]
    assert rebuilt.completed_acts == live.table.completed_acts


async def test_an_act_sent_twice_at_the_same_time_is_played_once(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    twin = await join(room, live, tokens[seat])
    answers = await asyncio.gather(
        clients[seat].act("draw", act_id="m"), twin.act("draw", act_id="m")
    )
    assert answers[0] == answers[1]
    assert live.table.current_match.state.ply == 1


async def test_the_token_of_a_seat_that_was_left_opens_nothing(room: Room) -> None:
    live, clients, tokens = await table_with_people(room, 3)
    await clients[2].request("leave")
    assert clients[2].closed_with == (4001, "you left")
    await clients[0].request("kick", seat=1)
    assert clients[1].closed_with == (4001, "the host removed you")
    for token in tokens[1:]:
        late = await join(room, live, token)
        assert late.received[0]["rule"] == ("P-12" if token == tokens[1] else "P-7")
        assert late.closed_with is not None


def test_covered_discards_are_shown_only_at_a_table_with_history(tmp_path: Path) -> None:
    async def scenario(history: bool) -> list[Any]:
        async with open_room(tmp_path / f"{history}.db") as room:
            live, clients, _ = await table_in_play(room, 2, history=history)
            await play_turns(live, clients, 3)
            zones = clients[0].position["view"]["zones"]
            pile: list[Any] = next(z["cards"] for z in zones if z["name"] == "discard")
            return pile

    covered, shown = asyncio.run(scenario(False)), asyncio.run(scenario(True))
    assert covered[:2] == [None, None]
    assert covered[2] is not None
    assert None not in shown


async def test_an_undo_is_sent_to_all_and_is_not_in_the_record(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    first = live.table.current_match.to_act[0]
    await clients[first].act("draw")
    assert (await clients[first].request("undo", id="u0"))["rule"] == "X-4"
    await clients[first].act(clients[first].legal[0])
    second = clients[1 - first]
    await second.act("take")
    assert second.position["undo"]
    assert (await second.request("undo", id="u1"))["is"] == "ack"
    assert (await second.request("undo", id="u1"))["is"] == "ack"
    assert clients[first].position["undone"]
    assert clients[first].position["ply"] == 2
    assert len(live.table.current_match.moves) == 2


async def test_a_finished_game_has_a_record_and_a_rematch(tmp_path: Path) -> None:
    rows = sample_log("a" * 14, stop=1)
    write_log(f"sqlite:///{tmp_path / 'db'}", rows)
    async with open_room(tmp_path / "db") as room:
        live = await room.find("a" * 14)
        assert live is not None
        clients = [await join(room, live, token) for token in TOKENS]
        commit = clients[0].received[0]["table"]["commit"]
        while live.table.phase == "playing":
            seat = live.table.current_match.to_act[0]
            assert (await clients[seat].act(clients[seat].legal[0]))["is"] == "ack"
        over = clients[1].last("table")
        assert over["phase"] == "over"
        assert clients[0].position["result"]["reason"]
        form = current_record(live.table)
        assert form is not None
        assert (form["commit"], form["secret"]) == (commit, over["secret"])
        for _ in replay(form, find):
            pass
        await clients[0].request("rematch")
        assert clients[1].last("table")["commit"] != commit
        await start_game(live, clients)
        await clients[1].request("leave")
        rows = room.log.read(live.table.key)
        assert record_from_log(live.table.key, rows, 1) == form
        assert record_from_log(live.table.key, rows, 2) is None
        assert record_from_log(live.table.key, rows, 3) is None


async def test_a_standing_table_prepares_the_next_game_and_another_closes(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, standing=True)
    await clients[0].request("end")
    assert clients[1].last("table")["phase"] == "waiting"
    await start_game(live, clients)
    other, clients, _ = await table_in_play(room, 2)
    await clients[0].request("end")
    assert clients[1].last("table")["phase"] == "closed"
    assert (await clients[0].act("draw"))["rule"] == "X-8"
    assert other.clock.next_due() is None


async def test_the_host_pauses_and_hands_over(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    await clients[0].request("pause", on=True)
    assert clients[1].last("table")["paused"]
    seat = live.table.current_match.to_act[0]
    assert (await clients[seat].act("draw"))["rule"] == "P-5"
    await clients[0].request("hand", seat=1)
    assert (await clients[0].request("pause", on=False))["rule"] == "P-4"
    await clients[1].request("pause", on=False)
    assert (await clients[seat].act("draw"))["is"] == "ack"


async def test_quick_phrases_and_chat_have_limits(room: Room) -> None:
    _, [ada, elif_], _ = await table_with_people(room, 2)
    await ada.request("say", phrase=1)
    assert elif_.last("said")["text"] == "Good luck!"
    await ada.request("say", text="  <b>hi</b>\n there ")
    assert elif_.last("said")["text"] == "<b>hi</b> there"
    assert (await ada.request("say", text="x" * 201))["rule"] == "P-1"
    assert (await ada.request("say"))["rule"] == "P-1"
    assert (await ada.request("say", phrase=30))["rule"] == "P-9"
    await elif_.request("mute", seat=0, on=True)
    count = len(elif_.received)
    await ada.request("say", phrase=0)
    assert len(elif_.received) == count
    await elif_.request("mute", seat=0, on=False)
    await ada.request("say", phrase=0)
    assert len(elif_.received) == count + 1
    for _ in range(2):
        last = await ada.request("say", phrase=0)
    assert last["rule"] == "P-9"
    _, [ines], _ = await table_with_people(room, 1, seats=2, chat=False)
    assert (await ines.request("say", text="hello"))["rule"] == "P-9"
    assert (await ines.request("say", phrase=0))["is"] == "said"


@pytest.mark.parametrize("text", ["fly", "discard XX", "draw draw", "DRAW", "take"])
async def test_a_refused_act_changes_nothing_and_names_its_rule(room: Room, text: str) -> None:
    live, clients, _ = await table_in_play(room, 2)
    seat, seq = live.table.current_match.to_act[0], live.table.seq
    answer = await clients[seat].act(text, act_id="m")
    assert answer["is"] == "refusal"
    assert answer["id"] == "m"
    assert answer["rule"] in ("X-3", "Q20")
    assert (await clients[1 - seat].act(text))["rule"] in ("X-1", "X-3")
    assert live.table.seq == seq


async def test_a_table_for_people_does_not_start_before_the_host_asks(room: Room) -> None:
    live, clients, _ = await table_with_people(room, 2, seats=3, fill="people")
    for client in clients:
        await client.give_share()
    assert live.clock.next_due() is None
    await clients[0].request("start")
    await wait_until(lambda: live.table.shares.closed)
    for client in clients:
        await client.give_share()
    await wait_until(lambda: live.table.phase == "playing")
    assert (await clients[0].request("start"))["rule"] == "P-5"


REQUESTS: list[dict[str, Any]] = [
    {"do": "act", "id": "1", "texts": ["draw"]}, {"do": "undo", "id": "1"},
    {"do": "commit", "commitment": "00" * 32}, {"do": "give", "share": "00" * 16},
    {"do": "start"}, {"do": "rematch"},
    {"do": "pause", "on": True}, {"do": "kick", "seat": 0}, {"do": "hand", "seat": 0},
    {"do": "end"}, {"do": "leave"}, {"do": "back"}, {"do": "say", "phrase": 0},
    {"do": "ask_continue"}, {"do": "silence", "seat": 0, "on": True}, {"do": "cover", "seat": 0},
]  # fmt: skip


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request["do"])
async def test_a_watcher_may_do_nothing_that_takes_a_seat(
    room: Room, request_: dict[str, Any]
) -> None:
    live, _, _ = await table_with_people(room, 2)
    watcher, code = FakeConnection(room), live.table.opened.code
    await watcher.request("hello", table=live.table.key, code=code)
    seq = live.table.seq
    assert (await watcher.request(**request_))["rule"] == "P-3"
    assert live.table.seq == seq


async def test_chat_waits_for_the_entry_that_is_being_written(room: Room) -> None:
    live, [ada, elif_], _ = await table_with_people(room, 2)
    pausing = asyncio.create_task(live.write([HostChanged(1)]))
    chat = asyncio.create_task(ada.request("say", phrase=0))
    await chat
    assert pausing.done()
    assert [one["is"] for one in elif_.received[-2:]] == ["table", "said"]


async def test_what_a_person_asked_for_who_is_removed_meanwhile_is_refused(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    removing = asyncio.create_task(live.write([SeatLeft(seat, kicked=True)]))
    await asyncio.sleep(0)
    assert (await clients[seat].act("draw"))["rule"] == "P-3"
    assert removing.done()
    rows = room.log.read(live.table.key)
    assert not any('"texts":["draw"],"id"' in row.body for row in rows), "as people play"


@pytest.mark.parametrize("request_", [r for r in REQUESTS if r["do"] in ("commit", "start", "end")])
async def test_what_a_host_or_person_asks_for_happens_only_once_it_is_written(
    room: Room, request_: dict[str, Any]
) -> None:
    live, [ada, elif_], _ = await table_with_people(room, 2)
    before, received = live.table.facts(), len(elif_.received)
    with failing_log(room, StorageError("database or disk is full")):
        assert (await ada.request(**request_))["rule"] == "P-8"
    assert (live.table.facts(), live.table.start_requested) == (before, False)
    assert len(elif_.received) == received
    assert (await ada.request(**request_))["is"] == "table"


async def test_a_play_is_sent_before_the_entry_that_was_written_with_it_is_applied(
    still_room: Room,
) -> None:
    live, clients, _ = await table_in_play(still_room, 2)
    seat, seq = live.table.current_match.to_act[0], live.table.seq
    await live.write([MoveMade(seat, ("draw",)), PauseChanged(True)])
    play, table = clients[1 - seat].received[-2:]
    assert [(one["is"], one["seq"]) for one in (play, table)] == [
        ("play", seq + 1),
        ("table", seq + 2),
    ]
