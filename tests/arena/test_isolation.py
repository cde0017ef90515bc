"""Bots of other packages in the arena: a process of their own that knows no hidden card."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import pytest

from meldroom.arena.contest import Contest, play_game
from meldroom.arena.isolation import IsolatedBot
from meldroom.bots.registry import make_bot
from meldroom.core.action import Action
from meldroom.core.game import AnyGame, full_options
from meldroom.core.rng import Rng
from meldroom.core.state import State
from meldroom.core.view import AnyView, view
from meldroom.games import find
from meldroom.games.companions import skill_of

HERE = "tests.arena.test_isolation"
GAME = find("victory-rummy")


def states_in_reach() -> Iterator[object]:
    """Find every state in the frames that called, in what they refer to, and in all of memory."""
    frame: Any = sys._getframe()
    while frame is not None:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            yield from (found for found in (value, *gc.get_referents(value)) if is_state(found))
        frame = frame.f_back
    yield from filter(is_state, gc.get_objects())


def is_state(found: object) -> bool:
    """Say whether this holds all cards of a game."""
    return isinstance(found, State)


class Spy:
    """Plays the last legal action if it finds a state, else the first."""

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        pass

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        found = next(states_in_reach(), None) or any("seed" in word for word in sys.argv)
        return legal[-1 if found else 0]


class Counting:
    """Plays the action at the place that counts the bots made before in this process."""

    made = 0

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        Counting.made += 1

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        return legal[min(Counting.made, len(legal)) - 1]


class Broken:
    """Fails in the way that its class says."""

    way = "raise"

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        pass

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Any:
        """Choose nothing that is legal."""
        if self.way == "raise":
            raise RuntimeError("no idea")
        if self.way == "exit":
            os._exit(3)
        return "everything"


class Exiting(Broken):
    """Ends its process."""

    way = "exit"


class Cheating(Broken):
    """Chooses what is not legal."""

    way = "cheat"


def contest(*bots: str) -> Contest:
    """Make a contest of one deal of a short game."""
    options = full_options(GAME, skill_of(GAME).short)
    return Contest(GAME.key, (options,), (bots,), 1, bytes(32), None)


def test_a_spy_finds_no_state_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["meldroom", "arena", "--seed", "00"])
    state = GAME.start({}, 2, Rng(bytes(32)))
    [seat] = GAME.to_act(state.public)
    state = GAME.apply(state, seat, GAME.parse("draw"))
    seen = view(state, seat)
    legal = GAME.legal(seen)
    assert legal[0] != legal[-1]
    assert make_bot(GAME, f"{HERE}:Spy", bytes(32)).choose(seen, legal) == legal[-1]
    with closing(IsolatedBot(GAME, f"{HERE}:Spy", bytes(32))) as spy:
        assert spy.choose(seen, legal) == legal[0]


def test_the_arena_puts_only_bots_of_other_packages_into_processes() -> None:
    _, record = play_game(contest(f"{HERE}:Counting", "random"), 0)
    state = GAME.start(record["options"], 2, Rng(bytes.fromhex(record["seed"])))
    asked = 0
    for seat, text in record["moves"]:
        seen = view(state, seat)
        legal = GAME.legal(seen)
        if seat == 0:
            assert GAME.text(legal[0]) == text
            asked += 1
        state = GAME.apply(state, seat, GAME.parse(text))
    assert asked > 3
    assert Counting.made == 0


def test_a_bot_remembers_nothing_of_the_same_deal_in_another_seat() -> None:
    both = contest(f"{HERE}:Counting", f"{HERE}:Counting")
    assert play_game(both, 0)[1] == play_game(both, 1)[1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Broken", "Broken failed: RuntimeError: no idea"),
        ("Cheating", "Cheating failed: it chose 'everything', which is not legal"),
        ("Exiting", "the process of the bot .*:Exiting has ended"),
    ],
)
def test_a_bot_that_fails_ends_the_contest_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        play_game(contest(f"{HERE}:{name}", "house"), 0)
