"""Contests: who sits where on which deal, and every game reproducible from its number."""

from __future__ import annotations

from collections import Counter

import pytest

from meldroom.arena.contest import Contest, Outcome, lineups, play_game, seating_of
from meldroom.core.game import full_options
from meldroom.core.record import replay
from meldroom.games import GAMES, find
from meldroom.games.companions import skill_of

GAME = next(iter(GAMES.values()))
BOTS = ("house", "novice", "random")


def short_contest(deals: int = 2, budget: float | None = None) -> Contest:
    """Make a small contest of a short game."""
    options = full_options(GAME, skill_of(GAME).short)
    return Contest(GAME.key, (options,), lineups(GAME, BOTS, 2), deals, bytes(32), budget)


def test_every_line_up_plays_every_deal_in_every_rotation() -> None:
    contest = short_contest(deals=3)
    seatings = [seating_of(contest, number) for number in range(contest.games)]
    assert contest.games == 3 * 3 * 2 == len(set(seatings))
    assert Counter(seating.players for seating in seatings) == dict.fromkeys(
        [(a, b) for a in BOTS for b in BOTS if a != b], 3
    )
    assert [seating.deal for seating in seatings] == sorted(seating.deal for seating in seatings)


def test_all_rotations_of_a_deal_use_the_same_seed() -> None:
    contest = short_contest()
    records = [play_game(contest, number)[1] for number in range(contest.games_per_deal)]
    assert len({record["seed"] for record in records}) == 1
    assert play_game(contest, contest.games_per_deal)[1]["seed"] != records[0]["seed"]


def test_a_game_is_reproducible_from_its_number_and_its_record_replays() -> None:
    contest = short_contest()
    outcome, record = play_game(contest, 1)
    assert (outcome, record) == play_game(contest, 1)
    *_, last = replay(record, find)
    assert last.ply == outcome.plies
    assert record["players"] == list(seating_of(contest, 1).players)
    assert tuple(record["result"]["places"]) == outcome.places


def test_a_shared_win_is_split() -> None:
    outcome = Outcome(0, (5, 5, 1), (1, 1, 3), "X-8", (1,))
    assert [outcome.win_share(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_a_contest_with_a_budget_is_played() -> None:
    outcome, _ = play_game(short_contest(budget=0.001)._replace(lineups=(("master", "house"),)), 0)
    assert outcome.plies


@pytest.mark.parametrize(
    ("bots", "players", "complaint"),
    [
        (
            ("house", "sage"),
            2,
            "there is no bot 'sage'; choose from random, beginner, novice, house",
        ),
        (("house", "random"), 1, f"{GAME.key} takes 2 to "),
        (("house",), 2, "2 players need 2 bots; a name may be repeated"),
    ],
)
def test_bots_that_do_not_fit_are_refused(
    bots: tuple[str, ...], players: int, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        lineups(GAME, bots, players)
