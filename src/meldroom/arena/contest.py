"""A contest: which bots meet at which table on which deals, numbered game by game.

The same deals are played with the seats rotated, so that the luck of the cards cancels: game number
n belongs to one deal, one setting of the options, one line-up and one rotation of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from time import process_time
from typing import Any, NamedTuple

from meldroom.bots.levels import LADDER, make_bot
from meldroom.core.game import Game, Setting
from meldroom.core.rng import Rng, fresh_seed
from meldroom.games import find
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import TurnOrder, bot_turns


class Contest(NamedTuple):
    """Everything that the games of a contest follow from."""

    game: str
    tables: tuple[dict[str, Setting], ...]  # the options, and those they are held against
    lineups: tuple[tuple[str, ...], ...]
    deals: int
    seed: bytes
    budget: float | None  # seconds a decision; None counts rollouts, which can be reproduced

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.deals * self.games_a_deal

    @property
    def games_a_deal(self) -> int:
        """How many games are played with one deal."""
        return len(self.tables) * sum(map(len, self.lineups))

    def form(self) -> dict[str, Any]:
        """Give the contest as a JSON value."""
        game = find(self.game)
        return {
            "game": self.game,
            "rules": game.rules,
            "tables": [dict(table) for table in self.tables],
            "lineups": [list(names) for names in self.lineups],
            "deals": self.deals,
            "seed": self.seed.hex(),
            "budget": self.budget,
        }


class Pairing(NamedTuple):
    """Who sits where in one game of a contest."""

    number: int
    deal: int
    table: int
    lineup: int
    rotation: int
    players: tuple[str, ...]


class Outcome(NamedTuple):
    """How one game of a contest ended, and how long it was."""

    number: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    rounds: tuple[int, ...]  # plies of each hand, deal or round

    @property
    def plies(self) -> int:
        """How many actions there were."""
        return sum(self.rounds)

    def share(self, seat: int) -> float:
        """Give the seat's share of the win: a shared win is parted."""
        return (self.places[seat] == 1) / self.places.count(1)


def lineups(game: Game[Any], bots: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """Seat the bots: all together, or every choice of so many; ValueError if they do not fit."""
    for name in bots:
        if name not in LADDER:
            raise ValueError(f"there is no bot {name!r}; there are {', '.join(LADDER)}")
    if players not in game.players:
        low, high = game.players[0], game.players[-1]
        raise ValueError(f"{game.key} takes {low} to {high} players, not {players}")
    if len(bots) < players:
        raise ValueError(f"{players} players need {players} bots; a name may be given twice")
    return tuple(dict.fromkeys(combinations(bots, players)))


def pairing(contest: Contest, number: int) -> Pairing:
    """Say who sits where in a game."""
    deal, rest = divmod(number, contest.games_a_deal)
    table, rest = divmod(rest, contest.games_a_deal // len(contest.tables))
    lineup = 0
    while rest >= len(contest.lineups[lineup]):
        rest -= len(contest.lineups[lineup])
        lineup += 1
    names = contest.lineups[lineup]
    return Pairing(number, deal, table, lineup, rest, names[rest:] + names[:rest])


def play(contest: Contest, number: int) -> tuple[Outcome, dict[str, Any]]:
    """Play a game of the contest and write it down."""
    game = find(contest.game)
    pair = pairing(contest, number)
    options = contest.tables[pair.table]
    seed, _ = fresh_seed(Rng(contest.seed, pair.deal))
    # Time on a core, not on the wall: other work on the machine does not weaken a bot.
    clock = None if contest.budget is None else process_time
    # The options are left out: what they change is not to be blurred by other chance.
    whose = f"{pair.deal} {pair.lineup} {pair.rotation}"
    bots = {
        seat: make_bot(game, name, _derived_seed(contest, f"{whose} {seat}"), clock)
        for seat, name in enumerate(pair.players)
    }
    match = Match(game, options, len(bots), seed)
    order = TurnOrder(match, _derived_seed(contest, f"{whose} answers"))
    stage_of = game.skill().stage
    stage, rounds = stage_of(match.state.public), [0]
    for _ in bot_turns(match, bots, order.next, contest.budget):
        rounds[-1] += 1
        if stage != (stage := stage_of(match.state.public)) and match.to_act:
            rounds.append(0)
    result = match.result
    assert result is not None
    outcome = Outcome(number, result.scores, result.places, result.reason, tuple(rounds))
    return outcome, match.record(pair.players)


def _derived_seed(contest: Contest, purpose: str) -> bytes:
    # The space is part of the purpose: without it the chance of every published game would change.
    return derived_seed(contest.seed, f"{purpose} ")
