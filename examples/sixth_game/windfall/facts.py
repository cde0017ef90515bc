"""The zones of Windfall, its options, and what everyone can see besides the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

STOCK, DISCARD = 0, 1  # then each seat's hand and baskets in turn


def hand(seat: Seat) -> int:
    """Give the place of a seat's hand among the zones."""
    return 2 + 2 * seat


def laid(seat: Seat) -> int:
    """Give the place of a seat's baskets among the zones."""
    return 3 + 2 * seat


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Windfall."""

    hands: Literal[3, 1, 5] = option(
        "How many hands make a game",
        {3: "a full game", 1: "a few minutes", 5: "a long game"},
        title="Hands",
        rule="R9",
    )
    sets: Literal["any", "mixed"] = option(
        "Whether a basket of one number may hold a fruit twice",
        {"any": "it may", "mixed": "its three fruits must differ"},
        title="Mixed sets",
        note="The three fruits of a basket of one number must differ; otherwise one "
        "may come twice.",
        rule="Q2",
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    first: Seat  # who began this hand
    turn: Seat
    picked: bool  # the seat on turn has its card
    taken: Cards  # R5: the card that must be melded next
    totals: tuple[int, ...]
    ledger: tuple[tuple[int, ...], ...]  # what each hand scored for each seat
    reason: str  # the rule that ended the game, "" while it runs


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]
