"""What is sent to a seat: its view, its legal actions, its events; never more than it may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from meldroom.core.action import Action, as_json
from meldroom.core.cards import Seat
from meldroom.core.state import AnyState
from meldroom.games import find
from meldroom.games.companions import wording_of
from meldroom.match.match import Match
from meldroom.presentation import effects_form, shown
from meldroom.room.play_payload import PlayPayload
from meldroom.room.state_payload import StatePayload

encode = msgspec.json.Encoder().encode


# -- a match


class MatchPayload:
    """What each seat is sent of one match; watchers, a turn behind, have a cache of their own."""

    def __init__(self, match: Match, history: bool) -> None:
        self.match = match
        self._for_seats = StatePayload(match.game, history)
        self._for_watchers = StatePayload(match.game, history)

    def happened(self, states: Sequence[AnyState]) -> PlayPayload:
        """Encode what happened on the way through these states."""
        return PlayPayload(self.match, states)

    def snapshot(self, seat: Seat | None, with_help: bool) -> bytes:
        """Return the fields of the position as this seat (None is a watcher) sees it.

        With them come its legal actions and, `with_help`, what a person is shown beside them.
        """
        return b"".join(self.pieces(seat, with_help))

    def pieces(self, seat: Seat | None, with_help: bool) -> list[bytes]:
        """Return the pieces that a snapshot is joined from."""
        match, game = self.match, self.match.game
        state = match.state if seat is not None else match.watcher_state
        encoded = self._for_seats if seat is not None else self._for_watchers
        encoded.turn_to(state)
        legal: Sequence[Action] = ()
        if seat in encoded.to_act:
            legal = game.legal(match.view(seat))
        if not with_help:
            key = game.key
            return encoded.position(seat, [_encoded_text(key, action) for action in legal])
        pieces = encoded.position(seat, [_encoded_action(game.key, action) for action in legal])
        pieces += (b",", encode(self._help(seat, legal))[1:-1])
        return pieces

    def _help(self, seat: Seat | None, legal: Sequence[Action]) -> dict[str, Any]:
        match, game = self.match, self.match.game
        seen = match.view(seat)
        return {
            "prompt": wording_of(game).prompt(seen),
            **shown(game, seen),
            "effects": effects_form(game, wording_of(game).effects(seen, legal)),
            "undo": seat is not None and match.can_undo(seat),
        }


@lru_cache(maxsize=16_384)
def _encoded_action(key: str, action: Action) -> bytes:
    game = find(key)
    return encode({"text": game.text(action), **as_json(action, game.deck)})


@lru_cache(maxsize=16_384)
def _encoded_text(key: str, action: Action) -> bytes:
    return encode(find(key).text(action))
