"""A review says why an action is better: by what the seat could see, or by the games it wins."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.core.consequences import Consequence, Consequences
from meldroom.core.game import AnyGame
from meldroom.games import GAMES, find
from meldroom.reviews import Difference, Price, PricedDecision, explained, why
from meldroom.reviews.form import why_form
from tests.positions import some_position, twin_position

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@EACH_GAME
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_reasons(game: AnyGame) -> None:
    lots = Random(f"{game.key} reasons")
    for _ in range(2):
        worlds = twin_position(game, lots)
        seat = worlds[0].to_act[0]
        legal = worlds[0].legal(seat)
        reasons = [
            [why(game, world.view(seat), better, worse, 0.1) for worse in legal]
            for world in worlds
            for better in legal[:3]
        ]
        assert reasons[: len(reasons) // 2] == reasons[len(reasons) // 2 :]


@EACH_GAME
def test_an_action_is_never_preferred_for_what_it_has_in_common(game: AnyGame) -> None:
    lots = Random(f"{game.key} in common")
    for _ in range(2):
        match = some_position(game, lots)
        seen = match.view(match.to_act[0])
        for action in match.legal(match.to_act[0]):
            assert not why(game, seen, action, action, 0.1).differences


@EACH_GAME
def test_what_speaks_for_one_action_speaks_against_the_other(game: AnyGame) -> None:
    lots = Random(f"{game.key} both ways")
    for _ in range(2):
        match = some_position(game, lots)
        seen = match.view(match.to_act[0])
        one, two, *_ = match.legal(match.to_act[0])
        kinds = [
            {difference.kind for difference in why(game, seen, *pair, 0.1).differences}
            for pair in ((one, two), (two, one))
        ]
        assert not kinds[0] & kinds[1]


def test_a_clause_compares_numbers_or_tells_a_fault() -> None:
    few, many = (Consequence("points", -n, f"leaves {n} points", str(n)) for n in (6, 14))
    gift = Consequence("gift", -3, "gives {2} a wild")
    assert Difference(few, many).clause("the other") == "it leaves 6 points instead of 14"
    assert Difference(None, gift).clause("the other") == "the other gives {2} a wild"
    assert Difference(None, many).can_be_told is False


def test_a_game_that_tells_nothing_says_how_many_more_games_are_won() -> None:
    game, lots = find("scorzo"), Random("plain")
    match = some_position(game, lots)
    seen = match.view(match.to_act[0])
    one, two, *_ = match.legal(match.to_act[0])
    assert list(Consequences(game).of(seen, one)) == []
    assert why(game, seen, one, one, 0.123).text == "It wins 12 more games in 100."
    assert why(game, seen, two, two, 0.006).text == "It wins 1 more game in 100."
    assert why(game, seen, two, two, 0.001).text == "The two come out about the same."


def test_a_decision_is_explained_against_what_was_played_or_else_the_second() -> None:
    game, lots = find("scorzo"), Random("a wild")
    wild = game.parse("discard WW")
    while True:
        match = some_position(game, lots)
        seat = match.to_act[0]
        legal = match.legal(seat)
        if wild in legal and match.state.public.caller is None:
            break
    seen = match.view(seat)
    other = next(action for action in legal if action != wild)
    prices = Price(wild, 0.3, 0.0, 0.0), Price(other, 0.4, 0.1, 0.01)
    found = explained(game, seen, PricedDecision(seen.ply, seat, prices, 1)).why
    assert found is not None
    kinds = [difference.kind for difference in found.differences]
    assert "gift" in kinds
    assert "what was played gives {" in found.text.lower()
    form = why_form(found)
    assert form["text"] == found.text
    assert [difference["kind"] for difference in form["differences"]] == kinds
    prices = Price(other, 0.4, 0.0, 0.0), Price(wild, 0.3, -0.1, 0.01)
    best = PricedDecision(seen.ply, seat, prices, 0)
    found = explained(game, seen, best, other="the next best").why
    assert found is not None
    assert "the next best gives {" in found.text.lower()
    assert explained(game, seen, best._replace(prices=prices[:1])).why is None
