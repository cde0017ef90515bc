"""Admission: limits on connections and on wrong tokens, in all and per address.

An address is the peer's; only a proxy that was named may say in whose name it comes. Neighbours of
one IPv6 network count as one, because anybody there has as many addresses as they like.
"""

from __future__ import annotations

import ipaddress
import resource
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection

from meldroom.core.game import Refusal
from meldroom.server.rate_limit import TokenBucket
from meldroom.server.tables.table import refused

SPARE = 256  # files that the room itself may need to open
KEPT = 10_000  # addresses whose wrong tries are remembered


class Crowd(NamedTuple):
    """How many connections there may be, and how many wrong tokens and codes in so many seconds."""

    total: int = 8_192
    address: int = 256  # a school behind one address
    here: int = 8_192  # from this machine, where all come from if there is a proxy
    tries: int = 20
    seconds: float = 60.0


USUAL = Crowd()


class Turned(NamedTuple):
    """Why somebody is turned away, as an HTTP status and in words."""

    status: int
    why: str


FULL = Turned(503, "the room is full; come back in a minute")
CROWDED = Turned(429, "too many have come from your address; come back in a minute")


class Admission:
    """Counts those who are here by where they come from."""

    def __init__(self, crowd: Crowd = USUAL, proxies: Iterable[str] = ()) -> None:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.crowd = crowd._replace(total=min(crowd.total, max(1, files - SPARE)))
        self.proxies = frozenset(map(neighbourhood, proxies))
        self.total = 0
        self.here: Counter[str] = Counter()
        self.knocks: dict[str, TokenBucket] = {}

    def enter(self, address: str, by_proxy: bool = False) -> Turned | None:
        """Count one who comes, also one who is turned away; who enters must `leave`.

        One whom a proxy brings was counted among all when the proxy came.
        """
        self.total += not by_proxy
        self.here[address] += 1
        if self.total > self.crowd.total:
            return FULL
        return CROWDED if self.here[address] > self._most(address) else None

    def leave(self, address: str, by_proxy: bool = False) -> None:
        """Count one who goes."""
        self.total -= not by_proxy
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]

    def _most(self, address: str) -> int:
        if address in self.proxies:
            return self.crowd.total
        here = address == "::1" or address.startswith("127.")
        return self.crowd.here if here else self.crowd.address

    def whence_came(self, request: HTTPConnection) -> str:
        """Name where a request comes from."""
        peer = request.client.host if request.client else ""
        return self.whence(peer, request.headers.getlist("x-forwarded-for"))

    def whence(self, peer: str, forwarded: Sequence[str] = ()) -> str:
        """Name where somebody comes from, by the peer and, if that is a proxy, what it says."""
        address = neighbourhood(peer)
        names = [name.strip() for header in forwarded for name in header.split(",")]
        while address in self.proxies and names:
            address = neighbourhood(names.pop())
        return address

    @contextmanager
    def knocking(self, address: str) -> Iterator[None]:
        """Let one try a token or a code; Refusal, without a look, after too many wrong ones."""
        if address in self.knocks and not self.knocks[address].holds(monotonic()):
            raise refused("P-11", "too many wrong tries; come back in a minute")
        try:
            yield
        except LookupError:
            self._wrong(address)
            raise
        except Refusal as refusal:
            if refusal.violation.rule == "P-7":
                self._wrong(address)
            raise

    def _wrong(self, address: str) -> None:
        if address not in self.knocks:
            self.knocks[address] = TokenBucket(self.crowd.tries, self.crowd.seconds, monotonic())
        self.knocks[address].take(monotonic())
        if len(self.knocks) > KEPT:
            del self.knocks[next(iter(self.knocks))]


def neighbourhood(address: str) -> str:
    """Bring an address into one form: of IPv6 the network, of what is no address the text."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
