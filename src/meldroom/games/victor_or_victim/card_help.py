"""What each card of Victor or Victim is for."""

from __future__ import annotations

from meldroom.core.wording import CardHelp, Transfer
from meldroom.games.victor_or_victim.deck import (
    ACQUISITION,
    CHANGE_DIRECTION,
    DECK,
    LOSE_A_TURN,
    PASS_TWO,
    VICTIM,
    VICTOR,
)

WHEN_DRAWN = "as soon as it is drawn"
WHEN_SPELLED = "the moment you have all six"


def card_help(card: int) -> CardHelp:
    """Explain a card."""
    if card in SPECIALS:
        return SPECIALS[card]
    colour, letter = DECK.words[card].split(" ")
    if letter not in VICTIM:
        what = f"Only in VICTOR: all six letters in {colour}, and you win."
        return CardHelp(what, WHEN_SPELLED, "", "R9")
    if letter not in VICTOR:
        what = f"Only in VICTIM: all six letters in {colour}, and you are out."
        return CardHelp(what, WHEN_SPELLED, "", "R10")
    what = f"In both words. In {colour}, VICTOR wins and VICTIM puts you out."
    if letter == "I":
        what += " VICTIM needs two of them."
    return CardHelp(what, WHEN_SPELLED, "", "R10" if letter == "I" else "R9")


SPECIALS = {
    ACQUISITION: CardHelp(
        "You may take one letter from anyone at the table. You pass nothing.",
        WHEN_DRAWN,
        "",
        "R5",
        ("acquire",),
        (Transfer("letters", "other", "letters"),),
    ),
    PASS_TWO: CardHelp("You pass two letters to the next player.", WHEN_DRAWN, "", "R6"),
    CHANGE_DIRECTION: CardHelp(
        "Play and passed letters go the other way from now on. You pass nothing.",
        WHEN_DRAWN,
        "",
        "R7",
    ),
    LOSE_A_TURN: CardHelp("The turn is over. You pass nothing.", WHEN_DRAWN, "", "R8"),
}
