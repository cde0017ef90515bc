"""Victor or Victim: draw a letter, pass a letter; one word wins, the other puts you out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Annotated

from meldroom.core.action import Action, AtSeat, Card, SomeCards
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import drawn_lot, move, note, shuffled, tell, top
from meldroom.core.zone import Sight, Zone
from meldroom.games.victor_or_victim.deck import (
    ACQUISITION,
    CHANGE_DIRECTION,
    DECK,
    FIRST_SPECIAL,
    LOSE_A_TURN,
    PASS_TWO,
    spelled,
    standing,
)
from meldroom.games.victor_or_victim.facts import (
    DISCARD,
    DRAW_PILE,
    LEFT,
    LETTERS,
    MAX_RECYCLES,
    OPENING_LETTERS,
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
    """Give a letter, or two together, to the next survivor (R4, R6)."""

    verb = "pass"
    cards: Annotated[Cards, SomeCards(most=2)]


@dataclass(frozen=True, slots=True)
class Acquire(Action):
    """Take a letter from an opponent (R5)."""

    verb = "acquire"
    letter: Card
    owner: AtSeat


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Take nothing with an Acquisition (Q8)."""

    verb = "decline"


# Every action, made once: to make one takes longer than to look it up.
DECLINE = Decline()
PASSES = tuple(Pass(bytes([letter])) for letter in range(FIRST_SPECIAL))
PASSES_OF_TWO = {
    pair: Pass(bytes(pair)) for pair in combinations_with_replacement(range(FIRST_SPECIAL), 2)
}
ACQUIRES = [[Acquire(letter, owner) for letter in range(FIRST_SPECIAL)] for owner in range(8)]

RULE_OF_SPECIAL = {ACQUISITION: "R5", PASS_TWO: "R6", CHANGE_DIRECTION: "R7", LOSE_A_TURN: "R8"}


class VictorOrVictim(Game[Facts, Options]):
    """The referee of Victor or Victim."""

    key = "victor-or-victim"
    name = "Victor or Victim"
    year = "2012"
    about = "Draw a letter, pass a letter: VICTOR in one colour wins, VICTIM puts you out."
    rules = "1"
    prefix = "VV"
    players = range(2, 9)  # Q1
    deck = DECK
    actions = (Pass, Acquire, Decline)
    options = Options

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Draw lots for the first player, give three letters each and begin (R2, Q14, Q15)."""
        pile = Zone("deck", None, Sight.NONE, fan=False, cards=DECK.pack)
        discard = Zone("discard", None, Sight.ALL, fan=False)
        in_front = [Zone("letters", seat, Sight.ALL, fan=True) for seat in range(seats)]
        facts = Facts(
            turn=0,
            direction=LEFT,  # R13
            drawn=b"",
            recycled=0,
            fallen=(),
            winner=None,
            reason="",
        )
        state = State((pile, discard, *in_front), facts, options, seats, rng)
        first, state = drawn_lot(state, seats)
        state = shuffled(note(state, "Q15", f"{{{first}}} begins"), DRAW_PILE)
        for turn in range(OPENING_LETTERS * seats):
            state = deal_letter(state, (first + turn) % seats)
        return play_on(state, first)

    def to_act(self, facts: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if facts.reason else (facts.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Take a letter or decline after an Acquisition, else pass what the card asks for."""
        facts = seen.public
        drawn, turn = facts.drawn[0], facts.turn
        if drawn == ACQUISITION:
            theirs = [
                (letter, owner)
                for owner, zone in enumerate(seen.zones[LETTERS:])
                if owner != turn
                for letter in dict.fromkeys(zone.cards)
            ]
            return [*[ACQUIRES[owner][letter] for letter, owner in sorted(theirs)], DECLINE]
        mine = seen.zones[letters(turn)].cards
        kinds = dict.fromkeys(mine)
        if drawn == PASS_TWO and len(mine) > 1:
            pairs = combinations_with_replacement(kinds, 2)
            return [
                PASSES_OF_TWO[pair]
                for pair in pairs
                if pair[0] != pair[1] or mine.count(pair[0]) > 1
            ]
        return [*map(PASSES.__getitem__, kinds)]

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        acquiring = seen.public.drawn[0] == ACQUISITION
        match action:
            case Pass() if acquiring:
                return Violation("Q6", "after an Acquisition you pass nothing")
            case Pass(cards):
                return _pass_forbidden(seen, cards)
            case _ if not acquiring:
                return Violation("R5", "you drew no Acquisition: pass instead")
            case Acquire(letter, owner):
                return _acquire_forbidden(seen, letter, owner)
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the letters, test who got any, and draw on until somebody must choose."""
        if isinstance(action, Pass):
            receiver = following(state.public, state.seats, seat)
            state = move(state, action.cards, letters(seat), letters(receiver))
            if state.options.test == "after_pass":  # Q2: the passer before the receiver
                state = check_words(state, seat)
            state = check_words(state, receiver)
        elif isinstance(action, Acquire):
            letter = bytes([action.letter])
            state = check_words(move(state, letter, letters(action.owner), letters(seat)), seat)
        return play_on(state, following(state.public, state.seats, seat))

    def result(self, seen: State | View) -> Result | None:
        """Rank the winner, then the survivors by standing, then the fallen (Q18)."""
        facts = seen.public
        if not facts.reason:
            return None
        standings: list[tuple[int, ...]] = []
        for seat in range(seen.seats):
            if seat in facts.fallen:
                standings.append((0, facts.fallen.index(seat)))
            elif seat == facts.winner:
                standings.append((2,))
            else:
                standings.append((1, *standing(seen.zones[letters(seat)].cards)))
        result = ranked(standings, facts.reason, ())
        return result._replace(scores=tuple(seen.seats - place for place in result.places))


def _pass_forbidden(seen: View, cards: Cards) -> Violation | None:
    facts = seen.public
    mine = seen.zones[letters(facts.turn)].cards
    if facts.drawn[0] != PASS_TWO and len(cards) != 1:
        return Violation("R4", "after drawing a letter you pass just one")
    if facts.drawn[0] == PASS_TWO and len(cards) != min(2, len(mine)):
        return Violation("Q9", "Pass Two: pass two letters, or the only one you have")
    for card in cards:
        if mine.count(card) < cards.count(card):
            many = "only one" if card in mine else "no"
            return Violation("R4", f"you have {many} {DECK.words[card]}")
    return None


def _acquire_forbidden(seen: View, letter: int, owner: Seat) -> Violation | None:
    if owner == seen.public.turn:
        return Violation("Q8", "you can take only an opponent's letter")
    if owner >= seen.seats or letter not in seen.zones[letters(owner)].cards:
        return Violation("Q8", f"that seat has no {DECK.words[letter]}")
    return None


def deal_letter(state: State, seat: Seat) -> State:
    """Give a seat the next letter; a special that turns up goes back into the deck (Q14)."""
    while (card := top(state, DRAW_PILE))[0] >= FIRST_SPECIAL:
        state = move(state, card, DRAW_PILE, DISCARD)  # where everyone sees it
        at, state = drawn_lot(state, len(state.zones[DRAW_PILE].cards) + 1)
        state = move(state, card, DISCARD, DRAW_PILE, at=at)
    return move(state, card, DRAW_PILE, letters(seat))


def play_on(state: State, seat: Seat) -> State:
    """Draw for the survivors from this seat on until one must choose or the game is over (R3)."""
    while not state.public.reason:
        drawn = state.zones[DRAW_PILE].cards[-1:]
        if not drawn:
            state = recycle(state)
            continue
        if drawn[0] < FIRST_SPECIAL:
            state = move(state, drawn, DRAW_PILE, letters(seat))
            must_choose = True
            if state.options.test == "instant":  # Q2
                state = check_words(state, seat)
                must_choose = seat not in state.public.fallen  # Q12
        else:
            state = move(state, drawn, DRAW_PILE, DISCARD)
            must_choose, state = resolve_special(state, seat, drawn[0])
        if must_choose:
            return tell(state, turn=seat, drawn=drawn)
        seat = following(state.public, state.seats, seat)
    return state


def resolve_special(state: State, seat: Seat, card: int) -> tuple[bool, State]:
    """Do what a special card does by itself, and say whether the seat must choose."""
    state = note(state, RULE_OF_SPECIAL[card], f"{{{seat}}} draws {DECK.words[card]}")
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
    if recycled > MAX_RECYCLES:
        state = note(state, "Q5", "the deck is empty for the third time: the game ends")
        return tell(state, reason="VV-5")
    state = note(state, "Q4", "the deck is empty: the discard pile is shuffled")
    state = shuffled(move(state, state.zones[DISCARD].cards, DISCARD, DRAW_PILE), DRAW_PILE)
    return tell(state, recycled=recycled)


def check_words(state: State, seat: Seat) -> State:
    """Let the seat win or fall if its letters spell a word, unless the game is over (R9, R10)."""
    victor, victim = spelled(state.zones[letters(seat)].cards)
    if not (victor or victim) or state.public.reason:
        return state
    both = bool(victor and victim)
    if victor and not (both and state.options.both_words == "victim"):  # Q3
        rule, why = "Q3" if both else "R9", f"{{{seat}}} spells VICTOR in {victor} and wins"
        return tell(note(state, rule, why), winner=seat, reason="VV-21")
    rule, why = "Q3" if both else "R10", f"{{{seat}}} spells VICTIM in {victim} and is out"
    return fall(note(state, rule, why), seat)


def fall(state: State, seat: Seat) -> State:
    """Shuffle a victim's letters into the deck, then see whether one survivor is left (Q12)."""
    zone = letters(seat)
    state = move(state, state.zones[zone].cards, zone, DRAW_PILE)
    state = shuffled(state, DRAW_PILE)  # R11
    fallen = (*state.public.fallen, seat)
    state = tell(state, fallen=fallen, recycled=0)  # Q5: an elimination starts the count again
    survivors = [other for other in range(state.seats) if other not in fallen]
    if len(survivors) > 1:
        return state
    state = note(state, "Q16", f"{{{survivors[0]}}} is the last survivor and wins")  # R12
    return tell(state, winner=survivors[0], reason="VV-16")
