"""Every limit on what clients may do; docs/protocol.md lists them under Limits."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.server.rate_limit import Rate, TokenBucket


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
