"""A round of Rummy Battle from the deal to the score."""

from __future__ import annotations

from meldroom.core.cards import Seat
from meldroom.core.state import (
    gather,
    lay_open,
    move,
    note,
    seat_to_the_left,
    shuffled,
    tell,
    top,
)
from meldroom.games.rummy_battle.deck import JOKER, value
from meldroom.games.rummy_battle.facts import (
    DEALT,
    FRONT,
    HAND,
    OUT_AFTER_MARKER,
    OUT_BEFORE_MARKER,
    ROW,
    STOCK,
    TURNS,
    State,
    fresh_round,
)


def deal(state: State) -> State:
    """Shuffle the whole pack, deal, put the Marker in and turn up the first card (R1 to R3)."""
    state = shuffled(gather(state, STOCK), STOCK)
    dealer, seats = state.public.dealer, state.seats
    for turn in range(1, DEALT * seats + 1):
        state = move(state, top(state, STOCK), STOCK, HAND[(dealer + turn) % seats])
    state = move(state, top(state, STOCK), STOCK, ROW)
    while top(state, ROW)[0] > JOKER:
        # Q27: an action card goes back into the middle; everyone saw which.
        middle = len(state.zones[STOCK].cards) // 2
        state = move(state, top(state, ROW), ROW, STOCK, at=middle)
        state = move(state, top(state, STOCK), STOCK, ROW)
    return tell(state, turn=seat_to_the_left(dealer, seats), **fresh_round(seats))


def draw(state: State, many: int, target: int) -> State:
    """Draw cards from the stock one by one, and look whether the Marker is seen now (R23)."""
    state = move(state, top(state, STOCK, many)[::-1], STOCK, target)
    table = state.public
    if not table.marker_seen and len(state.zones[STOCK].cards) <= table.marker:
        state = note(state, "R23", "the Marker is seen")
        state = tell(state, marker_seen=True)
    return state


def end_turn(state: State) -> State:
    """Pass the turn to the left, unless the round ends with it."""
    table = state.public
    turns = table.turns + 1
    left = seat_to_the_left(table.turn, state.seats)
    state = tell(
        state,
        turn=left,
        turns=turns,
        drawn=False,
        bonus=False,
        again=False,
        acted=False,
    )
    worn_out = turns >= TURNS * state.seats
    if not state.zones[STOCK].cards:
        covered = state.zones[ROW].cards[:-1]
        if state.options.deck_empty == "end" or not (covered or worn_out):
            return score(note(state, "Q24", "the stock is empty: the round ends"), ())
        if not worn_out:
            state = note(state, "Q24", "the stock is empty: the covered row is shuffled")
            return shuffled(move(state, covered, ROW, STOCK), STOCK)
    if worn_out:
        return score(note(state, "Q33", "the round has lasted long enough"), ())
    return state


def go_out(state: State, out: tuple[Seat, ...], by_luck: bool) -> State:
    """End the round with hands that are empty, and book what that brings (Q19 to Q22)."""
    if state.public.marker_seen:
        when, bonus, rule = "after", OUT_AFTER_MARKER, "Q22" if by_luck else "Q20"
    else:
        when, bonus, rule = "before", OUT_BEFORE_MARKER, "Q21" if by_luck else "Q19"
    each = bonus if len(out) == 1 else bonus // 2
    for seat in out:
        state = note(state, rule, f"{{{seat}}} is out {when} the Marker is seen: {each:+d}")
    return score(state, out, each)


def score(state: State, out: tuple[Seat, ...], each: int = 0) -> State:
    """Lay the hands open, write the round down and go on to the next one (R13, R16)."""
    brought = []
    for seat in range(state.seats):
        before, held = state.zones[FRONT[seat]].cards, state.zones[HAND[seat]].cards
        if held:
            state = lay_open(state, HAND[seat])
        state = note(state, "R16", f"{{{seat}}}: {value(before)} before, {value(held)} in hand")
        brought.append(value(before) - value(held) + each * (seat in out))
    table = state.public
    totals = tuple(old + new for old, new in zip(table.totals, brought, strict=True))
    ledger = (*table.ledger, tuple(brought))
    dealer = seat_to_the_left(table.dealer, state.seats)
    state = tell(state, totals=totals, ledger=ledger)
    extra = len(ledger) - state.options.rounds
    tied = totals.count(max(totals)) > 1
    if extra < 0:
        return deal(tell(state, dealer=dealer))
    if extra == 0 and tied:
        state = note(state, "Q30", "a tie for the highest total: one more round")
        return deal(tell(state, dealer=dealer))
    return tell(state, reason="RB-30" if extra else "RB-34")
