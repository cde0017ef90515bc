"""What a seat is sent: enough to play by, and no more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldroom.bots.ladder import make_bot
from meldroom.core.cards import Seat
from meldroom.core.fair import FairDeal
from meldroom.core.game import Game
from meldroom.core.reading import Reader
from meldroom.core.rng import Rng, below
from meldroom.core.view import View
from meldroom.server.match import Match
from meldroom.server.screen import Screen, encode
from tests.conformance.tables import EVERY_GAME
from tests.conformance.trials import seeds

FEW_OR_ALL = pytest.mark.parametrize("plies", [250, pytest.param(20_000, marks=pytest.mark.slow)])


def sent(screen: Screen, seat: Seat) -> dict[str, Any]:
    """Give what a program at this seat is sent."""
    told: dict[str, Any] = json.loads(encode(screen.sight(seat, helped=False)))
    return told


@FEW_OR_ALL
@EVERY_GAME
def test_a_program_sees_and_chooses_as_a_bot_in_its_seat(game: Game[Any], plies: int) -> None:
    [seed] = seeds(f"programs {game.key}", 1)
    seats = game.players[-1]
    match, rng = Match(game, {}, seats, FairDeal(seed, (b"",) * seats)), Rng(seed)
    screen, reader = Screen(match, history=False), Reader(game, {}, seats)
    seen: list[View[Any] | None] = [None] * seats
    for _ in range(plies):
        for seat in range(seats):
            told = sent(screen, seat)
            read = seen[seat] = reader.read(told["view"], seen[seat])
            assert read == match.view(seat)
            if told["legal"]:
                legal = [game.parse(text) for text in told["legal"]]
                assert legal == list(match.legal(seat))
                there, here = (make_bot(game, "house", seed) for _ in range(2))
                assert there.choose(read, legal) == here.choose(match.view(seat), legal)
        if not match.to_act:
            break
        at, rng = below(rng, len(match.to_act))
        seat = match.to_act[at]
        at, rng = below(rng, len(match.legal(seat)))
        match.submit(seat, [game.text(match.legal(seat)[at])])


@EVERY_GAME
def test_a_program_that_comes_late_plays_without_the_covered_cards(game: Game[Any]) -> None:
    [seed] = seeds(f"late {game.key}", 1)
    match, rng = Match(game, {}, 2, FairDeal(seed, (b"", b""))), Rng(seed)
    screen, reader = Screen(match, history=False), Reader(game, {}, 2)
    decisions = 0
    for _ in range(60):
        if not match.to_act:
            break
        seat = match.to_act[0]
        told = sent(screen, seat)
        read, legal = reader.read(told["view"]), [game.parse(text) for text in told["legal"]]
        assert list(game.legal(read)) == legal
        for level in ("house", "master") if decisions % 10 == 9 else ("house",):
            assert make_bot(game, level, seed).choose(read, legal) in legal
        decisions += 1
        at, rng = below(rng, len(legal))
        match.submit(seat, [told["legal"][at]])
    assert decisions > 20
