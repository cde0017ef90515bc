"""Thumbs Up: pick a block, discard one, and raise your thumb in silence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldroom.core.action import Action, Card
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import (
    drawn_lot,
    gather,
    lay_open,
    move,
    note,
    seat_to_the_left,
    shuffled,
    tell,
    top,
)
from meldroom.core.zone import Sight, Zone
from meldroom.games.thumbs_up.deck import DECK, wins
from meldroom.games.thumbs_up.facts import (
    DISCARD,
    MAX_EXTRA_HANDS,
    MAX_TAKES_PER_SEAT,
    MAX_VOIDS,
    POOL,
    RACK_SIZE,
    STARTING_BALANCE,
    Facts,
    Options,
    State,
    View,
    fined,
    rack,
)
from meldroom.games.thumbs_up.settlement import payments


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Pick the top block of the pool, unseen (R6)."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Pick the top block of the discard pile (R6)."""

    verb = "take"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a block, which ends the turn (R5)."""

    verb = "discard"
    block: Card


@dataclass(frozen=True, slots=True)
class Thumb(Action):
    """Raise your thumb on a winning hand (R12)."""

    verb = "thumb"


@dataclass(frozen=True, slots=True)
class Seen(Action):
    """Show that you have noticed the raised thumb (R12)."""

    verb = "seen"


DRAW, TAKE, THUMB, SEEN = Draw(), Take(), Thumb(), Seen()
DISCARDS = tuple(Discard(block) for block in range(len(DECK.codes)))


class ThumbsUp(Game[Facts, Options]):
    """The referee of Thumbs Up."""

    key = "thumbs-up"
    name = "Thumbs Up"
    year = "1941"
    about = "Fill your rack with three dots, a dash and a V of one colour; raise a silent thumb."
    rules = "1"
    prefix = "TU"
    players = range(2, 9)
    deck = DECK
    actions = (Draw, Take, Discard, Thumb, Seen)
    options = Options
    topped = ("discard",)

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Set the table, draw lots for the first player and deal the first hand (Q2, Q19)."""
        pool = Zone("pool", None, Sight.NONE, fan=False, cards=DECK.pack_for(seats))
        discard = Zone("discard", None, Sight.ALL, fan=False)
        racks = [Zone("rack", seat, Sight.OWNER, fan=True) for seat in range(seats)]
        facts = Facts(
            first=0,
            turn=0,
            picked=False,
            taken=b"",
            takes=0,
            thumb=None,
            noticed=(),
            balances=(STARTING_BALANCE,) * seats,
            ledger=(),
            emptied=0,
            voids=0,
            reason="",
        )
        state = State((pool, discard, *racks), facts, options, seats, rng)
        first, state = drawn_lot(state, seats)
        return deal(tell(state, first=first))

    def to_act(self, facts: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn, or everyone who has not noticed the thumb yet (R12)."""
        if facts.reason:
            return ()
        if facts.thumb is None:
            return (facts.turn,)
        aware = {facts.thumb, *facts.noticed}
        return tuple(seat for seat in range(len(facts.balances)) if seat not in aware)

    def choices(self, seen: View) -> Sequence[Action]:
        """Pick, then discard; raise the thumb at either point; or notice one (R5, Q9)."""
        facts = seen.public
        if facts.thumb is not None:
            return (SEEN,)
        blocks = seen.zones[rack(facts.turn)].cards
        if facts.picked:
            taken = facts.taken
            actions: list[Action] = [
                DISCARDS[block] for block in dict.fromkeys(blocks) if block not in taken
            ]
        elif _take_forbidden(seen, blocks):
            actions = [DRAW]
        else:
            actions = [DRAW, TAKE]
        if wins(blocks):
            actions.append(THUMB)
        return actions

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        facts = seen.public
        blocks = seen.zones[rack(facts.turn)].cards
        match action:
            case Seen():
                return None if facts.thumb is not None else Violation("Q7", "no thumb is up")
            case _ if facts.thumb is not None:
                return Violation("R12", "a thumb is up: play stops until all have seen it")
            case Thumb():
                return None if wins(blocks) else Violation("R7", "your hand does not win yet")
            case Draw() | Take() if facts.picked:
                return Violation("R5", "you have picked already: discard a block")
            case Draw():
                return None
            case Take():
                return _take_forbidden(seen, blocks)
            case Discard() if not facts.picked:
                return Violation("R5", "pick a block first")
            case Discard(block) if block not in blocks:
                return Violation("R5", f"there is no {DECK.words[block]} in your rack")
            case Discard(block) if block in facts.taken:
                return Violation("Q12", "you cannot discard the block you took, or one like it")
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the block, or raise or notice the thumb, and settle the hand if it is over."""
        match action:
            case Draw():
                state = move(state, top(state, POOL), POOL, rack(seat))
                return tell(state, picked=True, takes=0)
            case Take():
                block = top(state, DISCARD)
                state = move(state, block, DISCARD, rack(seat))
                return tell(state, picked=True, taken=block, takes=state.public.takes + 1)
            case Discard(block):
                state = move(state, bytes([block]), rack(seat), DISCARD)
                left = seat_to_the_left(seat, state.seats)
                state = tell(state, turn=left, picked=False, taken=b"")
                return state if state.zones[POOL].cards else refill(state)
            case Thumb():
                state = tell(state, thumb=seat)
                return state if fined(state.options, state.seats) else settle(state)
            case _:
                state = tell(state, noticed=(*state.public.noticed, seat))
                return state if self.to_act(state.public) else settle(state)

    def result(self, seen: State | View) -> Result | None:
        """Rank by balance once the last hand is paid (Q23)."""
        facts = seen.public
        if not facts.reason:
            return None
        return ranked(facts.balances, facts.reason, facts.balances)


def _take_forbidden(seen: View, blocks: Cards) -> Violation | None:
    block = seen.top(DISCARD)
    if not block:
        return Violation("Q20", "nothing lies face up yet")
    if blocks.count(block) == RACK_SIZE:
        return Violation("Q12", "all your blocks are like this one: you could discard none")
    most = MAX_TAKES_PER_SEAT * seen.seats
    if seen.public.takes >= most:
        return Violation("Q26", f"after {most} takes in a row somebody must draw")
    return None


def deal(state: State) -> State:
    """Shuffle all blocks and deal five to each rack, from the hand's first player on (R4)."""
    state = shuffled(gather(state, POOL), POOL)
    first, seats = state.public.first, state.seats
    for turn in range(RACK_SIZE * seats):
        state = move(state, top(state, POOL), POOL, rack((first + turn) % seats))
    return tell(
        state, turn=first, picked=False, taken=b"", takes=0, thumb=None, noticed=(), emptied=0
    )


def refill(state: State) -> State:
    """Make a new pool of the covered discards, or void the hand (Q11)."""
    if state.public.emptied or state.options.pool_empty == "void":
        return void(state)
    covered = state.zones[DISCARD].cards[:-1]
    state = note(state, "Q11", "the pool is empty: the covered discards become the new pool")
    state = shuffled(move(state, covered, DISCARD, POOL), POOL)
    return tell(state, emptied=1)


def void(state: State) -> State:
    """Play the hand again, unless it is void for the third time running (Q11, Q25)."""
    voids = state.public.voids + 1
    if voids == MAX_VOIDS:
        state = note(state, "Q25", "void for the third time: the hand counts, and nobody pays")
        return end_hand(state, state.public.balances)
    state = note(state, "Q11", "the pool is empty: the hand is void and played again")
    return deal(tell(state, voids=voids))


def settle(state: State) -> State:
    """Lay the racks open and let every loser pay the winner (R9 to R12)."""
    facts = state.public
    winner = facts.thumb
    assert winner is not None
    balances = list(facts.balances)
    for seat in range(state.seats):
        state = lay_open(state, rack(seat))
    racks = tuple(state.zones[rack(seat)].cards for seat in range(state.seats))
    last = facts.noticed[-1] if facts.noticed else None  # nobody without a fine
    debt_allowed = state.options.debt == "allowed"
    for rule, seat, paid in payments(racks, winner, last, facts.balances, debt_allowed):
        balances[seat] -= paid
        balances[winner] += paid
        why = " for being the last to notice the thumb" if rule == "R12" else ""
        state = note(state, rule, f"{{{seat}}} pays {paid} to {{{winner}}}{why}")
    return end_hand(state, tuple(balances))


def end_hand(state: State, balances: tuple[int, ...]) -> State:
    """Enter the hand in the ledger, and deal the next one or end the game (R13, Q19, Q22)."""
    facts = state.public
    gains = tuple(new - old for new, old in zip(balances, facts.balances, strict=True))
    ledger = (*facts.ledger, gains)
    first = seat_to_the_left(facts.first, state.seats)
    state = tell(state, balances=balances, ledger=ledger, first=first, voids=0)
    extra = len(ledger) - state.options.hands
    if extra < 0:
        return deal(state)
    tied = balances.count(max(balances)) > 1
    if tied and state.options.tie == "extra" and extra < MAX_EXTRA_HANDS:
        return deal(note(state, "Q22", "a tie for the most points: one more hand"))
    return tell(state, reason="TU-22" if tied or extra else "TU-23")
