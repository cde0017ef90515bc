"""The two melds of Victory Rummy: a Victory in each colour, and the Capture."""

from __future__ import annotations

from meldroom.core.cards import Cards, without
from meldroom.games.victory_rummy.deck import AXIS, COLOURS, DECK

KINDS = (*COLOURS, "C")
"""The melds by their symbols on the pad: a Victory in each colour, and the Capture."""

NAMES = (*(f"a Victory in {ink}" for ink in COLOURS.values()), "a Capture")
FIVES = (*(DECK.cards(f"{c}. {c}. {c}. {c}- {c}V") for c in COLOURS), bytes([AXIS]) * 5)


def kind_of(card: int) -> int:
    """Say which meld a card belongs to, as an index of KINDS: each card has but one."""
    return card // 3


# A hand lies in canonical order, so a Victory shows as a run of its dots and a dash; only more
# dashes can part them from the V.
RUNS = (*((five[:4], five[4:]) for five in FIVES[:-1]), (FIVES[-1], b""))


def _wanted(card: int) -> tuple[Cards, Cards]:
    run, last = RUNS[kind_of(card)]
    return (without(run, bytes([card])), last) if card in run else (run, b"")


WANTED = tuple(_wanted(card) for card in range(len(DECK.codes)))
"""For each card the run and the last card that make a meld together with it."""


def holds(hand: Cards, kind: int) -> bool:
    """Say whether this meld can be laid down from a hand in canonical order."""
    run, last = RUNS[kind]
    return run in hand and last in hand


def completes(hand: Cards, card: int) -> bool:
    """Say whether the card makes a meld with four of a hand in canonical order (Q5)."""
    run, last = WANTED[card]
    return run in hand and last in hand
