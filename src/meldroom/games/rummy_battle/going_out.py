"""Whether `house` goes out: after the Marker when it can, before it only by a lead (Q19).

The twin is in fast/csrc/rummy_battle_house.h.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.games.rummy_battle.actions import Pickpocket, PickpocketHand, Switcheroo, Thief
from meldroom.games.rummy_battle.card_bits import HeldCards, points
from meldroom.games.rummy_battle.deck import (
    JOKER,
    PICKPOCKET,
    SWITCHEROO,
    THIEF,
    VALUES,
    real_cards,
    value,
)
from meldroom.games.rummy_battle.facts import HAND, TABLE, View, meld_rules
from meldroom.games.rummy_battle.meld_offers import MeldOffers

COST = 100  # Q19
POINTS_PER_CARD = 12  # that a card in another hand probably costs its player, by the end
LAST_POINTS_PER_CARD = 8  # at once, which decides the last round
NEEDED_LEAD = 240  # before the last round, less so many points for each card that the others hold:
LEAD_PER_CARD = 27
FEW_CARDS = 3  # with which another player can soon go out
STAYS = 1000  # more cards than a hand has
USES: dict[int, tuple[type[Action], ...]] = {
    THIEF: (Thief,),
    SWITCHEROO: (Switcheroo,),
    PICKPOCKET: (Pickpocket, PickpocketHand),
}


class Sweep(NamedTuple):
    """What playing all that can be played leaves in hand, and what it scores."""

    left: int
    points: int


def sweep(seen: View, legal: Sequence[Action], held: HeldCards, fits: int) -> Sweep:
    """Play all that can be played, as far as one look shows; STAYS if going out does not pay."""
    dearest = points(held.once) + points(held.twice) + VALUES[JOKER] * held.jokers
    if not pays(seen, dearest):
        return Sweep(STAYS, 0)
    swept = _swept_hand(seen, legal, held, fits)
    return swept if swept.left <= 1 and pays(seen, swept.points) else Sweep(STAYS, 0)


def pays(seen: View, played: int) -> bool:
    """Say whether to go out with so many points: before the Marker by a lead."""
    facts, others = seen.public, _others(seen)
    if facts.marker_seen:
        return True
    last = len(facts.ledger) + 1 >= int(seen.options.rounds)
    costs = LAST_POINTS_PER_CARD if last else POINTS_PER_CARD
    lead = _on_table(seen, facts.turn) + played - COST
    lead -= max(_on_table(seen, seat) - costs * _held(seen, seat) for seat in others)
    if last:
        return lead > 0
    held = sum(_held(seen, seat) for seat in others)
    return len(others) * lead + LEAD_PER_CARD * held > len(others) * NEEDED_LEAD


def _swept_hand(seen: View, legal: Sequence[Action], held: HeldCards, fits: int) -> Sweep:
    """Make the dearest melds, lay off what fits and use what action cards can be used."""
    facts, distinct, scored = seen.public, meld_rules(seen.options).distinct, 0
    opened = facts.opened[facts.turn]
    while placed := MeldOffers(held, distinct).dearest():
        for card in real_cards(placed):
            held = held.without_card(card)
        scored, opened = scored + value(real_cards(placed)), True
    left = held.size
    if not opened:
        return Sweep(left, scored)
    left -= (held.once & fits).bit_count() + (held.twice & fits).bit_count() + held.jokers
    scored += points(held.once & fits) + points(held.twice & fits) + VALUES[JOKER] * held.jokers
    thefts = sum(isinstance(action, Thief) for action in legal)
    used = min(held.action_cards.count(THIEF), thefts)
    used += usable(legal, SWITCHEROO) + usable(legal, PICKPOCKET)
    return Sweep(left - (min(used, 1) if seen.options.actions_per_turn == "one" else used), scored)


def usable(legal: Sequence[Action], card: int) -> bool:
    """Say whether a Thief, Switcheroo or Pickpocket can be used now."""
    return card in USES and any(isinstance(action, USES[card]) for action in legal)


def may_end_soon(seen: View) -> bool:
    """Say whether another player holds so few cards that the round may end soon."""
    return any(_held(seen, seat) <= FEW_CARDS for seat in _others(seen))


def _others(seen: View) -> list[int]:
    return [seat for seat in range(seen.seats) if seat != seen.public.turn]


def _on_table(seen: View, seat: int) -> int:
    """Count a seat's total with its table cards."""
    return seen.public.totals[seat] + value(seen.zones[TABLE[seat]].cards)


def _held(seen: View, seat: int) -> int:
    return len(seen.zones[HAND[seat]].cards)
