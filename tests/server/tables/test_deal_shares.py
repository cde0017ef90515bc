"""Fault 45: somebody who reads everything that the server stores tries to choose the cards."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.fair_deal import FairDeal, share_commitment, unrevealed
from meldroom.core.record import Divergence, replay
from meldroom.games import find
from meldroom.room import clock
from meldroom.room.log_entries import GameStarted, Settings, ShareGiven
from meldroom.room.records import record_from_log
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    FakeConnection,
    join,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
)
from tests.server.played_games import play_on

OWN = "0f" * 16  # a share that an operator would like to exchange for another
OTHER = "f0" * 16
SHORT: dict[str, Any] = {"game": "victor-or-victim"}


def stored(room: Room, live: LiveTable) -> list[tuple[str, str]]:
    """Read what an operator can read of a table: the kind and the body of every entry."""
    return [(row.kind, row.body) for row in room.log.read(live.table.key)]


async def commit(live: LiveTable, clients: list[FakeConnection]) -> None:
    """Let everybody commit to a share."""
    for client in clients:
        await client.give_share()
    await wait_until(lambda: live.table.shares.closed)


def verified_record(room: Room, live: LiveTable, number: int = 1) -> dict[str, Any]:
    """Read a finished game's record, and verify it."""
    record = record_from_log(live.table.key, room.log.read(live.table.key), number)
    assert record is not None
    assert list(replay(record, find))
    return record


async def test_45_the_log_holds_no_share_before_every_commitment(room: Room) -> None:
    live, [operator, *others], _ = await table_with_people(room, 3)
    for client in others:
        await client.give_share()
    shares = [client.deal_share.share.hex() for client in others]
    log = stored(room, live)
    assert not [body for _, body in log for share in shares if share in body]
    for client in others:  # nor would the server take one
        answer = await client.request("give", share=client.deal_share.share.hex())
        assert answer["rule"] == "P-5"
    own = share_commitment(live.table.next_deal.commit, 0, bytes.fromhex(OWN))
    await operator.request("commit", commitment=own)
    await wait_until(lambda: live.table.shares.closed)
    for client in others:
        await client.give_share()
    log = stored(room, live)
    assert all(any(share in body for _, body in log) for share in shares)
    # From now on the operator knows what every share would lead to, and can give only one.
    assert (await operator.request("give", share=OTHER))["rule"] == "P-1"
    other = share_commitment(live.table.next_deal.commit, 0, bytes.fromhex(OTHER))
    assert (await operator.request("commit", commitment=other))["rule"] == "P-5"
    await operator.request("give", share=OWN)
    await wait_until(lambda: live.table.phase == "playing")
    kinds = [kind for kind, _ in groupby(kind for kind, _ in stored(room, live))]
    assert kinds[-4:] == ["committed", "revealing", "gave", "began"]


async def test_45_a_commitment_that_was_copied_cannot_be_opened(room: Room) -> None:
    live, [ada, eve], _ = await table_with_people(room, 2)
    await ada.give_share()
    await eve.request("commit", commitment=ada.deal_share.commitment)
    await wait_until(lambda: live.table.shares.closed)
    await ada.give_share()
    answer = await eve.request("give", share=ada.deal_share.share.hex())
    assert answer["rule"] == "P-1"


async def test_45_nobody_is_sent_a_share_before_the_game_is_over(room: Room) -> None:
    live, clients, _ = await table_with_people(room, 2, watchers="delayed", **SHORT)
    watcher = FakeConnection(room)
    await watcher.request("hello", table=live.table.key, code=live.table.opened.code)
    await start_game(live, clients)
    await play_on(live, moves=4)
    shares = [client.deal_share.share.hex().encode() for client in clients]
    everybody = [*clients, watcher]
    assert not [
        share for one in everybody for frame in one.frames for share in shares if share in frame
    ]
    await play_on(live)
    for one in everybody:
        assert [share.encode() for share in one.last("table")["contributions"]] == shares


async def test_45_who_does_not_reveal_in_time_is_left_out_and_named_in_the_record(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "REVEAL_TIMEOUT", 3_600.0)
    live, [ada, eve], _ = await table_with_people(room, 2, **SHORT)
    await commit(live, [ada, eve])
    await ada.give_share()
    monkeypatch.setattr(clock, "REVEAL_TIMEOUT", 0.0)
    live.turns.set_timer()
    await wait_until(lambda: live.table.phase == "playing")
    late = await eve.request("give", share=eve.deal_share.share.hex())
    assert late["why"] == "the cards have been dealt already"
    await play_on(live)
    record = verified_record(room, live)
    assert record["contributions"] == [ada.deal_share.share.hex(), ""]
    assert record["commitments"] == [ada.deal_share.commitment, eve.deal_share.commitment]
    assert unrevealed(record) == [1]
    with pytest.raises(Divergence, match="seed: not what"):
        list(
            replay(
                {**record, "contributions": [s.deal_share.share.hex() for s in (ada, eve)]}, find
            )
        )


async def test_a_share_is_revealed_after_a_lost_connection(room: Room) -> None:
    live, [ada, elif_], [_, token] = await table_with_people(room, 2)
    await commit(live, [ada, elif_])
    elif_.disconnect()
    await ada.give_share()
    again = await join(room, live, token)
    again.deal_share = elif_.deal_share
    await again.give_share()
    await wait_until(lambda: live.table.phase == "playing")
    assert live.table.next_deal.contributions == (ada.deal_share.share, elif_.deal_share.share)


async def test_shares_are_revealed_after_a_restart(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, clients, tokens = await table_with_people(room, 2)
        await commit(live, clients)
    async with open_room(tmp_path / "db") as room:
        again = await room.find(live.table.key)
        assert again is not None
        back = [await join(room, again, token) for token in tokens]
        for client, before in zip(back, clients, strict=True):
            client.deal_share = before.deal_share
            client.deal_share.say_again()
            await client.give_share()
        await wait_until(lambda: again.table.phase == "playing")
        assert all(again.table.next_deal.contributions)


async def test_a_page_that_was_loaded_again_commits_to_another_share(room: Room) -> None:
    live, [ada, elif_], [token, _] = await table_with_people(room, 2)
    await ada.give_share()
    ada.disconnect()
    await start_game(live, [await join(room, live, token), elif_])
    assert ada.deal_share.share not in live.table.next_deal.contributions
    assert all(live.table.next_deal.contributions)


async def test_a_rematch_wants_new_shares(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, **SHORT)
    first = [client.deal_share.share for client in clients]
    await play_on(live)
    await clients[0].request("rematch")
    table = clients[0].last("table")
    assert (table["commitments"], [seat["ready"] for seat in table["seats"]]) == (None, [False] * 2)
    answer = await clients[0].request("give", share=first[0].hex())
    assert answer["rule"] == "P-5"
    await start_game(live, clients)
    await play_on(live)
    records = [verified_record(room, live, number) for number in (1, 2)]
    for name in ("commit", "seed", "contributions", "commitments"):
        assert records[0][name] != records[1][name]


async def test_a_person_alone_with_bots_starts_with_two_messages(room: Room) -> None:
    live, [ada], _ = await table_with_people(room, 1, seats=3)
    for done in (lambda: live.table.shares.closed, lambda: live.table.phase == "playing"):
        await ada.give_share()
        assert live.clock.next_due() in (None, live.clock.last_change), "nothing is waited for"
        await wait_until(done)


async def device_of_two(room: Room) -> tuple[LiveTable, FakeConnection, str]:
    """Open a table at which two people share a device, and connect it."""
    live, token = await room.open("thumbs-up", 3, {}, Settings(), "Ada", others=("Bruno",))
    return live, await join(room, live, token), token


async def test_a_device_gives_one_share_whoever_holds_it(room: Room) -> None:
    live, device, _ = await device_of_two(room)
    await device.request("sit", seat=1)
    await device.give_share()
    await wait_until(lambda: live.table.shares.closed)
    await device.request("sit", seat=0)
    await device.request("give", share=device.deal_share.share.hex())
    await wait_until(lambda: live.table.phase == "playing")
    assert live.table.next_deal.contributions == (device.deal_share.share, b"", b"")


async def test_a_table_that_an_older_server_left_with_some_shares_starts(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, _, tokens = await table_with_people(room, 2, **SHORT)
        await live.write([ShareGiven(0, OWN)])
    async with open_room(tmp_path / "db") as room:
        again = await room.find(live.table.key)
        assert again is not None
        clients = [await join(room, again, token) for token in tokens]
        await start_game(again, clients)
        await play_on(again)
        record = verified_record(room, again)
        assert record["contributions"] == [one.deal_share.share.hex() for one in clients]


async def test_a_game_that_an_older_server_dealt_keeps_its_record(room: Room) -> None:
    live, _, _ = await table_with_people(room, 2, **SHORT)
    await live.write([ShareGiven(0, OWN), ShareGiven(1, OTHER), GameStarted()])
    await play_on(live)
    record = verified_record(room, live)
    assert "commitments" not in record
    deal = FairDeal(live.table.secret, (bytes.fromhex(OWN), bytes.fromhex(OTHER)))
    assert record["seed"] == deal.seed.hex()
