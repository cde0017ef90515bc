"""The registry has the five games and those that other packages add."""

from __future__ import annotations

import warnings
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from meldroom import games
from meldroom.games import BUILT_IN, GAMES, Registry, find
from meldroom.games.thumbs_up import ThumbsUp

FIVE = ["victory-rummy", "thumbs-up", "rummy-battle", "victor-or-victim", "scorzo"]
HERE = "tests.games.test_registry"


class Whist(ThumbsUp):
    """A game of another package."""

    key = "whist"


class SecondScorzo(ThumbsUp):
    """A game with a key that exists already."""

    key = "scorzo"


class NotAGame:
    """A class that is no game."""


class Broken(ThumbsUp):
    """A game that cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no cards in the box")


def with_plug_ins(monkeypatch: pytest.MonkeyPatch, **classes: str) -> Registry:
    """Make a registry where other packages declare these entry points."""
    declared = [EntryPoint(name, value, games.GROUP) for name, value in classes.items()]

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == games.GROUP
        return declared

    monkeypatch.setattr(games, "entry_points", entry_points)
    return Registry()


def test_the_five_games_are_there_by_their_keys() -> None:
    assert [game.key for game in BUILT_IN] == FIVE
    assert list(GAMES)[:5] == FIVE
    assert len(GAMES) >= 5
    assert [find(key).key for key in FIVE] == FIVE


def test_a_game_of_another_package_comes_after_the_five(monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry = with_plug_ins(monkeypatch, whist=f"{HERE}:Whist")
        assert list(registry) == [*FIVE, "whist"]
    assert isinstance(registry["whist"], Whist)
    assert len(registry) == 6


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_package.game:Game", "No module named 'no_such_package'"),
        (f"{HERE}:Missing", "module '.*test_registry' has no attribute 'Missing'"),
        (f"{HERE}:Broken", "no cards in the box"),
        (f"{HERE}:NotAGame", f"{HERE}:NotAGame is not a Game"),
        (f"{HERE}:SecondScorzo", "there is already a game 'scorzo'"),
    ],
)
def test_a_broken_plug_in_is_reported_and_the_five_games_stay(
    monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    registry = with_plug_ins(monkeypatch, odd=value)
    with pytest.warns(UserWarning, match=f"cannot load the game 'odd': {why}"):
        assert list(registry) == FIVE
    assert registry["scorzo"] is BUILT_IN[-1]


def test_one_broken_plug_in_does_not_keep_out_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = with_plug_ins(monkeypatch, odd=f"{HERE}:Broken", whist=f"{HERE}:Whist")
    with pytest.warns(UserWarning, match="odd"):
        assert list(registry) == [*FIVE, "whist"]


def test_a_key_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="there is no game 'bridge'; there are victory-rummy, "):
        find("bridge")
    key: Any = ThumbsUp()
    with pytest.raises(TypeError, match="a game is found by its key, not by <"):
        find(key)
