"""The blocks of Thumbs Up, which five of them win, and what a losing rack costs."""

from __future__ import annotations

from meldroom.core.cards import Cards, Deck

COLOURS = {"B": "blue", "G": "green", "R": "red", "K": "black", "O": "orange"}  # Q27
SYMBOLS = {".": "dot", "-": "dash", "V": "V", "L": "Liberty"}
COPIES = {".": 5, "-": 2, "V": 2, "L": 1}  # R2
PRICES = (5, 10, 25, 25)  # points for a dot, a dash, a V (R9) and a Liberty (R11)

DECK = Deck(
    {colour + symbol: many for colour in COLOURS for symbol, many in COPIES.items()},
    {c + s: f"{colour} {symbol}" for c, colour in COLOURS.items() for s, symbol in SYMBOLS.items()},
    {c + s: colour for c, colour in COLOURS.items() for s in SYMBOLS},
    two_packs_from=5,  # R1
)

# Every colour has four blocks in a row: `block >> 2` is the colour, `block & 3` the symbol.
LIBERTY = 3


def wins(rack: Cards) -> bool:
    """Say whether five of these five or six blocks, in canonical order, are a winning hand."""
    # Blocks of one colour lie together, so they are the first five or the last five.
    if rack[0] >> 2 == rack[4] >> 2:
        first = rack[0] & ~3
    elif len(rack) > 5 and rack[1] >> 2 == rack[5] >> 2:
        first = rack[1] & ~3
    else:
        return False
    dots, dashes, vs, liberties = [rack.count(first + symbol) for symbol in range(4)]
    # R7, R8, Q17: each Liberty of the colour stands for one symbol that is missing.
    return max(0, 3 - dots) + (not dashes) + (not vs) <= liberties


def bill(rack: Cards) -> int:
    """Count what a loser owes: blocks of other colours and every Liberty (R9, R11)."""
    most, cheapest = 0, 0
    for colour in range(len(COLOURS)):
        held = sum(block >> 2 == colour for block in rack)
        owed = sum(
            PRICES[block & 3] for block in rack if block >> 2 != colour or block & 3 == LIBERTY
        )
        # R10, Q14: the colour with most blocks, on a tie the one that is cheapest for the payer.
        if held > most or (held == most and owed < cheapest):
            most, cheapest = held, owed
    return cheapest
