"""The evaluation of a policy: a score against the ladder, on a fixed list of paired deals.

The version names the deals, the ladder and how the score is made. Whoever changes any of them, or
how a bot of the ladder plays, gives it a new version, so that published scores stay comparable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from statistics import fmean
from typing import Any

from meldroom.arena.contest import Contest, Outcome, complete_deals
from meldroom.arena.intervals import estimate
from meldroom.bots.registry import check_bot_name
from meldroom.core.game import AnyGame, check_players, full_options, place_rewards
from meldroom.core.options import Setting

VERSION = 1
FORMAT = f"meldroom-evaluation/{VERSION}"
SEED = sha256(f"meldroom evaluation {VERSION}".encode()).digest()
LADDER = ("random", "novice", "house", "champion@1")
DEALS = 100


def ladder_of(game: AnyGame) -> tuple[str, ...]:
    """Name the bots of the ladder that play this game, the weakest first."""
    return tuple(name for name in LADDER if _plays(game, name))


def evaluation_contest(
    game: AnyGame, players: int, options: Mapping[str, Setting], policy: str, deals: int = DEALS
) -> Contest:
    """Make the contest: the policy in every seat of every deal, each bot in all other seats."""
    check_players(game, players)
    lineups = tuple((policy, *[bot] * (players - 1)) for bot in ladder_of(game))
    return Contest(game.key, (full_options(game, options),), lineups, deals, SEED, None)


def evaluation(contest: Contest, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Give the score and the results against each bot as a JSON value.

    A game counts as its `place` reward, from -1 to 1. The score is the mean over the bots of the
    ladder; deals that were not played in full do not count.
    """
    rewards: dict[tuple[int, int], list[float]] = defaultdict(list)
    wins: dict[tuple[int, int], list[float]] = defaultdict(list)
    for seating, outcome in complete_deals(contest, outcomes):
        seat = -seating.rotation % len(seating.players)  # where the first of the line-up sits
        at = seating.lineup, seating.deal
        rewards[at].append(place_rewards(outcome.places)[seat])
        wins[at].append(outcome.win_share(seat))
    deals = sorted({deal for _, deal in rewards})
    if not deals:
        raise ValueError("no deal was played to its end")
    rungs = range(len(contest.lineups))
    form = contest.as_json()
    return {
        "format": FORMAT,
        "policy": contest.lineups[0][0],
        "game": form["game"],
        "rules": form["rules"],
        "players": len(contest.lineups[0]),
        "options": form["tables"][0],
        "deals": len(deals),
        "score": estimate(
            [fmean([fmean(rewards[rung, deal]) for rung in rungs]) for deal in deals]
        ).as_json(),
        "against": {
            contest.lineups[rung][1]: {
                "reward": estimate([fmean(rewards[rung, deal]) for deal in deals]).as_json(),
                "wins": estimate([fmean(wins[rung, deal]) for deal in deals], share=True).as_json(),
            }
            for rung in rungs
        },
    }


def _plays(game: AnyGame, name: str) -> bool:
    try:
        check_bot_name(game, name)
    except ValueError:
        return False
    return True
