"""What a hand of Scorzo would add to its holder's points, alone or next to the caller's."""

from __future__ import annotations

from meldroom.core.cards import Seat, without
from meldroom.games.scorzo.facts import State, View, hand
from meldroom.games.scorzo.laying_off import least_with_lay_off
from meldroom.games.scorzo.melds import least_after_discard, least_deadwood


def points(seen: State | View, seat: Seat) -> int:
    """Count the cards of a seat that belong to no meld in its best arrangement (R11, Q6)."""
    cards = seen.zones[hand(seat)].cards
    all_wild = seen.options.all_wild_melds == "yes"
    host = _host(seen, seat)
    if host is None:
        return least_deadwood(cards, all_wild)
    return least_with_lay_off(cards, seen.zones[hand(host)].cards, all_wild)


def points_after_throw(seen: State | View, seat: Seat) -> dict[int, int]:
    """Count the same for each card that the seat could throw."""
    cards = seen.zones[hand(seat)].cards
    all_wild = seen.options.all_wild_melds == "yes"
    host = _host(seen, seat)
    if host is None:
        return least_after_discard(cards, all_wild)
    laid = seen.zones[hand(host)].cards
    return {
        card: least_with_lay_off(without(cards, bytes([card])), laid, all_wild)
        for card in dict.fromkeys(cards)
    }


def _host(seen: State | View, seat: Seat) -> Seat | None:
    """Name the caller where others may lay off on the hand (Q12)."""
    caller = seen.public.caller
    return None if caller == seat or seen.options.lay_off == "no" else caller
