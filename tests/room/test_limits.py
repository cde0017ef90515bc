"""Token buckets, alone and by address."""

from __future__ import annotations

import pytest

from meldroom.room.limits import Rate, RateLimiter, TokenBucket


def test_a_bucket_refills_evenly() -> None:
    bucket = TokenBucket(*Rate(100, 20.0), 0.0)
    assert [bucket.take(0.0) for _ in range(101)] == [True] * 100 + [False]
    assert not bucket.take(0.1)
    assert bucket.take(0.21)
    assert [bucket.take(100.0) for _ in range(101)] == [True] * 100 + [False]


def test_a_bucket_says_when_there_is_a_token_again() -> None:
    bucket = TokenBucket(*Rate(2, 10.0), 0.0)
    assert bucket.seconds_until_token(0.0) == 0.0
    assert [bucket.take(0.0), bucket.take(0.0)] == [True, True]
    assert bucket.seconds_until_token(1.0) == pytest.approx(4.0)
    assert bucket.take(5.0)


def test_tokens_that_are_borrowed_are_waited_for() -> None:
    bucket = TokenBucket(4, 2.0, now=0.0)
    assert [bucket.borrow(0.0, 3) for _ in range(3)] == [0.0, 1.0, 2.5]
    assert bucket.borrow(2.5, 1) == 0.5


def test_each_address_has_a_bucket_of_its_own_and_some_weigh_more() -> None:
    limiter = RateLimiter(Rate(2, 60.0))
    assert [limiter.bucket("a", 0.0).take(0.0) for _ in range(3)] == [True, True, False]
    assert limiter.bucket("b", 0.0).take(0.0)
    assert [limiter.bucket("c", 0.0, weight=2).take(0.0) for _ in range(5)] == [True] * 4 + [False]


def test_only_the_addresses_used_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meldroom.room.limits.MAX_ADDRESSES", 3)
    limiter = RateLimiter(Rate(2, 60.0))
    for address in "abcadef":
        limiter.bucket(address, 0.0)
    assert list(limiter.buckets) == ["d", "e", "f"]
    limiter.bucket("d", 0.0)
    limiter.bucket("g", 0.0)
    assert list(limiter.buckets) == ["f", "d", "g"]
