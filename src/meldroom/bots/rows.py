"""The row of numbers that a network sees of a view, and the actions that it chooses from."""

from __future__ import annotations

from functools import lru_cache

from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.row import RowFacts, RowWriter
from meldroom.core.view import AnyView, view
from meldroom.games import SMALL
from meldroom.games.companions import row_facts_of

MULTIPLE = 8  # a row is filled up with zeros to a multiple of this


def has_row(game: AnyGame) -> bool:
    """Return whether a network can be told of this game; no network plays small variants."""
    return game.key not in SMALL and row_facts_of(game) is not None


def row(game: AnyGame, seen: AnyView) -> list[float]:
    """Give what a seat sees as numbers, with flags for legal actions at the end."""
    facts, to = _facts(game), RowWriter()
    facts.seen(to, seen)
    told = facts.actions if facts.told_actions is None else facts.told_actions
    if told:
        legal = facts.legal(seen)
        to.numbers += [1.0 if number in legal else 0.0 for number in range(told)]
    to.zeros(-len(to.numbers) % MULTIPLE)
    return to.numbers


@lru_cache
def row_size(game: AnyGame) -> int:
    """Say how many numbers a row of this game has, whatever the options and seats."""
    state = game.start({}, game.players[0], Rng(bytes(SEED_SIZE)))
    return len(row(game, view(state, 0)))


def action_count(game: AnyGame) -> int:
    """Say how many actions a network of this game chooses from."""
    return _facts(game).actions


def legal_actions(game: AnyGame, seen: AnyView) -> dict[int, Action]:
    """Give a seat's legal actions by the numbers that a network has for them, ascending."""
    return dict(sorted(_facts(game).legal(seen).items()))


def _facts(game: AnyGame) -> RowFacts[object, object]:
    facts = row_facts_of(game)
    if facts is None:
        raise ValueError(f"{game.name} has no rows for networks")
    return facts
