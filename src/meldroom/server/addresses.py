"""The addresses of a running server: of this machine, in the local network, on the internet."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")
LOCAL_DOMAINS = ("", ".local", ".lan", ".home.arpa")  # in which routers name their machines
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)  # RFC 5737: nothing is sent there
SIOCGIFADDR = 0x8915  # Linux: get the address of an interface


class Address(NamedTuple):
    """A URL of the server, and from where it can be opened."""

    url: str
    scope: Literal["machine", "network", "internet"]


def local_origins(port: int) -> tuple[str, ...]:
    """Name the origins of a server that only this machine can reach."""
    return tuple(f"http://{host}:{port}" for host in LOOPBACK_HOSTS)


def addresses(origins: Iterable[str], lan_port: int | None) -> list[Address]:
    """List the addresses of a server; the first one works for the most people."""
    urls = list(origins)
    public = [Address(url, "internet") for url in urls if not _is_local(url)]
    local = [Address(url, "machine") for url in urls if _is_local(url)][:1]
    lan = network_address() if lan_port is not None else None
    network = [Address(f"http://{lan}:{lan_port}", "network")] if lan is not None else []
    return [*public, *network, *local]


def network_address() -> str | None:
    """Find this machine's IPv4 address in the local network, without asking anybody."""
    found = [found for found in _own_addresses() if not found.is_loopback]
    private = [address for address in found if address.is_private]
    return next((str(address) for address in (*private, *found)), None)


def own_names() -> frozenset[str]:
    """Name this machine as others in the local network may call it."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset(name + domain for domain in LOCAL_DOMAINS) if name else frozenset()


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, and no other can reach it by that name."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_local(url: str) -> bool:
    return is_loopback(urlsplit(url).hostname or "")


def _own_addresses() -> Iterator[ipaddress.IPv4Address]:
    """Return the addresses of this machine, first the one that packets to others come from."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(DOCUMENTATION_ADDRESS)
        yield ipaddress.IPv4Address(probe.getsockname()[0])
    if sys.platform == "linux":  # a network without a way out has no default route
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # an interface without an address
                    wanted = struct.pack("256s", name.encode()[:15])
                    answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, wanted)
                    yield ipaddress.IPv4Address(answer[20:24])
    else:
        with suppress(OSError):
            for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
                yield ipaddress.IPv4Address(address[0])
