"""An episode that the compiled twin of its game plays; views are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from functools import partial
from itertools import compress
from typing import Any, Protocol

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Violation
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, table_seed
from meldroom.core.view import AnyView
from meldroom.envs.episode import Episode
from meldroom.envs.history import HistoryStep
from meldroom.fast import Batch
from meldroom.fast.batch import can_batch

ASKED_OF_THE_REFEREE = (
    "rng",
    "state",
    "seen",
    "legal",
    "spelled",
    "next_numbers",
    "_continuations",
)


class Player(Protocol):
    """What plays an episode by the referee: an environment."""

    episode: Episode

    def deal(self, seed: int | None) -> None:
        """Begin a game."""

    def act(self, number: int) -> Violation | None:
        """Play a number."""


class LazyInfo(dict[str, Any]):
    """An info that makes its view when somebody looks at it."""

    def __init__(self, make_view: Callable[[], AnyView]) -> None:
        super().__init__(view=None)
        self._make_view: Callable[[], AnyView] | None = make_view

    def _make(self) -> None:
        if self._make_view is not None:
            make_view, self._make_view = self._make_view, None
            self["view"] = make_view()

    def __getitem__(self, key: str) -> Any:
        if key == "view":
            self._make()
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Give an entry."""
        if key == "view":
            self._make()
        return super().get(key, default)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        """Copy without making the view: Stable-Baselines3 copies the info of every step."""
        if self._make_view is None:
            return {key: deepcopy(value, memo) for key, value in dict.items(self)}
        other = LazyInfo(self._make_view)
        for key, value in dict.items(self):
            if key != "view":
                other[key] = deepcopy(value, memo)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def _after_making(name: str) -> Any:
    inherited = getattr(dict, name)

    def method(self: LazyInfo, *args: Any) -> Any:
        self._make()
        return inherited(self, *args)

    return method


# With a method of its own, `__iter__` keeps dict(info) from copying what has not been made.
for _name in ("__eq__", "__iter__", "__ne__", "__or__", "__repr__", "__ror__", "copy", "items",
              "pop", "popitem", "setdefault", "values"):  # fmt: skip
    setattr(LazyInfo, _name, _after_making(_name))


class Replay:
    """One game that the twin plays, for the referee to follow as far as somebody asks."""

    def __init__(self, make_player: Callable[[], Player], rng: Rng) -> None:
        self.numbers: list[int] = []
        self.rng = rng  # before the deal
        self._make_player = make_player
        self._player: Player | None = None
        self._played = 0

    def at(self, step: int) -> Episode:
        """Give the episode after so many numbers."""
        if self._player is None or self._played > step:
            self._player, self._played = self._make_player(), 0
            self._player.episode.rng = self.rng
            self._player.deal(None)
        for number in self.numbers[self._played : step]:
            self._player.act(number)
        self._played = step
        return self._player.episode

    def view(self, step: int, seat: Seat) -> AnyView:
        """Give the view of a seat after so many numbers."""
        return self.at(step).view(seat)

    def __copy__(self) -> Replay:
        other = Replay(self._make_player, self.rng)
        other.numbers = self.numbers[:]
        if isinstance(self._player, EpisodePlayer):
            other._player, other._played = copy(self._player), self._played
        return other


class CompiledEpisode(Episode):
    """Plays as Episode does; with opponents, it plays on until the learner is to act.

    What the twin does not have, such as the state, is asked of the referee, who follows.
    """

    def __init__(
        self,
        key: str,
        players: int | None = None,
        reward: str = "place",
        options: Mapping[str, Setting] | None = None,
        opponents: Sequence[str] = (),
        learner: Seat | None = None,
        make_player: Callable[[], Player] | None = None,
    ) -> None:
        super().__init__(key, players, reward, options)
        self._batch = batch = Batch(
            self.game,
            self.seats,
            1,
            self.options,
            opponents=opponents,
            learner=learner,
            reward=reward,
        )
        batch.set_chance(0, self.__dict__.pop("rng"))
        self._compiled_setup = *self.setup, tuple(opponents), learner, make_player
        self._make_player = make_player or partial(EpisodePlayer, *self.setup)
        self._numbers = range(self.encoding.size)
        self._replay: Replay | None = None
        self._look_at(batch)

    def _look_at(self, batch: Batch) -> None:
        views = {name: memoryview(array) for name, array in batch.arrays.items()}
        self._observation = views["observation"].cast("B")
        self._mask = views["mask"].cast("B")
        self._rewards, self._action = views["rewards"].cast("B").cast("d"), views["action"]
        self._seat, self._over = views["seat"], views["terminated"]

    def __getattr__(self, name: str) -> Any:
        if name not in ASKED_OF_THE_REFEREE:
            return super().__getattr__(name)  # type: ignore[misc]
        return getattr(self.referee, name)

    @property
    def referee(self) -> Episode:
        """Give the same episode as the referee plays it."""
        if self._replay is None:  # before the first deal
            player = self._make_player()
            player.episode.rng = self._batch.chance(0)
            return player.episode
        return self._replay.at(len(self._replay.numbers))

    def deal(self, seed: int | None = None) -> None:
        """Begin a game from this seed, or from the generator's current state."""
        if seed is not None:
            self.set_chance(Rng(table_seed(seed)))
        self._replay = Replay(self._make_player, self._batch.chance(0))
        self._batch.reset()
        self._read()

    def set_chance(self, rng: Rng) -> None:
        """Let the next deal follow from this generator."""
        self._batch.set_chance(0, rng)

    def legal_numbers(self) -> list[int]:
        """Give the numbers that the seat to act may give, ascending."""
        marks = b"" if self.seat is None else self._mask.tobytes()
        return list(compress(self._numbers, marks))

    def steps(self, first: int) -> Iterator[HistoryStep]:
        """Give the steps of the game from one on, as the referee plays them; the deal is 0."""
        replay = self._replay
        assert replay is not None
        if first == 0:
            yield HistoryStep(None, None, replay.at(0).state)
            first = 1
        for step, number in enumerate(replay.numbers[first - 1 :], first):
            before = replay.at(step - 1)
            seat, old = before.seat, before.state
            new = replay.at(step).state
            yield HistoryStep(seat, number, None if new is old else new)

    def resampled(self, seed: bytes) -> Episode:
        """Give a random episode that the seat to act cannot tell from this one."""
        return self.referee.resampled(seed)

    def act(self, number: int) -> Violation | None:
        """Play a number for the seat to act; an illegal one changes nothing (X-3)."""
        if self.seat is None or not 0 <= number < self.encoding.size or not self._mask[number]:
            return self._violation(number)
        assert self._replay is not None
        self._action[0] = number
        self._batch.step()
        self._replay.numbers.append(number)
        self._read()
        return None

    def play(self, action: Action) -> None:
        """Play an action for the seat to act; the caller must know that it is legal."""
        for number in self.encoding.numbers(action):
            self.act(number)

    def observe(self, seat: Seat) -> bytearray:
        """Give the vector of a seat; only the seat to act sees what it is spelling."""
        if seat == self.seat:
            return bytearray(self._observation)
        return self._batch.observe(0, seat)

    def mask(self, seat: Seat) -> bytearray:
        """Mark the legal numbers of the seat to act; any other seat has none."""
        return bytearray(self._mask) if seat == self.seat else bytearray(self.encoding.size)

    def info(self, seat: Seat) -> dict[str, Any]:
        """Give what an environment tells besides the observation: the view, made on demand."""
        assert self._replay is not None
        return LazyInfo(partial(self._replay.view, len(self._replay.numbers), seat))

    def _read(self) -> None:
        self.seat = None if self._over[0] else self._seat[0]
        self.rewards = self.no_rewards
        if self.seat is None or self.rewards_every_action:
            rewards = tuple(self._rewards)
            if any(rewards):
                self.rewards = rewards

    def __copy__(self) -> CompiledEpisode:
        other = object.__new__(CompiledEpisode)
        other.__dict__.update(self.__dict__)
        other._batch, other._replay = copy(self._batch), copy(self._replay)
        other._look_at(other._batch)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the setup and what was played: the twin plays it again."""
        replay = self._replay
        if replay is None:
            return _restored, (self._compiled_setup, self._batch.chance(0), None)
        played = tuple(replay.numbers), self.seat, self.rewards
        return _restored, (self._compiled_setup, replay.rng, played)


def _restored(setup: tuple[Any, ...], rng: Rng, played: tuple[Any, ...] | None) -> CompiledEpisode:
    episode = CompiledEpisode(*setup)
    episode._batch.set_chance(0, rng)
    if played is not None:
        numbers, seat, rewards = played
        episode.deal()
        for number in numbers:
            episode.act(number)
        # A truncated game has no seat to act.
        episode.seat, episode.rewards = seat, rewards if any(rewards) else episode.no_rewards
    return episode


class EpisodePlayer:
    """Plays an episode alone, without bots."""

    def __init__(self, *setup: Any) -> None:
        self.episode = Episode(*setup)

    def __copy__(self) -> EpisodePlayer:
        other = object.__new__(EpisodePlayer)
        other.episode = copy(self.episode)
        return other

    def deal(self, seed: int | None) -> None:
        """Begin a game."""
        self.episode.deal(seed)

    def act(self, number: int) -> Violation | None:
        """Play a number."""
        return self.episode.act(number)


def make_episode(
    key: str,
    players: int | None,
    reward: str,
    options: Mapping[str, Setting],
    compiled: bool,
) -> Episode:
    """Make an episode, by the game's compiled twin where there is one and it is wanted."""
    episode = Episode(key, players, reward, options)
    if compiled and can_batch(episode.game):
        return CompiledEpisode(*episode.setup)
    return episode
