"""What the losers of a hand of Thumbs Up pay, and for which blocks (R9 to R12)."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.games.thumbs_up.deck import COLOURS, LIBERTY, PRICES, bill
from meldroom.games.thumbs_up.facts import FINE


class Payment(NamedTuple):
    """What a loser pays the winner, by a rule."""

    rule: str
    seat: Seat
    paid: int


def payments(
    racks: tuple[Cards, ...],
    winner: Seat,
    last_to_notice: Seat | None,
    balances: tuple[int, ...],
    debt_allowed: bool,
) -> tuple[Payment, ...]:
    """Say what each loser pays for the rack, and the last to notice as a fine (Q3, Q4)."""
    owed = [("R9", seat, bill(rack)) for seat, rack in enumerate(racks) if seat != winner]
    if last_to_notice is not None:
        owed.append(("R12", last_to_notice, FINE))
    left, paid = list(balances), []
    for rule, seat, amount in owed:
        amount = amount if debt_allowed else min(amount, left[seat])
        left[seat] -= amount
        paid.append(Payment(rule, seat, amount))
    return tuple(paid)


def blocks_to_pay(rack: Cards) -> Cards:
    """Name the blocks that a loser pays for: of other colours, and every Liberty (R9, R11).

    >>> rack = bytes([0, 0, 3, 8, 9])  # B. B. BL R. R-
    >>> blocks_to_pay(rack) == bytes([3, 8, 9]), sum(map(price, blocks_to_pay(rack))) == bill(rack)
    (True, True)
    """
    held = [sum(block >> 2 == colour for block in rack) for colour in range(len(COLOURS))]
    # R10, Q14: the colour with most blocks, on a tie the one that is cheapest for the payer.
    choices = [
        bytes([block for block in rack if block >> 2 != colour or block & 3 == LIBERTY])
        for colour, many in enumerate(held)
        if many == max(held)
    ]
    return min(choices, key=lambda blocks: sum(map(price, blocks)))


def price(block: int) -> int:
    """Give what a loser pays for a block."""
    return PRICES[block & 3]
