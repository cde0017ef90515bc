"""The page of strength names seed, commit and budget, and says what holds."""

from __future__ import annotations

from meldroom.arena.contest import Outcome
from meldroom.arena.report import report
from meldroom.arena.strength import CLAIMS, contests, written
from meldroom.arena.timing import house_pace, master_pace
from meldroom.games import GAMES


def test_every_claim_is_tested_in_every_game_and_search_in_the_short_variant() -> None:
    found = list(contests(bytes(32), 0.1))
    assert len(found) == len(CLAIMS) * len(GAMES)
    for claim, contest in found:
        game = GAMES[contest.game]
        assert contest.budget == (0.1 if claim.timed else None)
        assert contest.tables == (game.settled(game.skill().short if claim.timed else {}),)
        if claim.timed:
            assert contest.games >= 400


def test_the_page_says_what_was_found_and_whether_it_holds() -> None:
    claim, contest = next(iter(contests(bytes(32), 0.1, share=0.05)))
    seats = len(claim.lineup)
    outcomes = [
        Outcome(
            n, (0,) * seats, tuple(1 + ((s + n) % seats > 0) for s in range(seats)), "X-8", (1,)
        )
        for n in range(contest.games)
    ]
    key = (claim.title, contest.game)
    text = written({key: report(contest, outcomes)}, bytes(32), 0.1, "abc123")
    assert f"Seed `{bytes(32).hex()}`, commit `abc123`" in text
    assert "100 ms" in text
    assert f"| {contest.game} | standard | {contest.games} | 100.0 %" in text
    assert text.count("| yes |") == 1


def test_the_pace_of_bots_is_measured_where_they_choose() -> None:
    game = next(iter(GAMES.values()))
    house = house_pace(game, 5)
    assert 0 < house.median <= house.p99
    master = master_pace(game, 0.004, 2)
    assert master.rollouts >= master.worlds > 0
