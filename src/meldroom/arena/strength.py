"""How strong the rungs of the ladder are in every game, as a page that anybody can make again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from meldroom.arena.contest import Contest
from meldroom.core.game import Game
from meldroom.games import GAMES


class Claim(NamedTuple):
    """What is promised of the first bot of a line-up: a share of wins in every game."""

    title: str
    lineup: tuple[str, ...]
    least: float
    deals: int
    timed: bool  # in the short variant, with a budget


CLAIMS = (
    Claim("house against three random", ("house", "random", "random", "random"), 0.75, 50, False),
    Claim("house against random", ("house", "random"), 0.90, 100, False),
    Claim("house against novice", ("house", "novice"), 0.60, 200, False),
    Claim("master against house", ("master", "house"), 0.55, 200, True),
)


HEADINGS = (
    "| game | options | games | wins | claimed | holds |",
    "|---|---|--:|---|--:|---|",
)


def contests(seed: bytes, budget: float, share: float = 1.0) -> Iterator[tuple[Claim, Contest]]:
    """Give every claim with the contest that tests it in each game; `share` of the deals."""
    for claim in CLAIMS:
        for game in GAMES.values():
            if len(claim.lineup) in game.players:
                yield claim, _contest(claim, game, seed, budget, share)


def _contest(claim: Claim, game: Game[Any], seed: bytes, budget: float, share: float) -> Contest:
    options = game.settled(game.skill().short if claim.timed else {})
    return Contest(
        game.key,
        (options,),
        (claim.lineup,),
        max(2, round(share * claim.deals)),
        seed,
        budget if claim.timed else None,
    )


def written(
    found: Mapping[tuple[str, str], dict[str, Any]], seed: bytes, budget: float, commit: str
) -> str:
    """Write the page in Markdown from the reports, by claim and game."""
    lines = [
        "# How strong the bots are",
        "",
        "Made by `meldroom strength`; run it again to check it. Every deal is played once from "
        "every seat, so that the luck of the cards cancels. A shared win is parted. Intervals are "
        "95 %, by deal; a claim holds where the wins reach it and the interval is above chance.",
        "",
        f"Seed `{seed.hex()}`, commit `{commit}`. `master` has {1000 * budget:g} ms of a core for "
        "a decision, by the clock, so that its games differ a little from run to run; all others "
        "can be repeated to the last card.",
    ]
    for claim in CLAIMS:
        lines += ["", f"## {claim.title}", ""]
        reports = {key: found.get((claim.title, key)) for key in GAMES}
        rows = [_row(key, told, claim) for key, told in reports.items() if told and told["games"]]
        lines += [*HEADINGS, *rows] if rows else ["Not measured yet."]
    return "\n".join(lines) + "\n"


def _row(key: str, report: dict[str, Any], claim: Claim) -> str:
    wins = report["bots"][0]["wins"]
    standard = GAMES[key].settled({})
    turned = [
        f"{name} {value}"
        for name, value in report["contest"]["tables"][0].items()
        if standard[name] != value
    ]
    cells = (
        key,
        ", ".join(turned) or "standard",
        str(report["games"]),
        f"{100 * wins['mean']:.1f} % [{100 * wins['low']:.1f}, {100 * wins['high']:.1f}]",
        f"{100 * claim.least:.0f} %",
        "yes" if wins["mean"] >= claim.least and wins["low"] > 1 / len(claim.lineup) else "no",
    )
    return f"| {' | '.join(cells)} |"
