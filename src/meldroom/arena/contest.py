"""A contest: which bots play which deals in which seats, numbered game by game.

The same deals are played with the seats rotated, so that the luck of the cards cancels: game number
n belongs to one deal, one set of options, one line-up and one rotation of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import combinations
from time import process_time
from typing import Any, NamedTuple

from meldroom.arena.isolation import IsolatedBot
from meldroom.bots.registry import check_bot_name, is_level, make_bot
from meldroom.bots.simulation import compiled_policies
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Result, check_players
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Bot
from meldroom.fast import games
from meldroom.games import find
from meldroom.games.companions import skill_of
from meldroom.match.derived_seed import derived_seed
from meldroom.match.match import Match
from meldroom.match.play_out import TurnOrder, bot_turns
from meldroom.match.simulation import GameSeeds

HOUSE_1 = "tests.bots.house_1:Bot"  # `house` as it was first published; ours, so not isolated

MakeBot = Callable[[AnyGame, str, bytes], Bot]
"""Makes a bot that is no level, of a game, its name and a seed."""


class Contest(NamedTuple):
    """Everything that determines the games of a contest."""

    game: str
    option_sets: tuple[dict[str, Setting], ...]  # the options, and those to compare them with
    lineups: tuple[tuple[str, ...], ...]
    deals: int
    seed: bytes
    budget: float | None  # seconds per decision; None counts rollouts, which is reproducible

    @property
    def games(self) -> int:
        """How many games the contest has."""
        return self.deals * self.games_per_deal

    @property
    def games_per_deal(self) -> int:
        """How many games are played with one deal."""
        return len(self.option_sets) * sum(map(len, self.lineups))

    def as_json(self) -> dict[str, Any]:
        """Give the contest as a JSON value."""
        game = find(self.game)
        return {
            "game": self.game,
            "rules": game.rules,
            "tables": [dict(options) for options in self.option_sets],
            "lineups": [list(names) for names in self.lineups],
            "deals": self.deals,
            "seed": self.seed.hex(),
            "budget": self.budget,
        }


class Seating(NamedTuple):
    """Who sits where in one game of a contest."""

    number: int
    deal: int
    option_set: int
    lineup: int
    rotation: int
    players: tuple[str, ...]


class Outcome(NamedTuple):
    """How one game of a contest ended, and how long it took."""

    number: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    rounds: tuple[int, ...]  # plies of each hand, deal or round

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return sum(self.rounds)

    def win_share(self, seat: int) -> float:
        """Give the seat's share of the win; a shared win is split."""
        return (self.places[seat] == 1) / self.places.count(1)


def lineups(game: AnyGame, bots: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """List every choice of so many bots to play one game; ValueError if they do not fit."""
    for name in bots:
        check_bot_name(game, name)
    check_players(game, players)
    if len(bots) < players:
        raise ValueError(f"{players} players need {players} bots; a name may be repeated")
    return tuple(dict.fromkeys(combinations(bots, players)))


ContestGame = tuple[Seating, Outcome]


def seating_of(contest: Contest, number: int) -> Seating:
    """Say who sits where in the game of this number."""
    deal, rest = divmod(number, contest.games_per_deal)
    option_set, rest = divmod(rest, contest.games_per_deal // len(contest.option_sets))
    lineup = 0
    while rest >= len(contest.lineups[lineup]):
        rest -= len(contest.lineups[lineup])
        lineup += 1
    names = contest.lineups[lineup]
    return Seating(number, deal, option_set, lineup, rest, names[rest:] + names[:rest])


def play_game(
    contest: Contest, number: int, make_bot_here: MakeBot | None = None
) -> tuple[Outcome, dict[str, Any]]:
    """Play one game of the contest; give its outcome and its record.

    Bots of other packages live in processes of their own, unless something makes them here.
    """
    game = find(contest.game)
    seating = seating_of(contest, number)
    options = contest.option_sets[seating.option_set]
    seeds = _seeds(contest, seating)
    policies = compiled_policies(game, seating.players)
    if policies is not None:
        [played] = games(game, options, policies, [seeds])
        outcome = _outcome(number, played.result, played.rounds)
        return outcome, played.record(game, options, seating.players)
    match = Match(game, options, len(seating.players), seeds.deal)
    order = TurnOrder(match, seeds.order)
    stage_of = skill_of(game).stage
    stage, rounds = stage_of(match.state.public), [0]
    with _seated_bots(contest, seating, seeds, make_bot_here) as bots:
        for _ in bot_turns(match, bots, order.next, contest.budget):
            rounds[-1] += 1
            if stage != (stage := stage_of(match.state.public)) and match.to_act:
                rounds.append(0)
    result = match.result
    assert result is not None
    return _outcome(number, result, tuple(rounds)), match.record(seating.players)


def complete_deals(contest: Contest, outcomes: Iterable[Outcome]) -> list[ContestGame]:
    """Give the games of all deals that were played in every seating, in order."""
    games = [(seating_of(contest, outcome.number), outcome) for outcome in sorted(outcomes)]
    counts = Counter(seating.deal for seating, _ in games)
    return [game for game in games if counts[game[0].deal] == contest.games_per_deal]


@contextmanager
def _seated_bots(
    contest: Contest, seating: Seating, seeds: GameSeeds, make_bot_here: MakeBot | None
) -> Iterator[dict[Seat, Bot]]:
    """Make a bot for each seat."""
    game = find(contest.game)
    # CPU time, not wall-clock time: other work on the machine does not weaken a bot.
    clock = None if contest.budget is None else process_time
    with ExitStack() as processes:
        bots: dict[Seat, Bot] = {}
        for seat, name in enumerate(seating.players):
            if is_level(name) or name == HOUSE_1:
                bots[seat] = make_bot(game, name, seeds.bots[seat], clock)
            elif make_bot_here is not None:
                bots[seat] = make_bot_here(game, name, seeds.bots[seat])
            else:
                isolated = IsolatedBot(game, name, seeds.bots[seat])
                bots[seat] = processes.enter_context(closing(isolated))
        yield bots


def _outcome(number: int, result: Result, rounds: tuple[int, ...]) -> Outcome:
    return Outcome(number, result.scores, result.places, result.reason, rounds)


def _seeds(contest: Contest, seating: Seating) -> GameSeeds:
    deal, _ = fresh_seed(Rng(contest.seed, seating.deal))
    # Without the options: bots draw the same random numbers under both sets that are compared.
    purpose = f"{seating.deal} {seating.lineup} {seating.rotation}"
    bots = [_derived_seed(contest, f"{purpose} {seat}") for seat in range(len(seating.players))]
    return GameSeeds(deal, tuple(bots), _derived_seed(contest, f"{purpose} answers"))


def _derived_seed(contest: Contest, purpose: str) -> bytes:
    # The space keeps the games of published contests as they are.
    return derived_seed(contest.seed, f"{purpose} ")
