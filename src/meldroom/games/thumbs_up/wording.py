"""How Thumbs Up is put into words and onto paper for the one who plays it."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Group, Pad
from meldroom.core.view import View
from meldroom.games.thumbs_up.deck import COLOURS, DECK, PRICE, bill, wins
from meldroom.games.thumbs_up.facts import DISCARD, Facts, rack

NEEDED = ((3, "dot"), (1, "dash"), (1, "V"))


def asks(seen: View[Facts], acting: tuple[Seat, ...]) -> str:
    """Say in one sentence what the seat is asked to do."""
    table = seen.public
    if seen.seat not in acting:
        return ""
    if table.thumb is not None:
        return "A thumb is up: say that you have seen it."
    thumb = ", or raise your thumb" if wins(seen.zones[rack(seen.seat)].cards) else ""
    if table.picked:
        return f"Put one block back on the pile{thumb}."
    face_up = seen.top(DISCARD)
    take = f", or take the {DECK.words[face_up[0]]}" if face_up else ""
    return f"Draw a block{take}{thumb}."


def arranged(seen: View[Facts]) -> tuple[Group, ...]:
    """Lay the rack out by colour: the one with most blocks first, with what it still lacks."""
    if seen.seat is None:
        return ()
    blocks = seen.zones[rack(seen.seat)].cards
    by_colour = [
        bytes([block for block in blocks if block >> 2 == colour]) for colour in range(len(COLOURS))
    ]
    by_colour = sorted(filter(None, by_colour), key=len, reverse=True)
    return tuple(
        Group(group, lacking(group) if len(group) == len(by_colour[0]) > 1 else "")
        for group in by_colour
    )


def lacking(group: Cards) -> str:
    """Say what blocks of one colour still lack for a winning hand; Liberties fill the dearest."""
    colour = group[0] & ~3
    liberties = group.count(colour + 3)
    missing: list[str] = []
    for symbol, (many, word) in reversed(list(enumerate(NEEDED))):
        lacks = max(0, many - group.count(colour + symbol))
        filled = min(lacks, liberties)
        liberties -= filled
        if lacks > filled:
            missing.insert(0, f"{lacks - filled} {word}{'s' * (lacks - filled > 1)}")
    return f"lacks {', '.join(missing)}" if missing else "a winning hand"


def worth(seen: View[Facts]) -> str:
    """Say what it would cost to lose with the rack as it is."""
    if seen.seat is None:
        return ""
    blocks = seen.zones[rack(seen.seat)].cards
    return "a winning hand" if wins(blocks) else f"you would pay {bill(blocks)}"


def pad(table: Facts) -> Pad:
    """Give the ticket: hands down, players across, gains with a plus, the tariff at the foot."""
    seats = range(len(table.balances))
    ledger = enumerate(table.ledger, 1)
    rows = [(str(hand), *(f"{won:+d}" for won in brought)) for hand, brought in ledger]
    dot, dash, v, liberty = PRICE
    tariff = f"dot {dot} · dash {dash} · V {v} · Liberty {liberty}"
    return Pad(
        f"Thumbs Up ({tariff})",
        ("hand", *(f"{{{seat}}}" for seat in seats)),
        (*rows, ("chips", *map(str, table.balances))),
        (len(rows) - 1,) if rows else (),
    )
