"""Admission: limits on connections and on wrong guesses, in total and per address.

An address is the TCP peer's; only a proxy that was named may give another one. An IPv6 network
counts as one address, because anybody there has as many addresses as they like.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection

from meldroom.core.game import Refusal
from meldroom.server.rate_limit import TokenBucket
from meldroom.server.refusals import refused

RESERVED_FILES = 256  # file descriptors that the server itself may need
MAX_GUESSERS = 10_000  # addresses whose wrong guesses are remembered


class ConnectionLimits(NamedTuple):
    """How many connections there may be, and how many wrong guesses in how many seconds."""

    total: int = 8_192
    per_address: int = 256  # a school behind one address
    from_this_machine: int = 8_192  # all of them, if there is a proxy
    wrong_guesses: int = 20
    seconds: float = 60.0


DEFAULT_LIMITS = ConnectionLimits()


class Rejection(NamedTuple):
    """Why a connection is rejected, as an HTTP status and in words."""

    status: int
    why: str


SERVER_FULL = Rejection(503, "the server is full; try again in a minute")
ADDRESS_FULL = Rejection(429, "too many connections from your address; try again in a minute")


class Admission:
    """Counts connections and wrong guesses by address."""

    def __init__(
        self, limits: ConnectionLimits = DEFAULT_LIMITS, proxies: Iterable[str] = ()
    ) -> None:
        files = max_open_files()
        if files is not None:
            limits = limits._replace(total=min(limits.total, max(1, files - RESERVED_FILES)))
        self.limits = limits
        self.proxies = frozenset(map(normalized_address, proxies))
        self.total = 0
        self.connections: Counter[str] = Counter()
        self.guesses_left: dict[str, TokenBucket] = {}

    def enter(self, address: str, by_proxy: bool = False) -> Rejection | None:
        """Count a connection, also one that is rejected; each must `leave` when it ends.

        A connection through a proxy counts for its own address only, because the total counts
        the proxy's connection.
        """
        self.total += not by_proxy
        self.connections[address] += 1
        if self.total > self.limits.total:
            return SERVER_FULL
        return ADDRESS_FULL if self.connections[address] > self._limit_for(address) else None

    def leave(self, address: str, by_proxy: bool = False) -> None:
        """Count a connection that ends."""
        self.total -= not by_proxy
        self.connections[address] -= 1
        if not self.connections[address]:
            del self.connections[address]

    def _limit_for(self, address: str) -> int:
        if address in self.proxies:
            return self.limits.total
        this_machine = address == "::1" or address.startswith("127.")
        return self.limits.from_this_machine if this_machine else self.limits.per_address

    def request_address(self, request: HTTPConnection) -> str:
        """Give the address of a request."""
        peer = request.client.host if request.client else ""
        return self.client_address(peer, request.headers.getlist("x-forwarded-for"))

    def client_address(self, peer: str, forwarded_for: Sequence[str] = ()) -> str:
        """Give a client's address: the peer's or, if that is a proxy, the one it forwards for."""
        address = normalized_address(peer)
        hops = [hop.strip() for header in forwarded_for for hop in header.split(",")]
        while address in self.proxies and hops:
            address = normalized_address(hops.pop())
        return address

    @contextmanager
    def counting_wrong_guesses(self, address: str) -> Iterator[None]:
        """Count a wrong token, code or table key; Refusal at once after too many of them."""
        guesses = self.guesses_left.get(address)
        if guesses is not None and not guesses.has_token(monotonic()):
            raise refused("P-11", "too many wrong guesses; try again in a minute")
        try:
            yield
        except LookupError:
            self._count_wrong_guess(address)
            raise
        except Refusal as refusal:
            if refusal.violation.rule == "P-7":
                self._count_wrong_guess(address)
            raise

    def _count_wrong_guess(self, address: str) -> None:
        if address not in self.guesses_left:
            self.guesses_left[address] = TokenBucket(
                self.limits.wrong_guesses, self.limits.seconds, monotonic()
            )
        self.guesses_left[address].take(monotonic())
        if len(self.guesses_left) > MAX_GUESSERS:
            del self.guesses_left[next(iter(self.guesses_left))]


def max_open_files() -> int | None:
    """Give how many files this process may open; None where the system sets no such limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def normalized_address(address: str) -> str:
    """Normalize an address: IPv6 to its network; other text is only shortened."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
