"""Faults that are known and not mended yet: what the simulation finds of them is only counted."""

from __future__ import annotations

KNOWN: frozenset[str] = frozenset()
