"""What stored reviews say of a person's play: chances lost per decision, and luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from meldroom.server.storage.reviews import REVIEWS
from meldroom.server.storage.seat_results import SEAT_RESULTS
from meldroom.server.storage.store import Store

MAX_REVIEWS = 100  # the newest ones


class _Balance(msgspec.Struct):
    luck: float


class _Figures(msgspec.Struct):
    """The part of a stored review that is read here."""

    mean_loss: list[float | None]
    balances: list[_Balance]


# Made once: msgspec crashes where two threads at once are the first that read a type.
_decode = msgspec.json.Decoder(_Figures).decode


class ReviewedGame(NamedTuple):
    """A person's share in a reviewed game."""

    game: str
    loss: float | None  # of the chance to win, per decision; None for who had nothing to decide
    luck: float


def reviewed_games(store: Store, players: Sequence[str]) -> list[ReviewedGame]:
    """Give the newest reviewed games of somebody who plays under these keys."""
    results = SEAT_RESULTS.c
    same = sa.and_(results.table_id == REVIEWS.c.table_id, results.number == REVIEWS.c.number)
    query = sa.select(results.game, results.seat, REVIEWS.c.body).join(REVIEWS, same)
    query = query.where(results.player.in_(players)).order_by(results.at.desc())
    with store.reading() as connection:
        rows = connection.execute(query.limit(MAX_REVIEWS)).all()
    figures = [(row.game, row.seat, _decode(row.body)) for row in rows]
    return [
        ReviewedGame(game, one.mean_loss[seat], one.balances[seat].luck)
        for game, seat, one in figures
    ]
