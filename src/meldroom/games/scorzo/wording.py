"""How Scorzo is put into words and onto paper for the one who plays it."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.game import Group, Pad
from meldroom.core.view import View
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import (
    ANSWER,
    CHARTS,
    DISCARD,
    THROW,
    TIE_CARDS,
    Facts,
    Options,
    hand,
    kept_back,
)
from meldroom.games.scorzo.melds import WILD, arrangement
from meldroom.games.scorzo.points import points, points_after_throw


def asks(seen: View[Facts], acting: tuple[Seat, ...]) -> str:
    """Say in one sentence what the seat is asked to do."""
    table = seen.public
    if seen.seat not in acting:
        return ""
    if table.phase == ANSWER:
        return "Your hand is all melds: call Scorzo, or wait."
    if table.phase == THROW:
        return "Throw one card."
    last = "Your last turn: draw" if table.caller is not None else "Draw"
    return f"{last} a card, or take the {DECK.words[seen.top(DISCARD)[0]]}."


def arranged(seen: View[Facts]) -> tuple[Group, ...]:
    """Lay the hand out: melds, what a third card would make one, and the rest."""
    if seen.seat is None:
        return ()
    cards = seen.zones[hand(seen.seat)].cards
    melds, loose = arrangement(cards, seen.options.all_wild_melds == "yes")
    groups = [Group(meld, _kind(meld)) for meld in melds]
    for pair in _pairs(loose):
        groups.append(Group(pair, "nearly a set"))
        loose = without(loose, pair)
    for low in loose:
        for near in (bytes([low, low + 1]), bytes([low, low + 2])):
            if _nearly_a_run(near, loose):
                groups.append(Group(near, "nearly a run"))
                loose = without(loose, near)
    return (*groups, Group(loose, "loose")) if loose else tuple(groups)


def _kind(meld: Cards) -> str:
    naturals = meld.replace(bytes([WILD]), b"")
    if not naturals:
        return "wilds"
    return "set" if len({card % 10 for card in naturals}) == 1 else "run"


def _pairs(loose: Cards) -> list[Cards]:
    """Give the cards of equal numbers, the highest first."""
    naturals = [card for card in loose if card != WILD]
    alike = [bytes([c for c in naturals if c % 10 == number]) for number in reversed(range(10))]
    return [pair for pair in alike if len(pair) == 2]


def _nearly_a_run(near: Cards, loose: Cards) -> bool:
    low, high = near
    return low in loose and high in loose and high != WILD and low // 10 == high // 10


def worth(seen: View[Facts]) -> str:
    """Say how many points lie outside melds, or would after the best throw."""
    if seen.seat is None or not seen.zones[hand(seen.seat)].cards:
        return ""
    if seen.public.phase != THROW or seen.public.turn != seen.seat:
        return _outside(points(seen, seen.seat))
    kept = kept_back(seen, seen.zones[hand(seen.seat)].cards)
    after = points_after_throw(seen, seen.seat)
    least = min(many for card, many in after.items() if card not in kept)
    return f"{_outside(least)} after your best throw"


def _outside(many: int) -> str:
    return f"{many} point{'s' * (many > 1)} outside melds" if many else "all melds"


def pad(table: Facts, options: Options) -> Pad:
    """Give the dealing chart with what each round added, the totals, and tie rounds below."""
    chart = CHARTS[options.rounds]
    blank = ("",) * len(table.totals)
    added = [tuple(["–" if many is None else str(many) for many in row]) for row in table.ledger]
    rows = [
        (f"{number} · {cards} cards", *(added[number - 1] if number <= len(added) else blank))
        for number, cards in enumerate(chart, 1)
    ]
    ties = [
        (f"tie {number} · {TIE_CARDS} cards", *row)
        for number, row in enumerate(added[len(chart) :], 1)
    ]
    return Pad(
        "Scorzo",
        ("round", *[f"{{{seat}}}" for seat in range(len(blank))]),
        (*rows, ("total", *map(str, table.totals)), *ties),
        (len(chart) - 1, len(chart)) if ties else (len(chart) - 1,),
    )
