"""Chance, against the published vectors and against a second way to compute it."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_128

import pytest
from hypothesis import given
from hypothesis import strategies as some

from meldroom.core.rng import Rng, below, fresh_seed, seed_from, shuffle
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import SEED


def stream(seed: bytes, call: int) -> str:
    """Give a call's stream as one long hexadecimal text, for a way that shares no code."""
    return shake_128(seed + call.to_bytes(8, "big")).hexdigest(1 << 14)


def below_by_hand(text: str, n: int) -> tuple[int, str]:
    while int(text[:8], 16) >= 2**32 // n * n:
        text = text[8:]
    return int(text[:8], 16) % n, text[8:]


def shuffle_by_hand(seed: bytes, call: int, cards: list[int]) -> list[int]:
    text = stream(seed, call)
    for last in reversed(range(1, len(cards))):
        other, text = below_by_hand(text, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def test_the_published_vector_comes_out() -> None:
    rng, lots = Rng(SEED), []
    for _ in range(4):
        lot, rng = below(rng, 1000)
        lots.append(lot)
    assert lots == [711, 481, 545, 768]
    assert rng == Rng(SEED, 4)
    order, rng = shuffle(rng, bytes(range(10)))
    assert list(order) == [5, 4, 8, 1, 2, 9, 3, 0, 7, 6]
    assert rng.calls == 5


@given(some.binary(min_size=32, max_size=32), some.integers(0, 2**63), some.integers(1, 2**32))
def test_below_agrees_with_the_second_way(seed: bytes, call: int, n: int) -> None:
    lot, rng = below(Rng(seed, call), n)
    assert lot == below_by_hand(stream(seed, call), n)[0]
    assert rng == Rng(seed, call + 1)


@given(some.binary(min_size=32, max_size=32), some.integers(0, 2**20), some.integers(0, 130))
def test_shuffle_agrees_with_the_second_way(seed: bytes, call: int, size: int) -> None:
    order, rng = shuffle(Rng(seed, call), bytes(range(size)))
    assert list(order) == shuffle_by_hand(seed, call, list(range(size)))
    assert rng == Rng(seed, call + 1)


def test_a_word_that_would_favour_some_numbers_is_rejected() -> None:
    n = 2**31 + 1  # nearly every second word is rejected
    lots = [below(Rng(SEED, call), n)[0] for call in range(200)]
    assert lots == [below_by_hand(stream(SEED, call), n)[0] for call in range(200)]
    firsts = [int(stream(SEED, call)[:8], 16) for call in range(200)]
    assert sum(first >= n for first in firsts) > 60


def test_a_shuffle_passes_over_a_word_that_would_favour_some_places() -> None:
    call = 377_304  # the first call of this seed that meets one, for the 188th of 250 places
    cards = list(range(250))
    assert list(shuffle(Rng(SEED, call), bytes(cards))[0]) == shuffle_by_hand(SEED, call, cards)


def test_a_call_that_rejects_many_words_reads_on() -> None:
    n = 2**31 + 1
    deep = 1942  # the deepest among the first four thousand calls
    assert _rejected(deep, n) > 8
    assert below(Rng(SEED, deep), n)[0] == below_by_hand(stream(SEED, deep), n)[0]


def _rejected(call: int, n: int) -> int:
    text, words = stream(SEED, call)[:512], 0
    while int(text[8 * words : 8 * words + 8], 16) >= n:
        words += 1
    return words


def test_the_last_word_that_is_taken_is_just_below_the_limit() -> None:
    assert {below(Rng(SEED, call), 1)[0] for call in range(20)} == {0}


@pytest.mark.parametrize("cards", [b"", b"\x07"])
def test_nothing_and_one_card_still_use_a_call(cards: bytes) -> None:
    assert shuffle(Rng(SEED, 3), cards) == (cards, Rng(SEED, 4))


def test_a_fresh_seed_is_the_start_of_the_stream_and_uses_a_call() -> None:
    seed, rng = fresh_seed(Rng(SEED, 7))
    assert seed.hex() == stream(SEED, 7)[:64]
    assert rng == Rng(SEED, 8)


def test_every_order_of_three_cards_is_about_as_likely() -> None:
    count = Counter(shuffle(Rng(SEED, call), b"abc")[0] for call in range(6000))
    assert len(count) == 6
    assert all(850 < many < 1150 for many in count.values())


@pytest.mark.slow
@pytest.mark.parametrize("size", [52, 104, 108])
def test_every_card_is_about_as_likely_in_every_place(size: int) -> None:
    many = 60_000
    count = [[0] * size for _ in range(size)]
    for call in range(many):
        for place, card in enumerate(shuffle(Rng(SEED, call), bytes(range(size)))[0]):
            count[place][card] += 1
    even = many / size
    chi = sum((seen - even) ** 2 / even for row in count for seen in row)
    freedom = (size - 1) ** 2
    assert abs(chi - freedom) < 3.3 * (2 * freedom) ** 0.5


def test_a_seed_that_is_not_bytes_fails_at_once() -> None:
    with pytest.raises(TypeError, match=r"a seed is bytes, not 5; seed_from\(5\) makes one"):
        Rng(5)  # type: ignore[arg-type]
    assert Rng(seed_from(5)) == Rng(bytes(31) + b"\x05")


def test_a_game_starts_from_an_rng_only() -> None:
    with pytest.raises(TypeError, match="a game starts from an Rng, not from b'seed'"):
        ThumbsUp().start({}, 2, b"seed")  # type: ignore[arg-type]
