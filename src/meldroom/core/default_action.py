"""What the table does for a silent seat: the least committal legal action (X-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.event import Event, Moved
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView


def drawn_last(told: Iterable[Event], seat: Seat, before: Cards = b"") -> Cards:
    """Name the card that the seat drew last, as its own events tell; `before` if they do not."""
    for event in told:
        if (
            isinstance(event, Moved)
            and event.target_owner == seat
            and event.source_owner is None
            and BACK not in event.cards
        ):
            before = event.cards[-1:]
    return before


def default_action(
    game: AnyGame, seen: AnyView, drawn: Cards, default_verbs: Sequence[str]
) -> Action:
    """Choose by the default verbs, then the card drawn last, then the canonical order.

    Where none of these verbs is legal, as under a duty, it is the first legal text in order.
    """
    verbs = {verb: place for place, verb in enumerate(default_verbs)}
    card = game.deck.text(drawn)

    def commitment(action: Action) -> tuple[int, bool, list[int], str]:
        text = game.text(action)
        verb, *words = text.split(" ")
        if verb not in verbs:
            return len(verbs), False, [], text
        return verbs[verb], words != [card], [game.deck.place(word) for word in words], text

    return min(game.legal(seen), key=commitment)
