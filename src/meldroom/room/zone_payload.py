"""A zone as JSON, joined from pieces that are encoded once for each deck."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from meldroom.core.cards import BACK, Cards, Deck, Seat
from meldroom.core.zone import Sight, Zone

encode = msgspec.json.Encoder().encode
HIDDEN = bytes([BACK])
NULLS = [b",".join([b"null"] * many) for many in range(1_024)]  # a zone has fewer cards


class CardNames:
    """The codes of a deck's cards as JSON; a card that cannot be seen is null."""

    def __init__(self, deck: Deck) -> None:
        self._names = {card: encode(code) for card, code in enumerate(deck.codes)}
        self._names[BACK] = b"null"

    def listed(self, cards: Cards) -> bytes:
        """Return the names of cards, separated by commas."""
        seen = cards.strip(HIDDEN)
        if not seen:
            return NULLS[len(cards)]
        names = self._names
        listed = b",".join([names[card] for card in seen])
        if len(seen) == len(cards):
            return listed
        below = cards.index(seen[0])
        above = len(cards) - len(seen) - below
        if below:
            listed = NULLS[below] + b"," + listed
        return listed + b"," + NULLS[above] if above else listed


@lru_cache(maxsize=64)
def card_names(deck: Deck) -> CardNames:
    """Return the names of a deck's cards, encoded once."""
    return CardNames(deck)


def encoded_zone(zone: Zone, names: CardNames, seat: Seat | None) -> bytes:
    """Encode a zone, as this seat sees it, as `plain_zone` gives it."""
    name, owner, sight, _, cards, known, shown = zone
    head = _head(name, owner, "all" if shown else sight)
    if known and zone.open_to(seat):  # to all others they are the only cards with a face
        return b'%s%s],"known":[%s]}' % (head, names.listed(cards), names.listed(known))
    return head + names.listed(cards) + b"]}"


@lru_cache(maxsize=1_024)
def _head(name: str, owner: Seat | None, sight: Sight | str) -> bytes:
    shown = sight.value if isinstance(sight, Sight) else sight
    return encode({"name": name, "owner": owner, "sight": shown})[:-1] + b',"cards":['
