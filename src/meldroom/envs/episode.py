"""A game that programs play by numbers: one seat acts at a time, and sees only its own view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, Violation, full_options, usual_players
from meldroom.core.options import Setting
from meldroom.core.rng import SEED_SIZE, Rng, below, fresh_seed, table_seed
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, resample, view
from meldroom.envs.observation import observation_of
from meldroom.envs.rewards import REWARDS, Rewards, round_reward
from meldroom.games import find

PICKLED_FIELDS = (
    "rng",
    "no_rewards",
    "state",
    "seat",
    "seen",
    "legal",
    "spelled",
    "rewards",
    "next_numbers",
    "_continuations",
)

MADE_BY_DEALING = frozenset({"agent_selection", "seat", "state"})


class BeforeReset:
    """Names the remedy where something of a game is asked for before the first deal."""

    if not TYPE_CHECKING:  # or every name would be an attribute

        def __getattr__(self, name: str) -> Any:
            if name in MADE_BY_DEALING:
                raise AttributeError("there is no game yet: reset the environment first")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class Episode(BeforeReset):
    """One game after another with the same seats, options and reward function."""

    state: AnyState
    seat: Seat | None  # the seat to act; None when the game is over
    seen: AnyView  # the view of the seat to act
    legal: Sequence[Action]  # its legal actions
    spelled: tuple[int, ...]  # the numbers so far of an action that is being spelled
    rewards: Rewards  # of the last action
    _continuations: Sequence[Action]  # the legal actions that begin with `spelled`
    next_numbers: list[int]  # the next number of each of these; may contain duplicates

    def __init__(
        self,
        key: str,
        players: int | None = None,
        reward: str = "place",
        options: Mapping[str, Setting] | None = None,
    ) -> None:
        self.game: AnyGame = find(key)
        self.seats = usual_players(self.game) if players is None else players
        self.options = full_options(self.game, options or {})
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; choose from {', '.join(REWARDS)}")
        self.setup = key, self.seats, reward, self.options
        self.reward_function = REWARDS[reward]
        self.rewards_every_action = self.reward_function is round_reward
        self.encoding = encoding_of(self.game)
        self.observation = observation_of(self.game, self.seats, self.options)
        self.no_rewards: Rewards = (0.0,) * self.seats
        self.rng = Rng(token_bytes(SEED_SIZE))

    def deal(self, seed: int | None = None) -> None:
        """Begin a game from this seed, or from the generator's current state."""
        if seed is not None:
            self.rng = Rng(table_seed(seed))
        deal_seed, self.rng = fresh_seed(self.rng)
        self.rewards = self.no_rewards
        self._go_to(self.game.start(self.options, self.seats, Rng(deal_seed)))

    def set_chance(self, rng: Rng) -> None:
        """Let the next deal follow from this generator."""
        self.rng = rng

    def legal_numbers(self) -> list[int]:
        """Give the numbers that the seat to act may give, ascending."""
        return sorted(set(self.next_numbers))

    def act(self, number: int) -> Violation | None:
        """Play a number for the seat to act; an illegal one changes nothing (X-3)."""
        numbers, actions = self.next_numbers, self._continuations
        if number not in numbers:
            return self._violation(number)
        if number < self.encoding.first_word:
            self.play(actions[numbers.index(number)])
            return None
        actions = [
            action for action, next_ in zip(actions, numbers, strict=True) if next_ == number
        ]
        spelled = (*self.spelled, number)
        if self.encoding.is_complete(actions[0], len(spelled)):
            self.play(actions[0])
        else:
            self._continuations, self.spelled, self.rewards = actions, spelled, self.no_rewards
            self.next_numbers = self.encoding.next_numbers(actions, len(spelled))
        return None

    def play(self, action: Action) -> None:
        """Play an action for the seat to act; the caller must know that it is legal."""
        before, seat = self.state, self.seat
        assert seat is not None
        after = self.game.apply(before, seat, action)
        self._go_to(after)
        self.rewards = self.no_rewards
        if self.seat is None or self.rewards_every_action:
            self.rewards = self.reward_function(self.game, before, after) or self.no_rewards

    def observe(self, seat: Seat) -> bytearray:
        """Give the vector of a seat; only the seat to act sees what it is spelling."""
        if seat == self.seat:
            return self.observation.floats(self.seen, self.spelled)
        return self.observation.floats(view(self.state, seat))

    def mask(self, seat: Seat) -> bytearray:
        """Mark the legal numbers of the seat to act; any other seat has none."""
        marks = bytearray(self.encoding.size)
        if seat == self.seat:
            for number in self.next_numbers:
                marks[number] = 1
        return marks

    def view(self, seat: Seat) -> AnyView:
        """Give the view of a seat."""
        return self.seen if seat == self.seat else view(self.state, seat)

    def info(self, seat: Seat) -> dict[str, Any]:
        """Give what an environment tells besides the observation: the view."""
        return {"view": self.view(seat)}

    @property
    def referee(self) -> Episode:
        """Give the same episode as the referee plays it."""
        return self

    def __copy__(self) -> Episode:
        other = object.__new__(Episode)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, _: dict[int, Any]) -> Episode:
        return copy(self)  # everything that changes is a value

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the setup and the position; encoding and observation are made anew."""
        return (
            Episode,
            self.setup,
            {name: self.__dict__[name] for name in PICKLED_FIELDS if name in vars(self)},
        )

    def resampled(self, seed: bytes) -> Episode:
        """Give a random episode that the seat to act cannot tell from this one."""
        world = resample(self.seen, self.game.deck.pack_for(self.seats), Rng(seed))
        other = copy(self)
        # The seat has the same view and the same legal actions, so everything else stays.
        other.state, other.rng = world, Rng(seed[::-1])
        return other

    def _go_to(self, state: AnyState) -> None:
        self.state, self.spelled = state, ()
        acting = self.game.to_act(state.public)
        if not acting:
            self.seat, self.legal, self._continuations, self.next_numbers = None, (), (), []
            return
        first = 0
        if len(acting) > 1:
            # Several seats may act at once: the episode draws who comes first. It does not take
            # the deal's generator, since the game leaves the order to the players.
            first, self.rng = below(self.rng, len(acting))
        self.seat = seat = acting[first]
        self.seen = seen = view(state, seat)
        self.legal = self._continuations = legal = self.game.choices(seen)
        self.next_numbers = self.encoding.next_numbers(legal)

    def _violation(self, number: int) -> Violation:
        if self.seat is None:
            return Violation("X-8", "the game is over")
        if not 0 <= number < self.encoding.size:
            return Violation("X-3", f"{number} is not from 0 to {self.encoding.size - 1}")
        if not self.spelled and number < self.encoding.first_word:
            violation = self.game.check(self.seen, self.encoding.whole[number])
            assert violation is not None, "the action is legal, but was not offered"
            return violation
        text = self.encoding.texts[number]
        return Violation("X-3", f"no legal action continues with {text!r}")
