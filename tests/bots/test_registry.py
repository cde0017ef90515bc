"""Bots by name: the levels, plug-ins by entry point, and any class named module:Name."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint

import pytest

from meldroom.bots import registry
from meldroom.bots.levels import LEVELS
from meldroom.bots.registry import bot_names, check_bot_name, make_bot, may_be_slow
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView
from meldroom.games import find

GAME = find("thumbs-up")
HERE = "tests.bots.test_registry"


class FirstBot:
    """Plays the first legal action."""

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        self.game, self.seed = game, seed

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        return legal[0]


def no_bot(game: AnyGame, seed: bytes) -> str:
    """Give something that is not a bot."""
    return "nobody"


NOT_CALLABLE = "a text"


@pytest.fixture
def plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package that brings a bot, and one whose bot cannot be loaded."""
    entries = [
        EntryPoint("first", f"{HERE}:FirstBot", registry.GROUP),
        EntryPoint("broken", "no_such_package:Bot", registry.GROUP),
        EntryPoint("house", f"{HERE}:FirstBot", registry.GROUP),
    ]
    monkeypatch.setattr(
        registry, "entry_points", lambda group: [one for one in entries if one.group == group]
    )


def test_a_plug_in_is_listed_after_the_levels_and_made_by_its_name(plugged_in: None) -> None:
    levels = [name for name in LEVELS if name in bot_names()]
    assert list(bot_names()) == [*levels, "first", "broken"]
    bot = make_bot(GAME, "first", b"seed")
    assert isinstance(bot, FirstBot)
    assert (bot.game, bot.seed) == (GAME, b"seed")


def test_a_plug_in_never_replaces_a_level(plugged_in: None) -> None:
    assert not isinstance(make_bot(GAME, "house", bytes(32)), FirstBot)


def test_a_bot_is_named_by_module_and_class_without_a_plug_in() -> None:
    assert isinstance(make_bot(GAME, f"{HERE}:FirstBot", b""), FirstBot)
    check_bot_name(GAME, f"{HERE}:FirstBot")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "oracle",
            "^there is no bot 'oracle'; choose from random, beginner, novice, house, master",
        ),
        ("no_such_package:Bot", "No module named 'no_such_package'"),
        (f"{HERE}:Missing", "has no 'Missing'"),
        (f"{HERE}:", "is not of the form package.module:Name"),
        (f"{HERE}:NOT_CALLABLE", "cannot be called with a game and a seed"),
        (f"{HERE}:no_bot", "'nobody' is not a bot"),
    ],
)
def test_a_name_that_gives_no_bot_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make_bot(GAME, name, bytes(32))


def test_a_bot_is_made_for_a_game_not_for_the_key_of_one() -> None:
    with pytest.raises(TypeError, match=r"^make_bot wants a game, not 'scorzo'$"):
        make_bot("scorzo", "house", bytes(32))  # type: ignore[arg-type]


def test_a_plug_in_that_cannot_be_loaded_says_so(plugged_in: None) -> None:
    with pytest.raises(ValueError, match="the bot 'broken' cannot be loaded"):
        make_bot(GAME, "broken", bytes(32))


def test_bots_of_strangers_and_bots_that_search_may_be_slow() -> None:
    names = [*LEVELS, "champion@1", f"{HERE}:FirstBot"]
    assert [name for name in names if may_be_slow(name)] == ["master", f"{HERE}:FirstBot"]
