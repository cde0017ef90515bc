"""The episode behind every environment: who acts, what is refused, what is rewarded."""

from __future__ import annotations

from pickle import dumps, loads

import pytest

from meldroom.envs.episode import Episode
from meldroom.envs.rewards import (
    REWARDS,
    lead_over_others,
    place_reward,
    round_reward,
    score_reward,
)
from meldroom.games.companions import env_facts_of
from meldroom.games.thumbs_up.game import ThumbsUp
from tests.envs.episodes import EVERY_KEY, play_at_random
from tests.scenario import SEED, deal


@EVERY_KEY
def test_rewards_add_up_to_zero_and_follow_the_places(key: str) -> None:
    episode = Episode(key, reward="round")
    seats = range(episode.seats)
    by_round = [0.0 for _ in seats]
    episode.deal(4)
    start = lead_over_others(env_facts_of(episode.game).standings(episode.state))
    for _ in play_at_random(episode, 4, 20_000):
        by_round = [old + new for old, new in zip(by_round, episode.rewards, strict=True)]
        before_last = episode.state
    by_round = [old + new for old, new in zip(by_round, episode.rewards, strict=True)]
    result = episode.game.result(episode.state)
    assert result is not None, "the game did not end"
    by_place = REWARDS["place"](episode.game, before_last, episode.state)
    by_score = REWARDS["score"](episode.game, before_last, episode.state)
    assert by_place is not None
    assert by_score is not None
    for rewards in (by_place, by_score, by_round):
        assert sum(rewards) == pytest.approx(0, abs=1e-6)
    for rewards in (by_place, by_score):
        ranked = [rewards[seat] for seat in sorted(seats, key=result.places.__getitem__)]
        assert ranked == sorted(rewards, reverse=True), "the order of the places"
    tied = len(result.winners) - 1
    assert by_place[result.winners[0]] == pytest.approx(1 - tied / (episode.seats - 1))
    assert by_round == pytest.approx(
        [end - begin for end, begin in zip(by_score, start, strict=True)]
    )


def test_tied_places_share_their_rewards() -> None:
    state = deal(ThumbsUp(), players=4, balances=(90, 250, 90, 370), reason="TU-23").state
    assert place_reward(ThumbsUp(), state, state) == pytest.approx((-2 / 3, 1 / 3, -2 / 3, 1))
    assert score_reward(ThumbsUp(), state, state) == pytest.approx(
        lead_over_others((90, 250, 90, 370))
    )
    assert lead_over_others((90, 250, 90, 370)) == pytest.approx(
        (-440 / 3, 200 / 3, -440 / 3, 680 / 3)
    )
    unfinished = deal(ThumbsUp(), players=4).state
    assert place_reward(ThumbsUp(), unfinished, unfinished) is None
    assert score_reward(ThumbsUp(), unfinished, unfinished) is None
    assert round_reward(ThumbsUp(), unfinished, unfinished) is None


def test_a_seed_gives_the_same_games_and_the_next_game_differs() -> None:
    one, two = Episode("thumbs-up", 4), Episode("thumbs-up", 4)
    assert list(play_at_random(one, 7, 300)) == list(play_at_random(two, 7, 300))
    assert one.state == two.state
    one.deal()
    two.deal()
    assert one.state == two.state
    two.deal(7)
    assert one.state != two.state


def test_an_illegal_number_is_refused_with_its_rule_and_changes_nothing() -> None:
    episode = Episode("thumbs-up", 3)
    episode.deal(1)
    state, numbers = episode.state, episode.next_numbers
    violation = episode.act(episode.encoding.texts.index("take"))
    assert violation is not None
    assert violation.rule == "Q20"
    assert (episode.state, episode.next_numbers) == (state, numbers)
    violation = episode.act(24)
    assert violation == ("X-3", "24 is not from 0 to 23")
    for _ in play_at_random(episode, 1, 20_000):
        pass
    assert episode.act(0) == ("X-8", "the game is over")
    assert not any(episode.mask(0))


@EVERY_KEY
def test_a_pickled_episode_continues_as_the_original(key: str) -> None:
    episode = Episode(key, 2, reward="round")
    assert loads(dumps(episode)).rng == episode.rng, "before the first deal"
    for step, number in enumerate(play_at_random(episode, 3, 120)):
        if step % 10 == 0:
            other = loads(dumps(episode))
            assert other.encoding is episode.encoding
            assert other.observation is episode.observation
        assert (other.state, other.seat) == (episode.state, episode.seat)
        assert (other.spelled, other.rewards) == (episode.spelled, episode.rewards)
        assert other.next_numbers == episode.next_numbers
        for seat in range(2):
            assert other.observe(seat) == episode.observe(seat)
            assert other.mask(seat) == episode.mask(seat)
        assert other.act(number) is None
    assert len(dumps(episode)) < 50_000, "caches are not pickled"


def test_the_episode_draws_who_is_first_where_several_may_act() -> None:
    first = set[int]()
    episode = Episode("thumbs-up", 4)
    texts = episode.encoding.texts
    for seed in range(50):
        for number in play_at_random(episode, seed, 20_000):
            if texts[number] == "seen" and not episode.state.public.noticed:
                assert episode.seat in episode.game.to_act(episode.state.public)
                first.add((episode.seat - episode.state.public.thumb) % 4)
            if first == {1, 2, 3}:
                return
    pytest.fail(f"only {first} were ever first")


def test_a_resampled_episode_does_not_reveal_what_chance_will_do() -> None:
    episode = Episode("thumbs-up", 4)
    episode.deal(3)
    twin = episode.resampled(SEED)
    assert twin.view(episode.seat or 0) == episode.view(episode.seat or 0)
    assert twin.state.rng != episode.state.rng
    episode.deal()
    twin.deal()
    assert twin.state.zones != episode.state.zones, "the next deal is the true one"


def test_an_unknown_reward_or_game_is_refused() -> None:
    with pytest.raises(ValueError, match="no reward 'fame'; choose from place, score, round"):
        Episode("thumbs-up", reward="fame")
    with pytest.raises(ValueError, match="there is no game"):
        Episode("whist")
    with pytest.raises(ValueError, match="takes 2 to 8 players, not 9"):
        Episode("thumbs-up", 9)


def test_a_word_that_no_legal_action_continues_with_is_refused_by_its_text() -> None:
    episode = Episode("rummy-battle", 2)
    encoding = episode.encoding
    words = set(range(encoding.first_word, encoding.size))
    for _ in play_at_random(episode, 3, 100):
        for word in words - set(episode.next_numbers):
            refused = ("X-3", f"no legal action continues with {encoding.texts[word]!r}")
            assert episode.act(word) == refused
