"""What each card of Scorzo is for."""

from __future__ import annotations

from meldroom.core.wording import CardHelp
from meldroom.games.scorzo.deck import DECK, WILD, value


def card_help(card: int) -> CardHelp:
    """Explain a card."""
    points = value(bytes([card]))
    if card == WILD:
        what = (
            "Stands for any card that a meld needs, and may be another card a turn later. A meld"
            " may hold several wilds."
        )
        return CardHelp(what, "as soon as hands are scored", f"{points} outside melds", "Q3")
    suit, number = DECK.words[card].split(" ")
    what = f"Goes into a set of {number}s or a run of {suit}s."
    return CardHelp(what, "as soon as hands are scored", f"{points} outside melds", "R2")
