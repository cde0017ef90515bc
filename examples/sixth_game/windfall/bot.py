"""How Windfall is played well: fill every basket, and keep cards that go together."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards
from meldroom.core.skill import Lot, Skill
from windfall.deck import fruit, number, points
from windfall.facts import Facts, Options, View, hand
from windfall.game import Discard, Meld, Take


class WindfallSkill(Skill[Facts, Options]):
    """What a player of Windfall knows."""

    short = {"hands": 1}

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Meld the dearest basket, take what completes one, discard what fits least."""
        cards = seen.zones[hand(seen.public.turn)].cards
        melds = [action for action in legal if isinstance(action, Meld)]
        if melds:
            return max(melds, key=lambda meld: points(meld.cards))
        if Take() in legal:
            return Take()
        discards = [action for action in legal if isinstance(action, Discard)]
        return min(discards, key=lambda action: (partners(action.card, cards), -action.card))

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Play as the house does, but look away every third time."""
        return legal[lot(len(legal))] if lot(3) == 0 else self.house(seen, legal, lot)

    def stage(self, public: Facts) -> object:
        """A look ahead ends with the hand."""
        return len(public.ledger)


def partners(card: int, cards: Cards) -> int:
    """Count the other cards of a hand that could lie in a basket with this one."""
    return sum(goes_with(card, other) for other in cards) - goes_with(card, card)


def goes_with(card: int, other: int) -> bool:
    """Say whether two cards have one number, or one fruit and numbers at most two apart."""
    apart = abs(number(card) - number(other))
    return apart == 0 or (fruit(card) == fruit(other) and apart <= 2)
