"""A match: all or nothing, taken back by rule, and seen a turn late by watchers."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.bots.registry import make_bot
from meldroom.core.event import Moved
from meldroom.core.fair_deal import FairDeal, KnownDeal, commitment
from meldroom.core.game import Refusal
from meldroom.core.record import replay
from meldroom.games import find
from meldroom.games.companions import skill_of
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.match.match import Match
from tests.conformance.tables import EVERY_GAME
from tests.match.positions import put_at
from tests.scenario import SEED, deal

DEAL = FairDeal(SEED, (b"", b"", b""))


def match_at(*zones: str, **facts: Any) -> Match:
    """Put a match of Thumbs Up into a position."""
    match = Match(ThumbsUp(), {}, 3, DEAL)
    put_at(match, deal(ThumbsUp(), *zones, **facts).state)
    return match


def rule(match: Match, seat: int, *texts: str) -> str:
    """Play what must be refused, and name the rule."""
    with pytest.raises(Refusal) as refusal:
        match.play(seat, *texts)
    return refusal.value.violation.rule


def test_a_list_of_actions_is_played_whole() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    assert match.play(0, "take", "discard KV").texts == ("take", "discard KV")
    assert match.to_act == (1,)
    assert match.moves == [(0, "take"), (0, "discard KV")]


def test_actions_and_their_texts_are_played_alike() -> None:
    by_text, by_action = (match_at("rack0: R. R. G- KV OL", "discard: R-") for _ in range(2))
    by_text.play(0, "take")
    by_action.play(0, by_action.game.parse("take"))
    assert by_text.state == by_action.state
    assert by_text.moves == by_action.moves == [(0, "take")]


def test_x3_nothing_of_a_list_happens_if_one_action_is_refused() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    before = match.state
    assert rule(match, 0, "take", "discard R-") == "Q12"
    assert rule(match, 0, "take", "discard KV", "draw") == "X-1"
    assert rule(match, 0, "take", "fly") == "X-3"
    assert match.state is before
    assert match.moves == []


def test_x1_a_seat_that_is_not_there_is_refused() -> None:
    assert rule(match_at(), 7, "draw") == "X-1"


def test_a_list_ends_at_the_next_hidden_card() -> None:
    match = match_at("rack0: R. R. G- KV OL", "pool: B.")
    assert match.play(0, "draw", "discard KV").texts == ("draw",)
    assert match.to_act == (0,)


def test_judging_changes_nothing() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    before = match.state
    play = match.judge(0, ["take", "discard KV"])
    assert match.state is before
    match.apply(play)
    assert match.state is play.states[-1]


def test_x4_a_take_is_undone_as_nobody_saw_a_hidden_card() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    before = match.state
    match.play(0, "take")
    assert match.can_undo(0)
    match.undo(0)
    assert match.state is before
    assert match.moves == []
    assert match.events(None) == ()


@pytest.mark.parametrize(
    ("seat", "texts", "why"),
    [
        (0, [], "you have no action in this turn to take back"),
        (0, ["draw"], "a hidden card has been seen since"),
        (1, ["take"], "you have no action in this turn to take back"),
        (0, ["take", "discard KV"], "you have no action in this turn to take back"),
    ],
)
def test_x4_what_is_not_safe_is_not_undone(seat: int, texts: list[str], why: str) -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-")
    if texts:
        match.play(0, *texts)
    state = match.state
    with pytest.raises(Refusal) as refusal:
        match.undo(seat)
    assert refusal.value.violation == ("X-4", why)
    assert not match.can_undo(seat)
    assert match.state is state


def test_x4_an_answer_in_a_race_is_not_undone() -> None:
    match = match_at("rack0: R. R. R. R- RV")
    match.play(0, "thumb")
    match.play(1, "seen")
    assert not match.can_undo(1)
    assert not match.can_undo(2)


def test_x4_moves_caught_up_with_are_not_undone() -> None:
    first = Match(ThumbsUp(), {}, 3, SEED)
    seat = first.to_act[0]
    first.play(seat, "draw")
    first.play(seat, first.legal(seat)[0])
    first.play(first.to_act[0], "take")
    second = Match(ThumbsUp(), {}, 3, KnownDeal(SEED))
    second.catch_up(first.moves)
    assert second.state == first.state
    assert first.can_undo(first.to_act[0])
    assert not second.can_undo(second.to_act[0])


def test_a_race_is_one_turn_until_all_have_answered() -> None:
    match = match_at("rack0: R. R. R. R- RV")
    match.play(0, "thumb")
    assert (match.racing, match.turn_started_by, match.turns_ended) == ((1, 2), 0, 1)
    match.play(2, "seen")
    assert (match.racing, match.turn_started_by, match.turns_ended) == ((1,), 0, 1)
    match.play(1, "seen")
    assert (match.racing, match.turns_ended) == ((), 2)


def test_watchers_are_a_turn_behind_and_see_all_at_the_end() -> None:
    match = match_at("rack0: R. R. G- KV OL", "discard: R-", "pool: B. K.")
    start = match.state
    match.play(0, "take")
    match.play(0, "discard KV")
    assert match.released_states == []
    assert match.events(None) == ()
    assert match.view(None).ply == start.ply
    match.play(1, "draw")
    assert match.view(None).ply == start.ply
    match.play(1, "discard K.")
    assert [state.ply for state in match.released_states] == [1, 2]
    assert [event.source for event in match.events(None) if isinstance(event, Moved)] == [
        "discard",
        "rack",
    ]
    assert match.view(None).ply == 2


def test_each_seat_is_told_of_the_last_action_what_it_may_see() -> None:
    match = match_at("rack0: R. R. G- KV OL", "pool: B.")
    match.play(0, "draw")
    [own], [other] = match.events(0), match.events(1)
    assert isinstance(own, Moved)
    assert isinstance(other, Moved)
    assert match.game.deck.text(own.cards) == "B."
    assert own.cards != other.cards
    assert len(own.cards) == len(other.cards) == 1


@EVERY_GAME
def test_a_match_in_which_many_are_silent_ends_and_its_record_replays(game: Any) -> None:
    seats = game.players[0]
    match = Match(game, skill_of(game).short, seats, FairDeal(SEED, (bytes(16),) * seats))
    house = make_bot(game, "house", SEED)
    while match.to_act:
        seat = match.to_act[-1]
        if match.turns_ended < 50:
            match.play(seat, match.default_action(seat))
        else:
            match.play(seat, house.choose(match.view(seat), match.legal(seat)))
    assert match.view(None).ply == match.state.ply, "watchers have not seen the end"
    form = match.record(["x"] * seats)
    *_, last = replay(form, find)
    assert last == match.state
    assert isinstance(match.deal, FairDeal)
    assert form["commit"] == match.deal.commit


def test_a_play_says_whether_the_cards_were_dealt_again_and_a_record_commits_to_the_seed() -> None:
    match, deals = Match(ThumbsUp(), {"hands": 3}, 2, SEED), 0
    with pytest.raises(ValueError, match="only a finished game"):
        match.record(["a", "b"])
    bot = make_bot(match.game, "house", SEED)
    while match.to_act:
        seat = match.to_act[0]
        play = match.play(seat, bot.choose(match.view(seat), match.legal(seat)))
        racks = [zone for zone in play.states[-1].zones if zone.name == "rack"]
        assert play.deals <= all(len(rack.cards) == 5 for rack in racks)
        deals += play.deals
    assert deals >= 2, "three hands, and those that were void"
    form = match.record(["a", "b"])
    assert (form["seed"], form["commit"]) == (SEED.hex(), commitment(SEED))
    assert form["options"]["hands"] == 3


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            ("scorzo", {}, 4, SEED),
            TypeError,
            "Match wants a game, not 'scorzo'; meldroom.games.find('scorzo') gives it",
        ),
        ((None, {}, 4, SEED), TypeError, "Match wants a game, not None"),
        ((ThumbsUp(), None, 4, SEED), TypeError, "Match wants options such as {}, not None"),
        ((ThumbsUp(), {}, "4", SEED), TypeError, "Match wants a number of seats, not '4'"),
        ((ThumbsUp(), {}, True, SEED), TypeError, "Match wants a number of seats, not True"),
        ((ThumbsUp(), {}, 4, 7), TypeError, "Match wants a seed of 32 bytes or a deal, not 7"),
        ((ThumbsUp(), {}, 4, b"7"), ValueError, "Match wants a seed of 32 bytes, not 1"),
        ((ThumbsUp(), {}, 9, SEED), ValueError, "thumbs-up takes 2 to 8 players, not 9"),
    ],
)
def test_a_wrong_argument_is_named_in_one_line(
    arguments: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        Match(*arguments)
    assert str(raised.value) == message


@pytest.mark.parametrize("action", [None, 5, ("draw",), object()])
def test_what_is_no_action_of_the_game_is_a_type_error(action: Any) -> None:
    match = Match(ThumbsUp(), {}, 3, SEED)
    with pytest.raises(TypeError, match="thumbs-up wants one of its actions, or its text, not "):
        match.play(0, action)
    other = Match(find("scorzo"), {}, 3, SEED)
    with pytest.raises(TypeError, match="thumbs-up wants one of its actions"):
        match.play(0, other.legal(other.to_act[0])[0])
