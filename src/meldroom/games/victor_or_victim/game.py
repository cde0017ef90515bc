"""Victor or Victim: draw a letter, pass a letter; one word wins, the other one kills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Annotated

from meldroom.core.action import Action, AtSeat, Card, SomeCards
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import drawn_lot, move, note, shuffled, tell, top
from meldroom.core.zone import Sight, Zone
from meldroom.games.victor_or_victim import deck
from meldroom.games.victor_or_victim.deck import (
    ACQUISITION,
    CHANGE_DIRECTION,
    FIRST_SPECIAL,
    LOSE_A_TURN,
    PASS_TWO,
    spelled,
    standing,
)
from meldroom.games.victor_or_victim.facts import (
    DECK,
    DISCARD,
    LEFT,
    LETTERS,
    OPENING,
    RECYCLES,
    Facts,
    Options,
    State,
    View,
    following,
    letters,
    side,
)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Give a letter, or two together, to the next survivor."""

    verb = "pass"
    cards: Annotated[Cards, SomeCards(most=2)]


@dataclass(frozen=True, slots=True)
class Acquire(Action):
    """Take a letter from an opponent."""

    verb = "acquire"
    letter: Card
    owner: AtSeat


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Take nothing with an Acquisition."""

    verb = "decline"


DECLINE = Decline()
PASSES = tuple(Pass(bytes([letter])) for letter in range(FIRST_SPECIAL))
PASSES_OF_TWO = {
    pair: Pass(bytes(pair)) for pair in combinations_with_replacement(range(FIRST_SPECIAL), 2)
}
BY = {ACQUISITION: "R5", PASS_TWO: "R6", CHANGE_DIRECTION: "R7", LOSE_A_TURN: "R8"}
ACQUIRES = [[Acquire(letter, owner) for letter in range(FIRST_SPECIAL)] for owner in range(8)]


class VictorOrVictim(Game[Facts, Options]):
    """The referee of Victor or Victim."""

    key = "victor-or-victim"
    name = "Victor or Victim"
    year = "2012"
    about = "Draw a letter, pass a letter: VICTOR in one colour wins, VICTIM puts you out."
    rules = "1"
    prefix = "VV"
    players = range(2, 9)
    deck = deck.DECK
    actions = (Pass, Acquire, Decline)
    options = Options

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Draw lots for the first player, give three letters each and begin (R2, Q15)."""
        pack = Zone("deck", None, Sight.NONE, fan=False, cards=deck.DECK.pack)
        discard = Zone("discard", None, Sight.ALL, fan=False)
        before = [Zone("letters", seat, Sight.ALL, fan=True) for seat in range(seats)]
        table = Facts(
            turn=0, direction=LEFT, drawn=b"", recycled=0, fallen=(), winner=None, reason=""
        )
        state = State((pack, discard, *before), table, options, seats, rng)
        first, state = drawn_lot(state, seats)
        state = shuffled(note(state, "Q15", f"{{{first}}} begins"), DECK)
        for turn in range(OPENING * seats):
            state = opening_letter(state, (first + turn) % seats)
        return play_on(state, first)

    def to_act(self, table: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if table.reason else (table.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Generate what the seat may do with what it drew."""
        table = seen.public
        drawn, turn = table.drawn[0], table.turn
        mine = seen.zones[LETTERS + turn].cards
        if drawn == ACQUISITION:
            actions: list[Action] = [DECLINE]
            for owner, theirs in enumerate(seen.zones[LETTERS:]):
                if owner != turn:
                    actions += map(ACQUIRES[owner].__getitem__, dict.fromkeys(theirs.cards))
            return actions
        kinds = dict.fromkeys(mine)
        if drawn == PASS_TWO and len(mine) > 1:
            alike = [PASSES_OF_TWO[letter, letter] for letter in kinds if mine.count(letter) > 1]
            return [*map(PASSES_OF_TWO.__getitem__, combinations(kinds, 2)), *alike]
        return [*map(PASSES.__getitem__, kinds)]

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        table = seen.public
        acquiring = table.drawn[0] == ACQUISITION
        match action:
            case Pass() if acquiring:
                return Violation("Q6", "nothing is passed after an Acquisition")
            case Pass(cards):
                return _pass_forbidden(seen, cards)
            case _ if not acquiring:
                return Violation("R5", "you drew no Acquisition: pass")
            case Acquire(letter, owner):
                return _acquire_forbidden(seen, letter, owner)
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the letters, test who got any, and draw on until somebody must choose."""
        if isinstance(action, Pass):
            receiver = following(state.public, state.seats, seat)
            state = move(state, action.cards, LETTERS + seat, LETTERS + receiver)
            if state.options.test == "after_pass":  # Q2
                state = tested(state, seat)
            state = tested(state, receiver)
        elif isinstance(action, Acquire):
            letter = bytes([action.letter])
            state = tested(move(state, letter, LETTERS + action.owner, LETTERS + seat), seat)
        return play_on(state, following(state.public, state.seats, seat))

    def result(self, seen: State | View) -> Result | None:
        """Rank the winner, then the survivors by standing, then the fallen (Q18)."""
        table = seen.public
        if not table.reason:
            return None
        standings: list[tuple[int, ...]] = []
        for seat in range(seen.seats):
            if seat in table.fallen:
                standings.append((0, table.fallen.index(seat)))
            elif seat == table.winner:
                standings.append((2,))
            else:
                standings.append((1, *standing(seen.zones[letters(seat)].cards)))
        result = ranked(standings, table.reason, ())
        return result._replace(scores=tuple(seen.seats - place for place in result.places))


def _pass_forbidden(seen: View, cards: Cards) -> Violation | None:
    table = seen.public
    mine = seen.zones[letters(table.turn)].cards
    if table.drawn[0] != PASS_TWO and len(cards) != 1:
        return Violation("R4", "after a letter you pass just one")
    if table.drawn[0] == PASS_TWO and len(cards) != min(2, len(mine)):
        return Violation("Q9", "Pass Two: two letters, or the only one you have")
    for card in cards:
        if mine.count(card) < cards.count(card):
            many = "only one" if card in mine else "no"
            return Violation("R4", f"you have {many} {deck.DECK.words[card]}")
    return None


def _acquire_forbidden(seen: View, letter: int, owner: Seat) -> Violation | None:
    if owner == seen.public.turn:
        return Violation("Q8", "only an opponent's letter can be taken")
    if owner >= seen.seats or letter not in seen.zones[letters(owner)].cards:
        return Violation("Q8", f"no {deck.DECK.words[letter]} lies there")
    return None


def opening_letter(state: State, seat: Seat) -> State:
    """Give a seat the next letter; a special that comes up goes back into the deck (Q14)."""
    while (card := top(state, DECK))[0] >= FIRST_SPECIAL:
        state = move(state, card, DECK, DISCARD)
        at, state = drawn_lot(state, len(state.zones[DECK].cards) + 1)
        state = move(state, card, DISCARD, DECK, at=at)
    return move(state, card, DECK, letters(seat))


def play_on(state: State, seat: Seat) -> State:
    """Draw for the survivors from this seat on until one must choose or the game is over (R3)."""
    while not state.public.reason:
        deck = state.zones[DECK].cards
        if not deck:
            state = recycle(state)
            continue
        drawn = deck[-1:]
        if drawn[0] < FIRST_SPECIAL:
            state = move(state, drawn, DECK, LETTERS + seat)
            asked = True
            if state.options.test == "instant":
                state = tested(state, seat)
                asked = seat not in state.public.fallen  # Q12
        else:
            asked, state = special(move(state, drawn, DECK, DISCARD), seat, drawn[0])
        if asked:
            return tell(state, turn=seat, drawn=drawn)
        seat = following(state.public, state.seats, seat)
    return state


def special(state: State, seat: Seat, card: int) -> tuple[bool, State]:
    """Do what a special card does by itself, and say whether it leaves a choice."""
    state = note(state, BY[card], f"{{{seat}}} draws {deck.DECK.words[card]}")
    if card == PASS_TWO and not state.zones[letters(seat)].cards:
        return False, note(state, "Q9", f"{{{seat}}} has no letter to pass")
    if card == CHANGE_DIRECTION:
        direction = -state.public.direction
        state = note(state, "Q11", f"play goes to the {side(direction)}")
        return False, tell(state, direction=direction)
    return card != LOSE_A_TURN, state


def recycle(state: State) -> State:
    """Make the discard pile the new deck, or end the game (Q4, Q5)."""
    recycled = state.public.recycled + 1
    if recycled > RECYCLES:
        state = note(state, "Q5", "the deck is empty for the third time: the game ends")
        return tell(state, reason="VV-5")
    state = note(state, "Q4", "the deck is empty: the discard pile is shuffled")
    state = shuffled(move(state, state.zones[DISCARD].cards, DISCARD, DECK), DECK)
    return tell(state, recycled=recycled)


def tested(state: State, seat: Seat) -> State:
    """Let the seat win or fall if its letters spell a word and the game is not over."""
    victor, victim = spelled(state.zones[LETTERS + seat].cards)
    if not (victor or victim) or state.public.reason:
        return state
    both = "Q3" if victor and victim else ""
    if victor and (not both or state.options.both_words == "victor"):
        state = note(state, both or "R9", f"{{{seat}}} spells VICTOR in {victor} and wins")
        return tell(state, winner=seat, reason="VV-21")
    return fall(note(state, both or "R10", f"{{{seat}}} spells VICTIM in {victim}: out"), seat)


def fall(state: State, seat: Seat) -> State:
    """Shuffle the seat's letters into the deck, and see whether one survivor is left (Q12, Q16)."""
    before = letters(seat)
    state = shuffled(move(state, state.zones[before].cards, before, DECK), DECK)
    fallen = (*state.public.fallen, seat)
    state = tell(state, fallen=fallen, recycled=0)
    survivors = [seat for seat in range(state.seats) if seat not in fallen]
    if len(survivors) > 1:
        return state
    state = note(state, "Q16", f"{{{survivors[0]}}} is the last survivor and wins")
    return tell(state, winner=survivors[0], reason="VV-16")
