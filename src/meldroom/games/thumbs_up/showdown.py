"""How a hand of Thumbs Up ended: the winning rack, and what each loser paid for which block."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.showdown import HandEnd, Showdown, ShowdownLine, ShownGroup, ShownHand
from meldroom.games.thumbs_up.deck import COLOURS, DECK, LIBERTY, wins
from meldroom.games.thumbs_up.facts import RACK_SIZE, Facts, Options, fined
from meldroom.games.thumbs_up.settlement import blocks_to_pay, payments, price

COLOUR_NAMES = tuple(COLOURS.values())


def showdown(end: HandEnd[Facts, Options]) -> Showdown:
    """Show who collects from whom, or that the hand is void."""
    before, seats = end.before.public, end.before.seats
    racks = tuple(end.open_cards("rack", seat) for seat in range(seats))
    if not all(racks):
        [void] = end.notes[-1:]
        return Showdown(
            "The hand is void.", f"{void.text[0].upper()}{void.text[1:]}.", (void.rule,)
        )
    # Without a fine the thumb itself ends the hand.
    race = fined(end.before.options, seats)
    winner = before.turn if before.thumb is None else before.thumb
    last = None
    if race:
        aware = {winner, *before.noticed}
        [last] = [seat for seat in range(seats) if seat not in aware]
    debt_allowed = end.before.options.debt == "allowed"
    paid = payments(racks, winner, last, before.balances, debt_allowed)
    lines = tuple(
        ShowdownLine(
            seat,
            winner,
            amount,
            rule,
            blocks_to_pay(racks[seat]) if rule == "R9" else b"",
            "last to notice" if rule == "R12" else "",
        )
        for rule, seat, amount in paid
    )
    losers = [seat % seats for seat in range(winner + 1, winner + seats)]
    five = winning_five(racks[winner])
    return Showdown(
        f"{{{winner}}} wins the hand with {COLOUR_NAMES[five[0] >> 2]}.",
        _how(five) + (f" {{{last}}} was last to notice." if last is not None else ""),
        ("R7", "R8") if _has_liberty(five) else ("R7",),
        "pays",
        (winner,),
        (
            _winning_hand(winner, racks[winner], five, lines),
            *(_losing_hand(seat, racks[seat], lines) for seat in losers),
        ),
        lines,
    )


def winning_five(rack: Cards) -> Cards:
    """Name the five blocks of a winning rack, which may hold a sixth."""
    if len(rack) == RACK_SIZE:
        return rack
    fives = (without(rack, bytes([block])) for block in rack)
    return next(five for five in fives if wins(five))


def _how(five: Cards) -> str:
    liberties = sum(block & 3 == LIBERTY for block in five)
    if not liberties:
        return "Three dots, a dash and a V."
    return f"Three dots, a dash and a V, with {'a Liberty' if liberties == 1 else 'Liberties'}."


def _has_liberty(blocks: Cards) -> bool:
    return any(block & 3 == LIBERTY for block in blocks)


def _winning_hand(
    seat: Seat, rack: Cards, five: Cards, lines: tuple[ShowdownLine, ...]
) -> ShownHand:
    groups = [ShownGroup("meld", five, "the winning hand")]
    if spare := without(rack, five):
        groups.append(ShownGroup("loose", spare, "spare"))
    return ShownHand(seat, tuple(groups), "winner", sum(line.amount for line in lines))


def _losing_hand(seat: Seat, rack: Cards, lines: tuple[ShowdownLine, ...]) -> ShownHand:
    owed = blocks_to_pay(rack)
    kept = without(rack, owed)
    groups = [ShownGroup("meld", kept, f"collected {COLOUR_NAMES[kept[0] >> 2]}")] if kept else []
    groups += [
        ShownGroup(
            "loose",
            bytes([block]),
            DECK.words[block],
            -price(block),
            "R11" if block & 3 == LIBERTY else "R9",
        )
        for block in owed
    ]
    paid = sum(line.amount for line in lines if line.source == seat)
    return ShownHand(seat, tuple(groups), points=-paid)
