"""The registry: the five games that come with Meldroom, and those that other packages add.

A package adds a game with an entry point in the group `meldroom.games` that names its class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import entry_points
from warnings import warn

from meldroom.core.game import AnyGame, Game
from meldroom.games.rummy_battle import RummyBattle
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.small import OneRoundScorzo, TinyScorzo
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.small import OneHandThumbsUp
from meldroom.games.victor_or_victim import VictorOrVictim
from meldroom.games.victory_rummy import VictoryRummy

GROUP = "meldroom.games"
BUILT_IN: tuple[AnyGame, ...] = (
    VictoryRummy(),
    ThumbsUp(),
    RummyBattle(),
    VictorOrVictim(),
    Scorzo(),
)


SMALL: Mapping[str, AnyGame] = {
    game.key: game for game in (OneHandThumbsUp(), OneRoundScorzo(), TinyScorzo())
}
"""Small variants for exact methods, by their keys: `find` knows them, but nobody is offered one."""


class Registry(Mapping[str, AnyGame]):
    """Games by their keys, the built-in ones first; plug-ins load when it is first read."""

    @cached_property
    def loaded(self) -> dict[str, AnyGame]:
        """The games themselves; a game that is added here is known to this process alone."""
        games = {game.key: game for game in BUILT_IN}
        for entry in entry_points(group=GROUP):
            try:
                game = entry.load()()
                if not isinstance(game, Game):
                    raise TypeError(f"{entry.value} is not a Game")
                if game.key in games:
                    raise ValueError(f"there is already a game {game.key!r}")
            except Exception as error:  # one broken plug-in must not take all games down
                warn(f"cannot load the game {entry.name!r}: {error}", stacklevel=2)
            else:
                games[game.key] = game
        return games

    def __getitem__(self, key: str) -> AnyGame:
        """Give the game with this key."""
        return self.loaded[key]

    def __iter__(self) -> Iterator[str]:
        """Give the keys."""
        return iter(self.loaded)

    def __len__(self) -> int:
        """Count the games."""
        return len(self.loaded)


GAMES = Registry()


def find(key: str) -> AnyGame:
    """Find a game or a small variant by its key; ValueError lists the keys of the games."""
    if not isinstance(key, str):
        raise TypeError(f"a game is found by its key, not by {key!r}")
    return SMALL[key] if key in SMALL else find_offered(key)


def find_offered(key: str) -> AnyGame:
    """Find a game that players are offered; ValueError lists the keys there are."""
    if key not in GAMES:
        raise ValueError(f"there is no game {key!r}; there are {', '.join(GAMES)}")
    return GAMES[key]
