"""The cards of Victory Rummy: dots, dashes and Vs in three colours, and the Axis cards (R1)."""

from __future__ import annotations

from meldroom.core.cards import Deck

COLOURS = {"R": "red", "W": "white", "B": "blue"}
SYMBOLS = {".": "dot", "-": "dash", "V": "V"}
COPIES = {".": 10, "-": 4, "V": 4}  # Q1: in each colour
AXIS_COPIES = 9  # R1

DECK = Deck(
    copies={**{c + s: many for c in COLOURS for s, many in COPIES.items()}, "AX": AXIS_COPIES},
    words={
        **{c + s: f"{ink} {word}" for c, ink in COLOURS.items() for s, word in SYMBOLS.items()},
        "AX": "Axis card",
    },
    inks={**{c + s: ink for c, ink in COLOURS.items() for s in SYMBOLS}, "AX": "black"},
)
AXIS = DECK.card("AX")
