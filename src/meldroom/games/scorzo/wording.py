"""How Scorzo is told to its players: the prompt, the hand, its points and the score pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.wording import Group, Pad, PadRow, Wording, score_columns
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import (
    ANSWER,
    CHARTS,
    DISCARD,
    THROW,
    TIE_CARDS,
    Facts,
    Options,
    State,
    View,
    hand,
    kept_back,
)
from meldroom.games.scorzo.melds import WILD, arrangement
from meldroom.games.scorzo.points import points, points_after_throw


class ScorzoWording(Wording[Facts, Options]):
    """What players read about Scorzo."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        table = seen.public
        if seen.seat not in self.game.to_act(table):
            return ""
        if table.phase == ANSWER:
            return "Your hand is all melds: call Scorzo, or wait."
        if table.phase == THROW:
            return "Discard a card."
        last = "Your last turn: draw" if table.caller is not None else "Draw"
        return f"{last} a card, or take the {DECK.words[seen.top(DISCARD)[0]]}."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: melds, pairs that a third card would complete, and the rest."""
        if seen.seat is None:
            return ()
        cards = seen.zones[hand(seen.seat)].cards
        melds, loose = arrangement(cards, seen.options.all_wild_melds == "yes")
        groups = [Group("meld", meld, _meld_label(meld)) for meld in melds]
        for pair in _pairs(loose):
            groups.append(Group("near", pair, "one short of a set"))
            loose = without(loose, pair)
        for low in loose:
            for near in (bytes([low, low + 1]), bytes([low, low + 2])):
                if _nearly_a_run(near, loose):
                    groups.append(Group("near", near, "one short of a run"))
                    loose = without(loose, near)
        return (*groups, Group("loose", loose, "loose")) if loose else tuple(groups)

    def worth(self, seen: View) -> str:
        """Say how many points lie outside melds, or would after the best discard."""
        if seen.seat is None or not seen.zones[hand(seen.seat)].cards:
            return ""
        if seen.public.phase != THROW or seen.public.turn != seen.seat:
            return _outside(points(seen, seen.seat))
        kept = kept_back(seen, seen.zones[hand(seen.seat)].cards)
        after = points_after_throw(seen, seen.seat)
        least = min(many for card, many in after.items() if card not in kept)
        return f"{_outside(least)} after your best discard"

    def pad(self, seen: State | View) -> Pad:
        """Give the dealing chart with what each round added, the totals, and tie rounds below."""
        table = seen.public
        chart = CHARTS[seen.options.rounds]
        blank = ("",) * seen.seats
        added = [
            tuple(["–" if many is None else str(many) for many in row]) for row in table.ledger
        ]
        scored = [*added[: len(chart)], *[blank] * (len(chart) - len(added))]
        rounds = [
            PadRow("round", (f"{number} · {cards} cards", *row), ruled=number == len(chart))
            for number, (cards, row) in enumerate(zip(chart, scored, strict=True), 1)
        ]
        ties = [
            PadRow("tie", (f"tie {number} · {TIE_CARDS} cards", *row))
            for number, row in enumerate(added[len(chart) :], 1)
        ]
        total = PadRow("total", ("total", *map(str, table.totals)), ruled=bool(ties))
        columns = score_columns("round", seen.seats)
        return Pad("Scorzo", columns, (*rounds, total, *ties), "fewest points win")

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give the dealing chart, and who discarded the card on top of the pile."""
        return {"deals": CHARTS[seen.options.rounds], "discarded_by": _discarder(seen.public)}


def _meld_label(meld: Cards) -> str:
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


def _outside(many: int) -> str:
    return f"{many} point{'s' * (many > 1)} outside melds" if many else "all melds"


def _discarder(table: Facts) -> Seat | None:
    """Name who discarded the top card; None where it was turned up or its discard was taken."""
    if table.phase == ANSWER:
        return table.turn
    if not table.turns or table.taken:
        return None
    return table.playing[table.playing.index(table.turn) - 1]
