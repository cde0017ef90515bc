"""A match: all or nothing, taken back by rule, and seen a turn late by watchers."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.fair_deal import FairDeal
from meldroom.core.game import Refusal
from meldroom.core.record import replay
from meldroom.core.rng import Rng, below
from meldroom.games import find
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.match.match import Match
from tests.conformance.tables import EVERY_GAME
from tests.scenario import SEED, deal

DEAL = FairDeal(SEED, (b"", b"", b""))


def match_at(*zones: str, **facts: Any) -> Match:
    """Put a match of Thumbs Up into a position."""
    match = Match(ThumbsUp(), {}, 3, DEAL)
    match.state = match.began = deal(ThumbsUp(), *zones, **facts).state
    return match


def rule(match: Match, seat: int, *texts: str) -> str:
    with pytest.raises(Refusal) as refusal:
        match.submit(seat, texts)
    return refusal.value.violation.rule


def test_a_list_of_actions_is_carried_out_whole() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    assert match.submit(0, ["take", "discard KV"]).texts == ("take", "discard KV")
    assert match.to_act == (1,)
    assert match.moves == [(0, "take"), (0, "discard KV")]


def test_x3_nothing_of_a_list_happens_if_one_action_is_refused() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    before = match.state
    assert rule(match, 0, "take", "discard R-") == "Q12"
    assert rule(match, 0, "take", "discard KV", "draw") == "X-1"
    assert rule(match, 0, "take", "fly") == "X-3"
    assert match.state is before
    assert match.moves == []


def test_a_list_ends_at_the_next_hidden_card() -> None:
    match = match_at("rack0: R. R. G- KV OL", "pool: B.")
    assert match.submit(0, ["draw", "discard KV"]).texts == ("draw",)
    assert match.to_act == (0,)


def test_x4_a_take_is_undone_as_nobody_saw_a_hidden_card() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    before = match.state
    match.submit(0, ["take"])
    match.check_undo(0)
    match.undo()
    assert match.state is before
    assert match.moves == []


@pytest.mark.parametrize(
    ("seat", "texts", "why"),
    [
        (0, [], "there is nothing of yours to take back in this turn"),
        (0, ["draw"], "a card that was hidden has been seen since"),
        (1, ["take"], "there is nothing of yours to take back in this turn"),
        (0, ["take", "discard KV"], "there is nothing of yours to take back in this turn"),
    ],
)
def test_x4_what_is_not_safe_is_not_undone(seat: int, texts: list[str], why: str) -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    if texts:
        match.submit(0, texts)
    with pytest.raises(Refusal) as refusal:
        match.check_undo(seat)
    assert refusal.value.violation == ("X-4", why)
    assert not match.undoable(seat)


def test_x4_an_answer_in_a_race_is_not_undone() -> None:
    match = match_at("rack0: R. R. R. R- RV")
    match.submit(0, ["thumb"])
    match.submit(1, ["seen"])
    assert not match.undoable(1)
    assert not match.undoable(2)


def test_a_race_is_one_turn_until_all_have_answered() -> None:
    match = match_at("rack0: R. R. R. R- RV")
    match.submit(0, ["thumb"])
    assert (match.racing, match.starter, match.turns) == ((1, 2), 0, 1)
    match.submit(2, ["seen"])
    assert (match.racing, match.starter, match.turns) == ((1,), 0, 1)
    match.submit(1, ["seen"])
    assert (match.racing, match.turns) == ((), 2)


def test_watchers_are_a_turn_behind_and_see_all_at_the_end() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-", "pool: B. K.")
    start = match.state
    match.submit(0, ["take"])
    match.submit(0, ["discard KV"])
    assert match.released == []
    assert match.view(None).ply == start.ply
    match.submit(1, ["draw"])
    assert match.view(None).ply == start.ply
    match.submit(1, ["discard K."])
    assert [state.ply for state in match.released] == [1, 2]
    assert match.view(None).ply == 2


@EVERY_GAME
def test_a_match_in_which_many_are_silent_ends_and_its_record_replays(game: Any) -> None:
    seats = game.players[0]
    match = Match(game, {}, seats, FairDeal(SEED, (bytes(16),) * seats))
    rng = Rng(SEED)
    while match.to_act:
        seat = match.to_act[-1]
        legal = match.legal(seat)
        at, rng = below(rng, len(legal))
        silent = match.turns < 50
        text = match.least_committal(seat) if silent else game.text(legal[at])
        match.submit(seat, [text])
    assert match.view(None).ply == match.state.ply, "watchers have not seen the end"
    form = match.record(["x"] * seats)
    *_, last = replay(form, find)
    assert last == match.state
    assert isinstance(match.deal, FairDeal)
    assert form["commit"] == match.deal.commit
