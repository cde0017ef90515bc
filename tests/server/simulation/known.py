"""Faults that are known and not mended yet: what the simulation finds of them is only counted."""

from __future__ import annotations

KNOWN: frozenset[str] = frozenset(
    {
        "500",  # an unbounded number in an address
        "P-8 without cause",  # two requests at once for one attempt at the deal of the day
        "away",  # reads fail while the database is away: not caused at all
        "backup",  # which forgets the deals of the day
        "daily twice",  # after one's record was deleted
        "mail after stop",  # to another spelling of the address
        "ready on a full disk",
        "results of a sealed table",
        "seat of a leaver",  # given at once, as the host agreed
        "waits",  # for a mail server that says nothing
    }
)
