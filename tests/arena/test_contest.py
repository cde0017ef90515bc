"""Contests: who sits where on which deal, and that a game follows from its number."""

from __future__ import annotations

from collections import Counter

import pytest

from meldroom.arena.contest import Contest, Outcome, lineups, pairing, play
from meldroom.core.record import replay
from meldroom.games import GAMES, find

GAME = next(iter(GAMES.values()))
BOTS = ("house", "novice", "random")


def a_contest(deals: int = 2, budget: float | None = None) -> Contest:
    """Give a small contest of a short game."""
    options = GAME.settled(GAME.skill().short)
    return Contest(GAME.key, (options,), lineups(GAME, BOTS, 2), deals, bytes(32), budget)


def test_every_line_up_sits_in_every_rotation_on_every_deal() -> None:
    contest = a_contest(deals=3)
    pairs = [pairing(contest, number) for number in range(contest.games)]
    assert contest.games == 3 * 3 * 2 == len(set(pairs))
    assert Counter(pair.players for pair in pairs) == dict.fromkeys(
        [(a, b) for a in BOTS for b in BOTS if a != b], 3
    )
    assert [pair.deal for pair in pairs] == sorted(pair.deal for pair in pairs)


def test_the_rotations_of_a_deal_are_dealt_the_same_cards() -> None:
    contest = a_contest()
    forms = [play(contest, number)[1] for number in range(contest.games_a_deal)]
    assert len({form["seed"] for form in forms}) == 1
    assert play(contest, contest.games_a_deal)[1]["seed"] != forms[0]["seed"]


def test_a_game_follows_from_its_number_and_its_record_replays() -> None:
    contest = a_contest()
    outcome, form = play(contest, 1)
    assert (outcome, form) == play(contest, 1)
    *_, last = replay(form, find)
    assert last.ply == outcome.plies
    assert form["players"] == list(pairing(contest, 1).players)
    assert tuple(form["result"]["places"]) == outcome.places


def test_a_shared_win_is_parted() -> None:
    outcome = Outcome(0, (5, 5, 1), (1, 1, 3), "X-8", (1,))
    assert [outcome.share(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_with_a_budget_bots_look_at_the_clock() -> None:
    outcome, _ = play(a_contest(budget=0.001)._replace(lineups=(("master", "house"),)), 0)
    assert outcome.plies


@pytest.mark.parametrize(
    ("bots", "players", "complaint"),
    [
        (("house", "sage"), 2, "there is no bot 'sage'; there are random, novice, house, master"),
        (("house", "random"), 1, f"{GAME.key} takes 2 to "),
        (("house",), 2, "2 players need 2 bots; a name may be given twice"),
    ],
)
def test_bots_that_do_not_fit_are_refused(
    bots: tuple[str, ...], players: int, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        lineups(GAME, bots, players)
