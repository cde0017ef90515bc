"""Contests on paired deals: a network plays every deal from every seat, against the same others."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from meldroom.arena.intervals import Estimate, estimate
from meldroom.core.game import AnyGame
from meldroom.training.extra import torch
from meldroom.training.networks import masked, outputs
from meldroom.training.self_play import Positions, SelfPlay
from meldroom.training.setups import PlayedTable, packed_rotations

MAX_DECISIONS = 10_000  # at a table; a game that takes longer counts as nobody's
LOOKED_AFTER = 32  # decisions: to see whether all games are over, the card must be waited for


class ContestResult(NamedTuple):
    """The network's share of wins, and how long the games were."""

    wins: Estimate
    plies: float
    unfinished: int

    def as_json(self) -> dict[str, Any]:
        """Give the result as a JSON value."""
        return {**self.wins.as_json(), "plies": round(self.plies, 1), "unfinished": self.unfinished}


def contest(
    game: AnyGame, player: Any, setup: PlayedTable, deals: int, seed: int, device: Any,
    opponent: Any = None, exact: bool = False,
) -> ContestResult:  # fmt: skip
    """Let a network play against `opponent`, else against `house`, in all other seats.

    Both choose their best action. The deal is the sampling unit.
    """
    lots = Random(f"{seed} deals")
    seats = setup.seats
    setups = packed_rotations(game, setup, with_house=opponent is None) * deals
    seeds = torch.tensor([lots.getrandbits(63) for _ in range(deals)]).repeat_interleave(seats)
    tables = SelfPlay(game, setups, seeds, device)
    own_seat = torch.arange(seats, dtype=torch.int32, device=device).repeat(deals)
    seen = Positions(tables.sizes, (tables.tables,), device)
    rewards = torch.zeros(tables.tables, tables.sizes.seats, device=device)
    done = torch.zeros(tables.tables, dtype=torch.uint8, device=device)
    with torch.no_grad():
        for decision in range(MAX_DECISIONS):
            tables.observe(seen.rows, seen.mask, seen.turn)
            rows = seen.rows[:, : tables.sizes.seen]
            action = masked(outputs(player, rows, exact), seen.mask).argmax(-1)
            if opponent is not None:
                answer = masked(outputs(opponent, rows, exact), seen.mask).argmax(-1)
                action = torch.where(seen.turn == own_seat, action, answer)
            tables.step(action, rewards, done, False)
            if decision % LOOKED_AFTER == LOOKED_AFTER - 1 and bool(done.all()):
                break
    shares, plies = tables.ends()
    own = shares.gather(1, own_seat.long()[:, None]).view(deals, seats).mean(1)
    unfinished = int((done == 0).sum())
    return ContestResult(
        estimate(own.tolist(), share=True), float(plies.double().mean()), unfinished
    )
