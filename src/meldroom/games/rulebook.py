"""The rules pages that come with the games: reading them, and the numbered rules on them."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, NamedTuple

from meldroom.core.game import Game

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
    """Give the numbered rules of a page in order; other paragraphs are passed over.

    >>> parse("**Q12** *No return* (TU-12, convention). A block just taken stays.")[0].source
    'TU-12, convention'
    """
    found = map(PARAGRAPH.match, re.split(r"\n\s*\n", page.strip()))
    return tuple(
        Rule(
            rule["number"],
            rule["title"].strip().removesuffix("."),
            rule["source"] or "",
            " ".join(rule["text"].split()),
        )
        for rule in found
        if rule is not None
    )


def page(game: Game[Any]) -> str:
    """Read the RULES.md of a game."""
    return _read(type(game).__module__.rpartition(".")[0])


def common_page() -> str:
    """Read the RULES.md of all games together."""
    return _read("meldroom.games")


def rules(game: Game[Any]) -> dict[str, Rule]:
    """Give the game's numbered rules, then the common ones, by their numbers."""
    return {rule.number: rule for rule in (*parse(page(game)), *parse(common_page()))}


def find_rule(game: Game[Any], number: str) -> Rule:
    """Find a rule by its number, `q12` and `TU-12` too; ValueError names what there is."""
    every = rules(game)
    wanted = number.upper()
    family, dash, digits = wanted.partition("-")
    if dash and family == game.prefix:
        wanted = f"Q{digits}"
    if wanted not in every:
        raise ValueError(f"{game.key} has no rule {number!r}; it has {', '.join(every)}")
    return every[wanted]


def _read(package: str) -> str:
    return files(package).joinpath("RULES.md").read_text("utf-8")
