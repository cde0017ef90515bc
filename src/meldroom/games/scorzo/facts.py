"""The zones, the options and the public facts of Scorzo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

STOCK, DISCARD, HANDS = 0, 1, 2
CHARTS = {  # R4: the cards dealt in each round
    "full": (8, 7, 6, 5, 4, 3, 4, 5, 6, 7, 8),
    "down": (8, 7, 6, 5, 4, 3),
    "up": (3, 4, 5, 6, 7, 8),
    "one": (3,),  # of the small variants alone
}
TIE_CARDS = 3  # R12

Phase = Literal["pick", "throw", "answer"]
PICKING: Final = "pick"
DISCARDING: Final = "throw"  # the value is part of the wire format
ANSWERING: Final = "answer"


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Scorzo."""

    max_tie_rounds: ClassVar[int] = 10  # Q19
    max_turns_per_seat: ClassVar[int] = 60  # Q22, in a round

    rounds: Literal["full", "down", "up"] = option(
        "Which rounds are played",
        {
            "full": "eleven: 8 cards down to 3, then back up to 8",
            "down": "six: 8 cards down to 3",
            "up": "six: 3 cards up to 8",
        },
        title="Rounds",
        rule="R4",
    )
    all_wild_melds: Literal["yes", "no"] = option(
        "Whether wilds alone make a meld",
        {"yes": "three or more wilds are a meld", "no": "each meld needs a natural card"},
        title="A natural card in each meld",
        note="Wilds alone are no meld; otherwise three or more of them are.",
        rule="Q2",
    )
    return_taken: Literal["yes", "no"] = option(
        "Whether a card taken from the discard pile may be discarded in the same turn",
        {"yes": "it may", "no": "it may not, unless the hand holds nothing else"},
        title="No giving back the card taken",
        note="A card from the discard pile stays for this turn, unless you hold nothing else.",
        rule="Q8",
    )
    lay_off: Literal["no", "yes"] = option(
        "Whether cards may be added to the caller's melds when the hands are scored",
        {"no": "only your own melds count", "yes": "the caller's melds take your cards too"},
        title="Lay off on the caller's melds",
        note="When hands are scored, your cards may join the caller's melds.",
        rule="Q12",
    )
    recycle: Literal["flip", "shuffle"] = option(
        "How the covered discards become the new stock",
        {"flip": "turned over as they lie", "shuffle": "shuffled"},
        title="Shuffle the new stock",
        note="The covered discards are shuffled; otherwise they are turned over as they lie.",
        rule="Q14",
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    dealer: Seat
    turn: Seat
    phase: Phase  # of the turn: PICKING a card, DISCARDING one, or ANSWERING whether to call
    taken: Cards  # Q8: picked from the discard pile this turn
    turns: int  # Q22: finished in this round
    caller: Seat | None
    playing: tuple[Seat, ...]  # Q19: all seats, or in a tie round the tied
    totals: tuple[int, ...]
    ledger: tuple[tuple[int | None, ...], ...]  # what each round added; None did not play
    reason: str  # the rule that ended the game


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def fresh_round() -> dict[str, Any]:
    """Give the facts with which every round begins (R6)."""
    return {"phase": PICKING, "taken": b"", "turns": 0, "caller": None}


def hand(seat: Seat) -> int:
    """Name the zone of a seat's hand."""
    return HANDS + seat


def left_of(seat: Seat, playing: tuple[Seat, ...]) -> Seat:
    """Name the next seat to the left that plays in this round (X-1, Q20)."""
    for other in playing:
        if other > seat:
            return other
    return playing[0]


def may_not_return(seen: View, cards: Cards) -> Cards:
    """Name the card just taken if an option forbids its discard and the hand has another (Q8)."""
    taken = seen.public.taken
    if seen.options.return_taken == "yes" or cards.count(taken) == len(cards):
        return b""
    return taken
