"""What players read about Windfall: the prompt, the hand, its points and the score pad."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.wording import Group, Pad, PadRow, Wording, score_columns
from windfall.deck import DECK, baskets, number, points
from windfall.facts import DISCARD, Facts, Options, State, View, hand, laid
from windfall.game import may_take


class WindfallWording(Wording[Facts, Options]):
    """What players read about Windfall."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        facts = seen.public
        if seen.seat is None or seen.seat not in self.game.to_act(facts):
            return ""
        cards = seen.zones[hand(seen.seat)].cards
        if facts.taken:
            return f"Meld a basket with the {DECK.words[facts.taken[0]]}."
        if not facts.picked:
            face_up = DECK.words[seen.top(DISCARD)[0]]
            take = f", or take the {face_up}" if may_take(seen, cards) else ""
            return f"Draw a card{take}."
        found = baskets(cards, seen.options.sets == "mixed")
        return "Meld a basket, or discard a card." if found else "Discard a card."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: baskets first, then pairs of one number, then the rest."""
        if seen.seat is None:
            return ()
        loose = seen.zones[hand(seen.seat)].cards
        groups = []
        while found := baskets(loose, seen.options.sets == "mixed"):
            best = max(found, key=points)
            groups.append(Group("meld", best, "a basket"))
            loose = without(loose, best)
        for pair in pairs(loose):
            groups.append(Group("near", pair, "one short of a basket"))
            loose = without(loose, pair)
        return (*groups, Group("loose", loose)) if loose else tuple(groups)

    def melds(self, seen: View, seat: Seat) -> tuple[Group, ...]:
        """Lay out the baskets in front of a seat, in the order in which they were melded."""
        cards = seen.zones[laid(seat)].cards
        return tuple(Group("meld", cards[at : at + 3]) for at in range(0, len(cards), 3))

    def worth(self, seen: View) -> str:
        """Say what the cards in the hand would cost now (R8)."""
        if seen.seat is None:
            return ""
        return f"{points(seen.zones[hand(seen.seat)].cards)} points in hand"

    def pad(self, seen: State | View) -> Pad:
        """Give the score pad: hands down, players across."""
        facts = seen.public
        last = len(facts.ledger)
        rows = [
            PadRow("round", (str(at), *map(str, scored)), ruled=at == last)
            for at, scored in enumerate(facts.ledger, 1)
        ]
        total = PadRow("total", ("total", *map(str, facts.totals)))
        return Pad("Windfall", score_columns("hand", seen.seats), (*rows, total))


def pairs(cards: Cards) -> list[Cards]:
    """Give two cards of each number that is there twice or more, the highest first."""
    alike = [bytes([card for card in cards if number(card) == each]) for each in range(6, 0, -1)]
    return [some[:2] for some in alike if len(some) > 1]
