"""Secrecy: nothing that a seat is sent or that the server logs reveals a hidden card."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from operator import call
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.fair_deal import FairDeal
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, below
from meldroom.core.state import AnyState
from meldroom.core.zone import Zone
from meldroom.games import find
from meldroom.match.match import Match
from meldroom.room import messages
from meldroom.room.audience import Audience
from meldroom.room.broadcast import Broadcaster
from meldroom.room.limits import TokenBucket
from meldroom.room.log_entries import MoveMade, Settings
from meldroom.room.open_hands import MAX_POSITIONS, FinishedDeal, OpenHands, finished_deals
from meldroom.room.payload import MatchPayload
from meldroom.room.table import Table
from meldroom.testing.random_games import Setup, random_game, record_moves, seeds
from meldroom.testing.twins import TwinGames, exchanged
from tests.conformance.tables import EVERY_GAME
from tests.conftest import Figure
from tests.server.faulty_disk import FAULTS, faulty_disk
from tests.server.local_room import PromptThinker, open_room, table_in_play
from tests.server.test_faults_network import started_table

MAX_PLIES = 96  # of each game
LOOKS = (1, 4, 24, MAX_PLIES)  # the plies after which the game is played again in other worlds


class RecordingListener:
    """A connection that keeps every byte it is sent."""

    def __init__(self, seat: Seat | None, wants_help: bool) -> None:
        self.seat, self.wants_help, self.token_hash = seat, wants_help, ""
        self.name = ""
        self.wants_showdown = True
        self.muted: set[Seat] = set()
        self.chat_limit, self.received_at = TokenBucket(1, 1, 0), 0.0
        self.received: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Keep a message."""
        self.received.append(message)

    def close(self, code: int, why: str) -> None:
        """Do nothing."""


class Wire:
    """A table at which moves are made, and all that one seat or a watcher is sent of it."""

    def __init__(self, setup: Setup, secret: bytes, seat: Seat | None) -> None:
        self.table = started_table(setup, secret)
        self.listeners = [RecordingListener(seat, wants_help) for wants_help in (True, False)]
        self.audience = Audience(self.table, Broadcaster(call), lambda: 0.0)
        self.audience.follow_match()
        for listener in self.listeners:
            self.audience.listeners.add(listener)
            self.audience.welcome(listener, None, None)

    def play(self, seat: Seat, text: str) -> None:
        """Make a move."""
        play = self.table.current_match.judge(seat, [text])
        entry = MoveMade(seat, play.texts, "person", "m")
        self.table.completed_acts = {}
        self.table.apply(entry, 0, play)
        self.audience.send_play(entry, play.states, None)

    def sent(self) -> list[bytes]:
        """Return all that was sent, with the welcome of a client that reconnects now."""
        self.audience.send_table()
        for listener in self.listeners:
            self.audience.welcome(listener, self.table.seq - 1, None)
        return [message for listener in self.listeners for message in listener.received]


def wired(setup: Setup, secret: bytes, seat: Seat | None, moves: list[tuple[Seat, str]]) -> Wire:
    """Make these moves at a table, wired to a seat."""
    wire = Wire(setup, secret, seat)
    for mover, text in moves:
        wire.play(mover, text)
    return wire


@pytest.mark.parametrize("games", [2, pytest.param(500, marks=pytest.mark.slow)])
@EVERY_GAME
def test_19_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_see(
    game: AnyGame, games: int, figure: Figure
) -> None:
    worlds = size = 0
    for number, secret in enumerate(seeds(f"leaks {game.key}", games)):
        setup = Setup(game, game.players[number % len(game.players)], {})
        seed = started_table(setup, secret).current_match.seed
        twins = TwinGames(setup, seed)
        for ply in random_game(setup, seed, MAX_PLIES):
            twins.add(ply)
            if ply.after.ply not in LOOKS:
                continue
            moves = record_moves(game, twins.plies)
            for seat in twins.everyone:
                world = twins.world(seat, Rng(secret, ply.after.ply))
                if world is not None:
                    sent = wired(setup, secret, seat, moves).sent()
                    with exchanged(world.exchange):
                        other = wired(setup, secret, seat, moves)
                        assert other.sent() == sent
                    assert other.table.current_match.state == world.state
                    worlds += 1
                    size += sum(map(len, sent))
    assert worlds >= 10
    figure(
        f"19: {game.key}: {games} games, {worlds} pairs of worlds, {size} bytes sent to a seat,"
        " the same in both"
    )


@EVERY_GAME
def test_19_open_hands_of_a_finished_deal_do_not_depend_on_the_next_deal(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = game.players[0]
    table, rng = started_table(Setup(game, seats, {}), bytes(32)), Rng(bytes(32))
    table.settings = Settings(watchers="open_hands")
    match = table.current_match
    while match.to_act and not finished_deals(match):
        at, rng = below(rng, len(match.to_act))
        mover = match.to_act[at]
        legal = match.legal(mover)
        at, rng = below(rng, len(legal))
        table.apply(MoveMade(mover, match.judge(mover, [legal[at]]).texts), 0)
    [deal] = finished_deals(match)
    dealt, sent_here = next_deal(match, deal.last), all_open_hands(table, deal)
    monkeypatch.setattr(type(game), "apply", shuffling_otherwise(game, deal.last))
    assert match.to_act == () or next_deal(match, deal.last) != dealt
    assert all_open_hands(table, deal) == sent_here


def shuffling_otherwise(game: AnyGame, ply: int) -> Any:
    """Make what applies actions to a game, but deals other cards at a ply."""
    apply = type(game).apply

    def changed(self: AnyGame, state: AnyState, seat: Seat, action: Action) -> AnyState:
        if state.ply == ply - 1:
            state = state._replace(rng=Rng(bytes([1]) * 32))
        return apply(self, state, seat, action)

    return changed


def next_deal(match: Match, ply: int) -> tuple[Zone, ...]:
    """Give where the cards lie after a ply."""
    state = match.game.start(match.options, match.state.seats, Rng(match.seed))
    for seat, text in match.moves[:ply]:
        state = match.game.apply(state, seat, match.game.parse(text))
    return state.zones


def all_open_hands(table: Table, deal: FinishedDeal) -> list[bytes]:
    """Give every byte that watchers can be sent of the first deal."""
    hands, shown = OpenHands(table, PromptThinker()), list[Any]()  # type: ignore[arg-type]
    for seat in range(len(table.seats)):
        for at in range(0, deal.last - deal.first + 1, MAX_POSITIONS):
            hands.show(None, "", messages.ShowHands(1, seat, at), shown.append)
    return shown


def test_19_events_of_two_kinds_with_the_same_fields_are_not_confused() -> None:
    match = Match(find("thumbs-up"), {}, 3, FairDeal(bytes(32), (b"",) * 3))
    events = json.loads(MatchPayload(match, False).happened([match.state]).events(0))
    assert [event["event"] for event in events[:2]] == ["gathered", "shuffled"]
    hidden = [event for event in events if event.get("target_owner") in (1, 2)]
    assert {tuple(event["cards"]) for event in hidden} == {(None,)}


@EVERY_GAME
def test_19_the_servers_own_log_has_no_card_secret_token_or_share(
    game: AnyGame, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> list[str]:
        async with open_room(tmp_path / "db") as room:
            live, clients, tokens = await table_in_play(room, 2, game=game.key)
            for fails in (True, False):  # the first move never ends a game
                disk.fail(FAULTS[1], 1) if fails else disk.repair()
                for _ in range(10):
                    if live.table.phase == "playing":
                        seat = live.table.current_match.to_act[0]
                        await clients[seat].act(clients[seat].legal[0])
            shares = [share.hex() for share in live.table.shares.revealed.values()]
            disk.repair()
            return [*tokens, *shares, live.table.secret.hex(), live.table.opened.code]

    with caplog.at_level(logging.DEBUG), faulty_disk() as disk:
        secrets = asyncio.run(scenario())
    assert "the disk failed" in caplog.text
    assert not [secret for secret in secrets if secret in caplog.text]
    logged_words = set(re.findall(r"[^\s'\",:()\[\]]+", caplog.text))
    assert not logged_words & set(game.deck.codes)
