"""What a hand of Scorzo adds to its holder's points, by itself or next to the caller's."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat, without
from meldroom.games.scorzo.facts import State, View, hand
from meldroom.games.scorzo.laying_off import least_with_lay_off
from meldroom.games.scorzo.melds import least_after_discard, least_deadwood


def points(seen: State | View, seat: Seat) -> int:
    """Count the cards of a seat that are in no meld in its best arrangement (R11, Q6)."""
    cards = seen.zones[hand(seat)].cards
    all_wild = seen.options.all_wild_melds == "yes"
    caller_hand = _hand_to_lay_off_on(seen, seat)
    if caller_hand is None:
        return least_deadwood(cards, all_wild)
    return least_with_lay_off(cards, caller_hand, all_wild)


def points_after_discard(seen: State | View, seat: Seat, picked: Cards = b"") -> dict[int, int]:
    """Give, for each card that the seat could discard, what the rest would count."""
    cards = seen.zones[hand(seat)].cards + picked
    all_wild = seen.options.all_wild_melds == "yes"
    caller_hand = _hand_to_lay_off_on(seen, seat)
    if caller_hand is None:
        return least_after_discard(cards, all_wild)
    return {
        card: least_with_lay_off(without(cards, bytes([card])), caller_hand, all_wild)
        for card in dict.fromkeys(cards)
    }


def _hand_to_lay_off_on(seen: State | View, seat: Seat) -> Cards | None:
    """Give the caller's cards if this seat may lay off on them (Q12)."""
    caller = seen.public.caller
    if caller is None or caller == seat or seen.options.lay_off == "no":
        return None
    return seen.zones[hand(caller)].cards
