"""Summaries for the page: a game in one minute, as JSON."""

from __future__ import annotations

from typing import Any

from meldroom.games.summary import GameSummary


def described_summary(summary: GameSummary) -> dict[str, Any]:
    """Give a summary as JSON; a card that lies face down is null."""
    return {
        "aim": {"text": summary.aim, "cards": _cards(summary.aim_cards)},
        "turn": [{**part._asdict(), "cards": _cards(part.cards)} for part in summary.turn],
        "scoring": {
            "title": summary.scoring_title,
            "text": summary.scoring,
            "items": [{**item._asdict(), "cards": _cards(item.cards)} for item in summary.scores],
        },
        "mistakes": [one._asdict() for one in summary.mistakes],
    }


def _cards(codes: tuple[str, ...]) -> list[str | None]:
    return [code or None for code in codes]
