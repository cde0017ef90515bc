"""Plays a game by the referee and by its twin side by side, and compares them at every ply."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.fast import Twin
from meldroom.fast.pack import action_of, number_of, packed

# Whatever ends a hand is rare at random, so it is played more often than by lot.
DECISIVE = ("thumb", "victory", "capture", "call", "lay", "meld", "seen")


class Lockstep:
    """One game on both sides; AssertionError at the first difference."""

    def __init__(self, game: AnyGame, lots: Random, start: AnyState | None = None) -> None:
        self.game, self.lots = game, lots
        self.seats = lots.choice(list(game.players)) if start is None else start.seats
        self.options = {
            name: lots.choice(values) if start is None else getattr(start.options, name)
            for name, values in offered(game.options).items()
        }
        rng = Rng(lots.randbytes(SEED_SIZE))
        self.state: AnyState = game.start(self.options, self.seats, rng)
        self.twin = Twin(game, self.options, self.seats, rng)
        self.decisive = lots.choice((0.0, 0.5, 1.0))
        if start is not None:
            self.jump_to(start._replace(rng=rng))
        self.compare()

    def compare(self) -> tuple[Seat, ...]:
        """Compare the states and who may act."""
        assert packed(self.game, self.state) == self.twin.packed(), self.where
        to_act = self.game.to_act(self.state.public)
        assert to_act == self.twin.to_act(), self.where
        return to_act

    @property
    def where(self) -> str:
        """Say where the two differ."""
        return f"{self.game.key}, {self.seats} seats, {self.options}, ply {self.state.ply}"

    def play(self) -> Iterator[None]:
        """Play to the end, comparing the legal actions and the state at every ply."""
        while to_act := self.compare():
            seat = self.lots.choice(to_act)
            self.apply(seat, *self.choose(self.legal(seat)))
            yield

    def apply(self, seat: Seat, number: int, action: Action) -> None:
        """Carry out a legal action on both sides."""
        self.state = self.game.apply(self.state, seat, action)
        self.twin.apply(seat, number)

    def legal(self, seat: Seat) -> dict[int, Action]:
        """Give the legal actions by their numbers, which must be the same on both sides."""
        actions = self.game.legal(view(self.state, seat))
        numbered = {number_of(self.game, action): action for action in actions}
        numbers = sorted(numbered)
        assert numbers == self.twin.legal(seat), self.where
        assert numbers == [*numbered], f"another order: {self.where}"
        return numbered

    def choose(self, legal: dict[int, Action]) -> tuple[int, Action]:
        """Choose by lot, in some games what is decisive rather than anything else."""
        decisive = [number for number, action in legal.items() if action.verb in DECISIVE]
        wanted = decisive if decisive and self.lots.random() < self.decisive else [*legal]
        number = self.lots.choice(wanted)
        assert action_of(self.game, number) == legal[number]
        return number, legal[number]

    def jump_to(self, state: AnyState) -> None:
        """Go to another state of this game on both sides."""
        self.state = state
        self.twin.load(packed(self.game, state))

    def told(self, **facts: Any) -> AnyState:
        """Give the state with some facts changed."""
        return self.state._replace(public=self.state.public._replace(**facts))


def compared_plies(game: AnyGame, seed: str, plies: int) -> tuple[int, set[str]]:
    """Compare so many plies of random games; gives the games, and the reasons of their ends."""
    lots, games, reasons, left = Random(f"{game.key} {seed}"), 0, set[str](), plies
    while left > 0:
        lockstep = Lockstep(game, lots)
        for _ in lockstep.play():
            left -= 1
            if not left:
                break
        else:
            games += 1
            reasons.add(lockstep.state.public.reason)
    return games, reasons
