"""`champion`: plays the legal action that a learned network rates best, of equal ones the lowest.

The weights lie beside the game: `champion.weights`, and `champion-N.weights` for older versions,
which `champion@N` names. `champion@PATH` plays by any weights file. A game without weights has no
champion.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from meldroom.bots.network import Network
from meldroom.bots.rows import action_count, has_row, legal_actions, row, row_size
from meldroom.bots.weights import Weights, WeightsError, read_header, read_weights
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView
from meldroom.fast.network import CompiledNetwork, plays_by_network
from meldroom.fast.pack import action_of
from meldroom.games.companions import folder_of, package_of

CHAMPION = "champion"
WEIGHTS_FILE = f"{CHAMPION}.weights"
OLDER_FILES = f"{CHAMPION}-*.weights"


def is_champion(name: str) -> bool:
    """Say whether this names a champion, of any version."""
    return name.partition("@")[0] == CHAMPION


def champion_files(game: AnyGame) -> dict[int, Path]:
    """Find the weights of a game by version, the newest last; none if it has no rows."""
    if not (package_of(game) and has_row(game)):
        return {}
    folder = folder_of(game)
    found = [*folder.glob(OLDER_FILES), *folder.glob(WEIGHTS_FILE)]
    return dict(sorted((read_header(path)["version"], path) for path in found))


def champion_path(game: AnyGame, name: str) -> Path:
    """Find the weights that `champion`, `champion@N` or `champion@PATH` names, else ValueError."""
    _, at, chosen = name.partition("@")
    if at and not chosen.isdecimal():
        path = Path(chosen)
        if not path.is_file():
            raise ValueError(f"there is no weights file {chosen!r}")
        return path
    files = champion_files(game)
    if not files:
        raise ValueError(f"there is no champion of {game.name}")
    version = int(chosen) if at else max(files)
    if version not in files:
        versions = ", ".join(map(str, files))
        raise ValueError(f"there is no {name} of {game.name}; its versions are {versions}")
    return files[version]


class Policy:
    """A network that plays a game: compiled where the library is, else in plain Python."""

    def __init__(self, game: AnyGame, path: Path) -> None:
        self.game, self.weights = game, _fitting_weights(game, path)

    @cached_property
    def compiled(self) -> CompiledNetwork | None:
        """The compiled network, None without the library."""
        if not plays_by_network(self.game):
            return None
        return CompiledNetwork(self.weights.sizes, self.weights.layers)

    @cached_property
    def network(self) -> Network:
        """The network in plain Python."""
        return Network(self.weights)

    def choose(self, seen: AnyView) -> Action:
        """Choose for the seat of a view that may act."""
        if self.compiled is not None:
            return action_of(self.game, self.compiled.choose(self.game, seen))
        return self.choose_in_python(seen)

    def choose_in_python(self, seen: AnyView) -> Action:
        """Choose the same without the library."""
        legal, ratings = legal_actions(self.game, seen), self.network.rate(row(self.game, seen))
        return legal[max(legal, key=ratings.__getitem__)]

    def rated_actions(self, seen: AnyView) -> list[tuple[Action, float]]:
        """Give the legal actions with their ratings, its choice first, the worst last."""
        ratings, legal = self.rate(seen), legal_actions(self.game, seen)
        ordered = sorted(legal, key=ratings.__getitem__, reverse=True)  # equal ones stay in order
        return [(legal[number], ratings[number]) for number in ordered]

    def rate(self, seen: AnyView) -> list[float]:
        """Rate every action of the game, the higher the better."""
        return (self.compiled or self.network).rate(row(self.game, seen))


class ChampionBot:
    """Plays as its policy says; it draws no lots and takes no time to speak of."""

    def __init__(self, game: AnyGame, name: str = CHAMPION) -> None:
        self.policy = champion_policy(game, name)

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        return legal[0] if len(legal) == 1 else self.policy.choose(view)


def champion_policy(game: AnyGame, name: str = CHAMPION) -> Policy:
    """Give the policy of a champion by its name; ValueError if there is none."""
    path = champion_path(game, name)
    return _policy(game, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _policy(game: AnyGame, path: Path, _changed: int) -> Policy:
    return Policy(game, path)


def _fitting_weights(game: AnyGame, path: Path) -> Weights:
    weights = read_weights(path)
    sizes = weights.game, weights.row_size, weights.actions
    if sizes != (game.key, row_size(game), action_count(game)):
        raise WeightsError(
            f"{path}: {weights.game} by rows of {weights.row_size} and {weights.actions} actions "
            f"does not fit {game.key} with {row_size(game)} and {action_count(game)}"
        )
    return weights
