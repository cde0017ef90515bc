"""The public door: `import meldroom` is enough to list, start, play, view, simulate and verify."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import meldroom
from meldroom.core.rng import seed_from


def played_out(match: meldroom.Match) -> meldroom.Match:
    """Play the first legal action until the game is over."""
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    return match


def test_every_public_name_is_there() -> None:
    for name in meldroom.__all__:
        assert getattr(meldroom, name) is not None
    assert set(meldroom.__all__) <= set(dir(meldroom))


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'meldroom' has no attribute 'deal'"):
        meldroom.deal  # noqa: B018


def test_games_are_listed_and_found() -> None:
    assert "scorzo" in meldroom.GAMES
    assert meldroom.find("scorzo").name == "Scorzo"
    with pytest.raises(ValueError, match="there is no game 'whist'; there are "):
        meldroom.find("whist")
    with pytest.raises(TypeError, match="a game is found by its key, not by 5"):
        meldroom.find(5)  # type: ignore[arg-type]


def test_a_game_is_started_by_key_or_as_a_game_with_its_options() -> None:
    match = meldroom.start("scorzo", players=2, seed=7, rounds="down")
    assert match.options["rounds"] == "down"
    assert match.state.seats == 2
    again = meldroom.start(meldroom.find("scorzo"), 2, seed=seed_from(7), rounds="down")
    assert again.state == match.state
    assert meldroom.start("scorzo").state.seats == 4
    assert meldroom.start("scorzo").state != meldroom.start("scorzo").state


@pytest.mark.parametrize("seed", [-1, "7", 7.0, True])
def test_a_seed_that_is_neither_number_nor_bytes_is_refused(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a number from 0 up, or 32 bytes, not"):
        meldroom.start("scorzo", seed=seed)


def test_a_wrong_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="scorzo has no option 'hands'; it has rounds, "):
        meldroom.start("scorzo", hands=3)


def test_an_illegal_action_is_refused_by_its_rule_and_changes_nothing() -> None:
    match = meldroom.start("thumbs-up", players=2, seed=1)
    seat = match.to_act[0]
    match.play(seat, "draw")
    before = match.state
    with pytest.raises(meldroom.Refusal) as refusal:
        match.play(seat, "draw")
    assert refusal.value.violation.rule == "R5"
    assert match.state is before


def test_a_record_is_verified_and_replayed_up_to_any_move() -> None:
    match = played_out(meldroom.start("thumbs-up", players=2, seed=3, hands=3))
    record = match.record(["Ada", "Bruno"])
    meldroom.verify(record)
    assert meldroom.replay(record).state == match.state
    assert meldroom.replay(record, moves=5).moves == match.moves[:5]
    assert meldroom.replay(record, moves=0).moves == []


def test_an_altered_record_is_refused() -> None:
    record = played_out(meldroom.start("thumbs-up", players=2, seed=3, hands=3)).record(["A", "B"])
    record["moves"][0] = [record["moves"][0][0], "thumb"]
    for look in (meldroom.verify, meldroom.replay):
        with pytest.raises(meldroom.Divergence, match="move 1"):
            look(record)


def test_what_is_no_record_fails_at_the_door() -> None:
    for wrong in ("games.jsonl", ["draw"]):
        with pytest.raises(TypeError, match="wants a record, not"):
            meldroom.replay(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="wants a record, not"):
            meldroom.verify(wrong)  # type: ignore[arg-type]


def test_simulated_games_follow_from_their_seed() -> None:
    games = list(meldroom.simulate("thumbs-up", "random", 2, players=3, seed=5, hands=3))
    again = meldroom.simulate("thumbs-up", games=9, players=3, seed=5, hands=3)
    assert list(islice(again, 2)) == games
    for record in games:
        meldroom.verify(record)


def test_bots_are_named_one_for_all_or_one_each() -> None:
    [record] = meldroom.simulate("scorzo", ["house", "novice"], rounds="up")
    assert len(record["players"]) == 2
    with pytest.raises(ValueError, match="2 bots for 3 players: name one, or one for each seat"):
        meldroom.simulate("scorzo", ["house", "novice"], players=3)
    with pytest.raises(ValueError, match="there is no bot 'nobody'; choose from random, "):
        meldroom.simulate("scorzo", "nobody")


def test_a_bot_is_made_by_name_and_plays() -> None:
    match = meldroom.start("victor-or-victim", players=2, seed=2)
    bot = meldroom.make_bot(match.game, "house", bytes(32))
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, bot.choose(match.view(seat), match.legal(seat)))
    assert match.result is not None
    with pytest.raises(TypeError, match="make_bot wants a game, not 'scorzo'"):
        meldroom.make_bot("scorzo", "house", bytes(32))  # type: ignore[arg-type]
