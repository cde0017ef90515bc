"""What happened in a play as JSON for each seat, which is told no card that it did not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from meldroom.core.action import cards_named
from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import plain_event
from meldroom.core.event import Event, Moved, masked
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.games import find
from meldroom.match.match import Match

encode = msgspec.json.Encoder().encode
NOBODY = -1  # a seat that sees no hidden card


class PlayPayload:
    """The moves and events on the way through some states.

    What everybody may see is encoded once; where the eyes differ, once for those who saw it.
    """

    def __init__(self, match: Match, states: Sequence[AnyState]) -> None:
        self.match = match
        self._moved = [state for state in states if state.ply]
        self._seen: list[bytes] = []  # each event
        self._hidden: list[bytes] = []  # the same as those are told who did not see it
        self._eyes: dict[int, tuple[Seat, ...]] = {}  # of the events that not everybody saw
        key = match.game.key
        for state in states:
            for event in state.journal:
                if isinstance(event, Moved) and event.eyes is not None:
                    self._eyes[len(self._seen)] = event.eyes
                    self._hidden.append(_encoded_event(key, masked(event, NOBODY)))
                    sees = event.eyes[0] if event.eyes else NOBODY
                    self._seen.append(_encoded_event(key, masked(event, sees)))
                else:  # everybody saw it
                    encoded = _encoded_event(key, event)
                    self._seen.append(encoded)
                    self._hidden.append(encoded)
        self._public = b""  # what all are told who neither moved nor saw what was hidden
        self._knowing: set[Seat] | None = None if self._eyes else set()  # the others, once asked

    def form(self, seat: Seat | None) -> bytes:
        """Return the fields `moves` and `events` as the seat may see them."""
        if self._knowing is None:
            movers = {self.match.moves[state.ply - 1][0] for state in self._moved}
            self._knowing = movers.union(*self._eyes.values())
        if seat in self._knowing:
            return self._form(seat)
        self._public = self._public or self._form(None)
        return self._public

    def _form(self, seat: Seat | None) -> bytes:
        return b'"moves":[%s],"events":%s' % (b",".join(self._moves(seat)), self.events(seat))

    def events(self, seat: Seat | None) -> bytes:
        """Return the list of the events as the seat may see them."""
        events = self._hidden
        if self._eyes:
            events = events.copy()
            for at, eyes in self._eyes.items():
                if seat in eyes:
                    events[at] = self._seen[at]
        return b"[" + b",".join(events) + b"]"

    def _moves(self, seat: Seat | None) -> list[bytes]:
        """Return who did what; a card that was moved unseen is not named."""
        moves = []
        for state in self._moved:
            mover, text = self.match.moves[state.ply - 1]
            if self._eyes and seat != mover:
                text = visible_text(self.match.game, state, mover, text, seat)
            moves.append(encode((mover, text)))
        return moves


@lru_cache(maxsize=16_384, typed=True)  # events of two kinds with the same fields are equal
def _encoded_event(key: str, event: Event) -> bytes:
    return encode(plain_event(event, find(key).deck))


def visible_text(game: AnyGame, state: AnyState, mover: Seat, text: str, seat: Seat | None) -> str:
    """Give a move's text as this seat may see it: whole, or only its verb if it could name a card.

    Where cards of the mover moved unseen, the text might name one of them. It cannot where those
    were all the cards in their zones, so that none was chosen, and where each card that the text
    names was seen to come from the mover or to go to the mover.
    """
    sources = {
        event.source
        for event in state.journal
        if isinstance(event, Moved)
        and event.source_owner == mover
        and event.eyes is not None
        and seat not in event.eyes
    }
    if not sources:
        return text
    emptied = not any(
        zone.cards for zone in state.zones if zone.owner == mover and zone.name in sources
    )
    if emptied and _cards_named(game.key, text) <= _cards_seen(game, state, mover, seat):
        return text
    return text.split(" ")[0]


@lru_cache(maxsize=4_096)
def _cards_named(key: str, text: str) -> Counter[str]:
    game = find(key)
    named = cards_named(game.parse(text), game.deck)
    return Counter(game.deck.codes[card] for card in named)


def _cards_seen(game: AnyGame, state: AnyState, mover: Seat, seat: Seat | None) -> Counter[str]:
    """Count the cards that this seat saw move from the mover or to the mover."""
    events = [masked(event, seat) for event in state.journal]
    return Counter(
        game.deck.codes[card]
        for event in events
        if isinstance(event, Moved) and mover in (event.source_owner, event.target_owner)
        for card in event.cards
        if card != BACK
    )
