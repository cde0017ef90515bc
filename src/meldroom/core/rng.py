"""Chance: every shuffle follows from a seed, exactly as docs/record.md writes it down."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256, shake_128
from itertools import chain
from struct import unpack
from typing import NamedTuple

from meldroom.core.cards import Cards

WORDS = 1 << 32
LIMITS = tuple(WORDS - WORDS % (i + 1) for i in range(256))  # for the places of a pile
SEED_SIZE = 32


class _Rng(NamedTuple):
    seed: bytes
    calls: int = 0


class Rng(_Rng):
    """A seed, and how many chance calls it has answered."""

    __slots__ = ()

    def __new__(cls, seed: bytes, calls: int = 0) -> Rng:
        """Refuse a seed that is not bytes: a TypeError here, not at the first shuffle."""
        if not isinstance(seed, bytes):
            raise TypeError(f"a seed is bytes, not {seed!r}; seed_from({seed!r}) makes one")
        return tuple.__new__(cls, (seed, calls))


def seed_from(number: int) -> bytes:
    """Make a seed of a number from 0 up, as `--seed` does of its hexadecimal digits."""
    return number.to_bytes(SEED_SIZE, "big")


def table_seed(number: int) -> bytes:
    """Make the seed from which an environment deals its games."""
    return sha256(f"meldroom table {number}".encode()).digest()


def below(rng: Rng, n: int) -> tuple[int, Rng]:
    """Choose a number from 0 to n - 1, each as likely as the next."""
    words = _words(rng, 1)
    limit = WORDS - WORDS % n
    while (word := next(words)) >= limit:
        pass
    return word % n, Rng(rng.seed, rng.calls + 1)


def shuffle(rng: Rng, cards: Cards) -> tuple[Cards, Rng]:
    """Bring the cards into an order, each as likely as the next."""
    order = bytearray(cards)
    words = _words(rng, len(order))
    for i in range(len(order) - 1, 0, -1):
        while (word := next(words)) >= LIMITS[i]:
            pass
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return bytes(order), Rng(rng.seed, rng.calls + 1)


def fresh_seed(rng: Rng) -> tuple[bytes, Rng]:
    """Draw a new seed, for a world or a game that begins from this one."""
    return _stream(rng, SEED_SIZE), Rng(rng.seed, rng.calls + 1)


def _stream(rng: Rng, size: int) -> bytes:
    return shake_128(rng.seed + rng.calls.to_bytes(8, "big")).digest(size)


def _words(rng: Rng, about: int) -> Iterator[int]:
    """Give the call's 32-bit words; the stream is read on when more than `about` are wanted."""
    return chain.from_iterable(_stretches(rng, about))


def _stretches(rng: Rng, about: int) -> Iterator[tuple[int, ...]]:
    read = 0
    while True:
        ahead = read + about + 8
        yield unpack(f">{ahead - read}I", _stream(rng, 4 * ahead)[4 * read :])
        read = ahead
