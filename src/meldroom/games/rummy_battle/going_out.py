"""Whether `house` goes out before the Marker is seen, which costs it 100 points (Q19).

The twin is in fast/csrc/rummy_battle_house.h.
"""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.games.rummy_battle.actions import Pickpocket, PickpocketHand, Switcheroo, Thief
from meldroom.games.rummy_battle.card_bits import HeldCards
from meldroom.games.rummy_battle.deck import value
from meldroom.games.rummy_battle.facts import HAND, TABLE, Facts, View

COST = 100  # Q19
POINTS_PER_CARD = 12  # that a card in another hand probably costs its player
NEEDED_LEAD = 200  # before the last round, less so many points for each card that the others hold:
LEAD_PER_CARD = 35
FEW_CARDS = 3  # with which another player can soon go out


def pays(seen: View) -> bool:
    """Say whether to go out before the Marker: by a lead, of any size in the last round."""
    facts, others = seen.public, _others(seen)
    if facts.marker_seen:
        return False
    lead = _on_table(seen, facts.turn) - COST
    lead -= max(_on_table(seen, seat) - POINTS_PER_CARD * _held(seen, seat) for seat in others)
    if len(facts.ledger) + 1 >= int(seen.options.rounds):
        return lead > 0
    held = sum(_held(seen, seat) for seat in others)
    return len(others) * lead + LEAD_PER_CARD * held > len(others) * NEEDED_LEAD


def playable(facts: Facts, legal: Sequence[Action], held: HeldCards, fits: int) -> int:
    """Count the cards that can leave the hand besides new melds, as far as one look shows."""
    if not facts.opened[facts.turn]:
        return 0
    many = (held.once & fits).bit_count() + (held.twice & fits).bit_count()
    many += held.jokers if facts.melds else 0
    uses = (Thief, Switcheroo, (Pickpocket, PickpocketHand))
    return many + sum(any(isinstance(action, use) for action in legal) for use in uses)


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
