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
    CARDS_DEALT,
    HAND,
    MAX_TURNS_PER_SEAT,
    OUT_AFTER_MARKER,
    OUT_BEFORE_MARKER,
    ROW,
    STOCK,
    TABLE,
    State,
    fresh_round,
)


def deal(state: State) -> State:
    """Shuffle the whole pack, deal, put the Marker in and turn up the first card (R1 to R3)."""
    state = shuffled(gather(state, STOCK), STOCK)
    dealer, seats = state.public.dealer, state.seats
    for at in range(1, CARDS_DEALT * seats + 1):
        state = move(state, top(state, STOCK), STOCK, HAND[(dealer + at) % seats])
    state = move(state, top(state, STOCK), STOCK, ROW)
    while top(state, ROW)[0] > JOKER:
        # Q27: an action card goes back into the middle, and everyone knows which.
        middle = len(state.zones[STOCK].cards) // 2
        state = move(state, top(state, ROW), ROW, STOCK, at=middle)
        state = move(state, top(state, STOCK), STOCK, ROW)
    return tell(state, turn=seat_to_the_left(dealer, seats), **fresh_round(seats))  # Q31


def draw(state: State, many: int, target: int) -> State:
    """Draw cards from the stock, the top one first, and check the Marker (R23)."""
    state = move(state, top(state, STOCK, many)[::-1], STOCK, target)
    facts = state.public
    if not facts.marker_seen and len(state.zones[STOCK].cards) <= facts.marker:
        state = note(state, "R23", "the Marker is seen")
        state = tell(state, marker_seen=True)
    return state


def end_turn(state: State) -> State:
    """Pass the turn to the left, unless the round ends with it (R11, Q24, Q33)."""
    turns = state.public.turns + 1
    state = tell(
        state,
        turn=seat_to_the_left(state.public.turn, state.seats),
        turns=turns,
        drawn=False,
        bonus=False,
        again=False,
        acted=False,
    )
    too_long = turns >= MAX_TURNS_PER_SEAT * state.seats
    if not state.zones[STOCK].cards:
        all_but_last = state.zones[ROW].cards[:-1]
        if state.options.deck_empty == "end" or not (all_but_last or too_long):
            return score(note(state, "Q24", "the stock is empty: the round ends"), out=())
        if not too_long:
            why = "the stock is empty: the row except its last card becomes the stock"
            return shuffled(move(note(state, "Q24", why), all_but_last, ROW, STOCK), STOCK)
    if too_long:
        why = f"the round ends after {MAX_TURNS_PER_SEAT} turns for each player"
        return score(note(state, "Q33", why), out=())
    return state


def go_out(state: State, out: tuple[Seat, ...], by_lucky_day: bool = False) -> State:
    """End the round for seats whose hands are empty (R12, Q19 to Q22)."""
    if state.public.marker_seen:
        when, points, rule = "after", OUT_AFTER_MARKER, "Q22" if by_lucky_day else "Q20"
    else:
        when, points, rule = "before", OUT_BEFORE_MARKER, "Q21" if by_lucky_day else "Q19"
    if len(out) > 1:
        points //= 2
    for seat in out:
        state = note(state, rule, f"{{{seat}}} goes out {when} the Marker is seen: {points:+d}")
    return score(state, out, points)


def score(state: State, out: tuple[Seat, ...], points_for_out: int = 0) -> State:
    """Show the hands, write the round down and go on to the next one (R13, R16)."""
    scores = []
    for seat in range(state.seats):
        held = state.zones[HAND[seat]].cards
        on_table, in_hand = value(state.zones[TABLE[seat]].cards), value(held)
        if held:
            state = lay_open(state, HAND[seat])
        state = note(state, "R16", f"{{{seat}}}: {on_table} on the table, {in_hand} in hand")
        scores.append(on_table - in_hand + (points_for_out if seat in out else 0))
    facts = state.public
    totals = tuple(total + points for total, points in zip(facts.totals, scores, strict=True))
    ledger = (*facts.ledger, tuple(scores))
    state = tell(state, totals=totals, ledger=ledger)
    next_dealer = seat_to_the_left(facts.dealer, state.seats)
    extra_rounds = len(ledger) - state.options.rounds
    if extra_rounds < 0:
        return deal(tell(state, dealer=next_dealer))
    tied = totals.count(max(totals)) > 1
    if extra_rounds == 0 and tied:
        state = note(state, "Q30", "a tie for the highest total: one more round")
        return deal(tell(state, dealer=next_dealer))
    return tell(state, reason="RB-30" if extra_rounds else "RB-34")
