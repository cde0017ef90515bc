"""Levels that overlook things: they play the best of what they notice, never at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from meldroom.bots.registry import make_bot
from meldroom.bots.rule_bots import NoviceBot
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, seed_from
from meldroom.core.skill import Lot, Skill
from meldroom.core.view import AnyView, view
from meldroom.games import find
from meldroom.testing.random_games import Setup, seeds
from tests.bots.test_levels import positions
from tests.conformance.tables import EVERY_GAME

GAME = find("victory-rummy")


class Last(Skill[Any, Any]):
    """Thinks the last action the best, and the first the worst."""

    def novice(self, seen: AnyView, legal: Sequence[Action], lot: Lot) -> Action:
        """Choose the last."""
        return legal[-1]


def overlooking_bot(share: float) -> NoviceBot:
    """Make a bot that wants the last action and overlooks this share of all."""
    bot = NoviceBot(GAME, bytes(32), share)
    bot.skill = Last()
    return bot


def discards() -> tuple[AnyView, Sequence[Action]]:
    """Give a view in which a card must be discarded."""
    state = GAME.start({}, 2, Rng(seed_from(1)))
    [seat] = GAME.to_act(state.public)
    seen = view(GAME.apply(state, seat, GAME.parse("draw")), seat)
    return seen, GAME.legal(seen)


def places(overlooks: float) -> list[int]:
    """Say which place from the best the choices have, in a thousand decisions."""
    seen, legal = discards()
    bot = overlooking_bot(overlooks)
    chosen = Counter(legal.index(bot.choose(seen, legal)) for _ in range(1_000))
    return [chosen[place] for place in reversed(range(len(legal)))]


def test_the_more_a_bot_overlooks_the_more_often_it_plays_something_worse() -> None:
    assert places(0)[0] == 1_000
    few, many = places(0.1), places(0.7)
    assert 860 < few[0] < 940
    assert 260 < many[0] < 360
    assert many[0] > many[1] > many[2] > 0


def test_a_way_to_go_on_is_always_noticed_and_other_verbs_are_overlooked_half_as_often() -> None:
    seen, legal = discards()
    bot, meld = overlooking_bot(0.8), GAME.parse("victory R")
    noticed = [{action.verb for action in bot.noticed(seen, [*legal, meld])} for _ in range(1_000)]
    assert all("discard" in verbs for verbs in noticed)
    assert 560 < sum("victory" in verbs for verbs in noticed) < 640


@pytest.mark.parametrize("name", ["beginner", "novice"])
@EVERY_GAME
def test_what_is_chosen_is_always_legal(game: AnyGame, name: str) -> None:
    setup = Setup(game, game.players[1], {})
    for seed in seeds(f"overlooking {game.key}", 1):
        bot = make_bot(game, name, seed)
        for state in positions(setup, name, seed, every=3):
            for seat in game.to_act(state.public):
                seen = view(state, seat)
                legal = game.legal(seen)
                assert bot.choose(seen, legal) in legal
