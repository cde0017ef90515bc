"""Admission: limits on connections, requests and wrong guesses, in total and per address.

Each process counts by itself. An address is the TCP peer's; only a proxy that was named may give
another one. An IPv6 network counts as one address, because anybody there has as many as they like.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection

from meldroom.core.game import Refusal
from meldroom.room.limits import DEFAULT_LIMITS, Limits, RateLimiter, TokenBucket
from meldroom.room.refusals import LimitReached
from meldroom.server.executors import Asker

# Header of what another process has passed on. It names the process that it is for, by the id,
# which no client knows: limits that were checked on the way are not checked again.
PASSED_ON = "meldroom-passed-on"
RESERVED_FILES = 256  # file descriptors that the server itself may need
FEW_CONNECTIONS = 64  # with less room than for these it does not start
USUAL_FILES = 1_024  # that a process may open; with fewer it says so
REFUSAL_DELAY = 1.0  # seconds that a refusal waits, so that a flood cannot be quick

logger = logging.getLogger("meldroom")


class Rejection(NamedTuple):
    """Why a connection is rejected, as an HTTP status and in words."""

    status: int
    why: str


SERVER_FULL = Rejection(503, "the server is full; try again in a minute")
NO_DATABASE = Rejection(503, "the server cannot reach its database; try again in a moment")
ADDRESS_FULL = Rejection(429, "too many connections from your address; try again in a minute")


class Admission:
    """Counts connections, requests and wrong guesses by address."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, proxies: Iterable[str] = ()) -> None:
        connections = most_connections(limits.connections, max_open_files())
        self.limits = limits = limits._replace(connections=connections)
        self.proxies = frozenset(map(normalized_address, proxies))
        self.total = 0
        self.connections: Counter[str] = Counter()
        self.process_id = ""  # what other processes call this one
        self.gets, self.posts = RateLimiter(limits.gets), RateLimiter(limits.posts)
        self.pace = RateLimiter(limits.pace)
        self.wrong_guesses = RateLimiter(limits.wrong_guesses)
        self.seatless_messages = RateLimiter(limits.seatless_messages)
        self.confirmation_emails = RateLimiter(limits.confirmation_emails)

    def enter(self, address: str, by_proxy: bool = False) -> Rejection | None:
        """Count a connection, also one that is rejected; each must `leave` when it ends.

        A connection through a proxy counts for its own address only, because the total counts
        the proxy's connection.
        """
        self.total += not by_proxy
        self.connections[address] += 1
        if self.total > self.limits.connections:
            return SERVER_FULL
        most = self.limits.connections_per_address * self.weight(address)
        too_many = self.connections[address] > most and address not in self.proxies
        return ADDRESS_FULL if too_many else None

    def leave(self, address: str, by_proxy: bool = False) -> None:
        """Count a connection that ends."""
        self.total -= not by_proxy
        self.connections[address] -= 1
        if not self.connections[address]:
            del self.connections[address]

    def passed_on(self, request: HTTPConnection) -> bool:
        """Return whether another process has passed a request on, and so has counted it."""
        named = request.headers.get(PASSED_ON, "").encode()
        return self.process_id != "" and hmac.compare_digest(named, self.process_id.encode())

    def weight(self, address: str) -> int:
        """Return how many addresses this one counts as."""
        this_machine = address == "::1" or address.startswith("127.")
        return self.limits.this_machine if this_machine or address in self.proxies else 1

    def request_address(self, request: HTTPConnection) -> str:
        """Return the address of a request."""
        peer = request.client.host if request.client else ""
        return self.client_address(peer, request.headers.getlist("x-forwarded-for"))

    def asker(self, request: HTTPConnection) -> Asker:
        """Name the client behind a request, also behind one that another process has passed on."""
        forwarded = request.headers.get("x-forwarded-for", "")
        address = forwarded if self.passed_on(request) else self.request_address(request)
        return Asker(address, self.weight(address))

    def client_address(self, peer: str, forwarded_for: Sequence[str] = ()) -> str:
        """Return a client's address: the peer's or, if that is a proxy, the one it forwards for."""
        address = normalized_address(peer)
        hops = [hop.strip() for header in forwarded_for for hop in header.split(",")]
        while address in self.proxies and hops:
            address = normalized_address(hops.pop())
        return address

    def check_request(self, address: str, method: str, cost: int = 1) -> float:
        """Count what a request costs; LimitReached if the address has used too much.

        Returns the seconds that it should wait, so that others come between many requests.
        """
        limiter = self.gets if method in ("GET", "HEAD") else self.posts
        bucket = limiter.bucket(address, monotonic(), self.weight(address))
        if not bucket.take(monotonic(), cost):
            why = "too many requests from your address; try again in a moment"
            raise LimitReached(why, bucket.seconds_until_token(monotonic(), cost))
        pace = self.pace.bucket(address, monotonic(), self.weight(address))
        return pace.borrow(monotonic(), cost)

    def count_confirmation_email(self, address: str) -> None:
        """Count an email that an address asks for; LimitReached if there were too many."""
        bucket = self.confirmation_emails.bucket(address, monotonic(), self.weight(address))
        if not bucket.take(monotonic()):
            why = "too many email addresses from your network today; try again later"
            raise LimitReached(why, bucket.seconds_until_token(monotonic()))

    def seatless_bucket(self, address: str) -> TokenBucket:
        """Return the bucket for messages of clients at this address that have no seat."""
        return self.seatless_messages.bucket(address, monotonic(), self.weight(address))

    @asynccontextmanager
    async def counting_wrong_guesses(self, address: str) -> AsyncIterator[None]:
        """Count a wrong token, code or table key; LimitReached, late, after too many of them.

        What is right is never refused: anybody else at that address may have guessed.
        """
        try:
            yield
        except LookupError:
            await self._count_wrong_guess(address)
            raise
        except Refusal as refusal:
            if refusal.violation.rule == "P-7":
                await self._count_wrong_guess(address)
            raise

    async def _count_wrong_guess(self, address: str) -> None:
        bucket = self.wrong_guesses.bucket(address, monotonic(), self.weight(address))
        if not bucket.take(monotonic()):
            await asyncio.sleep(REFUSAL_DELAY)
            raise LimitReached(
                "too many wrong guesses; try again in a minute",
                bucket.seconds_until_token(monotonic()),
            ) from None


def most_connections(wanted: int, files: int | None) -> int:
    """Return how many connections there can be with so many files; ValueError if too few."""
    if files is None:
        return wanted
    connections = min(wanted, files - RESERVED_FILES)
    if connections < min(wanted, FEW_CONNECTIONS):
        raise ValueError(
            f"only {files} files may be open at once, and the server needs {RESERVED_FILES} besides"
            f" its connections; raise the limit, as by `ulimit -n {USUAL_FILES}`"
        )
    if files < USUAL_FILES:
        logger.warning("only %d files may be open: at most %d connections", files, connections)
    return connections


def max_open_files() -> int | None:
    """Return how many files this process may open; None where the system sets no such limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


@lru_cache(4096)
def normalized_address(address: str) -> str:
    """Normalize an address: IPv6 to its network; other text is only shortened."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
