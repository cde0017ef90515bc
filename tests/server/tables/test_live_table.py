"""A live table: requests are written, applied, sent; people come and go, bots play on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.record import replay
from meldroom.games import find
from meldroom.server.storage.log_entries import MoveMade, SeatLeft
from meldroom.server.storage.store import Fatal, StorageError
from meldroom.server.tables.bot_pool import BotTask, choose_text
from meldroom.server.tables.bus import Bus
from meldroom.server.tables.records import current_record, record_from_log
from tests.match.positions import default_text
from tests.server.local_room import (
    FakeConnection,
    join,
    open_room,
    run,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
)
from tests.server.postgres import EVERY_STORE
from tests.server.sample_logs import TOKENS, sample_log, write_log


def test_nobody_is_sent_a_move_before_it_is_on_disk(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            actor = clients[live.table.current_match.to_act[0]]
            append = room.log.append
            counts = [len(client.received) for client in clients]

            async def slow(rows: Any, *more: Any) -> None:
                await append(rows, *more)
                assert room.log.read(live.table.key)[-1] == rows[-1]
                assert [len(client.received) for client in clients] == counts
                assert live.table.current_match.state.ply == 0

            room.log.append = slow  # type: ignore[assignment]
            answer = await actor.act("draw")
            assert answer["is"] == "ack"
            assert all(client.last("play")["seq"] == answer["seq"] for client in clients)

    run(scenario())


def test_what_cannot_be_written_did_not_happen_and_can_be_retried(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            actor = clients[live.table.current_match.to_act[0]]
            append, state = room.log.append, live.table.current_match.state

            async def full(*_: Any) -> None:
                raise StorageError("database or disk is full")

            room.log.append = full  # type: ignore[assignment]
            answer = await actor.act("draw", act_id="m")
            assert (answer["is"], answer["rule"]) == ("refusal", "P-8")
            assert live.table.current_match.state is state
            room.log.append = append  # type: ignore[method-assign]
            assert (await actor.act("draw", act_id="m"))["is"] == "ack"
            assert not room.failed

    run(scenario())


def test_a_failed_disk_stops_the_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)

            async def broken(*_: Any) -> None:
                raise Fatal("disk I/O error")

            room.log.append = broken  # type: ignore[assignment]
            await clients[live.table.current_match.to_act[0]].act("draw")
            assert room.failed

    run(scenario())


def test_an_act_that_is_sent_again_is_played_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_in_play(room, 2)
            seat = live.table.current_match.to_act[0]
            first = await clients[seat].act("draw", act_id="m")
            again = await clients[seat].act("draw", act_id="m")
            assert first == again
            clients[seat].disconnect()
            back = await join(room, live, tokens[seat])
            assert await back.act("draw", act_id="m") == first
            assert live.table.current_match.state.ply == 1

    run(scenario())


def test_an_act_sent_twice_at_the_same_time_is_played_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_in_play(room, 2)
            seat = live.table.current_match.to_act[0]
            twin = await join(room, live, tokens[seat])
            answers = await asyncio.gather(
                clients[seat].act("draw", act_id="m"), twin.act("draw", act_id="m")
            )
            assert answers[0] == answers[1]
            assert live.table.current_match.state.ply == 1

    run(scenario())


def test_each_bot_plays_at_the_level_chosen_for_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[int, set[str]] = {}

    def noted(task: BotTask) -> str:
        assert task.view.seat is not None
        asked.setdefault(task.view.seat, set()).add(task.level)
        return choose_text(task)

    async def scenario() -> None:
        monkeypatch.setattr("meldroom.server.tables.bot_turns.choose_text", noted)
        async with open_room(tmp_path / "db") as room:
            bots = ("random", "random", "novice", "")
            live, [ada], _ = await table_in_play(room, 1, seats=4, bot="house", bots=bots)
            levels = [seat["level"] for seat in ada.last("table")["seats"]]
            assert levels == [None, "random", "novice", "house"]
            while not {1, 2, 3} <= asked.keys():
                await wait_until(lambda: live.table.current_match.to_act == (0,))
                await ada.act(ada.legal[0])
            assert asked == {1: {"random"}, 2: {"novice"}, 3: {"house"}}
            live.table.seats[0].covered = True
            assert live.table.bot_level(0) == "house", "it plays for Ada"
        async with open_room(tmp_path / "db") as room:
            again = await room.find(live.table.key)
            assert again is not None
            assert again.table.settings.bots == bots

    run(scenario())


def test_a_bot_that_fails_takes_the_default_action(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise ZeroDivisionError

    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, [ada], _ = await table_in_play(room, 1, seats=2)
            await wait_until(lambda: live.table.current_match.to_act == (0,))
            monkeypatch.setattr("meldroom.server.tables.bot_turns.choose_text", broken)
            await ada.act("draw")
            await ada.act(ada.legal[0])
            await wait_until(lambda: live.table.current_match.to_act == (0,))
            assert live.table.current_match.moves[-2] == (1, "draw")

    run(scenario())
    assert "the bot at seat 1 failed" in caplog.text


def test_a_person_who_is_away_is_covered_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_in_play(room, 2)
            seat = live.table.current_match.to_act[0]
            clients[seat].disconnect()
            live.table.seats[seat].away_since = -1000.0
            live.set_timer()
            await wait_until(lambda: live.table.current_match.to_act != (seat,))
            assert clients[1 - seat].last("table")["seats"][seat]["bot"]
            back = await join(room, live, tokens[seat])
            assert not back.last("table")["seats"][seat]["bot"]

    run(scenario())


def test_the_token_of_a_seat_that_was_left_opens_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_with_people(room, 3)
            await clients[2].request("leave")
            assert clients[2].closed_with == (4001, "you left")
            await clients[0].request("kick", seat=1)
            assert clients[1].closed_with == (4001, "the host removed you")
            for token in tokens[1:]:
                late = await join(room, live, token)
                assert late.received[0]["rule"] == ("P-12" if token == tokens[1] else "P-7")
                assert late.closed_with is not None

    run(scenario())


def test_a_watcher_is_a_turn_behind_and_sees_no_hand(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2, watchers="delayed")
            watcher = FakeConnection(room)
            code = live.table.opened.code
            await watcher.request("hello", table=live.table.key, code=code)
            welcome = watcher.received[0]
            assert welcome["you"] is None
            assert welcome["code"] is None
            for _ in range(3):
                actor = clients[live.table.current_match.to_act[0]]
                await actor.act("draw")
                await actor.act(actor.legal[0])
            plays = watcher.messages("play")
            assert [play["ply"] for play in plays] == [2, 4]
            assert plays[-1]["legal"] == []
            hands = [z["cards"] for z in plays[-1]["view"]["zones"] if z["sight"] == "owner"]
            assert all(card is None for hand in hands for card in hand)
            assert (await watcher.act("draw"))["rule"] == "P-3"

    run(scenario())


def test_where_watching_is_off_a_watcher_sees_the_table_and_no_game(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            watcher = FakeConnection(room)
            await watcher.request("hello", table=live.table.key, code=live.table.opened.code)
            assert watcher.received[0]["play"] is None
            await clients[live.table.current_match.to_act[0]].act("draw")
            assert [message["is"] for message in watcher.received] == ["welcome"]

    run(scenario())


def test_covered_discards_are_shown_only_at_a_table_with_history(tmp_path: Path) -> None:
    async def scenario(history: bool) -> list[Any]:
        async with open_room(tmp_path / f"{history}.db") as room:
            live, clients, _ = await table_in_play(room, 2, history=history)
            for _ in range(3):
                actor = clients[live.table.current_match.to_act[0]]
                await actor.act("draw")
                await actor.act(actor.legal[0])
            zones = clients[0].position["view"]["zones"]
            pile: list[Any] = next(z["cards"] for z in zones if z["name"] == "discard")
            return pile

    covered, shown = run(scenario(False)), run(scenario(True))
    assert covered[:2] == [None, None]
    assert covered[2] is not None
    assert None not in shown


def test_an_undo_is_sent_to_all_and_is_not_in_the_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
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

    run(scenario())


def test_a_finished_game_has_a_record_and_a_rematch(tmp_path: Path) -> None:
    async def scenario() -> None:
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

    run(scenario())


def test_a_standing_table_prepares_the_next_game_and_another_closes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2, standing=True)
            await clients[0].request("end")
            assert clients[1].last("table")["phase"] == "waiting"
            await start_game(live, clients)
            other, clients, _ = await table_in_play(room, 2)
            await clients[0].request("end")
            assert clients[1].last("table")["phase"] == "closed"
            assert (await clients[0].act("draw"))["rule"] == "X-8"
            assert other.clock.next_due() is None

    run(scenario())


def test_the_host_pauses_and_hands_over(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            await clients[0].request("pause", on=True)
            assert clients[1].last("table")["paused"]
            seat = live.table.current_match.to_act[0]
            assert (await clients[seat].act("draw"))["rule"] == "P-5"
            await clients[0].request("hand", seat=1)
            assert (await clients[0].request("pause", on=False))["rule"] == "P-4"
            await clients[1].request("pause", on=False)
            assert (await clients[seat].act("draw"))["is"] == "ack"

    run(scenario())


def test_quick_phrases_and_chat_have_limits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
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
            for _ in range(3):
                last = await ada.request("say", phrase=0)
            assert last["rule"] == "P-9"
            _, [ines], _ = await table_with_people(room, 1, seats=2, chat=False)
            assert (await ines.request("say", text="hello"))["rule"] == "P-9"
            assert (await ines.request("say", phrase=0))["is"] == "said"

    run(scenario())


@EVERY_STORE
def test_after_a_restart_people_go_on_where_they_were(url: str) -> None:
    async def scenario() -> None:
        async with open_room(url) as room:
            live, clients, tokens = await table_in_play(room, 3)
            for _ in range(9):
                seat = live.table.current_match.to_act[0]
                await clients[seat].act(clients[seat].legal[-1])
            key, state = live.table.key, live.table.current_match.state
            positions = [{**client.position} for client in clients]
        async with open_room(url) as room:
            again = await room.find(key)
            assert again is not None
            assert again.table.current_match.state == state
            for seat, token in enumerate(tokens):
                client = await join(room, again, token, since=positions[seat]["seq"])
                for name in ("view", "legal", "to_act", "prompt", "hand", "pad"):
                    assert client.position[name] == positions[seat][name]
                assert client.received[0]["events"] == []

    run(scenario())


def test_a_client_that_was_briefly_away_is_sent_the_events_it_missed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_in_play(room, 2)
            seat = live.table.current_match.to_act[0]
            since = clients[1 - seat].position["seq"]
            clients[1 - seat].disconnect()
            await clients[seat].act("draw")
            back = await join(room, live, tokens[1 - seat], since=since)
            assert [event["cards"] for event in back.received[0]["events"]] == [[None]]
            long_ago = await join(room, live, tokens[1 - seat], since=1)
            assert long_ago.received[0]["events"] is None

    run(scenario())


def test_a_table_catches_up_with_what_another_server_wrote(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            seat = live.table.current_match.to_act[0]
            other = type(live).restored(room, "x", room.log.read(live.table.key))
            other.table.key = live.table.key
            await other.write([MoveMade(seat, ("draw",))])
            await wait_until(lambda: live.table.current_match.state.ply == 1)
            assert clients[0].position["ply"] == 1
            room.bus = Bus()  # the next entry is not announced
            await other.write([MoveMade(seat, (default_text(other.table.current_match, seat),))])
            assert live.table.seq < other.table.seq
            answer = await clients[seat].act(clients[seat].legal[0])
            assert answer["rule"] == "P-8"
            assert live.table.seq == other.table.seq
            assert live.table.current_match.state.ply == 2
            await clients[1 - seat].act("draw")
            rows = room.log.read(live.table.key)  # checks that each row follows the one before
            assert len(rows) == live.table.seq == other.table.seq + 1

    run(scenario())


@pytest.mark.parametrize("text", ["fly", "discard XX", "draw draw", "DRAW", "take"])
def test_a_refused_act_changes_nothing_and_names_its_rule(tmp_path: Path, text: str) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            seat, seq = live.table.current_match.to_act[0], live.table.seq
            answer = await clients[seat].act(text, act_id="m")
            assert answer["is"] == "refusal"
            assert answer["id"] == "m"
            assert answer["rule"] in ("X-3", "Q20")
            assert (await clients[1 - seat].act(text))["rule"] in ("X-1", "X-3")
            assert live.table.seq == seq

    run(scenario())


def test_a_start_that_the_host_asked_for_survives_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_with_people(room, 2, seats=3, fill="people")
            assert (await clients[1].request("start"))["rule"] == "P-4"
            seq = live.table.seq
            assert (await clients[0].request("start"))["seq"] == seq + 1
            await clients[0].request("start")
            assert live.table.seq == seq + 1, "it is asked for once"
        async with open_room(tmp_path / "db") as room:
            again = await room.find(live.table.key)
            assert again is not None
            assert again.table.start_requested
            await start_game(again, [await join(room, again, token) for token in tokens])
            assert again.table.seats[2].bot_plays

    run(scenario())


def test_a_table_for_people_does_not_start_before_the_host_asks(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_with_people(room, 2, seats=3, fill="people")
            for client in clients:
                await client.request("give", share="00" * 16)
            assert live.clock.next_due() is None
            await clients[0].request("start")
            await wait_until(lambda: live.table.phase == "playing")
            assert (await clients[0].request("start"))["rule"] == "P-5"

    run(scenario())


REQUESTS: list[dict[str, Any]] = [
    {"do": "act", "id": "1", "texts": ["draw"]}, {"do": "undo", "id": "1"},
    {"do": "give", "share": "00" * 16}, {"do": "start"}, {"do": "rematch"},
    {"do": "pause", "on": True}, {"do": "kick", "seat": 0}, {"do": "hand", "seat": 0},
    {"do": "end"}, {"do": "leave"}, {"do": "back"}, {"do": "say", "phrase": 0},
    {"do": "ask_continue"}, {"do": "silence", "seat": 0, "on": True}, {"do": "cover", "seat": 0},
]  # fmt: skip


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request["do"])
def test_a_watcher_may_do_nothing_that_takes_a_seat(
    tmp_path: Path, request_: dict[str, Any]
) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, _, _ = await table_with_people(room, 2)
            watcher, code = FakeConnection(room), live.table.opened.code
            await watcher.request("hello", table=live.table.key, code=code)
            seq = live.table.seq
            assert (await watcher.request(**request_))["rule"] == "P-3"
            assert live.table.seq == seq

    run(scenario())


def test_a_person_removed_by_another_server_is_disconnected(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_with_people(room, 2)
            other = type(live).restored(room, live.table.key, room.log.read(live.table.key))
            await other.write([SeatLeft(1, kicked=True)])
            await wait_until(lambda: clients[1].closed_with is not None)
            assert clients[1].closed_with == (4001, "the host removed you")
            assert clients[1] not in live.audience.listeners

    run(scenario())


def test_chat_and_moves_of_a_table_wait_for_each_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, [ada, elif_], _ = await table_with_people(room, 2)
            async with live.lock:
                chat = asyncio.create_task(ada.request("say", phrase=0))
                await asyncio.sleep(0.01)
                assert not elif_.messages("said")
            await chat
            assert elif_.last("said")["name"] == "Ada"

    run(scenario())


@pytest.mark.parametrize("request_", [r for r in REQUESTS if r["do"] in ("give", "start", "end")])
def test_what_a_host_or_person_asks_for_happens_only_once_it_is_written(
    tmp_path: Path, request_: dict[str, Any]
) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            live, [ada, elif_], _ = await table_with_people(room, 2)
            append, before = room.log.append, live.table.facts()

            async def full(*_: Any) -> None:
                raise StorageError("database or disk is full")

            room.log.append = full  # type: ignore[assignment]
            received = len(elif_.received)
            assert (await ada.request(**request_))["rule"] == "P-8"
            assert (live.table.facts(), live.table.start_requested) == (before, False)
            assert len(elif_.received) == received
            room.log.append = append  # type: ignore[method-assign]
            assert (await ada.request(**request_))["is"] == "table"

    run(scenario())
