"""The strength page names seed, commit and budget, and says which claims hold."""

from __future__ import annotations

import re
from pathlib import Path

from meldroom.arena.contest import Outcome
from meldroom.arena.report import report
from meldroom.arena.strength import CLAIMS, SHOWN_NAMES, contests, strength_data, strength_page
from meldroom.bots.descriptions import measured_strength
from meldroom.bots.levels import levels_of
from meldroom.core.game import full_options
from meldroom.games import GAMES
from meldroom.games.companions import skill_of

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"
ROW = re.compile(r"\| (\S+) \| (.+?) \| (\d+) \| ([\d.]+) % ")


def test_players_are_told_the_figures_of_the_page() -> None:
    shown = {}
    for section in PAGE.read_text("utf-8").split("\n## ")[1:]:
        title, *rows = section.splitlines()
        claim = next(claim for claim in CLAIMS if claim.title == title)
        for game, options, games, wins in ROW.findall("\n".join(rows)):
            against = SHOWN_NAMES.get(claim.against, claim.against)
            contest = claim.bot, against, game, claim.seats, options
            shown[contest] = (int(games), float(wins))
    told = {
        (
            *(one[field] for field in ("bot", "against", "game", "seats")),
            ", ".join(f"{name} {value}" for name, value in one["options"].items()) or "standard",
        ): (one["games"], round(100 * one["wins"], 1))
        for one in measured_strength()
    }
    assert told == shown
    assert {game for _, _, game, _, _ in told} == set(GAMES)


def test_every_claim_is_tested_on_400_deals_or_more_in_every_game_that_has_the_bots() -> None:
    every = list(contests(bytes(32), 0.1))
    for claim in CLAIMS:
        tested = {contest.game for each, contest in every if each == claim}
        if "champion" in claim.lineup:
            assert tested <= {key for key, game in GAMES.items() if "champion" in levels_of(game)}
        else:
            assert tested == set(GAMES)
    for claim, contest in every:
        game = GAMES[contest.game]
        assert contest.deals == claim.deals_in(game) >= claim.deals >= 400
        assert contest.lineups == ((claim.bot, *[claim.against] * (claim.seats - 1)),)
        assert contest.budget == (0.1 if claim.timed else None)
        assert contest.option_sets == (
            full_options(game, skill_of(game).short if claim.short else {}),
        )


def test_no_two_claims_have_the_same_title() -> None:
    assert len({claim.title for claim in CLAIMS}) == len(CLAIMS)


def test_every_claim_that_a_game_sets_is_made() -> None:
    titles = {claim.title for claim in CLAIMS}
    for game in GAMES.values():
        assert set(skill_of(game).claims) <= titles
        assert set(skill_of(game).claim_deals) <= titles


def test_the_page_shows_the_wins_and_whether_the_claim_holds() -> None:
    claim, contest = next(iter(contests(bytes(32), 0.1, share=0.3)))
    seats = len(claim.lineup)
    outcomes = [
        Outcome(
            n, (0,) * seats, tuple(1 + ((s + n) % seats > 0) for s in range(seats)), "X-8", (1,)
        )
        for n in range(contest.games)
    ]
    key = (claim.title, contest.game)
    text = strength_page({key: report(contest, outcomes)}, bytes(32), 0.1, "abc123")
    [data] = strength_data({key: report(contest, outcomes)})
    assert (data["bot"], data["against"], data["game"]) == (*claim.lineup[:2], contest.game)
    assert (data["seats"], data["games"], data["wins"]) == (seats, contest.games, 1.0)
    assert f"Seed `{bytes(32).hex()}`, commit `abc123`" in text
    assert "100 ms" in text
    assert f"| {contest.game} | standard | {contest.games} | 100.0 %" in text
    assert text.count("| yes |") == 1


def test_a_claim_holds_only_where_the_lower_bound_reaches_it() -> None:
    claim, contest = next(each for each in contests(bytes(32), 0.1) if each[0].min_wins == 0.75)
    shown = report(contest, [])
    for mean, low, holds in ((0.8, 0.74, "no"), (0.8, 0.75, "yes"), (0.7, 0.6, "no")):
        shown["games"] = contest.games
        shown["bots"] = [{"wins": {"mean": mean, "low": low, "high": 0.9}}]
        text = strength_page({(claim.title, contest.game): shown}, bytes(32), 0.1, "abc123")
        assert f"| 75 % | {holds} |" in text
