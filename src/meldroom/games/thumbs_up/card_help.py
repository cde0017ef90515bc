"""What each block of Thumbs Up is for."""

from __future__ import annotations

from meldroom.core.wording import CardHelp
from meldroom.games.thumbs_up.deck import DECK, LIBERTY, PRICES


def card_help(card: int) -> CardHelp:
    """Explain a block."""
    price = PRICES[card & 3]
    colour = DECK.inks[card]
    if card & 3 == LIBERTY:
        return CardHelp(
            f"Stands for any one {colour} symbol: a dot, a dash or a V.",
            "once you raise your thumb",
            f"costs {price} if another player wins, whatever your colour",
            "R8",
        )
    return CardHelp(
        f"Three dots, a dash and a V in {colour} win the hand.",
        "once you raise your thumb",
        f"costs {price} if another player wins and {colour} is not your colour",
        "R7",
    )
