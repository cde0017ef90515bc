"""A table that programs play at by numbers: one seat is asked at a time, and sees what it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game, Setting, Violation
from meldroom.core.rng import SEED_SIZE, Rng, below, fresh_seed
from meldroom.core.state import State
from meldroom.core.view import View, resample, view
from meldroom.envs.encoding import encoding_of
from meldroom.envs.observation import observation_of
from meldroom.envs.rewards import REWARDS, Paid, by_round
from meldroom.games import find

PLAYERS = 4  # or as many as the game takes, where nobody says
STANDS = ("rng", "nothing", "state", "seat", "seen", "legal", "said", "paid", "offers", "_ways")


class Episode:
    """One game after another with the same seats, options and reward."""

    state: State[Any]
    seat: Seat | None  # who is asked; None when the game is over
    seen: View[Any]  # by the seat that is asked
    legal: Sequence[Action]  # its legal actions
    offers: list[int]  # its legal numbers, as often as legal actions go on with them
    said: tuple[int, ...]  # its words so far of an action that is being spelled
    paid: Paid  # what the last number brought each seat
    _ways: Sequence[Action]  # the legal actions that begin with what was said

    def __init__(
        self,
        key: str,
        players: int | None = None,
        reward: str = "place",
        options: Mapping[str, Setting] | None = None,
    ) -> None:
        self.game: Game[Any] = find(key)
        self.seats = min(PLAYERS, self.game.players[-1]) if players is None else players
        self.options = self.game.settled(options or {})
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        self.setup = key, self.seats, reward, self.options
        self.reward = REWARDS[reward]
        self.pays_early = self.reward is by_round  # the others pay at the end alone
        self.encoding = encoding_of(self.game)
        self.observation = observation_of(self.game, self.seats, self.options)
        self.nothing: Paid = (0.0,) * self.seats
        self.rng = Rng(token_bytes(SEED_SIZE))

    def deal(self, seed: int | None = None) -> None:
        """Begin a game: from this seed, or as the chance of the games before goes on."""
        if seed is not None:
            self.rng = Rng(sha256(f"meldroom table {seed}".encode()).digest())
        dealt, self.rng = fresh_seed(self.rng)
        self.paid = self.nothing
        self._ask(self.game.start(self.options, self.seats, Rng(dealt)))

    def act(self, number: int) -> Violation | None:
        """Let the seat that is asked say a number; an illegal one changes nothing (X-3)."""
        offers, ways = self.offers, self._ways
        if number not in offers:
            return self._violation(number)
        if number < self.encoding.first_word:
            self.play(ways[offers.index(number)])
            return None
        ways = [way for way, offer in zip(ways, offers, strict=True) if offer == number]
        said = (*self.said, number)
        if self.encoding.ends(ways[0], len(said)):
            self.play(ways[0])
        else:
            self._ways, self.said, self.paid = ways, said, self.nothing
            self.offers = self.encoding.offers(ways, len(said))
        return None

    def play(self, action: Action) -> None:
        """Let the seat that is asked do a legal action; trusts its caller."""
        before, seat = self.state, self.seat
        assert seat is not None
        after = self.game.apply(before, seat, action)
        self._ask(after)
        self.paid = self.nothing
        if self.seat is None or self.pays_early:
            self.paid = self.reward(self.game, before, after) or self.nothing

    def observed(self, seat: Seat) -> bytearray:
        """Give the vector of a seat; what is being said is known to the speaker alone."""
        if seat == self.seat:
            return self.observation.floats(self.seen, self.said)
        return self.observation.floats(view(self.state, seat))

    def mask(self, seat: Seat) -> bytearray:
        """Mark the legal numbers of the seat that is asked; for any other there are none."""
        marks = bytearray(self.encoding.size)
        if seat == self.seat:
            for number in self.offers:
                marks[number] = 1
        return marks

    def view(self, seat: Seat) -> View[Any]:
        """Give the view of a seat."""
        return self.seen if seat == self.seat else view(self.state, seat)

    def __copy__(self) -> Episode:
        other = object.__new__(Episode)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, _: dict[int, Any]) -> Episode:
        return copy(self)  # all that changes in a table is values

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how the table is set up and how it stands; elsewhere all else is made anew."""
        return (
            Episode,
            self.setup,
            {name: self.__dict__[name] for name in STANDS if name in vars(self)},
        )

    def twin(self, seed: bytes) -> Episode:
        """Give a table that the seat that is asked cannot tell from this one, by a chance."""
        world = resample(self.seen, self.game.pack(self.seats), Rng(seed))
        other = copy(self)
        # The seat sees the same and may do the same, so what is asked stays as it is.
        other.state, other.rng = world, Rng(seed[::-1])
        return other

    def _ask(self, state: State[Any]) -> None:
        self.state, self.said = state, ()
        acting = self.game.to_act(state.public)
        if not acting:
            self.seat, self.legal, self._ways, self.offers = None, (), (), []
            return
        at = 0
        if len(acting) > 1:
            # Several may act at the same time: who comes first is the table's chance, not the
            # deal's, since the game leaves it to the players.
            at, self.rng = below(self.rng, len(acting))
        self.seat = seat = acting[at]
        self.seen = seen = view(state, seat)
        self.legal = self._ways = ways = self.game.choices(seen)
        self.offers = self.encoding.offers(ways)

    def _violation(self, number: int) -> Violation:
        if self.seat is None:
            return Violation("X-8", "the game is over")
        if not 0 <= number < self.encoding.size:
            return Violation("X-3", f"{number} is not from 0 to {self.encoding.size - 1}")
        if not self.said and number < self.encoding.first_word:
            violation = self.game.check(self.seen, self.encoding.whole[number])
            assert violation is not None, "an action is legal, but was not offered"
            return violation
        return Violation("X-3", f"no legal action goes on with {self.encoding.texts[number]!r}")
