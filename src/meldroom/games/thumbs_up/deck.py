"""The blocks of Thumbs Up: what wins with them, and what they cost those who did not win."""

from __future__ import annotations

from meldroom.core.cards import Cards, Deck

COLOURS = {"B": "blue", "G": "green", "R": "red", "K": "black", "O": "orange"}
SYMBOLS = {".": "dot", "-": "dash", "V": "V", "L": "Liberty"}
COPIES = {".": 5, "-": 2, "V": 2, "L": 1}
PRICE = (5, 10, 25, 25)  # R9, R11

DECK = Deck(
    {colour + symbol: many for colour in COLOURS for symbol, many in COPIES.items()},
    {c + s: f"{colour} {symbol}" for c, colour in COLOURS.items() for s, symbol in SYMBOLS.items()},
    {c + s: colour for c, colour in COLOURS.items() for s in SYMBOLS},
    two_packs_from=5,  # R1
)


def wins(rack: Cards) -> bool:
    """Say whether five of these blocks, which lie in canonical order, make a winning hand."""
    last = len(rack) - 1
    if rack[0] >> 2 == rack[4] >> 2:
        colour = rack[0] & ~3
    elif last > 4 and rack[1] >> 2 == rack[5] >> 2:
        colour = rack[1] & ~3
    else:
        return False
    dots, dashes, vs, liberties = (rack.count(colour + symbol) for symbol in range(4))
    # R8, Q17: each Liberty of the colour stands for one symbol that is missing.
    return max(0, 3 - dots) + (not dashes) + (not vs) <= liberties


def bill(rack: Cards) -> int:
    """Count what a loser owes: nothing for the colour drawn to, but 25 for every Liberty."""
    most, cheapest = 0, 0
    for colour in range(len(COLOURS)):
        mine = sum(block >> 2 == colour for block in rack)
        owed = sum(PRICE[block & 3] for block in rack if block >> 2 != colour or block & 3 == 3)
        # Q14: on a tie the payer names the colour that is cheapest.
        if mine > most or (mine == most and owed < cheapest):
            most, cheapest = mine, owed
    return cheapest
