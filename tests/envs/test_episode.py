"""The table behind every environment: who is asked, what is refused, what is paid."""

from __future__ import annotations

from pickle import dumps, loads

import pytest

from meldroom.envs.episode import Episode
from meldroom.envs.rewards import REWARDS, by_place, by_round, by_score, leads
from meldroom.games.thumbs_up.game import ThumbsUp
from tests.envs.tables import EVERY_KEY, legal_numbers
from tests.scenario import deal


@EVERY_KEY
def test_what_is_paid_adds_up_to_nothing_and_follows_the_places(key: str) -> None:
    table = Episode(key, reward="round")
    seats = range(table.seats)
    booked = [0.0 for _ in seats]
    table.deal(4)
    begun = table.game.standings(table.state)
    for _ in legal_numbers(table, 4, 20_000):
        booked = [old + new for old, new in zip(booked, table.paid, strict=True)]
        last = table.state
    booked = [old + new for old, new in zip(booked, table.paid, strict=True)]
    result = table.game.result(table.state)
    assert result is not None, "the game did not end"
    won = {name: reward(table.game, last, table.state) for name, reward in REWARDS.items()}
    placed, scored = won["place"], won["score"]
    assert placed is not None
    assert scored is not None
    for paid in (placed, scored, booked):
        assert sum(paid) == pytest.approx(0, abs=1e-6)
        ranked = [paid[seat] for seat in sorted(seats, key=result.places.__getitem__)]
        assert paid is booked or ranked == sorted(paid, reverse=True), "not as the places are"
    tied = len(result.winners) - 1
    assert placed[result.winners[0]] == pytest.approx(1 - tied / (table.seats - 1))
    assert booked == pytest.approx(
        [end - start for end, start in zip(scored, leads(begun), strict=True)]
    )


def test_places_that_are_shared_share_what_they_bring() -> None:
    state = deal(ThumbsUp(), players=4, balances=(90, 250, 90, 370), reason="TU-23").state
    assert by_place(ThumbsUp(), state, state) == pytest.approx((-2 / 3, 1 / 3, -2 / 3, 1))
    assert by_score(ThumbsUp(), state, state) == pytest.approx(leads((90, 250, 90, 370)))
    assert leads((90, 250, 90, 370)) == pytest.approx((-440 / 3, 200 / 3, -440 / 3, 680 / 3))
    going_on = deal(ThumbsUp(), players=4).state
    assert by_place(ThumbsUp(), going_on, going_on) is None
    assert by_score(ThumbsUp(), going_on, going_on) is None
    assert by_round(ThumbsUp(), going_on, going_on) is None


def test_a_seed_gives_the_same_table_and_the_next_game_is_another() -> None:
    one, two = Episode("thumbs-up", 4), Episode("thumbs-up", 4)
    assert list(legal_numbers(one, 7, 300)) == list(legal_numbers(two, 7, 300))
    assert one.state == two.state
    one.deal()
    two.deal()
    assert one.state == two.state
    two.deal(7)
    assert one.state != two.state


def test_an_illegal_number_is_refused_by_its_rule_and_changes_nothing() -> None:
    table = Episode("thumbs-up", 3)
    table.deal(1)
    state, offers = table.state, table.offers
    violation = table.act(table.encoding.texts.index("take"))
    assert violation is not None
    assert violation.rule == "Q20"
    assert (table.state, table.offers) == (state, offers)
    violation = table.act(24)
    assert violation == ("X-3", "24 is not from 0 to 23")
    for _ in legal_numbers(table, 1, 20_000):
        pass
    assert table.act(0) == ("X-8", "the game is over")
    assert not any(table.mask(0))


@EVERY_KEY
def test_a_table_that_was_pickled_goes_on_as_if_it_had_not_been(key: str) -> None:
    table = Episode(key, 2, reward="round")
    assert loads(dumps(table)).rng == table.rng, "before the first deal"
    for step, number in enumerate(legal_numbers(table, 3, 120)):
        if step % 10 == 0:
            other = loads(dumps(table))
            assert other.encoding is table.encoding
            assert other.observation is table.observation
        assert (other.state, other.seat, other.said) == (table.state, table.seat, table.said)
        assert (other.paid, other.offers) == (table.paid, table.offers)
        for seat in range(2):
            assert other.observed(seat) == table.observed(seat)
            assert other.mask(seat) == table.mask(seat)
        assert other.act(number) is None
    assert len(dumps(table)) < 50_000, "what is remembered stays behind"


def test_who_comes_first_of_several_is_drawn_by_the_table() -> None:
    first = set()
    table = Episode("thumbs-up", 4)
    texts = table.encoding.texts
    for seed in range(8):
        for number in legal_numbers(table, seed, 20_000):
            if texts[number] == "seen" and not table.state.public.noticed:
                assert table.seat in table.game.to_act(table.state.public)
                first.add((table.seat - table.state.public.thumb) % 4)
    assert first == {1, 2, 3}


def test_a_reward_or_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no reward 'fame'; there are place, score, round"):
        Episode("thumbs-up", reward="fame")
    with pytest.raises(ValueError, match="there is no game"):
        Episode("whist")
    with pytest.raises(ValueError, match="takes 2 to 8 players, not 9"):
        Episode("thumbs-up", 9)
