"""What each card of Victory Rummy is for."""

from __future__ import annotations

from meldroom.core.wording import CardHelp, Transfer
from meldroom.games.victory_rummy.deck import AXIS, DECK
from meldroom.games.victory_rummy.pad import AXIS_POINTS, POINTS

AFTER_THE_PICK = "on your turn, after the pick"


def card_help(card: int) -> CardHelp:
    """Explain a card."""
    if card == AXIS:
        worth = (
            f"{POINTS['C']} for a Capture; {AXIS_POINTS} to a player who goes out while you hold it"
        )
        what = "Any five Axis cards are a Capture."
        laid_down = (Transfer("hand", "you", "laid"),)
        return CardHelp(what, AFTER_THE_PICK, worth, "R7", ("capture",), laid_down)
    colour = DECK.inks[card]
    what = f"Three dots, a dash and a V in {colour} are a Victory."
    return CardHelp(what, AFTER_THE_PICK, f"{POINTS['R']} for the Victory", "R6")
