"""Summaries: a game in one minute, above its numbered rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from meldroom.core.game import AnyGame
from meldroom.games.companions import text_beside
from meldroom.games.rulebook import rules

FACE_DOWN = ""  # in place of a card's code


class TurnPicture(NamedTuple):
    """One part of a turn: its cards, what to do in two or three words, and a sentence."""

    cards: tuple[str, ...]
    title: str
    text: str


class ScoreItem(NamedTuple):
    """What scores, as cards or as a word, and how much."""

    cards: tuple[str, ...]
    label: str
    points: str


class Mistake(NamedTuple):
    """What newcomers get wrong, and the rule's printed number."""

    text: str
    rule: str


class GameSummary(NamedTuple):
    """A game in one minute; `scoring` explains the points of `scores`."""

    aim: str
    aim_cards: tuple[str, ...]
    turn: tuple[TurnPicture, ...]
    scoring_title: str
    scoring: str
    scores: tuple[ScoreItem, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def cards(self) -> Iterator[str]:
        """All cards that are drawn."""
        yield from self.aim_cards
        for part in self.turn:
            yield from part.cards
        for item in self.scores:
            yield from item.cards


@lru_cache
def summary_of(game: AnyGame) -> GameSummary | None:
    """Read the summary in a game's `summary.toml`, None if there is none."""
    page = text_beside(game, "summary.toml")
    if page is None:
        return None
    summary = parse(page)
    check(game, summary)
    return summary


def parse(page: str) -> GameSummary:
    """Read a summary from TOML; a card that is "" lies face down."""
    fields = tomllib.loads(page)
    return GameSummary(
        aim=fields["aim"],
        aim_cards=tuple(fields["aim_cards"]),
        turn=tuple(_turn(part) for part in fields["turn"]),
        scoring_title=fields["scoring_title"],
        scoring=fields["scoring"],
        scores=tuple(_score(item) for item in fields["score"]),
        mistakes=tuple(Mistake(one["text"], one["rule"]) for one in fields["mistake"]),
    )


def check(game: AnyGame, summary: GameSummary) -> None:
    """Raise ValueError for a card or a rule that the game does not have."""
    known = {*game.deck.codes, FACE_DOWN}
    if unknown := sorted({*summary.cards} - known):
        raise ValueError(f"summary.toml: {game.key} has no card {', '.join(unknown)}")
    if unknown := sorted({one.rule for one in summary.mistakes} - rules(game).keys()):
        raise ValueError(f"summary.toml: {game.key} has no rule {', '.join(unknown)}")


def _turn(fields: dict[str, Any]) -> TurnPicture:
    return TurnPicture(tuple(fields["cards"]), fields["title"], fields["text"])


def _score(fields: dict[str, Any]) -> ScoreItem:
    return ScoreItem(tuple(fields.get("cards", ())), fields.get("label", ""), fields["points"])
