"""Refusals by the server's own rules, P-1 to P-13; docs/protocol.md lists them."""

from __future__ import annotations

from meldroom.core.game import Refusal, Violation


def refused(rule: str, why: str) -> Refusal:
    """Make the Refusal of a request that no game forbids but the server does."""
    return Refusal(Violation(rule, why))
