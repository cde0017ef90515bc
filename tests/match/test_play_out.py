"""Bots play a match to its end: each sees its own view, and chance settles who is first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest

from meldroom.bots.registry import make_bot
from meldroom.bots.rule_bots import RandomBot
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.core.skill import Bot
from meldroom.core.view import AnyView, View
from meldroom.games import find
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import TurnOrder, bot_turns, play_out
from tests.conformance.tables import EVERY_GAME
from tests.match.positions import put_at
from tests.scenario import SEED, deal


class NotingBot:
    """Notes the views it is given, and plays the first legal action."""

    def __init__(self) -> None:
        self.given: list[tuple[AnyView, Sequence[Action], float | None]] = []

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Play the first."""
        self.given.append((view, legal, budget))
        return legal[0]


def bots_for(game: AnyGame, seats: int, seed: bytes, first: int = 0) -> dict[int, Bot]:
    """Make house bots for the seats from `first` on."""
    return {
        seat: make_bot(game, "house", derived_seed(seed, f"bot {seat}"))
        for seat in range(first, seats)
    }


@EVERY_GAME
def test_bots_play_to_an_end_that_replays(game: AnyGame) -> None:
    seats = game.players[0]
    match = Match(game, {}, seats, SEED)
    result = play_out(match, bots_for(game, seats, SEED), SEED)
    assert result == match.result
    assert match.to_act == ()
    assert list(replay(match.record(["x"] * seats), find))[-1] == match.state


def test_the_same_seeds_give_the_same_game() -> None:
    game = find("thumbs-up")
    moves = []
    for seed, order in ((SEED, SEED), (SEED, SEED), (SEED, bytes(32)), (bytes(32), SEED)):
        match = Match(game, {"hands": 3}, 4, seed)
        play_out(match, bots_for(game, 4, seed), order)
        moves.append(match.moves)
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]
    assert moves[0] != moves[3]


def test_bots_are_given_their_own_views_their_legal_actions_and_the_budget() -> None:
    game, noting = find("thumbs-up"), NotingBot()
    bots: dict[int, Bot] = {0: RandomBot(bytes(32)), 1: noting, 2: RandomBot(SEED)}
    play_out(Match(game, {"hands": 3}, 3, SEED), bots, SEED, 0.5)
    assert noting.given
    for seen, legal, budget in noting.given:
        assert type(seen) is View
        assert seen.seat == 1
        assert list(legal) == list(game.legal(seen))
        assert budget == 0.5


def test_bots_stop_where_a_seat_without_a_bot_is_next() -> None:
    game = find("thumbs-up")
    match = Match(game, {}, 4, SEED)
    bots = bots_for(game, 4, SEED, first=1)
    acted = list(bot_turns(match, bots, TurnOrder(match, SEED).next))
    assert match.to_act == (0,)
    assert acted == [seat for seat, _ in match.moves]
    with pytest.raises(ValueError, match="no bot plays for the seat that is to act"):
        play_out(match, bots, SEED)


def test_where_several_may_act_at_once_chance_says_who_is_first() -> None:
    raised = deal(find("thumbs-up"), "rack0: R. R. R. R- RV", players=4).play("thumb")
    bots: dict[int, Bot] = dict.fromkeys(raised.to_act, NotingBot())
    firsts: Counter[int] = Counter()
    for number in range(60):
        match = Match(raised.game, {}, 4, SEED)
        put_at(match, raised.state)
        order = TurnOrder(match, bytes([number] * 32))
        answers = list(islice(bot_turns(match, bots, order.next), 3))
        assert sorted(answers) == [1, 2, 3]
        firsts[answers[0]] += 1
    assert set(firsts) == {1, 2, 3}


def test_a_derived_seed_does_not_tell_the_seed() -> None:
    assert derived_seed(SEED, "bot 1") != derived_seed(SEED, "bot 2") != SEED
    assert len(derived_seed(SEED, "bot 1")) == 32
