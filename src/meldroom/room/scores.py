"""Scores of games and summaries of tables, worked out before an entry is written with them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from meldroom.core.cards import Seat
from meldroom.core.game import Result
from meldroom.core.record import record
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games.companions import wording_of
from meldroom.match.match import Match, Play
from meldroom.presentation import pad_form, result_with_rule
from meldroom.room.log_entries import AnyEntry, MoveUndone
from meldroom.room.log_rows import LogRow
from meldroom.room.records import last_moves, rebuild
from meldroom.room.summaries import Score, SeatResult, Summary, summary_after
from meldroom.room.table import Table


def changed_by(
    table: Table,
    summary: Summary | None,
    entries: Sequence[AnyEntry],
    play: Play | None,
    first_seq: int,
    at: int,
) -> tuple[Summary | None, Score | None]:
    """Return the summary and the score that change by the next entries, None for what stays.

    A move changes them when it ends the game or a hand: new cards are dealt by a call of chance.
    """
    match = table.match
    if play is not None and match is not None:
        state = play.states[-1]
        over = not table.game.to_act(state.public)
        if not over and state.rng is match.state.rng:
            return None, None
        if over and summary is not None:
            summary = msgspec.structs.replace(summary, seq=first_seq, phase="over", changed_at=at)
        moves = [(play.seat, text) for text in play.texts]
        return summary, score(table, match, [*match.moves, *moves], state, at)
    if isinstance(entries[0], MoveUndone):
        return None, None
    for seq, entry in enumerate(entries, first_seq):
        summary = summary_after(summary, table.key, seq, entry, at)
    return summary, None


def score(
    table: Table, match: Match, moves: list[tuple[int, str]], state: AnyState, at: int
) -> Score:
    """Return a game's score as it stands in a state, with the record of a finished game."""
    game, names = table.game, table.names
    pad = pad_form(wording_of(game).pad(view(state, None)))
    result = game.result(state)
    if result is None:
        return Score(table.key, table.games, at, tuple(names), pad)
    hints = match.hinted(moves)
    form = record(game, match.options, names, match.seed, moves, state, match.deal, hints)
    shown = result_with_rule(game, result)
    seats = seat_results(table, result, {moves[ply][0] for ply in hints}, at)
    return Score(table.key, table.games, at, tuple(names), pad, shown, form, seats)


def seat_results(
    table: Table, result: Result, hinted: Collection[Seat], at: int
) -> tuple[SeatResult, ...]:
    """Return how a game ended for everybody who has held a seat in it; hints are not rated."""
    return tuple(
        SeatResult(
            table.key, table.games, seat, holder.player, holder.name, holder.bot, table.game.key,
            at, result.places[seat], result.scores[seat],
            rated=table.rated and holder is holders[0] and seat not in hinted,
        )
        for seat, holders in enumerate(table.holders)
        for holder in holders
    )  # fmt: skip


def scores_from_log(key: str, rows: Sequence[LogRow]) -> list[Score]:
    """Return the score of every game that had a move, as it stood after the last one."""
    return [_last_score(key, rows[:end]) for end in last_moves(rows) if end]


def _last_score(key: str, rows: Sequence[LogRow]) -> Score:
    table = rebuild(key, rows)
    assert table.match is not None
    return score(table, table.match, table.match.moves, table.match.state, rows[-1].at)
