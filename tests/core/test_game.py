"""The Game protocol: starting, options, judging, results."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.game import (
    Refusal,
    Result,
    Violation,
    full_options,
    play,
    ranked,
    usual_players,
)
from meldroom.core.rng import Rng
from meldroom.core.state import note
from meldroom.core.view import view
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.game import DRAW
from tests.scenario import SEED, deal

GAME = ThumbsUp()


def test_options_are_completed_with_their_defaults() -> None:
    assert full_options(GAME, {"hands": 3}) == {
        "hands": 3,
        "fine": "on",
        "debt": "allowed",
        "tie": "extra",
        "pool_empty": "reshuffle",
    }


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"hand": 3}, "thumbs-up has no option 'hand'; it has hands, fine, debt, tie, pool_empty"),
        ({"hands": 4}, "thumbs-up: hands is one of 5, 3, 10, not 4"),
        ({"hands": "3"}, "thumbs-up: hands is one of 5, 3, 10, not '3'"),
        ({"hands": 3.0}, "thumbs-up: hands is one of 5, 3, 10, not 3.0"),
        ({"fine": True}, "thumbs-up: fine is one of on, off, not True"),
        ({"fine": []}, r"thumbs-up: fine is one of on, off, not \[\]"),
    ],
)
def test_an_option_that_is_not_offered_is_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        GAME.start(options, 3, Rng(SEED))


def test_four_play_where_nobody_asks_for_another_number() -> None:
    class ForThree(ThumbsUp):
        players = range(2, 4)

    assert usual_players(ThumbsUp()) == 4
    assert usual_players(ForThree()) == 3


def test_only_a_seat_that_may_act_has_legal_actions() -> None:
    table = deal(GAME)
    assert list(GAME.legal(view(table.state, 0))) == [DRAW]
    assert GAME.legal(view(table.state, 1)) == ()
    assert GAME.legal(view(table.state, None)) == ()


def test_a_watcher_and_a_seat_off_turn_are_refused_alike() -> None:
    table = deal(GAME)
    why = Violation("X-1", "it is not your turn")
    assert GAME.check(view(table.state, 1), DRAW) == why
    assert GAME.check(view(table.state, None), DRAW) == why


def test_after_the_end_everything_is_refused() -> None:
    table = deal(GAME, reason="TU-23")
    assert GAME.check(view(table.state, 0), DRAW) == Violation("X-8", "the game is over")


def test_applying_counts_the_ply_and_clears_the_journal() -> None:
    state = note(deal(GAME).state, "R1", "old news")
    after = GAME.apply(state, 0, DRAW)
    assert after.ply == 1
    assert len(after.journal) == 1
    assert GAME.apply(after, 0, GAME.legal(view(after, 0))[0]).ply == 2


def test_a_refusal_says_why_and_by_which_rule() -> None:
    table = deal(GAME)
    with pytest.raises(Refusal) as refusal:
        play(GAME, table.state, 2, DRAW)
    assert str(refusal.value) == "it is not your turn (X-1)"
    assert refusal.value.violation == Violation("X-1", "it is not your turn")


def test_texts_are_read_and_written() -> None:
    assert GAME.text(GAME.parse("discard RV")) == "discard RV"


def test_equal_standings_share_a_place() -> None:
    assert ranked((5, 9, 5, 9, 1), "R1", (5, 9, 5, 9, 1)) == Result(
        (5, 9, 5, 9, 1), (3, 1, 3, 1, 5), (1, 3), "R1"
    )
    assert ranked([(1, 2), (1, 3)], "R1", [0, 7]).places == (2, 1)
