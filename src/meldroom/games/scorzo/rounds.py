"""How a game of Scorzo goes from the draw for the deal, round by round, to its end."""

from __future__ import annotations

from meldroom.core.cards import Seat
from meldroom.core.state import gather, lay_open, move, note, shuffled, tell, top
from meldroom.games.scorzo.deck import DECK, height
from meldroom.games.scorzo.facts import (
    CHARTS,
    DISCARD,
    PICK,
    STOCK,
    TIE_CARDS,
    TIE_ROUNDS,
    TURNS,
    Facts,
    Options,
    State,
    fresh_round,
    hand,
    left_of,
)
from meldroom.games.scorzo.points import points


def first_dealer(state: State) -> State:
    """Let every seat draw a card; the highest deals first, ties draw on (R5, Q16)."""
    state = shuffled(state, STOCK)
    tied = list(range(state.seats))
    while len(tied) > 1:
        heights = {}
        for seat in tied:
            card = top(state, STOCK)
            state = move(state, card, STOCK, DISCARD)
            state = note(state, "Q16", f"{{{seat}}} draws the {DECK.words[card[0]]}")
            heights[seat] = height(card[0])
        highest = max(heights.values())
        tied = [seat for seat in tied if heights[seat] == highest]
    return tell(note(state, "Q16", f"{{{tied[0]}}} deals first"), dealer=tied[0])


def deal(state: State) -> State:
    """Shuffle all cards, deal the round's number to each and turn one up (R6)."""
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


def hand_size(table: Facts, options: Options) -> int:
    """Say how many cards each seat is dealt in the round that is on (R4, Q19)."""
    chart = CHARTS[options.rounds]
    return chart[len(table.ledger)] if len(table.ledger) < len(chart) else TIE_CARDS


def end_turn(state: State) -> State:
    """Pass the turn to the left, or end the round (R8, R10, Q11, Q22)."""
    table = state.public
    left = left_of(table.turn, table.playing)
    turns = table.turns + 1
    if left == table.caller:
        return score(state)
    if table.caller is None and turns == TURNS * len(table.playing):
        return score(note(state, "Q22", "nobody has called: the round is scored as it stands"))
    if not state.zones[STOCK].cards:
        state = recycle(state)
    return tell(state, turn=left, phase=PICK, taken=b"", turns=turns)


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
    table = state.public
    added = {}
    for seat in table.playing:
        if seat != table.caller:
            state = lay_open(state, hand(seat))
        added[seat] = points(state, seat)
        state = note(state, "R11", f"{{{seat}}} adds {added[seat]}")
    row = tuple([added.get(seat) for seat in range(state.seats)])
    state = tell(state, ledger=(*table.ledger, row))
    if len(table.ledger) >= len(CHARTS[state.options.rounds]):
        return after_tie_round(state, added)
    totals = tuple([old + added[seat] for seat, old in enumerate(table.totals)])
    return after_round(tell(state, totals=totals))


def after_round(state: State) -> State:
    """Deal the next round of the chart, or see who has the fewest points (R5, Q23)."""
    table = state.public
    if len(table.ledger) < len(CHARTS[state.options.rounds]):
        return deal(tell(state, dealer=left_of(table.dealer, table.playing)))
    tied = fewest(dict(enumerate(table.totals)))
    return tell(state, reason="SZ-23") if len(tied) == 1 else tie_round(state, tied)


def after_tie_round(state: State, added: dict[Seat, int]) -> State:
    """Let those with the fewest points of a tie round go on, until one is left (Q19)."""
    tied = fewest(added)
    played = len(state.public.ledger) - len(CHARTS[state.options.rounds])
    if len(tied) == 1 or played == TIE_ROUNDS:
        return tell(state, reason="SZ-19")
    return tie_round(state, tied)


def fewest(counted: dict[Seat, int]) -> tuple[Seat, ...]:
    """Name the seats that have the fewest points."""
    return tuple([seat for seat, many in counted.items() if many == min(counted.values())])


def tie_round(state: State, tied: tuple[Seat, ...]) -> State:
    """Let the tied alone play a round of three cards (R12, Q19, Q20)."""
    names = " and ".join([f"{{{seat}}}" for seat in tied])
    state = note(state, "Q19", f"a tie for the fewest points between {names}")
    return deal(tell(state, playing=tied, dealer=left_of(state.public.dealer, tied)))
