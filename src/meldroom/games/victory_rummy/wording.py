"""How Victory Rummy is put into words and onto paper for the one who plays it."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.game import Group, Pad
from meldroom.core.state import State
from meldroom.core.view import View
from meldroom.games.victory_rummy.facts import DISCARD, Facts, hand
from meldroom.games.victory_rummy.melds import (
    AXIS,
    DECK,
    FIVES,
    KINDS,
    NAMES,
    completes,
    holds,
    kind_of,
)
from meldroom.games.victory_rummy.pad import AXIS_POINTS, on_paper

NEAR = 3  # so many cards of a meld are worth a label


def asks(seen: View[Facts], acting: tuple[Seat, ...]) -> str:
    """Say in one sentence what the seat is asked to do."""
    table = seen.public
    if seen.seat not in acting:
        return ""
    cards = seen.zones[hand(table.turn)].cards
    if table.taken:
        return f"Lay down {NAMES[kind_of(table.taken[0])]}."
    if not table.picked:
        card = seen.top(DISCARD)[0]
        take = f", or take the {DECK.words[card]} for {NAMES[kind_of(card)]}"
        return f"Draw a card{take if completes(cards, card) else ''}."
    if len(cards) == 1:
        return "Discard your last card and go out."
    ready = [name for kind, name in enumerate(NAMES) if holds(cards, kind)]
    return f"Lay down {' or '.join(ready)}, or discard a card." if ready else "Discard a card."


def arranged(seen: View[Facts]) -> tuple[Group, ...]:
    """Lay the hand out by melds: the complete ones, then the nearest, then what no meld wants."""
    if seen.seat is None:
        return ()
    parts, spare = _parted(seen.zones[hand(seen.seat)].cards)
    groups = [Group(cards, _label(cards)) for cards in parts]
    return (*groups, Group(spare, "to spare")) if spare else tuple(groups)


def worth(seen: View[Facts]) -> str:
    """Say how near the nearest meld is, and what the Axis cards would bring an opponent."""
    if seen.seat is None:
        return ""
    cards = seen.zones[hand(seen.seat)].cards
    parts, _ = _parted(cards)
    told = [f"{len(part)} of 5 for {NAMES[kind_of(part[0])]}" for part in parts[:1]]
    axis = AXIS_POINTS * cards.count(AXIS)
    if axis:
        told.append(f"{axis} to an opponent who goes out")
    return ", ".join(told)


def pad(seen: State[Facts] | View[Facts]) -> Pad:
    """Give the score pad, headed by what wins."""
    return on_paper(seen.public.pad, f"Official score pad ({seen.options.target} points win)")


def _parted(cards: Cards) -> tuple[list[Cards], Cards]:
    """Part a hand into whole melds and beginnings of melds, the longest first, and the rest."""
    parts, spare = [], b""
    for kind in range(len(KINDS)):
        mine = bytes([card for card in cards if kind_of(card) == kind])
        while holds(mine, kind):
            parts.append(FIVES[kind])
            mine = without(mine, FIVES[kind])
        part = _beginning(mine, kind)
        spare += without(mine, part)
        parts += [part] * bool(part)
    return sorted(parts, key=len, reverse=True), spare


def _beginning(cards: Cards, kind: int) -> Cards:
    five = FIVES[kind]
    many = {card: min(cards.count(card), five.count(card)) for card in sorted(set(cards))}
    return b"".join(bytes([card]) * count for card, count in many.items())


def _label(part: Cards) -> str:
    kind = kind_of(part[0])
    if len(part) == 5:
        return NAMES[kind]
    if len(part) < NEAR:
        return ""
    missing = without(FIVES[kind], part)
    many = {DECK.words[card]: missing.count(card) for card in dict.fromkeys(missing)}
    words = [f"{count} {word}{'s' * (count > 1)}" for word, count in many.items()]
    return f"lacks {', '.join(words)}"
