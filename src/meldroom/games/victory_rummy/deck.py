"""The cards of Victory Rummy: three colours of dots, dashes and Vs, and the Axis cards."""

from __future__ import annotations

from meldroom.core.cards import Deck

COLOURS = {"R": "red", "W": "white", "B": "blue"}
SYMBOLS = {".": "dot", "-": "dash", "V": "V"}
COPIES = {".": 10, "-": 4, "V": 4}  # Q1
AXIS_COPIES = 9  # R1

DECK = Deck(
    {**{c + s: many for c in COLOURS for s, many in COPIES.items()}, "AX": AXIS_COPIES},
    {
        **{c + s: f"{ink} {word}" for c, ink in COLOURS.items() for s, word in SYMBOLS.items()},
        "AX": "Axis card",
    },
    {**{c + s: ink for c, ink in COLOURS.items() for s in SYMBOLS}, "AX": "black"},
)
AXIS = DECK.card("AX")
