"""Refusals by the server's own rules, P-1 to P-15; docs/protocol.md lists them."""

from __future__ import annotations

from meldroom.core.game import Refusal, Violation


def refused(rule: str, why: str) -> Refusal:
    """Make the Refusal of a request that no game forbids but the server does."""
    return Refusal(Violation(rule, why))


class LimitReached(Refusal):
    """A limit was reached (P-11); it may be tried again after so many seconds."""

    def __init__(self, why: str, seconds: float) -> None:
        super().__init__(Violation("P-11", why))
        self.seconds = seconds
