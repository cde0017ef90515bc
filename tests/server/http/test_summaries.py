"""Summaries of games as the page gets them."""

from __future__ import annotations

import httpx

from meldroom.games import GAMES
from meldroom.games.summary import (
    FACE_DOWN,
    GameSummary,
    Mistake,
    ScoreItem,
    TurnPicture,
    summary_of,
)
from meldroom.server.http.games_api import described_summary


def test_a_card_that_lies_face_down_is_null() -> None:
    summary = GameSummary(
        aim="Meld.",
        aim_cards=("A", FACE_DOWN),
        turn=(TurnPicture((FACE_DOWN, "B"), "Draw", "Take one."),),
        scoring_title="Points",
        scoring="High wins.",
        scores=(ScoreItem(("C",), "each", "5"), ScoreItem((), "bonus", "10")),
        mistakes=(Mistake("Do not show.", "Q5"),),
    )
    assert described_summary(summary) == {
        "aim": {"text": "Meld.", "cards": ["A", None]},
        "turn": [{"cards": [None, "B"], "title": "Draw", "text": "Take one."}],
        "scoring": {
            "title": "Points",
            "text": "High wins.",
            "items": [
                {"cards": ["C"], "label": "each", "points": "5"},
                {"cards": [], "label": "bonus", "points": "10"},
            ],
        },
        "mistakes": [{"text": "Do not show.", "rule": "Q5"}],
    }


async def test_every_game_gives_its_summary(http: httpx.AsyncClient) -> None:
    for key, game in GAMES.items():
        summary = summary_of(game)
        expected = None if summary is None else described_summary(summary)
        answer = await http.get(f"/api/games/{key}/summary")
        assert (answer.status_code, answer.json()) == (200, expected)
    assert (await http.get("/api/games/whist/summary")).status_code == 404
