"""Open hands for watchers: deals that are over, as each seat saw them.

A deal is over once all its cards were gathered: nothing in it tells of a card in the running one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.event import Event, Gathered, masked
from meldroom.core.rng import Rng
from meldroom.core.showdown import gathers
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games.companions import wording_of
from meldroom.match.match import Match
from meldroom.match.showdown import hand_result
from meldroom.presentation import pad_form, position_form, showdown_form
from meldroom.room import messages, seats
from meldroom.room.payload import encode
from meldroom.room.play_payload import visible_text
from meldroom.room.refusals import refused
from meldroom.room.services import Thinker, Told
from meldroom.room.table import Table

MAX_POSITIONS = 20  # in one message


class FinishedDeal(NamedTuple):
    """The plies of a deal: where its cards were dealt, and the action that ended it."""

    first: int
    last: int


def finished_deals(match: Match | None) -> list[FinishedDeal]:
    """List the deals whose end watchers, who are a turn behind, have come to see."""
    if match is None:
        return []
    ends = match.deal_starts[1:] if match.to_act else [*match.deal_starts[1:], match.state.ply]
    deals = map(FinishedDeal, match.deal_starts, ends)
    return [deal for deal in deals if deal.last <= match.watcher_state.ply]


class OpenHands:
    """What watchers of one table may look at; keeps the deal that they looked at last."""

    def __init__(self, table: Table, thinker: Thinker) -> None:
        self.table, self.thinker = table, thinker
        self._kept: _Deal | None = None

    def show(
        self, seat: Seat | None, token_hash: str, wanted: messages.ShowHands, told: Told[bytes]
    ) -> None:
        """Work out some positions of a deal for a watcher; Refusal while it is not over."""
        table, match = self.table, self.table.match
        place = seats.place_of(table, token_hash)
        if seat is not None or (place is not None and not place.waiting):
            raise refused("P-3", "open hands are for watchers")
        if table.settings.watchers != "open_hands":
            raise refused("P-5", "hands stay hidden from watchers at this table")
        deals = finished_deals(match)
        if match is None or wanted.deal > len(deals):
            raise refused("P-5", "that deal is not over")
        if wanted.seat >= len(table.seats):
            raise refused("X-1", "there is no such seat")
        self.thinker.look_up(self._message, match, deals[wanted.deal - 1], wanted, told=told)

    def _message(self, match: Match, deal: FinishedDeal, wanted: messages.ShowHands) -> bytes:
        kept = self._kept
        if kept is None or kept.match is not match or kept.plies != deal:
            kept = self._kept = _Deal(match, deal)
        return kept.message(wanted)


class _Deal:
    """One deal with the state after each of its actions."""

    def __init__(self, match: Match, plies: FinishedDeal) -> None:
        self.match, self.plies, self.game = match, plies, match.game
        self.moves: Sequence[tuple[Seat, str]] = match.moves[: plies.last]
        self.states: list[AnyState] = []
        state = self.game.start(match.options, match.state.seats, Rng(match.seed))
        for ply in range(plies.last + 1):
            if ply:
                mover, text = self.moves[ply - 1]
                state = self.game.apply(state, mover, self.game.parse(text))
            if ply >= plies.first:
                self.states.append(state)

    def message(self, wanted: messages.ShowHands) -> bytes:
        """Return the positions from one on, as a seat saw them."""
        end = min(wanted.at + MAX_POSITIONS, len(self.states))
        return encode(
            {
                "is": "open_hands",
                "deal": wanted.deal,
                "seat": wanted.seat,
                "at": wanted.at,
                "of": len(self.states),
                "shots": [self._position(at, wanted.seat) for at in range(wanted.at, end)],
            }
        )

    def _position(self, at: int, seat: Seat) -> dict[str, Any]:
        """Give one position: the first without what came before the deal, the last as it ended."""
        state, move = self.states[at], None
        shown, events = state, state.journal
        is_last = at == len(self.states) - 1
        if is_last and gathers(events):  # the state is the next deal already
            shown, events = self.states[at - 1], _before_gathering(events)
        elif at == 0 and gathers(events):
            events = _from_gathering(events)
        if at:
            mover, text = self.moves[self.plies.first + at - 1]
            if mover != seat:
                text = visible_text(self.game, state, mover, text, seat)
            move = (mover, text)
        seen_events = [masked(event, seat) for event in events]
        form = position_form(self.game, shown, view(shown, seat), move, seen_events)
        return {**form, "ply": state.ply, **(self._end() if is_last else {})}

    def _end(self) -> dict[str, Any]:
        """Return how the deal ended, and the pad after it."""
        *_, before, after = self.states
        ended = hand_result(self.game, self.states[0], before, (after,))
        shown = {} if ended is None else {"showdown": showdown_form(self.game, ended)}
        pad = pad_form(wording_of(self.game).pad(view(after, None)))
        return {"to_act": [], "pad": pad, **shown}


def _before_gathering(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(takewhile(lambda event: not isinstance(event, Gathered), events))


def _from_gathering(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(dropwhile(lambda event: not isinstance(event, Gathered), events))
