"""`house@1` stays as it was frozen, so that strength is measured against the same bot for ever."""

from __future__ import annotations

from hashlib import sha256

import pytest

from meldroom.bots.registry import make_bot
from meldroom.core.rng import Rng, seed_from
from meldroom.core.view import view
from meldroom.games import find
from meldroom.games.companions import skill_of

NAME = "tests.bots.house_1:Bot"
GAMES_PLAYED = 2


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("victory-rummy", "f9e8f6342b9ae65c"),
        ("thumbs-up", "caba0956c940a336"),
        ("rummy-battle", "96733bb7d25bee50"),
        ("victor-or-victim", "443272b157dd88b7"),
        ("scorzo", "fb9e2410636ca866"),
    ],
)
def test_the_frozen_house_plays_the_games_that_it_always_played(key: str, choices: str) -> None:
    game, played = find(key), sha256()
    for number in range(GAMES_PLAYED):
        seed = seed_from(number)
        state = game.start(skill_of(game).short, 3, Rng(seed))
        bot = make_bot(game, NAME, seed)
        while acting := game.to_act(state.public):
            seen = view(state, acting[0])
            action = bot.choose(seen, game.legal(seen))
            played.update(game.text(action).encode())
            state = game.apply(state, acting[0], action)
    assert played.hexdigest()[:16] == choices
