"""Tables on a device beside the same ones on the processor: they must show the same throughout."""

from __future__ import annotations

from random import Random
from typing import Any

from meldroom.core.game import AnyGame
from meldroom.training.extra import torch
from meldroom.training.self_play import Positions, SelfPlay
from meldroom.training.setups import mixed_tables

TABLES, STEPS = 1_001, 150  # not a whole number of blocks


def differing_tables(game: AnyGame, device: Any, tables: int = TABLES, steps: int = STEPS) -> int:
    """Play the same actions on both, every second table with `house`; count what differs."""
    lots, dice = Random("lockstep"), torch.Generator().manual_seed(1)
    setups = [
        setup if at % 2 else bytes([setup[0], (1 << setup[0]) - 2]) + setup[2:]
        for at, setup in enumerate(mixed_tables(game, tables, lots))
    ]
    seeds = torch.tensor([lots.getrandbits(63) for _ in setups])
    sides = [_Side(game, setups, seeds, where) for where in ("cpu", device)]
    alike = torch.ones(tables, dtype=torch.bool)
    for _ in range(steps):
        ours, theirs = (side.shown() for side in sides)
        for one, other in zip(ours, theirs, strict=True):
            alike &= (one == other).view(tables, -1).all(-1)
        chances = torch.rand(ours[1].shape, generator=dice) * ours[1]
        for side in sides:
            side.play(chances.argmax(-1))
    return int((~alike).sum())


class _Side:
    """The tables on one of the two devices."""

    def __init__(self, game: AnyGame, setups: list[bytes], seeds: Any, device: Any) -> None:
        self.tables = SelfPlay(game, setups, seeds, device)
        self.seen = Positions(self.tables.sizes, (len(setups),), device)
        self.rewards = torch.zeros(len(setups), self.tables.sizes.seats, device=device)
        self.done = torch.zeros(len(setups), dtype=torch.uint8, device=device)

    def shown(self) -> list[Any]:
        """Give all that the tables show, on the processor."""
        seen = self.seen
        self.tables.observe(seen.rows, seen.mask, seen.turn)
        return [each.cpu() for each in (seen.rows, seen.mask, seen.turn, self.rewards, self.done)]

    def play(self, actions: Any) -> None:
        """Play an action at every table."""
        self.tables.step(actions.to(self.tables.device), self.rewards, self.done, True)
