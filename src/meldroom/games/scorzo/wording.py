"""What players of Scorzo read: the prompt, the hand in groups, its points and the score pad."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.wording import CardHelp, Group, Pad, PadRow, Wording, score_columns
from meldroom.games.scorzo.arrangement import arrangement
from meldroom.games.scorzo.card_help import card_help
from meldroom.games.scorzo.deck import DECK, WILD
from meldroom.games.scorzo.facts import (
    ANSWERING,
    CHARTS,
    DISCARD,
    DISCARDING,
    TIE_CARDS,
    Facts,
    Options,
    State,
    View,
    hand,
    may_not_return,
)
from meldroom.games.scorzo.points import points, points_after_discard
from meldroom.games.scorzo.showdown import showdown


class ScorzoWording(Wording[Facts, Options]):
    """What players read about Scorzo."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        facts = seen.public
        if seen.seat not in self.game.to_act(facts):
            return ""
        if facts.phase == ANSWERING:
            return "Your hand is all melds: call Scorzo, or wait."
        if facts.phase == DISCARDING:
            return "Discard a card."
        draw = "Draw" if facts.caller is None else "Your last turn: draw"
        return f"{draw} a card, or take the {DECK.words[seen.top(DISCARD)[0]]}."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: melds, cards that are one short of a meld, and the rest."""
        if seen.seat is None:
            return ()
        cards = seen.zones[hand(seen.seat)].cards
        melds, loose = arrangement(cards, seen.options.all_wild_melds == "yes")
        groups = [Group("meld", meld, _meld_label(meld)) for meld in melds]
        for pair in _near_sets(loose):
            groups.append(Group("near", pair, "one short of a set"))
            loose = without(loose, pair)
        for pair in _near_runs(loose):
            groups.append(Group("near", pair, "one short of a run"))
            loose = without(loose, pair)
        return (*groups, Group("loose", loose, "loose")) if loose else tuple(groups)

    def worth(self, seen: View) -> str:
        """Say how many points lie outside melds, or would after the best discard."""
        if seen.seat is None or not seen.zones[hand(seen.seat)].cards:
            return ""
        if seen.public.phase != DISCARDING or seen.public.turn != seen.seat:
            return _points_outside(points(seen, seen.seat))
        barred = may_not_return(seen, seen.zones[hand(seen.seat)].cards)
        after = points_after_discard(seen, seen.seat)
        least = min(many for card, many in after.items() if card not in barred)
        return f"{_points_outside(least)} after your best discard"

    def card_help(self, card: int) -> CardHelp:
        """Explain a card."""
        return card_help(card)

    def pad(self, seen: State | View) -> Pad:
        """Give the dealing chart with what each round added, the totals, and tie rounds below."""
        facts = seen.public
        chart = CHARTS[seen.options.rounds]
        added = [
            tuple(["–" if many is None else str(many) for many in row]) for row in facts.ledger
        ]
        to_come = [("",) * seen.seats] * (len(chart) - len(added))
        rounds = [
            PadRow("round", (f"{number} · {cards} cards", *row), ruled=number == len(chart))
            for number, (cards, row) in enumerate(
                zip(chart, [*added[: len(chart)], *to_come], strict=True), 1
            )
        ]
        ties = [
            PadRow("tie", (f"tie {number} · {TIE_CARDS} cards", *row))
            for number, row in enumerate(added[len(chart) :], 1)
        ]
        total = PadRow("total", ("total", *map(str, facts.totals)), ruled=bool(ties))
        columns = score_columns("round", seen.seats)
        return Pad("Scorzo", columns, (*rounds, total, *ties), "fewest points win")

    def showdown(self, end: HandEnd[Facts, Options]) -> Showdown:
        """Show how a hand ended."""
        return showdown(end)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give the cards dealt in each round, and who discarded the card on top of the pile."""
        return {
            "deals": list(CHARTS[seen.options.rounds]),
            "discarded_by": _discarder(seen.public),
        }


def _meld_label(meld: Cards) -> str:
    naturals = meld.replace(bytes([WILD]), b"")
    if not naturals:
        return "wilds"
    return "set" if len({card % 10 for card in naturals}) == 1 else "run"


def _near_sets(loose: Cards) -> list[Cards]:
    """Give the pairs of one number, the highest first."""
    naturals = [card for card in loose if card != WILD]
    alike = [bytes([c for c in naturals if c % 10 == number]) for number in reversed(range(10))]
    return [pair for pair in alike if len(pair) == 2]


def _near_runs(loose: Cards) -> Iterator[Cards]:
    """Give pairs of one suit that a card beside or between them makes a run, each card once."""
    for low in loose:
        for high in (low + 1, low + 2):
            if low in loose and high in loose and high != WILD and low // 10 == high // 10:
                pair = bytes([low, high])
                yield pair
                loose = without(loose, pair)


def _points_outside(many: int) -> str:
    return f"{many} point{'s' * (many > 1)} outside melds" if many else "all melds"


def _discarder(facts: Facts) -> Seat | None:
    """Name who discarded the top card; None if it was turned up or lay under a card just taken."""
    if facts.phase == ANSWERING or facts.reason:
        return facts.turn
    if not facts.turns or facts.taken:
        return None
    return facts.playing[facts.playing.index(facts.turn) - 1]
