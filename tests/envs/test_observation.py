"""Vectors are made from a View alone, have a fixed layout, and encode what is there."""

from __future__ import annotations

from array import array
from collections import Counter
from struct import unpack
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from meldroom.core.cards import Cards, Seat
from meldroom.core.env_facts import AtMost
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.core.zone import Sight
from meldroom.envs.compiled import make_episode
from meldroom.envs.episode import Episode
from meldroom.envs.features import BoundedListFeature, Feature, FeatureBuilder, NumberFeature
from meldroom.envs.observation import (
    BoundedListCache,
    FeatureCache,
    Observation,
    PileCache,
    PileFeature,
    ZoneFeature,
    observation_of,
)
from meldroom.games import find
from meldroom.games.companions import env_facts_of
from meldroom.games.thumbs_up.game import ThumbsUp
from tests.envs.episodes import (
    EVERY_KEY,
    EVERY_KEY_TO_THE_END,
    EVERY_SETUP,
    TO_THE_END,
    play_at_random,
    shortest,
)
from tests.envs.worlds import Door, assert_no_leak
from tests.scenario import deal


def floats(encoded: bytes | bytearray) -> list[float]:
    return list(unpack(f"={len(encoded) // 4}f", encoded))


def part(observation: Observation, name: str, vector: list[float]) -> list[float]:
    [found] = [part for part in observation.layout if part.name == name]
    return vector[found.start : found.start + found.size]


def without_caches(episode: Episode, seat: int) -> list[float]:
    """Make a vector from scratch, part by part."""
    seen, game, seats = view(episode.state, seat), episode.game, episode.seats
    copies = Counter(game.deck.pack_for(seats))
    counts = [copies[card] or 1 for card in range(len(game.deck.codes))]
    vector: list[float] = [float(seat == other) for other in range(seats)]
    acting = game.to_act(seen.public)
    vector += [float((seat + offset) % seats in acting) for offset in range(seats)]
    owners = [None, *((seat + offset) % seats for offset in range(seats))]
    for owner in owners:
        for zone in seen.zones:
            if zone.owner == owner:
                open_pile = zone.sight is Sight.ALL and not zone.fan
                feature: Feature = (
                    PileFeature(counts) if open_pile else ZoneFeature(counts, zone.fan)
                )
                vector += feature.encode(zone.cards, seat)
    start = game.start(episode.options, seats, Rng(bytes(32)))
    facts = FeatureBuilder(seats, counts).build(env_facts_of(game).bounded(view(start, 0)))
    vector += facts.encode(env_facts_of(game).bounded(seen), seat)
    first, size = episode.encoding.first_word, episode.encoding.size
    spelled = episode.spelled if seat == episode.seat else ()
    return vector + [spelled.count(number) / 4 for number in range(first, size)]


@EVERY_SETUP
def test_a_cached_vector_equals_one_made_from_scratch(key: str, players: int) -> None:
    episode = Episode(key, players)
    for step, _ in enumerate(play_at_random(episode, 1, 50)):
        for seat in {episode.seat or 0, step % players}:
            expected = floats(array("f", without_caches(episode, seat)).tobytes())
            assert floats(episode.observe(seat)) == expected


def door(key: str, players: int, options: dict[str, Any]) -> Door[Episode]:
    """Return vector, mask, rewards and infos of an episode."""

    def dealt(compiled: bool) -> Episode:
        episode = make_episode(key, players, "round", options, compiled)
        episode.deal(1)
        return episode

    def sent(episode: Episode, seat: Seat) -> object:
        mask = episode.mask(seat)
        assert any(mask) == (seat == episode.seat), "only the seat to act has a mask"
        return episode.observe(seat), mask, episode.rewards, dict(episode.info(seat))

    return Door(dealt, lambda episode, number: episode.act(number), sent, lambda episode: episode)


@EVERY_SETUP
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_vector_mask_and_infos(
    key: str, players: int
) -> None:
    assert_no_leak(door(key, players, {}), 40)


@EVERY_KEY_TO_THE_END
def test_no_vector_leaks_from_the_deal_to_the_end(key: str) -> None:
    assert assert_no_leak(door(key, 2, shortest(key)), TO_THE_END).seat is None


@pytest.mark.slow
@EVERY_SETUP
def test_no_vector_of_any_setup_leaks_from_the_deal_to_the_end(key: str, players: int) -> None:
    assert assert_no_leak(door(key, players, {}), TO_THE_END).seat is None


@EVERY_SETUP
def test_a_vector_has_one_size_and_stays_within_its_bounds_to_the_end(
    key: str, players: int
) -> None:
    episode = Episode(key, players)
    size = episode.observation.size
    parts = episode.observation.layout
    assert [part.start for part in parts[1:]] == [part.start + part.size for part in parts[:-1]]
    for step, _ in enumerate(play_at_random(episode, 2, 1500)):
        if step % 13 == 0:
            vector = floats(episode.observe(step % players))
            assert len(vector) == size
            assert min(vector) >= -1
            assert max(vector) <= 1
    assert len(floats(episode.observe(0))) == size


def test_zones_are_encoded_from_the_observer_on_with_the_known_cards() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "rack1: B. B. B. B- BV", "discard: K- R-")
    table = table.play("take")
    observation = observation_of(table.game, 3, {})
    deck = table.game.deck
    own = floats(observation.floats(view(table.state, 0)))
    rack = part(observation, "own rack", own)
    assert rack[deck.card("R.")] == pytest.approx(2 / 5)
    assert rack[deck.card("R-")] == pytest.approx(1 / 2)
    assert rack[-2:] == pytest.approx([6 / 50, 0])
    other = floats(observation.floats(view(table.state, 2)))
    rack = part(observation, "rack of seat +1", other)
    assert rack[deck.card("R-")] == pytest.approx(1 / 2), "everyone saw it being taken"
    assert sum(rack[:20]) == pytest.approx(1 / 2)
    assert rack[-2:] == pytest.approx([6 / 50, 5 / 50])
    assert part(observation, "turn", other) == [0, 1, 0]
    assert part(observation, "to act", other) == [0, 1, 0]
    assert part(observation, "seat", other) == [0, 0, 1]


def test_an_open_pile_encodes_how_near_the_top_a_card_is() -> None:
    table = deal(ThumbsUp(), "discard: O- O. O. O. O. K- R. B. G. G. R.")
    observation = observation_of(table.game, 3, {})
    numbers = part(observation, "discard", floats(observation.floats(view(table.state, 1))))
    near = dict(zip(table.game.deck.codes, numbers[20:40], strict=True))
    top = {code: pytest.approx(value) for code, value in near.items() if value}
    assert top == {"R.": 1, "G.": 1 / 2, "B.": 1 / 4, "K-": 1 / 6, "O.": 1 / 7}
    assert numbers[table.game.deck.card("O.")] == pytest.approx(4 / 5)
    assert numbers[-1] == pytest.approx(11 / 50)


def test_a_pile_is_encoded_alike_whatever_is_in_the_cache() -> None:
    cache = PileCache(PileFeature([4, 4, 4]), 0)
    for cards in (b"\0\1", b"\0\1\2", b"\0\1\2\2", b"\0\1", b"", b"\2", b"\1\1\2"):
        assert cache[cards] == PileFeature([4, 4, 4]).encode(cards, 0).tobytes()
    assert list(PileFeature([4, 4, 4]).encode(b"\2\0\2", 0)) == [0.25, 0, 0.5, 0.5, 0, 1, 0.25]


def test_a_bounded_list_is_encoded_alike_whatever_is_in_the_cache() -> None:
    feature = FeatureBuilder(3, [2, 4]).build(START).fields["places"]
    assert isinstance(feature, BoundedListFeature)
    caches = [BoundedListCache(feature, seat) for seat in range(3)]
    one, two, three = (1, 5), (2, 7), (0, -4)
    for fact in ((), (one,), (one, two), (three, two), (three, two, one), (two,), (), (one,)):
        for seat, cache in enumerate(caches):
            assert floats(cache[fact]) == pytest.approx(feature.encode(fact, seat))


@EVERY_KEY
def test_only_the_seat_to_act_observes_what_it_is_spelling(key: str) -> None:
    episode = Episode(key)
    spells = episode.encoding.size > episode.encoding.first_word
    assert (episode.observation.layout[-1].name == "spelled") == spells
    for _ in play_at_random(episode, 3, 400 if spells else 0):
        assert episode.seat is not None
        own = part(episode.observation, "spelled", floats(episode.observe(episode.seat)))
        assert sum(own) == pytest.approx(len(episode.spelled) / 4)
        other = (episode.seat + 1) % episode.seats
        assert not any(part(episode.observation, "spelled", floats(episode.observe(other))))


class Entry(NamedTuple):
    seat: Seat
    points: int


def as_entry(pair: tuple[int, int]) -> Entry:
    return Entry(*pair)


class EveryKind(NamedTuple):
    phase: Literal["pick", "discard"]
    caller: Seat | None
    bid: int | None
    order: tuple[Seat, ...]
    points: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    entries: tuple[Entry, ...]
    places: Annotated[tuple[tuple[int, int], ...], AtMost(3, as_entry)]
    cards: Cards
    words: frozenset[Literal["hot", "cold", "wet"]]
    note: Annotated[str, "anything"]


class WithFloat(NamedTuple):
    fact: float


class WithUnboundedSet(NamedTuple):
    fact: frozenset[int]


START = EveryKind("pick", None, None, (), (0, 0, 0), (), (), (), b"", frozenset(), "")


def test_the_type_of_a_fact_determines_its_feature() -> None:
    feature = FeatureBuilder(3, [2, 4]).build(START)
    facts = EveryKind(
        "discard", 0, 5, (1, 2), (10, 20, -30), ((0, 0, 0), (1, 2, 3)), (Entry(2, 40),),
        ((1, 0), (2, 0)), b"\0\1\1\1", frozenset(["wet", "hot"]), "x",
    )  # fmt: skip
    encoded = {
        name: list(field.encode(fact, 1))
        for (name, field), fact in zip(feature.fields.items(), facts, strict=True)
    }

    def amounts(*numbers: int) -> list[float]:
        return [part for n in numbers for part in (n / (10 + abs(n)), n / (200 + abs(n)))]

    assert encoded == {
        "phase": [0, 1],
        "caller": [0, 0, 1],
        "bid": [1, *amounts(5)],
        "order": [1 / 3, 2 / 3, 0],
        "points": amounts(20, -30, 10),
        "rows": amounts(2, 2, 3, 1),
        "entries": [*amounts(1), 0, 1, 0, *amounts(40)],
        "places": [1, 0, 0, *amounts(0), 0, 1, 0, *amounts(0), 0, 0, 0, 0, 0],
        "cards": [1 / 2, 3 / 4],
        "words": [1, 0, 1],
        "note": [1],
    }
    assert feature.encode(facts, 1) == [n for numbers in encoded.values() for n in numbers]
    blank = feature.encode(START, 0)
    assert len(blank) == feature.size
    described = [name for name, _, _ in feature.describe("facts")]
    assert described == [f"facts.{name}" for name in encoded]


class Round(NamedTuple):
    bids: tuple[int, ...]


class WithRound(NamedTuple):
    round: Round


def test_a_list_inside_a_fact_grows_unless_it_begins_with_an_entry_for_each_seat() -> None:
    growing = FeatureBuilder(3, [1]).build(WithRound(Round(())))
    assert growing.size == 2 * NumberFeature.size, "how many there are, and the last"
    per_seat = FeatureBuilder(3, [1]).build(WithRound(Round((0, 0, 0))))
    assert per_seat.size == 3 * NumberFeature.size


def test_a_fact_of_an_unknown_type_is_refused() -> None:
    with pytest.raises(TypeError, match="float"):
        FeatureBuilder(3, [1]).build(WithFloat(1.5))
    with pytest.raises(TypeError, match="frozenset"):
        FeatureBuilder(3, [1]).build(WithUnboundedSet(frozenset()))


def test_a_full_cache_is_cleared() -> None:
    cache = FeatureCache(NumberFeature(), 0)
    cache.max_entries = 3
    encoded: list[Any] = [cache[fact] for fact in (1, 2, 3, 4, 1)]
    assert encoded[0] == encoded[-1] == cache[1]
    assert set(cache) == {1, 4}


def test_equal_setups_share_one_observation() -> None:
    game = find("thumbs-up")
    assert observation_of(game, 3, {}) is observation_of(game, 3, {"hands": 5})
    assert observation_of(game, 3, {}) is not observation_of(game, 4, {})
