"""What a seat is sent: enough to play by, and no more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldroom.bots.registry import make_bot
from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import Reader
from meldroom.core.event import Moved, masked
from meldroom.core.fair_deal import FairDeal
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, below
from meldroom.core.state import move
from meldroom.core.view import AnyView
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.facts import DISCARD, POOL, rack
from meldroom.match.match import Match
from meldroom.room.payload import MatchPayload
from meldroom.room.play_payload import visible_text
from meldroom.testing.random_games import random_game, seeds, setups
from tests.conformance.tables import EVERY_GAME
from tests.scenario import deal

FEW_OR_ALL = pytest.mark.parametrize("plies", [250, pytest.param(20_000, marks=pytest.mark.slow)])


def sent(payload: MatchPayload, seat: Seat) -> dict[str, Any]:
    """Give what a program in this seat is sent."""
    message: dict[str, Any] = json.loads(b"{%s}" % payload.snapshot(seat, with_help=False))
    return message


@FEW_OR_ALL
@EVERY_GAME
def test_a_program_sees_and_chooses_what_a_bot_in_its_seat_would(game: AnyGame, plies: int) -> None:
    [seed] = seeds(f"programs {game.key}", 1)
    seats = game.players[-1]
    match, rng = Match(game, {}, seats, FairDeal(seed, (b"",) * seats)), Rng(seed)
    payload, reader = MatchPayload(match, history=False), Reader(game, {}, seats)
    seen: list[AnyView | None] = [None] * seats
    for _ in range(plies):
        for seat in range(seats):
            message = sent(payload, seat)
            read = seen[seat] = reader.read(message["view"], seen[seat])
            assert read == match.view(seat)
            if message["legal"]:
                legal = [game.parse(text) for text in message["legal"]]
                assert legal == list(match.legal(seat))
                there, here = (make_bot(game, "house", seed) for _ in range(2))
                assert there.choose(read, legal) == here.choose(match.view(seat), legal)
        if not match.to_act:
            break
        at, rng = below(rng, len(match.to_act))
        seat = match.to_act[at]
        at, rng = below(rng, len(match.legal(seat)))
        match.play(seat, match.legal(seat)[at])


@EVERY_GAME
def test_a_program_that_joins_late_plays_without_the_covered_cards(game: AnyGame) -> None:
    [seed] = seeds(f"late {game.key}", 1)
    match, rng = Match(game, {}, 2, FairDeal(seed, (b"", b""))), Rng(seed)
    payload, reader = MatchPayload(match, history=False), Reader(game, {}, 2)
    decisions = 0
    for _ in range(60):
        if not match.to_act:
            break
        seat = match.to_act[0]
        message = sent(payload, seat)
        read, legal = reader.read(message["view"]), [game.parse(text) for text in message["legal"]]
        assert list(game.legal(read)) == legal
        for level in ("house", "master") if decisions % 10 == 9 else ("house",):
            assert make_bot(game, level, seed).choose(read, legal) in legal
        decisions += 1
        at, rng = below(rng, len(legal))
        match.play(seat, message["legal"][at])
    assert decisions > 20


# -- what others are told of a move


@EVERY_GAME
def test_a_text_is_cut_to_its_verb_only_where_it_names_a_card_that_moved_unseen(
    game: AnyGame,
) -> None:
    whole = cut = 0
    for setup in setups(game):
        [seed] = seeds(f"heard {setup}", 1)
        for step in random_game(setup, seed, most=120):
            text = game.text(step.action)
            named = [word.partition("=")[0] for word in text.split(" ")[1:]]
            cards = {word for word in named if word in game.deck.codes}
            for seat in (*range(setup.seats), None):
                if seat == step.seat:
                    continue
                events = [masked(event, seat) for event in step.after.journal]
                seen = {
                    game.deck.codes[card]
                    for event in events
                    if isinstance(event, Moved)
                    for card in event.cards
                    if card != BACK
                }
                visible = visible_text(game, step.after, step.seat, text, seat)
                if cards <= seen:
                    assert visible == text
                    whole += 1
                else:
                    assert visible == text.split(" ")[0]
                    cut += 1
    print(f"\n{game.key}: {whole} texts sent whole, {cut} cut to their verbs")


GAME = ThumbsUp()
RACK = "rack0: R. R- G- KV OL"


@pytest.mark.parametrize(
    ("unseen", "text", "visible"),
    [
        ("", "discard R.", "discard R."),
        ("R-", "discard R.", "discard"),  # it may be the one that moved unseen
        ("R- G- KV OL", "discard R.", "discard R."),  # all moved, and this one was seen
        ("R- G- KV OL", "discard G-", "discard"),  # all moved, and this one was not seen
    ],
)
def test_a_card_that_moved_unseen_is_not_named(unseen: str, text: str, visible: str) -> None:
    table = deal(GAME, RACK)
    state = move(table.state, GAME.deck.cards("R."), rack(0), DISCARD)
    if unseen:
        state = move(state, GAME.deck.cards(unseen), rack(0), rack(1))
    assert (
        visible_text(GAME, state, 0, text, 2) == visible_text(GAME, state, 0, text, None) == visible
    )
    assert visible_text(GAME, state, 0, text, 1) == text


def test_a_card_from_elsewhere_does_not_reveal_the_one_that_moved_unseen() -> None:
    table = deal(GAME, "rack0: R.", "pool: R.")
    state = move(table.state, GAME.deck.cards("R."), rack(0), rack(1))
    state = move(state, GAME.deck.cards("R."), POOL, DISCARD)
    assert visible_text(GAME, state, 0, "discard R.", 2) == "discard"
