"""Rooms beside each other that need not be waited for."""

from __future__ import annotations

import pytest

from meldroom.room import lobby
from meldroom.server.cluster import ownership, shared_lobby, shared_room


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what happens every second in a room happen all the time."""
    monkeypatch.setattr(ownership, "HEARTBEAT_INTERVAL", 0.02)
    monkeypatch.setattr(shared_lobby, "PUBLISH_INTERVAL", 0.02)
    monkeypatch.setattr(shared_room, "ADOPT_INTERVAL", 0.02)
    monkeypatch.setattr(shared_lobby, "READ_INTERVAL", 0.02)
    monkeypatch.setattr(lobby, "MAX_AGE", 0.02)
