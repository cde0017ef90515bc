"""Why not? Which rule forbids an action to a seat now, and the nearest one that is legal.

Everything is judged on the seat's own view, so an answer tells nothing that the seat cannot know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Any, NamedTuple

from meldroom.core.action import Action, Kind, SeatNumber, cards_named, kinds
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import AnyGame, Refusal, Violation
from meldroom.core.view import AnyView
from meldroom.games import find
from meldroom.games.rulebook import printed_number
from meldroom.room import messages, permissions
from meldroom.room.refusals import refused
from meldroom.room.table import Table

MAX_CANDIDATES = 256  # actions that one question may mean


class Picked(NamedTuple):
    """What a question names: a verb, the cards for it and perhaps a seat."""

    verb: str
    cards: Cards
    seat: Seat | None = None


def explain(table: Table, seat: Seat | None, question: messages.Why) -> dict[str, Any]:
    """Answer a question; changes nothing. Refusal to a watcher, or if it names no card."""
    if seat is None:
        raise refused("P-3", "you have no seat at this table")
    try:
        seen = table.current_match.view(seat)
        permissions.check_not_paused(table)
    except Refusal as refusal:
        return _answer(table.game, question.id, refusal.violation)
    game = table.game
    picked, candidates = _understood(game, seen, question)
    violation, action = judge(game, seen, picked, candidates)
    instead = action if violation is None else nearest(game, seen, picked)
    return _answer(game, question.id, violation, action, instead, picked.cards)


def _understood(
    game: AnyGame, seen: AnyView, question: messages.Why
) -> tuple[Picked, Sequence[Action]]:
    """Find what is asked for, and the actions that it can mean."""
    try:
        if question.text:
            action = game.parse(question.text)
            return Picked(action.verb, cards_named(action, game.deck)), [action]
        cards = bytes(map(game.deck.card, question.cards))
    except ValueError as error:
        raise refused("P-1", str(error)) from None
    picked = Picked(question.verb, cards, question.seat)
    return picked, list(islice(composed(game, seen.seats, picked), MAX_CANDIDATES))


def composed(game: AnyGame, seats: int, picked: Picked) -> Iterator[Action]:
    """Give the actions with this verb that name exactly these cards, and this seat if one is given.

    Fields that nothing was picked for take every value.
    """
    for action in game.actions:
        fields = [kind for _, kind in kinds(action)]
        if action.verb == picked.verb and bool(picked.cards) == any(
            kind.most_cards for kind in fields
        ):
            values = [list(_values(kind, game, seats, picked)) for kind in fields]
            yield from (action(*chosen) for chosen in product(*values))


def _values(kind: Kind, game: AnyGame, seats: int, picked: Picked) -> Iterator[Any]:
    if kind.most_cards:
        return kind.from_cards(picked.cards)
    if isinstance(kind, SeatNumber) and picked.seat is not None:
        return iter((picked.seat,))
    return kind.range(game.deck, seats)


def judge(
    game: AnyGame, seen: AnyView, picked: Picked, candidates: Sequence[Action]
) -> tuple[Violation | None, Action | None]:
    """Name the rule that forbids all candidates, and one of them; or no rule, and a legal one."""
    first: Violation | None = None
    whys = set()
    for action in candidates:
        violation = game.check(seen, action)
        if violation is None:
            return None, action
        first = first or violation
        whys.add(violation)
    if first is None:
        return _not_an_action(game, seen, picked), None
    if len(whys) > 1 and not picked.cards:  # they differ in their targets alone
        first = Violation(first.rule, "there is nothing to use it on")
    return first, candidates[0]


def _not_an_action(game: AnyGame, seen: AnyView, picked: Picked) -> Violation:
    """Return why what is picked cannot be written as an action at all."""
    acting = game.to_act(seen.public)
    if not acting:
        return Violation("X-8", "the game is over")
    if seen.seat not in acting:
        return Violation("X-1", "it is not your turn")
    most = max(
        (
            sum(kind.most_cards for _, kind in kinds(action))
            for action in game.actions
            if action.verb == picked.verb
        ),
        default=0,
    )
    if not picked.cards and most:
        return Violation("X-3", "select a card first")
    if most < len(picked.cards):
        return Violation("X-3", f"that takes {'one card' if most == 1 else f'up to {most} cards'}")
    return Violation("X-3", "that cannot be done with these cards")


def nearest(game: AnyGame, seen: AnyView, picked: Picked) -> Action | None:
    """Find the legal action with the same verb that shares most cards, then adds the fewest.

    One that shares less than half of what is picked is another idea, and not near.
    """
    held = Counter(picked.cards)
    best: tuple[int, int] | None = None
    found = None
    for action in game.legal(seen):
        if action.verb != picked.verb:
            continue
        named = _cards_named(game.key, action)
        shared = sum(min(many, named.count(card)) for card, many in held.items())
        rank = (-shared, len(named) - shared)
        if 2 * shared >= max(1, len(picked.cards)) and (best is None or rank < best):
            best, found = rank, action
    return found


@lru_cache(maxsize=16_384)  # a large hand can have thousands of melds, and is asked about again
def _cards_named(key: str, action: Action) -> Cards:
    return cards_named(action, find(key).deck)


def _answer(
    game: AnyGame,
    request_id: str,
    violation: Violation | None,
    action: Action | None = None,
    instead: Action | None = None,
    cards: Cards = b"",
) -> dict[str, Any]:
    rule, why = violation or ("", "")
    lacking = Counter(cards_named(instead, game.deck)) if instead is not None else Counter[int]()
    lacking -= Counter(cards)
    return {
        "is": "why",
        "id": request_id,
        "rule": printed_number(game, rule),
        "why": why,
        "text": "" if action is None else game.text(action),
        "lacking": [game.deck.codes[card] for card in lacking.elements()],
        "instead": None if instead is None else game.text(instead),
    }
