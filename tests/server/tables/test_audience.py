"""The connections at a table: each is sent what concerns it, in every game."""

from __future__ import annotations

from operator import call

from meldroom.games import GAMES
from meldroom.room.audience import Audience
from meldroom.room.broadcast import Broadcaster, Send
from meldroom.room.log_entries import Settings, TableOpened
from meldroom.room.table import Table
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.match.test_match import match_at
from tests.server.local_room import join, table_in_play, wait_until


def to_act(live: LiveTable) -> tuple[int, ...]:
    """Name the seats that may act."""
    return live.table.current_match.to_act


async def test_every_game_is_played_with_bots_at_a_table(room: Room) -> None:
    for key in GAMES:
        live, [ada], _ = await table_in_play(room, 1, seats=3, game=key, clock="20s")
        await wait_until(lambda live=live: 0 in to_act(live))
        assert ada.legal
        assert ada.position["prompt"]
        assert ada.position["pad"]["columns"]


def test_an_audience_without_a_game_has_no_payload() -> None:
    opened = TableOpened("thumbs-up", "1", 2, {}, Settings(), "c")
    audience = Audience(Table("t", opened), Broadcaster(call), lambda: 0.0)
    audience.follow_match()
    assert audience.payload is None


async def test_the_mover_is_sent_a_play_first_and_the_others_before_anything_else(
    room: Room,
) -> None:
    scheduled: list[Send] = []
    room.broadcaster = Broadcaster(scheduled.append)
    live, clients, _ = await table_in_play(room, 2, game="victory-rummy")
    mover = clients[to_act(live)[0]]
    [other] = [client for client in clients if client is not mover]
    before = [len(client.messages("play")) for client in (mover, other)]
    await mover.act(mover.legal[0])
    after = [len(client.messages("play")) for client in (mover, other)]
    assert after == [before[0] + 1, before[1]]
    await mover.request("say", phrase=0)
    assert [message["is"] for message in other.received[-2:]] == ["play", "said"]
    assert other.last("play")["seq"] == mover.last("play")["seq"]
    scheduled.pop()()
    assert len(other.messages("play")) == before[1] + 1


async def test_a_client_that_joins_before_a_deferred_play_is_not_sent_it_twice(room: Room) -> None:
    room.broadcaster = Broadcaster(list[Send]().append)
    live, clients, tokens = await table_in_play(room, 2, game="victory-rummy")
    seat = to_act(live)[0]
    await clients[seat].act(clients[seat].legal[0])
    again = await join(room, live, tokens[1 - seat])
    assert not again.messages("play")
    assert len({client.position["ply"] for client in (*clients, again)}) == 1


async def test_in_a_race_everybody_is_sent_a_play_at_the_same_time(room: Room) -> None:
    room.broadcaster = Broadcaster(list[Send]().append)
    live, clients, _ = await table_in_play(room, 3)
    live.table.match = match_at("rack0: R. R. R. R- RV")
    live.audience.follow_match()
    await clients[0].act("thumb")
    assert live.table.current_match.racing == (1, 2)
    assert [client.position["to_act"] for client in clients] == [[1, 2]] * 3


async def test_plays_in_quick_succession_are_all_sent_and_each_shows_its_own_ply(
    room: Room,
) -> None:
    scheduled: list[Send] = []
    room.broadcaster = Broadcaster(scheduled.append)
    live, clients, _ = await table_in_play(room, 2)
    seat = to_act(live)[0]
    mover, other = clients[seat], clients[1 - seat]
    seq, ply = live.table.seq, live.table.current_match.state.ply
    await mover.act("draw")
    await mover.act(mover.legal[0])
    for send in scheduled:
        send()
    for client in (mover, other):
        plays = [play for play in client.messages("play") if play["seq"] > seq]
        heard = [(play["seq"], play["ply"]) for play in plays]
        assert heard == [(seq + 1, ply + 1), (seq + 2, ply + 2)]


async def test_a_client_that_comes_back_is_sent_each_play_that_it_missed_once(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    start, seat = live.table.seq, to_act(live)[0]
    await clients[seat].act("draw")
    await clients[seat].act(clients[seat].legal[0])
    sent = [play["events"] for play in clients[1 - seat].messages("play")]
    assert len(sent) == 3, "the deal, and two plays"
    for since, missed in [
        (start - 2, None),  # the table forgot what was before this game
        (start - 1, sent),
        (start, sent[1:]),
        (start + 1, sent[2:]),
        (start + 2, []),
    ]:
        again = await join(room, live, tokens[1 - seat], since=since)
        expected = None if missed is None else [one for play in missed for one in play]
        assert again.last("welcome")["events"] == expected
