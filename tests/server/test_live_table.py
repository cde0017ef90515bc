"""A sitting: written, then true, then told; people come and go, bots play on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.record import replay
from meldroom.games import find
from meldroom.server.http.records import record_at, record_of
from meldroom.server.storage.log_entries import MoveMade
from meldroom.server.storage.store import Fatal, StorageError
from meldroom.server.tables.bus import Bus
from tests.match.positions import default_text
from tests.server.chronicle import TOKENS, chronicle, write_down
from tests.server.house import Caller, begin, hello, open_room, playing, run, seated, until
from tests.server.postgres import EVERY_STORE


def test_nobody_hears_of_a_move_before_it_is_on_disk(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            actor = callers[sitting.table.playing.to_act[0]]
            append = room.log.append
            told = [len(caller.heard) for caller in callers]

            async def slow(rows: Any) -> None:
                await append(rows)
                assert room.log.read(sitting.table.key)[-1] == rows[-1]
                assert [len(caller.heard) for caller in callers] == told
                assert sitting.table.playing.state.ply == 0

            room.log.append = slow  # type: ignore[method-assign]
            answer = await actor.act("draw")
            assert answer["is"] == "ack"
            assert all(caller.last("play")["seq"] == answer["seq"] for caller in callers)

    run(scene())


def test_what_cannot_be_written_did_not_happen_and_can_be_tried_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            actor = callers[sitting.table.playing.to_act[0]]
            append, state = room.log.append, sitting.table.playing.state

            async def full(rows: Any) -> None:
                raise StorageError("database or disk is full")

            room.log.append = full  # type: ignore[method-assign]
            answer = await actor.act("draw", mark="m")
            assert (answer["is"], answer["rule"]) == ("refusal", "P-8")
            assert sitting.table.playing.state is state
            room.log.append = append  # type: ignore[method-assign]
            assert (await actor.act("draw", mark="m"))["is"] == "ack"
            assert not room.failed

    run(scene())


def test_a_failed_disk_stops_the_server(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)

            async def broken(rows: Any) -> None:
                raise Fatal("disk I/O error")

            room.log.append = broken  # type: ignore[method-assign]
            answer = await callers[sitting.table.playing.to_act[0]].act("draw")
            assert answer["rule"] == "P-8"
            assert room.failed

    run(scene())


def test_a_resent_act_is_carried_out_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 2)
            seat = sitting.table.playing.to_act[0]
            first = await callers[seat].act("draw", mark="m")
            again = await callers[seat].act("draw", mark="m")
            assert first == again
            callers[seat].leave()
            back = await hello(room, sitting, tokens[seat])
            assert await back.act("draw", mark="m") == first
            assert sitting.table.playing.state.ply == 1

    run(scene())


def test_two_who_send_the_same_act_at_once_do_it_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 2)
            seat = sitting.table.playing.to_act[0]
            twin = await hello(room, sitting, tokens[seat])
            answers = await asyncio.gather(
                callers[seat].act("draw", mark="m"), twin.act("draw", mark="m")
            )
            assert answers[0] == answers[1]
            assert sitting.table.playing.state.ply == 1

    run(scene())


def test_bots_fill_the_table_and_a_person_takes_a_bots_seat_and_cards(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, [ada], _ = await playing(room, 1, seats=3)
            await until(lambda: sitting.table.playing.to_act == (0,))
            await ada.act("draw")
            await ada.act(ada.legal[0])
            seat, token = await room.sit(sitting, "Elif", 2, sitting.table.opened.code)
            elif_ = await hello(room, sitting, token)
            assert elif_.heard[0]["you"] == seat == 2
            hand = next(z for z in elif_.sight["view"]["zones"] if z["owner"] == 2)
            assert None not in hand["cards"]
            await until(lambda: 0 in sitting.table.playing.to_act or elif_.legal)

    run(scene())


def test_a_bot_that_fails_does_what_commits_least(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise ZeroDivisionError

    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, [ada], _ = await playing(room, 1, seats=2)
            await until(lambda: sitting.table.playing.to_act == (0,))
            monkeypatch.setattr("meldroom.server.tables.live_table.think", broken)
            await ada.act("draw")
            await ada.act(ada.legal[0])
            await until(lambda: sitting.table.playing.to_act == (0,))
            assert sitting.table.playing.moves[-2] == (1, "draw")

    run(scene())
    assert "the bot at seat 1 failed" in caplog.text


def test_one_who_is_away_is_covered_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 2)
            seat = sitting.table.playing.to_act[0]
            callers[seat].leave()
            sitting.table.chairs[seat].away = -1000.0
            sitting.wind()
            await until(lambda: sitting.table.playing.to_act != (seat,))
            assert callers[1 - seat].last("table")["seats"][seat]["bot"]
            back = await hello(room, sitting, tokens[seat])
            assert not back.last("table")["seats"][seat]["bot"]

    run(scene())


def test_the_token_of_one_who_left_or_was_sent_away_is_worth_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await seated(room, 3)
            await callers[2].say("leave")
            assert callers[2].gone == (4001, "you left")
            await callers[0].say("kick", seat=1)
            assert callers[1].gone == (4001, "you were sent away")
            for token in tokens[1:]:
                late = await hello(room, sitting, token)
                assert late.heard[0]["rule"] == "P-7"
                assert late.gone is not None

    run(scene())


def test_a_watcher_is_a_turn_behind_and_sees_no_hand(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2, watchers="delayed")
            watcher = Caller(room)
            code = sitting.table.opened.code
            await watcher.say("hello", table=sitting.table.key, code=code)
            welcome = watcher.heard[0]
            assert welcome["you"] is None
            assert welcome["code"] is None
            for _ in range(3):
                actor = callers[sitting.table.playing.to_act[0]]
                await actor.act("draw")
                await actor.act(actor.legal[0])
            shown = [heard for heard in watcher.heard if heard["is"] == "play"]
            assert [heard["ply"] for heard in shown] == [2, 4]
            assert shown[-1]["legal"] == []
            hands = [z["cards"] for z in shown[-1]["view"]["zones"] if z["sight"] == "owner"]
            assert all(card is None for hand in hands for card in hand)
            assert (await watcher.act("draw"))["rule"] == "P-3"

    run(scene())


def test_who_may_not_watch_sees_the_table_and_no_game(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            guest = Caller(room)
            await guest.say("hello", table=sitting.table.key, code=sitting.table.opened.code)
            assert guest.heard[0]["play"] is None
            await callers[sitting.table.playing.to_act[0]].act("draw")
            assert [heard["is"] for heard in guest.heard] == ["welcome"]

    run(scene())


def test_covered_discards_are_shown_only_where_the_table_says_so(tmp_path: Path) -> None:
    async def scene(history: bool) -> list[Any]:
        async with open_room(tmp_path / f"{history}.db") as room:
            sitting, callers, _ = await playing(room, 2, history=history)
            for _ in range(3):
                actor = callers[sitting.table.playing.to_act[0]]
                await actor.act("draw")
                await actor.act(actor.legal[0])
            zones = callers[0].sight["view"]["zones"]
            pile: list[Any] = next(z["cards"] for z in zones if z["name"] == "discard")
            return pile

    covered, shown = run(scene(False)), run(scene(True))
    assert covered[:2] == [None, None]
    assert covered[2] is not None
    assert None not in shown


def test_undo_is_told_to_all_and_leaves_no_trace_in_the_record(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            first = sitting.table.playing.to_act[0]
            await callers[first].act("draw")
            assert (await callers[first].say("undo", id="u0"))["rule"] == "X-4"
            await callers[first].act(callers[first].legal[0])
            second = callers[1 - first]
            await second.act("take")
            assert second.sight["undo"]
            assert (await second.say("undo", id="u1"))["is"] == "ack"
            assert (await second.say("undo", id="u1"))["is"] == "ack"
            assert callers[first].sight["undone"]
            assert callers[first].sight["ply"] == 2
            assert len(sitting.table.playing.moves) == 2

    run(scene())


def test_a_game_to_its_end_its_record_and_a_rematch(tmp_path: Path) -> None:
    async def scene() -> None:
        rows = chronicle("a" * 14, stop=1)
        write_down(f"sqlite:///{tmp_path / 'db'}", rows)
        async with open_room(tmp_path / "db") as room:
            sitting = await room.find("a" * 14)
            assert sitting is not None
            callers = [await hello(room, sitting, token) for token in TOKENS]
            commit = callers[0].heard[0]["table"]["commit"]
            while sitting.table.phase == "playing":
                seat = sitting.table.playing.to_act[0]
                assert (await callers[seat].act(callers[seat].legal[0]))["is"] == "ack"
            over = callers[1].last("table")
            assert over["phase"] == "over"
            assert callers[0].sight["result"]["reason"]
            form = record_at(sitting.table)
            assert form is not None
            assert (form["commit"], form["secret"]) == (commit, over["secret"])
            for _ in replay(form, find):
                pass
            await callers[0].say("rematch")
            assert callers[1].last("table")["commit"] != commit
            await begin(sitting, callers)
            await callers[1].say("leave")
            rows = room.log.read(sitting.table.key)
            assert record_of(sitting.table.key, rows, 1) == form
            assert record_of(sitting.table.key, rows, 2) is None
            assert record_of(sitting.table.key, rows, 3) is None

    run(scene())


def test_a_standing_table_outlives_its_games_and_another_closes(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2, standing=True)
            await callers[0].say("end")
            assert callers[1].last("table")["phase"] == "waiting"
            await begin(sitting, callers)
            other, callers, _ = await playing(room, 2)
            await callers[0].say("end")
            assert callers[1].last("table")["phase"] == "closed"
            assert (await callers[0].act("draw"))["rule"] == "X-8"
            assert other.clock.due() is None

    run(scene())


def test_pause_and_hand_over(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            await callers[0].say("pause", on=True)
            assert callers[1].last("table")["paused"]
            seat = sitting.table.playing.to_act[0]
            assert (await callers[seat].act("draw"))["rule"] == "P-5"
            await callers[0].say("hand", seat=1)
            assert (await callers[0].say("pause", on=False))["rule"] == "P-4"
            await callers[1].say("pause", on=False)
            assert (await callers[seat].act("draw"))["is"] == "ack"

    run(scene())


def test_phrases_chat_and_their_limits(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            _, [ada, elif_], _ = await seated(room, 2)
            await ada.say("say", phrase=1)
            assert elif_.last("said")["text"] == "Good luck!"
            await ada.say("say", text="  <b>hi</b>\n there ")
            assert elif_.last("said")["text"] == "<b>hi</b> there"
            assert (await ada.say("say", text="x" * 201))["rule"] == "P-1"
            assert (await ada.say("say"))["rule"] == "P-1"
            assert (await ada.say("say", phrase=30))["rule"] == "P-9"
            await elif_.say("mute", seat=0, on=True)
            heard = len(elif_.heard)
            await ada.say("say", phrase=0)
            assert len(elif_.heard) == heard
            for _ in range(3):
                last = await ada.say("say", phrase=0)
            assert last["rule"] == "P-9"
            _, [ines], _ = await seated(room, 1, seats=2, chat=False)
            assert (await ines.say("say", text="hello"))["rule"] == "P-9"
            assert (await ines.say("say", phrase=0))["is"] == "said"

    run(scene())


@EVERY_STORE
def test_a_restart_replays_the_log_and_people_go_on(url: str) -> None:
    async def scene() -> None:
        async with open_room(url) as room:
            sitting, callers, tokens = await playing(room, 3)
            for _ in range(9):
                seat = sitting.table.playing.to_act[0]
                await callers[seat].act(callers[seat].legal[-1])
            key, state = sitting.table.key, sitting.table.playing.state
            sights = [{**caller.sight} for caller in callers]
        async with open_room(url) as room:
            again = await room.find(key)
            assert again is not None
            assert again.table.playing.state == state
            for seat, token in enumerate(tokens):
                caller = await hello(room, again, token, since=sights[seat]["seq"])
                for name in ("view", "legal", "to_act", "asks", "arranged", "pad"):
                    assert caller.sight[name] == sights[seat][name]
                assert caller.heard[0]["events"] == []

    run(scene())


def test_one_who_was_away_a_moment_is_told_what_was_missed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 2)
            seat = sitting.table.playing.to_act[0]
            since = callers[1 - seat].sight["seq"]
            callers[1 - seat].leave()
            await callers[seat].act("draw")
            back = await hello(room, sitting, tokens[1 - seat], since=since)
            assert [event["cards"] for event in back.heard[0]["events"]] == [[None]]
            long_ago = await hello(room, sitting, tokens[1 - seat], since=1)
            assert long_ago.heard[0]["events"] is None

    run(scene())


def test_a_log_that_somebody_else_wrote_is_read_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            seat = sitting.table.playing.to_act[0]
            other = type(sitting).resumed(room, "x", room.log.read(sitting.table.key))
            other.table.key = sitting.table.key
            await other.happen(MoveMade(seat, ("draw",)))
            await until(lambda: sitting.table.playing.state.ply == 1)
            assert callers[0].sight["ply"] == 1
            room.news = Bus()  # nobody hears of the next entry
            await other.happen(MoveMade(seat, (default_text(other.table.playing, seat),)))
            assert sitting.table.seq < other.table.seq
            answer = await callers[seat].act(callers[seat].legal[0])
            assert answer["rule"] == "P-8"
            assert sitting.table.seq == other.table.seq
            assert sitting.table.playing.state.ply == 2

    run(scene())


@pytest.mark.parametrize("text", ["fly", "discard XX", "draw draw", "DRAW", "take"])
def test_a_refused_act_changes_nothing_and_names_its_rule(tmp_path: Path, text: str) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            seat, seq = sitting.table.playing.to_act[0], sitting.table.seq
            answer = await callers[seat].act(text, mark="m")
            assert answer["is"] == "refusal"
            assert answer["id"] == "m"
            assert answer["rule"] in ("X-3", "Q20")
            assert (await callers[1 - seat].act(text))["rule"] in ("X-1", "X-3")
            assert sitting.table.seq == seq

    run(scene())
