"""How a deal of Victory Rummy ended: the melds laid down, and what each player scored.

The hands stay hidden: no rule lays them open.
"""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat
from meldroom.core.showdown import (
    HandEnd,
    Showdown,
    ShowdownLine,
    ShownGroup,
    ShownHand,
    as_sentence,
    void_hand,
)
from meldroom.games.victory_rummy.facts import Facts, Options
from meldroom.games.victory_rummy.melds import (
    MELD_CARDS,
    MELD_NAMES,
    MELD_SIZE,
    MELD_SYMBOLS,
    meld_of,
)
from meldroom.games.victory_rummy.pad import LINE_RULES, POINTS, PadLine

COUNTING = "Melds score at once. Who goes out scores the Axis cards in the other hands."


def showdown(end: HandEnd[Facts, Options]) -> Showdown:
    """Show what everyone scored in this deal, or that it is void."""
    seats = range(end.before.seats)
    facts, start = end.after.public, end.start.public
    entered = facts.pad.lines[len(start.pad.lines) :]
    rules = [note.rule for note in end.notes]
    is_void = "Q15" in rules and "R9" not in rules
    if is_void and not entered:
        return void_hand("The deal is void.", end.notes[0])
    out = tuple(seat for seat in seats if seat == end.before.public.turn and "R9" in rules)
    winners = _winners(facts)
    scores = [sum(line.points for line in entered if line.seat == seat) for seat in seats]
    hands = [
        ShownHand(
            seat,
            _melds(end.open_cards("laid", seat)),
            "went out" if seat in out else "",
            scores[seat],
        )
        for seat in sorted(seats, key=lambda seat: -scores[seat])
    ]
    return Showdown(
        f"{{{out[0]}}} goes out." if out else _sentence(winners),
        as_sentence(end.notes[0]) if is_void else COUNTING,
        tuple(dict.fromkeys(rule for rule in rules if rule != "R10")),
        "axis",
        out or winners,
        tuple(hands),
        tuple(_line(line) for line in entered if line.symbol not in MELD_SYMBOLS),
    )


def _sentence(winners: tuple[Seat, ...]) -> str:
    if not winners:
        return "The deal is void."
    names = " and ".join(f"{{{seat}}}" for seat in winners)
    return f"{names} {'win' if len(winners) > 1 else 'wins'} the game."


def _winners(facts: Facts) -> tuple[Seat, ...]:
    if not facts.reason:
        return ()
    best = max(facts.pad.scores)
    return tuple(seat for seat, score in enumerate(facts.pad.scores) if score == best)


def _melds(laid: Cards) -> tuple[ShownGroup, ...]:
    melds = [laid[at : at + MELD_SIZE] for at in range(0, len(laid), MELD_SIZE)]
    return tuple(_group(meld_of(cards[0])) for cards in melds)


def _group(meld: int) -> ShownGroup:
    symbol = MELD_SYMBOLS[meld]
    rule, _ = LINE_RULES[symbol]
    return ShownGroup("meld", MELD_CARDS[meld], MELD_NAMES[meld], POINTS[symbol], rule)


def _line(line: PadLine) -> ShowdownLine:
    rule, name = LINE_RULES[line.symbol]
    return ShowdownLine(None, line.seat, line.points, rule, label=name)
