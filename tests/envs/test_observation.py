"""Vectors are made from a View alone, have one layout a table, and tell what lies there."""

from __future__ import annotations

from array import array
from collections import Counter
from struct import unpack
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import AtMost
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.core.zone import Sight
from meldroom.envs.episode import Episode
from meldroom.envs.features import Amount, Places, Shape, Shaper
from meldroom.envs.observation import (
    Hidden,
    Memory,
    MemoryOfPiles,
    Observation,
    Pile,
    Row,
    observation_of,
)
from meldroom.games import find
from meldroom.games.thumbs_up.game import ThumbsUp
from tests.envs.tables import EVERY_KEY, EVERY_TABLE, TO_THE_END, legal_numbers, shortest
from tests.envs.worlds import twin_of
from tests.scenario import deal


def floats(told: bytes | bytearray) -> list[float]:
    return list(unpack(f"={len(told) // 4}f", told))


def part(observation: Observation, name: str, told: list[float]) -> list[float]:
    [found] = [part for part in observation.layout if part.name == name]
    return told[found.start : found.start + found.size]


def plainly(table: Episode, seat: int) -> list[float]:
    """Write a vector from scratch, each part by itself and nothing from memory."""
    seen, game, seats = view(table.state, seat), table.game, table.seats
    copies = Counter(game.pack(seats))
    counts = [copies[card] or 1 for card in range(len(game.deck.codes))]
    told: list[float] = [float(seat == other) for other in range(seats)]
    acting = game.to_act(seen.public)
    told += [float((seat + away) % seats in acting) for away in range(seats)]
    owners = [None, *((seat + away) % seats for away in range(seats))]
    for owner in owners:
        for zone in seen.zones:
            if zone.owner == owner:
                open_pile = zone.sight is Sight.ALL and not zone.fan
                shape: Shape = Pile(counts) if open_pile else Hidden(counts, zone.fan)
                told += shape.tell(zone.cards, seat)
    begun = game.start(table.options, seats, Rng(bytes(32)))
    told += Shaper(seats, counts).sheet(game.outline(view(begun, 0))).tell(game.outline(seen), seat)
    first, words = table.encoding.first_word, table.encoding.size
    said = table.said if seat == table.seat else ()
    return told + [said.count(number) / 4 for number in range(first, words)]


@EVERY_TABLE
def test_what_is_remembered_is_what_would_be_written_from_scratch(key: str, players: int) -> None:
    table = Episode(key, players)
    for seed in (1, 2):
        for step, _ in enumerate(legal_numbers(table, seed, 60)):
            for seat in {table.seat or 0, step % players}:
                plain = floats(array("f", plainly(table, seat)).tobytes())
                assert floats(table.observed(seat)) == plain


def tells_every_seat_alike(table: Episode, steps: int) -> bool:
    """Play on, and compare at every step what each seat is told in a world like this one."""
    others = [_told_alike(table, step) for step, _ in enumerate(legal_numbers(table, 1, steps))]
    _told_alike(table, steps)
    return any(others)


def _told_alike(table: Episode, step: int) -> bool:
    others = False
    for seat in range(table.seats):
        twin = twin_of(table, seat, step)
        assert twin.observed(seat) == table.observed(seat), "a vector tells too much"
        assert twin.mask(seat) == table.mask(seat), "a mask tells too much"
        assert any(table.mask(seat)) == (seat == table.seat), "a mask of somebody else"
        others |= twin.state.zones != table.state.zones
    return others


@EVERY_TABLE
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_vector_and_mask(
    key: str, players: int
) -> None:
    assert tells_every_seat_alike(Episode(key, players), 40)


@EVERY_KEY
def test_no_seat_is_told_too_much_from_the_deal_to_the_end(key: str) -> None:
    table = Episode(key, 2, options=shortest(key))
    assert tells_every_seat_alike(table, TO_THE_END)
    assert table.seat is None


@pytest.mark.slow
@EVERY_TABLE
def test_no_seat_of_any_table_is_told_too_much_from_the_deal_to_the_end(
    key: str, players: int
) -> None:
    table = Episode(key, players)
    assert tells_every_seat_alike(table, TO_THE_END)
    assert table.seat is None


@EVERY_TABLE
def test_a_vector_has_one_size_and_stays_within_its_bounds_to_the_end(
    key: str, players: int
) -> None:
    table = Episode(key, players)
    size = table.observation.size
    parts = table.observation.layout
    assert [part.start for part in parts[1:]] == [part.start + part.size for part in parts[:-1]]
    for step, _ in enumerate(legal_numbers(table, 2, 1500)):
        if step % 13 == 0:
            told = floats(table.observed(step % players))
            assert len(told) == size
            assert min(told) >= -1
            assert max(told) <= 1
    assert len(floats(table.observed(0))) == size


def test_zones_are_told_from_oneself_on_with_what_is_known_of_them() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "rack1: B. B. B. B- BV", "discard: K- R-")
    table = table.play("take")
    observation = observation_of(table.game, 3, {})
    deck = table.game.deck
    mine = floats(observation.floats(view(table.state, 0)))
    rack = part(observation, "rack of oneself", mine)
    assert rack[deck.card("R.")] == pytest.approx(2 / 5)
    assert rack[deck.card("R-")] == pytest.approx(1 / 2)
    assert rack[-2:] == pytest.approx([6 / 50, 0])
    theirs = floats(observation.floats(view(table.state, 2)))
    rack = part(observation, "rack of seat +1", theirs)
    assert rack[deck.card("R-")] == pytest.approx(1 / 2), "everyone saw it being taken"
    assert sum(rack[:20]) == pytest.approx(1 / 2)
    assert rack[-2:] == pytest.approx([6 / 50, 5 / 50])
    assert part(observation, "turn", theirs) == [0, 1, 0]
    assert part(observation, "to act", theirs) == [0, 1, 0]
    assert part(observation, "seat", theirs) == [0, 0, 1]


def test_an_open_pile_tells_how_near_the_top_a_card_lies() -> None:
    table = deal(ThumbsUp(), "discard: O- O. O. O. O. K- R. B. G. G. R.")
    observation = observation_of(table.game, 3, {})
    told = part(observation, "discard", floats(observation.floats(view(table.state, 1))))
    near = dict(zip(table.game.deck.codes, told[20:40], strict=True))
    lying = {code: pytest.approx(value) for code, value in near.items() if value}
    assert lying == {"R.": 1, "G.": 1 / 2, "B.": 1 / 4, "K-": 1 / 6, "O.": 1 / 7}
    assert told[table.game.deck.card("O.")] == pytest.approx(4 / 5)
    assert told[-1] == pytest.approx(11 / 50)


def test_a_pile_is_told_alike_whatever_was_told_before() -> None:
    memory = MemoryOfPiles(Pile([4, 4, 4]), 0)
    for cards in (b"\0\1", b"\0\1\2", b"\0\1\2\2", b"\0\1", b"", b"\2", b"\1\1\2"):
        assert memory[cards] == Pile([4, 4, 4]).tell(cards, 0).tobytes()
    assert list(Pile([4, 4, 4]).tell(b"\2\0\2", 0)) == [0.25, 0, 0.5, 0.5, 0, 1, 0.25]


def test_places_are_told_alike_whatever_was_told_before() -> None:
    places = Shaper(3, [2, 4]).sheet(BEGUN).fields["places"]
    assert isinstance(places, Places)
    rows = [Row(places, seat) for seat in range(3)]
    one, two, three = (1, 5), (2, 7), (0, -4)
    for fact in ((), (one,), (one, two), (three, two), (three, two, one), (two,), (), (one,)):
        for seat, row in enumerate(rows):
            assert floats(row[fact]) == pytest.approx(places.tell(fact, seat))


@EVERY_KEY
def test_what_is_being_said_is_told_to_the_speaker_alone(key: str) -> None:
    table = Episode(key)
    spelled = table.encoding.size > table.encoding.first_word
    assert (table.observation.layout[-1].name == "said") == spelled
    for _ in legal_numbers(table, 3, 400 if spelled else 0):
        assert table.seat is not None
        told = part(table.observation, "said", floats(table.observed(table.seat)))
        assert sum(told) == pytest.approx(len(table.said) / 4)
        other = (table.seat + 1) % table.seats
        assert not any(part(table.observation, "said", floats(table.observed(other))))


class Entry(NamedTuple):
    seat: Seat
    points: int


def as_entry(pair: tuple[int, int]) -> Entry:
    return Entry(*pair)


class Scenario(NamedTuple):
    phase: Literal["pick", "throw"]
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


class Odd(NamedTuple):
    fact: float


class Unnamed(NamedTuple):
    fact: frozenset[int]  # of which nobody can say how many there are


BEGUN = Scenario("pick", None, None, (), (0, 0, 0), (), (), (), b"", frozenset(), "")


def test_the_type_of_a_fact_says_how_it_is_told() -> None:
    sheet = Shaper(3, [2, 4]).sheet(BEGUN)
    facts = Scenario(
        "throw", 0, 5, (1, 2), (10, 20, -30), ((0, 0, 0), (1, 2, 3)), (Entry(2, 40),),
        ((1, 0), (2, 0)), b"\0\1\1\1", frozenset(["wet", "hot"]), "x",
    )  # fmt: skip
    told = {
        name: list(shape.tell(fact, 1))
        for (name, shape), fact in zip(sheet.fields.items(), facts, strict=True)
    }

    def amounts(*numbers: int) -> list[float]:
        return [told for n in numbers for told in (n / (10 + abs(n)), n / (200 + abs(n)))]

    assert told == {
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
    assert sheet.tell(facts, 1) == [number for numbers in told.values() for number in numbers]
    blank = sheet.tell(BEGUN, 0)
    assert len(blank) == sheet.size
    assert [name for name, _, _ in sheet.parts("facts")] == [f"facts.{name}" for name in told]


def test_a_fact_of_no_known_type_is_named() -> None:
    with pytest.raises(TypeError, match="float"):
        Shaper(3, [1]).sheet(Odd(1.5))
    with pytest.raises(TypeError, match="frozenset"):
        Shaper(3, [1]).sheet(Unnamed(frozenset()))


def test_a_full_memory_begins_anew() -> None:
    memory = Memory(Amount(), 0)
    memory.most = 3
    told: list[Any] = [memory[fact] for fact in (1, 2, 3, 4, 1)]
    assert told[0] == told[-1] == memory[1]
    assert set(memory) == {1, 4}


def test_tables_that_are_alike_share_one_observation() -> None:
    game = find("thumbs-up")
    assert observation_of(game, 3, {}) is observation_of(game, 3, {"hands": 5})
    assert observation_of(game, 3, {}) is not observation_of(game, 4, {})
