"""Worlds that a seat cannot tell apart, in which an environment must tell it the same."""

from __future__ import annotations

from copy import copy

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.rng import Rng
from meldroom.core.view import resample, view
from meldroom.envs.episode import Episode


def twin_of(table: Episode, seat: Seat, step: int) -> Episode:
    """Give the table in another world that the seat cannot rule out, asked afresh there."""
    twin = copy(table)
    seen = view(table.state, seat)
    twin.state = resample(seen, table.game.pack(table.seats), Rng(b"twin", step))
    if seat == table.seat:
        twin.seen = view(twin.state, seat)
        twin.legal = twin.game.legal(twin.seen)
        twin._ways = _going_on(twin)
        twin.offers = twin.encoding.offers(twin._ways, len(twin.said))
    return twin


def _going_on(table: Episode) -> list[Action]:
    """Give the legal actions that begin with what was said."""
    ids, said = table.encoding.ids, table.said
    return [action for action in table.legal if not said or ids(action)[: len(said)] == said]
