"""Who is at the server besides the tables of careful players: each a small random walk."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from tests.server.simulation.actors import (
    administrator,
    correspondents,
    dailies,
    keeper,
    neighbours,
    rowdies,
    visitors,
)

ACTORS: dict[str, Callable[[Any], Coroutine[Any, Any, None]]] = {
    "administrator": administrator.play,
    "backup": keeper.back_up,
    "cheat": dailies.cheat,
    "correspondents": correspondents.play,
    "daily": dailies.play,
    "looking back": visitors.look_back,
    "neighbours": neighbours.play,
    "reader": visitors.read_about,
    "rowdies": rowdies.play,
    "watcher": visitors.watch,
}
