"""The options that make a game shortest."""

from __future__ import annotations

from meldroom.core.options import offered
from meldroom.games import GAMES


def short_options(key: str) -> dict[str, int | str]:
    """Choose the shortest game that the options allow."""
    values_of = offered(GAMES[key].options)
    short: dict[str, int | str] = {
        name: min(value for value in values if isinstance(value, int))
        for name, values in values_of.items()
        if isinstance(values[0], int)
    }
    if "up" in values_of.get("rounds", ()):
        short["rounds"] = "up"
    return short
