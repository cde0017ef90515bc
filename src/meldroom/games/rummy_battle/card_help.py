"""What each card of Rummy Battle is for."""

from __future__ import annotations

from meldroom.core.wording import CardHelp, Transfer
from meldroom.games.rummy_battle.deck import (
    HOARD,
    JOKER,
    LUCKY_DAY,
    PICKPOCKET,
    RANKS,
    SUITS,
    SWITCHEROO,
    THIEF,
    rank_of,
    suit_of,
    value,
)

IN_TURN = "on your turn, after the draw"
ONCE_OPEN = "on your turn, once you are open"
RANK_WORDS, SUIT_WORDS = tuple(RANKS.values()), tuple(SUITS.values())


def card_help(card: int) -> CardHelp:
    """Explain a card."""
    points = value(bytes([card]))
    if card in ACTION_CARDS:
        what, when, rule, verb, transfers = ACTION_CARDS[card]
        worth = f"{points} against you in hand, nothing once it is played"
        return CardHelp(what, when, worth, rule, (verb,), transfers)
    worth = f"{points} for you on the table, {points} against you in hand"
    if card == JOKER:
        what = (
            "Stands for any card of a meld. You say which one when you play it, and it stays that"
            " card. A meld needs two natural cards."
        )
        return CardHelp(what, IN_TURN, worth, "Q5")
    rank, suit = RANK_WORDS[rank_of(card)], SUIT_WORDS[suit_of(card)]
    what = f"Goes into a set of {rank}{'es' if rank == 'six' else 's'} or a run of {suit}."
    if rank == "ace":
        what += " In a run it is low or high."
    return CardHelp(what, IN_TURN, worth, "R7" if rank == "ace" else "R6")


ACTION_CARDS = {
    HOARD: (
        "Take any number of cards from the end of the row. You need not play any of them.",
        "instead of the draw",
        "R17",
        "hoard",
        (Transfer("row", "nobody", "hand"),),
    ),
    PICKPOCKET: (
        "Take a card that lies in front of an opponent. What they have left there must still be a"
        " meld.",
        ONCE_OPEN,
        "R20",
        "pick",
        (Transfer("melds", "other", "melds"),),
    ),
    THIEF: (
        "Take over an opponent’s set. Runs are safe.",
        ONCE_OPEN,
        "R18",
        "thief",
        (Transfer("melds", "other", "melds"),),
    ),
    SWITCHEROO: (
        "Swap one of your sets for an opponent’s. The cards change places.",
        ONCE_OPEN,
        "R19",
        "switch",
        (Transfer("melds", "other", "melds"), Transfer("melds", "you", "melds", "other")),
    ),
    LUCKY_DAY: (
        "Draw a card unseen from every opponent’s hand. Before the Marker is seen, whoever is left"
        " without cards loses points.",
        "at any time on your turn",
        "R21",
        "lucky",
        (Transfer("hand", "others", "hand"),),
    ),
}
