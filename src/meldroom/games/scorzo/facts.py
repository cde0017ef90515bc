"""What lies on the table of Scorzo: its zones, its options and what everyone can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

STOCK, DISCARD, HANDS = 0, 1, 2
CHARTS = {
    "full": (8, 7, 6, 5, 4, 3, 4, 5, 6, 7, 8),
    "down": (8, 7, 6, 5, 4, 3),
    "up": (3, 4, 5, 6, 7, 8),
}
TIE_CARDS = 3  # R12
TIE_ROUNDS = 10  # Q19
TURNS = 60  # Q22: for each seat that plays

Phase = Literal["pick", "throw", "answer"]
PICK: Final = "pick"
THROW: Final = "throw"
ANSWER: Final = "answer"


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Scorzo."""

    rounds: Literal["full", "down", "up"] = option(
        "Which rounds are played (R4)",
        {
            "full": "eleven rounds, from eight cards down to three and up again",
            "down": "six rounds, from eight cards down to three",
            "up": "six rounds, from three cards up to eight",
        },
    )
    all_wild_melds: Literal["yes", "no"] = option(
        "Whether wilds alone make a meld (Q2)",
        {"yes": "three wilds are a meld", "no": "a meld needs a natural card"},
    )
    return_taken: Literal["yes", "no"] = option(
        "Whether a card just taken may be discarded in the same turn (Q8)",
        {"yes": "it may", "no": "only if you hold nothing else"},
    )
    lay_off: Literal["no", "yes"] = option(
        "Whether the others may lay off on the caller's melds (Q12)",
        {"no": "they may not", "yes": "they may"},
    )
    recycle: Literal["flip", "shuffle"] = option(
        "How the discards become a new stock (Q14)",
        {"flip": "turned over as they lie", "shuffle": "shuffled"},
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    dealer: Seat
    turn: Seat
    phase: Phase  # PICK a card, THROW one, or ANSWER whether to call
    taken: Cards  # Q8: picked from the discard pile this turn
    turns: int  # Q22: turns finished in this round
    caller: Seat | None
    playing: tuple[Seat, ...]  # Q19: all seats, or in a tie round the tied
    totals: tuple[int, ...]
    ledger: tuple[tuple[int | None, ...], ...]  # what each round added; None did not play
    reason: str  # the rule that ended the game


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def fresh_round() -> dict[str, Any]:
    """Give the facts with which every round begins (R6)."""
    return {"phase": PICK, "taken": b"", "turns": 0, "caller": None}


def hand(seat: Seat) -> int:
    """Name the zone of a seat's hand."""
    return HANDS + seat


def left_of(seat: Seat, playing: tuple[Seat, ...]) -> Seat:
    """Name the next seat to the left that plays in this round (X-1, Q20)."""
    for other in playing:
        if other > seat:
            return other
    return playing[0]


def kept_back(seen: View, cards: Cards) -> Cards:
    """Name the card just taken where it may not be thrown back, if the hand has another (Q8)."""
    taken = seen.public.taken
    if seen.options.return_taken == "yes" or cards.count(taken) == len(cards):
        return b""
    return taken
