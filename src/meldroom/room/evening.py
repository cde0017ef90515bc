"""The score of an evening: who won what in the games at a table since its last long break."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meldroom.room.summaries import Score

BREAK = 6 * 3_600_000  # milliseconds without a finished game that end an evening
MAX_GAMES = 60


def evening_score(latest: Iterable[Score]) -> dict[str, Any]:
    """Give the games of a table's last evening and each player's total; the last game comes first.

    A player is known by their name. Who won more often comes first, then who came in better.
    """
    games: list[Score] = []
    for score in latest:
        if games and games[-1].at - score.at >= BREAK:
            break
        games.append(score)
    games.reverse()
    return {"games": [_game(score) for score in games], "totals": _totals(games)}


def _game(score: Score) -> dict[str, Any]:
    result = score.result or {}
    return {
        "number": score.number,
        "at": score.at,
        "players": score.players,
        "scores": result["scores"],
        "places": result["places"],
    }


def _totals(games: Iterable[Score]) -> list[dict[str, Any]]:
    played: dict[str, list[tuple[int, int]]] = {}  # places and points of each player
    for score in games:
        result = score.result or {}
        for name, place, points in zip(
            score.players, result["places"], result["scores"], strict=True
        ):
            played.setdefault(name, []).append((place, points))
    totals = [
        {
            "name": name,
            "games": len(own),
            "wins": sum(place == 1 for place, _ in own),
            "points": sum(points for _, points in own),
        }
        for name, own in played.items()
    ]

    def rank(total: dict[str, Any]) -> tuple[int, float]:
        own = played[total["name"]]
        return -total["wins"], sum(place for place, _ in own) / len(own)

    return sorted(totals, key=rank)
