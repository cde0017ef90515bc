"""A game of Scorzo from the draw for the first deal, round by round, to its end."""

from __future__ import annotations

from meldroom.core.cards import Seat
from meldroom.core.state import gather, lay_open, move, note, shuffled, tell, top
from meldroom.games.scorzo.deck import DECK, rank_in_draw
from meldroom.games.scorzo.facts import (
    CHARTS,
    DISCARD,
    PICKING,
    STOCK,
    TIE_CARDS,
    Facts,
    Options,
    State,
    fresh_round,
    hand,
    left_of,
)
from meldroom.games.scorzo.points import points


def draw_for_first_deal(state: State) -> State:
    """Let every seat draw a card; the highest deals first, ties draw on (R5, Q16)."""
    state = shuffled(state, STOCK)
    tied = list(range(state.seats))
    while len(tied) > 1 and state.zones[STOCK].cards:
        ranks = {}
        for seat in tied:
            card = top(state, STOCK)
            state = move(state, card, STOCK, DISCARD)
            state = note(state, "Q16", f"{{{seat}}} draws the {DECK.words[card[0]]}")
            ranks[seat] = rank_in_draw(card[0])
        highest = max(ranks.values())
        tied = [seat for seat in tied if ranks[seat] == highest]
    return tell(note(state, "Q16", f"{{{tied[0]}}} deals first"), dealer=tied[0])


def deal(state: State) -> State:
    """Shuffle all cards, deal as many to each as the round says, and turn one up (R6)."""
    state = shuffled(gather(state, STOCK), STOCK)
    dealer, playing = state.public.dealer, state.public.playing
    cards = hand_size(state.public, state.options)
    first = seat = left_of(dealer, playing)
    state = note(state, "R4", f"{{{dealer}}} deals {cards} cards to each")
    for _ in range(cards * len(playing)):
        state = move(state, top(state, STOCK), STOCK, hand(seat))
        seat = left_of(seat, playing)
    state = move(state, top(state, STOCK), STOCK, DISCARD)
    return tell(state, turn=first, **fresh_round())


def hand_size(facts: Facts, options: Options) -> int:
    """Say how many cards each seat is dealt in this round (R4, Q19)."""
    chart = CHARTS[options.rounds]
    return chart[len(facts.ledger)] if len(facts.ledger) < len(chart) else TIE_CARDS


def end_turn(state: State) -> State:
    """Pass the turn to the left, or end the round (R8, R10, Q11, Q22)."""
    facts = state.public
    turns = facts.turns + 1
    following = left_of(facts.turn, facts.playing)
    if following == facts.caller:  # Q11: everyone else has had the last turn
        return score(state)
    if facts.caller is None and turns == state.options.max_turns_per_seat * len(facts.playing):
        return score(note(state, "Q22", "nobody has called: the hands are scored as they are"))
    if not state.zones[STOCK].cards:
        state = recycle(state)
    return tell(state, turn=following, phase=PICKING, taken=b"", turns=turns)


def recycle(state: State) -> State:
    """Make a new stock of the covered discards (R9, Q14)."""
    covered = state.zones[DISCARD].cards[:-1]
    if state.options.recycle == "shuffle":
        state = note(state, "Q14", "the stock is empty: the covered discards are shuffled")
        return shuffled(move(state, covered, DISCARD, STOCK), STOCK)
    state = note(state, "Q14", "the stock is empty: the covered discards are turned over")
    return move(state, covered[::-1], DISCARD, STOCK)


def score(state: State) -> State:
    """Lay the hands open and enter what each adds (R11)."""
    facts = state.public
    added = {}
    for seat in facts.playing:
        if seat != facts.caller:
            state = lay_open(state, hand(seat))
        added[seat] = points(state, seat)
        state = note(state, "R11", f"{{{seat}}} adds {added[seat]}")
    row = tuple([added.get(seat) for seat in range(state.seats)])
    state = tell(state, ledger=(*facts.ledger, row))
    if len(facts.ledger) >= len(CHARTS[state.options.rounds]):
        return after_tie_round(state, added)
    totals = tuple([old + added[seat] for seat, old in enumerate(facts.totals)])
    return after_round(tell(state, totals=totals))


def after_round(state: State) -> State:
    """Deal the next round of the chart; after the last, end the game or break a tie (R5, Q23)."""
    facts = state.public
    if len(facts.ledger) < len(CHARTS[state.options.rounds]):
        return deal(tell(state, dealer=left_of(facts.dealer, facts.playing)))
    tied = fewest(dict(enumerate(facts.totals)))
    if len(tied) == 1 or not state.options.max_tie_rounds:
        return tell(state, reason="SZ-23")
    return tie_round(state, tied)


def after_tie_round(state: State, added: dict[Seat, int]) -> State:
    """Let those with the fewest points play another tie round, until one is left (Q19)."""
    tied = fewest(added)
    played = len(state.public.ledger) - len(CHARTS[state.options.rounds])
    if len(tied) == 1 or played == state.options.max_tie_rounds:
        return tell(state, reason="SZ-19")
    return tie_round(state, tied)


def fewest(points_by_seat: dict[Seat, int]) -> tuple[Seat, ...]:
    """Name the seats that have the fewest points."""
    least = min(points_by_seat.values())
    return tuple([seat for seat, many in points_by_seat.items() if many == least])


def tie_round(state: State, tied: tuple[Seat, ...]) -> State:
    """Let the tied alone play a round of three cards (R12, Q19, Q20)."""
    *others, last = [f"{{{seat}}}" for seat in tied]
    names = f"{', '.join(others)} and {last}"
    state = note(state, "Q19", f"{names} tie for the fewest points")
    return deal(tell(state, playing=tied, dealer=left_of(state.public.dealer, tied)))
