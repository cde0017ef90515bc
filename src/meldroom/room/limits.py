"""Every limit on what clients may do, as docs/protocol.md lists them, and token buckets."""

from __future__ import annotations

from typing import NamedTuple

MAX_ADDRESSES = 10_000  # whose buckets a limiter remembers


class Rate(NamedTuple):
    """So many at once, and as many again in so many seconds."""

    size: float
    seconds: float

    def times(self, factor: float) -> Rate:
        """Multiply a rate."""
        return Rate(self.size * factor, self.seconds)


class TokenBucket:
    """A token bucket that starts full and refills evenly, `size` tokens in `seconds`."""

    def __init__(self, size: float, seconds: float, now: float) -> None:
        self.size, self.rate = size, size / seconds
        self.level, self.updated = size, now

    def has_token(self, now: float, cost: float = 1) -> bool:
        """Return whether there are so many tokens to take, or all that the bucket holds."""
        self.level = min(self.size, self.level + (now - self.updated) * self.rate)
        self.updated = now
        return self.level >= self._taken(cost)

    def take(self, now: float, cost: float = 1) -> bool:
        """Take so many tokens, at most all that the bucket holds; False if there are too few."""
        if not self.has_token(now, cost):
            return False
        self.level -= self._taken(cost)
        return True

    def borrow(self, now: float, cost: float) -> float:
        """Take tokens, also those that are not there yet; return the seconds until they are."""
        self.has_token(now)
        self.level -= cost
        return max(0.0, -self.level / self.rate)

    def seconds_until_token(self, now: float, cost: float = 1) -> float:
        """Return how long it takes until there are so many tokens."""
        if self.has_token(now, cost):
            return 0.0
        return (self._taken(cost) - self.level) / self.rate

    def _taken(self, cost: float) -> float:
        return max(1.0, min(cost, self.size))


class RateLimiter:
    """A token bucket for each address; the addresses that were used last are remembered."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.buckets: dict[str, TokenBucket] = {}

    def bucket(self, address: str, now: float, weight: int = 1) -> TokenBucket:
        """Return the bucket of an address, which may weigh as much as several."""
        bucket = self.buckets.pop(address, None) or TokenBucket(*self.rate.times(weight), now)
        self.buckets[address] = bucket
        if len(self.buckets) > MAX_ADDRESSES:
            del self.buckets[next(iter(self.buckets))]
        return bucket


class Limits(NamedTuple):
    """How much there may be in all, per address and per seat.

    A family or a school shares one address, and the first visit to the page is some 60 requests.
    """

    connections: int = 8_192
    connections_per_address: int = 256
    gets: Rate = Rate(3_000, 60.0)  # of one address, handshakes of websockets among them
    posts: Rate = Rate(120, 60.0)  # of one address
    pace: Rate = Rate(40, 0.1)  # of all requests of one address: what is more waits its turn
    wrong_guesses: Rate = Rate(20, 60.0)  # of one address: tokens, codes and table keys
    messages: Rate = Rate(100, 20.0)  # of one seat
    chat_messages: Rate = Rate(5, 10.0)  # of one seat
    seatless_messages: Rate = Rate(1_000, 20.0)  # of one address, from clients without a seat
    confirmation_emails: Rate = Rate(10, 86_400.0)  # of one address, whose people ask for them
    tables: int = 10_000  # in memory
    tables_per_address: int = 200
    standing_tables: int = 1_000
    standing_tables_per_address: int = 20
    this_machine: int = 32  # addresses that this machine counts as: a proxy may not be named


DEFAULT_LIMITS = Limits()


class SeatLimits(NamedTuple):
    """What the person in a seat may still send, by however many connections."""

    messages: TokenBucket
    chat_messages: TokenBucket
