"""Bots by name: the levels that come with Meldroom, and those that other packages add.

A package adds a bot by the entry point `meldroom.bots`; any bot can be named `package.module:Name`
without one. What is named is called with the game and a seed, and gives a Bot.
"""

from __future__ import annotations

import functools
from importlib import metadata
from importlib.metadata import EntryPoint, EntryPoints
from typing import Protocol

from meldroom.bots.champion import champion_path, is_champion
from meldroom.bots.levels import LEVELS, SEARCHING_LEVELS, levels_of, make_level
from meldroom.bots.master import Clock
from meldroom.core.game import AnyGame, Game
from meldroom.core.skill import Bot
from meldroom.games import GAMES
from meldroom.plugins import load_object

GROUP = "meldroom.bots"


class BotFactory(Protocol):
    """A class of bots, or a function that makes one."""

    def __call__(self, game: AnyGame, seed: bytes) -> Bot:
        """Make a bot for one seat of one game; its chance follows from the seed."""


def bot_names(game: AnyGame | None = None) -> dict[str, str]:
    """Name all bots that are installed, or those that play a game, with a few words about each."""
    games = GAMES.values() if game is None else (game,)
    offered = {name for each in games for name in levels_of(each)}
    levels = {name: level.about for name, level in LEVELS.items() if name in offered}
    return {**levels, **{name: entry.value for name, entry in _plug_ins().items()}}


def make_bot(game: AnyGame, name: str, seed: bytes, clock: Clock | None = None) -> Bot:
    """Make a bot by its name; ValueError names those there are.

    With a clock `master` stays within the budget of each decision. Without one it plays a fixed
    number of rollouts, so its choices are reproducible.
    """
    if not isinstance(game, Game):
        raise TypeError(f"make_bot wants a game, not {game!r}")
    if is_level(name):
        return make_level(game, name, seed, clock)
    factory = _factory(name, game)
    bot = factory(game, seed)
    if not callable(getattr(bot, "choose", None)):
        raise ValueError(f"{name}: {bot!r} is not a bot: it has no choose(view, legal, budget)")
    return bot


def may_be_slow(name: str) -> bool:
    """Say whether a bot may use all of its budget: one that searches, or a plug-in."""
    return name in SEARCHING_LEVELS or not is_level(name)


def is_level(name: str) -> bool:
    """Say whether this bot comes with Meldroom, so that its code can be trusted with a state."""
    return name in LEVELS or is_champion(name)


def check_bot_name(game: AnyGame, name: str) -> None:
    """ValueError unless a bot of this name plays the game, be it `package.module:Name`."""
    if is_champion(name):
        champion_path(game, name)
    elif name not in LEVELS:
        _factory(name, game)


def check_installed(name: str, game: AnyGame | None = None) -> None:
    """ValueError unless a bot is installed that plays the game; a client must not name modules."""
    names = bot_names(game)
    if name not in names:
        raise ValueError(f"there is no bot {name!r}; choose from {', '.join(names)}")


def _factory(name: str, game: AnyGame) -> BotFactory:
    plug_ins = _plug_ins()
    if ":" not in name:
        check_installed(name, game)
    try:
        factory = plug_ins[name].load() if name in plug_ins else load_object(name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"the bot {name!r} cannot be loaded: {error}") from None
    if not callable(factory):
        raise ValueError(f"{name}: {factory!r} cannot be called with a game and a seed")
    made: BotFactory = factory
    return made


@functools.cache
def entry_points(group: str) -> EntryPoints:
    """Return what packages add: it is in files of all that are installed, so it is read once."""
    return metadata.entry_points(group=group)


def _plug_ins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in LEVELS}
