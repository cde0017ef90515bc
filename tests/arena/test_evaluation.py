"""An evaluation scores a policy on deals that are the same for everybody, and says how surely."""

from __future__ import annotations

from hashlib import sha256

import pytest

from meldroom.arena.contest import Contest, Outcome, play_game, seating_of
from meldroom.arena.evaluation import (
    LADDER,
    evaluation,
    evaluation_contest,
    ladder_of,
)
from meldroom.core.codec import canonical
from meldroom.core.game import place_rewards
from meldroom.fast.network import plays_by_network
from meldroom.games import find
from meldroom.games.companions import skill_of
from tests import missing

GAME = find("victor-or-victim")


def played(contest: Contest, policy_place: int) -> list[Outcome]:
    """Let the policy have the same place in every game."""
    outcomes = []
    for number in range(contest.games):
        seating = seating_of(contest, number)
        places = [0] * len(seating.players)
        others = iter(place for place in range(1, len(places) + 1) if place != policy_place)
        for offset in range(len(places)):
            seat = (offset - seating.rotation) % len(places)
            places[seat] = policy_place if offset == 0 else next(others)
        outcomes.append(Outcome(number, tuple(places), tuple(places), "VV-9", (1,)))
    return outcomes


def test_the_score_is_the_mean_reward_of_the_policy_in_whatever_seat_it_has() -> None:
    contest = evaluation_contest(GAME, 3, {}, "module:policy", deals=4)
    for place, reward in ((1, 1.0), (2, 0.0), (3, -1.0)):
        result = evaluation(contest, played(contest, place))
        assert result["score"] == {"mean": reward, "low": reward, "high": reward, "deals": 4}
        wins = [row["wins"]["mean"] for row in result["against"].values()]
        assert wins == [float(place == 1)] * len(ladder_of(GAME))
    assert list(result["against"]) == list(ladder_of(GAME))
    assert result["policy"] == "module:policy"


def test_the_policy_plays_every_deal_in_every_seat_against_each_bot() -> None:
    contest = evaluation_contest(GAME, 2, {}, "mine", deals=1)
    seatings = {seating_of(contest, number).players for number in range(contest.games)}
    assert seatings == {pair for bot in ladder_of(GAME) for pair in (("mine", bot), (bot, "mine"))}


def test_a_deal_that_was_not_played_in_full_does_not_count() -> None:
    contest = evaluation_contest(GAME, 2, {}, "mine", deals=2)
    outcomes = played(contest, 1)
    assert evaluation(contest, outcomes[:-1])["deals"] == 1
    with pytest.raises(ValueError, match="no deal was played to its end"):
        evaluation(contest, outcomes[:1])


def test_rewards_of_places_add_up_to_zero_and_ties_share() -> None:
    assert place_rewards((2, 1)) == (-1, 1)
    assert place_rewards((1, 1)) == (0, 0)
    assert place_rewards((1, 2, 3)) == (1, 0, -1)
    assert place_rewards((1, 2, 2, 4)) == pytest.approx((1, 0, 0, -1))


PUBLISHED = {
    ("victory-rummy", "random"): "d7f68b9fe5ce",
    ("victory-rummy", "novice"): "0399a863115d",
    ("victory-rummy", "house"): "23a4dfd63d4c",
    ("victory-rummy", "champion@1"): "bdc3113a1107",
    ("thumbs-up", "random"): "2a128a7e91f3",
    ("thumbs-up", "novice"): "a3622bc4e05e",
    ("thumbs-up", "house"): "efafb126bea1",
    ("thumbs-up", "champion@1"): "97051f13cd62",
    ("rummy-battle", "random"): "74cbb3c43c66",
    ("rummy-battle", "novice"): "c87412191abe",
    ("rummy-battle", "house"): "cfb4154a3876",
    ("rummy-battle", "champion@1"): "9b76a26f4316",
    ("victor-or-victim", "random"): "4f6b96b2203a",
    ("victor-or-victim", "novice"): "792c25436fac",
    ("victor-or-victim", "house"): "3da7f7adb5d7",
    ("victor-or-victim", "champion@1"): "8647331a59d9",
    ("scorzo", "random"): "be326be970eb",
    ("scorzo", "novice"): "36c9985783f9",
    ("scorzo", "house"): "be9ca5e41f4b",
    ("scorzo", "champion@1"): "eeb29c9509c2",
}


@pytest.mark.parametrize(("key", "name"), PUBLISHED)
def test_a_bot_of_the_ladder_plays_as_it_did_when_this_version_was_published(
    key: str, name: str
) -> None:
    game = find(key)
    if name == LADDER[-1] and not plays_by_network(game):
        pytest.skip(missing.COMPILER)
    contest = evaluation_contest(game, 2, skill_of(game).short, "house", 1)
    _, record = play_game(contest._replace(lineups=(("house", name),)), 0)
    digest = sha256(canonical(record["moves"])).hexdigest()[:12]
    assert digest == PUBLISHED[key, name], "it plays differently: raise VERSION"
