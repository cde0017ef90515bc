"""Rules pages, and the numbered rules on them."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from meldroom.core.game import AnyGame
from meldroom.games.companions import text_beside

PARAGRAPH = re.compile(
    r"^\*\*(?P<number>[RQ]\d+|X-\d+)\*\*"
    r"\s+\*(?P<title>[^*]+)\*"
    r"(?:\s+\((?P<source>[^()]+)\)\.?)?"
    r"\s*(?P<text>.*)",
    re.DOTALL,
)


class Rule(NamedTuple):
    """A numbered rule; `source` says where a ruling comes from, as in `TU-12, convention`."""

    number: str
    title: str
    source: str
    text: str


def parse(page: str) -> tuple[Rule, ...]:
    """Give the numbered rules of a page in order, and skip all other paragraphs.

    >>> parse("**Q12** *No return* (TU-12, convention). A block just taken stays.")[0].source
    'TU-12, convention'
    """
    matches = map(PARAGRAPH.match, re.split(r"\n\s*\n", page.strip()))
    return tuple(
        Rule(
            rule["number"],
            rule["title"].strip().removesuffix("."),
            rule["source"] or "",
            " ".join(rule["text"].split()),
        )
        for rule in matches
        if rule is not None
    )


def page(game: AnyGame) -> str:
    """Read a game's RULES.md; a game without one has only a title."""
    return text_beside(game, "RULES.md") or f"# {game.name}\n"


def common_page() -> str:
    """Read the RULES.md of the rules that all games share."""
    return files("meldroom.games").joinpath("RULES.md").read_text("utf-8")


def rules(game: AnyGame) -> dict[str, Rule]:
    """Give the game's numbered rules, then the common ones, by their numbers."""
    return {rule.number: rule for rule in (*parse(page(game)), *parse(common_page()))}


def printed_number(game: AnyGame, reason: str) -> str:
    """Give the number that the rules page prints for a record's reason: `TU-23` is Q23."""
    family, dash, digits = reason.partition("-")
    return f"Q{digits}" if dash and family == game.prefix else reason


def find_rule(game: AnyGame, number: str) -> Rule:
    """Find a rule by its number, also as `q12` or `TU-12`; ValueError lists the rules there are."""
    every = rules(game)
    wanted = printed_number(game, number.upper())
    if wanted not in every:
        raise ValueError(f"{game.key} has no rule {number!r}; it has {', '.join(every)}")
    return every[wanted]
