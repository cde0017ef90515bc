"""What is sent to a seat: its view, its legal actions, its events; never more than it may see.

From one ply to the next most zones and facts are the very same values, so each is encoded once and
reused for every seat that sees it in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from meldroom.core.action import Action, as_json, cards_named
from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import plain, plain_event, plain_zone
from meldroom.core.event import Event, Moved, masked
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.core.zone import Zone, faces
from meldroom.games import find
from meldroom.games.companions import wording_of
from meldroom.match.match import Match
from meldroom.presentation import effects_form, result_with_rule, shown

Raw = msgspec.Raw
encode = msgspec.json.Encoder().encode


# -- a match


class StatePayload:
    """The zones and facts of a state, encoded and kept as long as they do not change."""

    def __init__(self, game: AnyGame, history: bool) -> None:
        self.game = game
        self.topped = () if history else game.topped
        self._encoded: tuple[Zone, ...] = ()
        self._for_owner: list[Raw] = []  # each zone as its owner sees it
        self._for_others: list[Raw] = []
        self._zones_of: dict[Seat | None, list[int]] = {}
        self._facts: dict[str, tuple[Any, Raw]] = {}
        self._public: tuple[Any, Raw] = (None, Raw(b""))

    def zones(self, state: AnyState, seat: Seat | None) -> list[Raw]:
        """Encode each zone as the seat sees it."""
        if state.zones is not self._encoded:
            self._encode_changed(state.zones)
        seen = self._for_others.copy()
        for at in self._zones_of.get(seat, ()):
            seen[at] = self._for_owner[at]
        return seen

    def _encode_changed(self, zones: tuple[Zone, ...]) -> None:
        old = self._encoded
        if not old:
            self._for_owner, self._for_others = [[Raw(b"")] * len(zones) for _ in range(2)]
            for at, zone in enumerate(zones):
                self._zones_of.setdefault(zone.owner, []).append(at)
        for at, zone in enumerate(zones):
            if not old or zone is not old[at]:
                self._for_others[at] = self._for_owner[at] = self._zone(zone, None)
                if not zone.open_to(None):
                    self._for_owner[at] = self._zone(zone, zone.owner)
        self._encoded = zones

    def _zone(self, zone: Zone, seat: Seat | None) -> Raw:
        [seen] = faces((zone,), seat)
        if seen.name in self.topped:
            seen = seen._replace(cards=bytes([BACK]) * (len(seen.cards) - 1) + seen.cards[-1:])
        return Raw(encode(plain_zone(seen, self.game.deck, seat)))

    def facts(self, public: Any) -> Raw:
        """Encode the public facts."""
        if self._public[0] is not public:
            facts = {name: self._fact(name, getattr(public, name)) for name in public._fields}
            self._public = public, Raw(encode(facts))
        return self._public[1]

    def _fact(self, name: str, fact: Any) -> Raw:
        old = self._facts.get(name)
        if old is not None and old[0] is fact:
            return old[1]
        encoded = Raw(encode(plain(fact, self.game.deck)))
        self._facts[name] = fact, encoded
        return encoded


class MatchPayload:
    """What each seat is sent of one match; watchers, a turn behind, have a cache of their own."""

    def __init__(self, match: Match, history: bool) -> None:
        self.match = match
        self._for_seats = StatePayload(match.game, history)
        self._for_watchers = StatePayload(match.game, history)

    def play(
        self,
        states: Sequence[AnyState],
        seat: Seat | None,
        with_help: bool,
        seconds_left: float | None,
    ) -> dict[str, Any]:
        """Give a play as this seat may see it: what happened, and the position after it."""
        return {
            "moves": self.moves(states, seat),
            "events": self.events(states, seat),
            "left": seconds_left,
            **self.snapshot(seat, with_help),
        }

    def snapshot(self, seat: Seat | None, with_help: bool) -> dict[str, Any]:
        """Give the position as this seat (None is a watcher) sees it, with its legal actions."""
        match, game = self.match, self.match.game
        state = match.state if seat is not None else match.watcher_state
        encoded = self._for_seats if seat is not None else self._for_watchers
        to_act = game.to_act(state.public)
        legal = game.legal(match.view(seat)) if seat in to_act else ()
        result = None if to_act else game.result(state)
        view = {
            "seat": seat,
            "seats": state.seats,
            "ply": state.ply,
            "zones": encoded.zones(state, seat),
            "public": encoded.facts(state.public),
        }
        snapshot: dict[str, Any] = {
            "ply": state.ply,
            "to_act": to_act,
            "view": view,
            "legal": self._encoded_legal(legal, with_help),
            "result": None if result is None else result_with_rule(game, result),
        }
        if with_help:
            seen = match.view(seat)
            snapshot["prompt"] = wording_of(game).prompt(seen)
            snapshot.update(shown(game, seen))
            snapshot["effects"] = effects_form(game, wording_of(game).effects(seen, legal))
            snapshot["undo"] = seat is not None and match.can_undo(seat)
        return snapshot

    def _encoded_legal(self, legal: Sequence[Action], with_help: bool) -> list[Raw]:
        encoded, key = _encoded_action if with_help else _encoded_text, self.match.game.key
        return [encoded(key, action) for action in legal]

    def events(self, states: Iterable[AnyState], seat: Seat | None) -> list[Raw]:
        """Give what happened on the way through these states, as the seat may see it."""
        key = self.match.game.key
        return [
            _encoded_event(key, masked(event, seat)) for state in states for event in state.journal
        ]

    def moves(self, states: Iterable[AnyState], seat: Seat | None) -> list[tuple[Seat, str]]:
        """Give who did what on the way; a card that was moved unseen is not named."""
        moves = []
        for state in states:
            if state.ply:
                mover, text = self.match.moves[state.ply - 1]
                if seat != mover:
                    text = visible_text(self.match.game, state, mover, text, seat)
                moves.append((mover, text))
        return moves


@lru_cache(maxsize=16_384)
def _encoded_action(key: str, action: Action) -> Raw:
    game = find(key)
    return Raw(encode({"text": game.text(action), **as_json(action, game.deck)}))


@lru_cache(maxsize=16_384)
def _encoded_text(key: str, action: Action) -> Raw:
    return Raw(encode(find(key).text(action)))


@lru_cache(maxsize=16_384, typed=True)  # events of two kinds with the same fields are equal
def _encoded_event(key: str, event: Event) -> Raw:
    return Raw(encode(plain_event(event, find(key).deck)))


# -- what others are told of a move


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
