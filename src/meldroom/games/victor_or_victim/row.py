"""What a network is told of Victor or Victim; its twin is in fast/csrc/victor_or_victim_row.h."""

from __future__ import annotations

from itertools import combinations_with_replacement

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.row import RowFacts, RowWriter, seats_round
from meldroom.games.victor_or_victim.deck import (
    ACQUISITION,
    COLOURS,
    DECK,
    FIRST_SPECIAL,
    PASS_TWO,
    PER_COLOUR,
    VICTIM,
    VICTOR,
    card,
    missing_letters,
    spelled,
)
from meldroom.games.victor_or_victim.facts import (
    DISCARD,
    DRAW_PILE,
    MAX_RECYCLES,
    Facts,
    Options,
    View,
    following,
    letters,
    preceding,
)
from meldroom.games.victor_or_victim.game import Acquire, Pass

KINDS = len(DECK.codes)
MAX_SEATS, PER_OPPONENT = 8, 18
LETTERS = range(FIRST_SPECIAL)
MOST_HELD = tuple(3 if letter % PER_COLOUR == card(0, "I") else 2 for letter in LETTERS)

# What a network chooses: only letters are passed, and owners are counted round from the seat.
PAIRS = {
    bytes(pair): number
    for number, pair in enumerate(combinations_with_replacement(LETTERS, 2), FIRST_SPECIAL)
}
ACQUIRE = FIRST_SPECIAL + len(PAIRS)
DECLINE = ACQUIRE + FIRST_SPECIAL * (MAX_SEATS - 1)


class VictorOrVictimRow(RowFacts[Facts, Options]):
    """The letters of the seats beside, what each letter does, and how near everybody is."""

    told_actions = 0  # they follow from the letters and the card drawn

    @property
    def actions(self) -> int:
        """How many actions a network chooses from."""
        return DECLINE + 1

    def legal(self, seen: View) -> dict[int, Action]:
        """Give the legal actions by their numbers; an owner's is its place from the seat."""
        return {_number(seen, action): action for action in self.game.legal(seen)}

    def seen(self, to: RowWriter, seen: View) -> None:
        """Write the letters, what each would do to whom, the deck, the options, every seat."""
        facts, seat = seen.public, seen.seat
        assert seat is not None
        next_seat = following(facts, seen.seats, seat)
        before = preceding(facts, seen.seats, seat)
        mine, of_next, of_before = [
            seen.zones[letters(each)].cards for each in (seat, next_seat, before)
        ]
        laid = b"".join([seen.zones[letters(each)].cards for each in range(seen.seats)])
        discard = seen.zones[DISCARD].cards
        for held in (mine, of_next):
            for letter in LETTERS:
                to.reached(held.count(letter), MOST_HELD[letter])
        for letter in LETTERS:
            in_deck = DECK.pack.count(letter) - laid.count(letter)
            to.number(of_before.count(letter), 2)
            to.number(in_deck, 2)
            to.flag(in_deck > 0)
            to.number(laid.count(letter) - mine.count(letter), 2)
            for held in (mine, of_next):
                wins, falls = _test_with(held, letter, seen.options)
                to.flag(wins)
                to.flag(falls)
        _write_nearness(to, mine)
        drawn = facts.drawn[0] if facts.drawn else KINDS
        to.flag(drawn < FIRST_SPECIAL)
        to.flag(drawn == ACQUISITION)
        to.flag(drawn == PASS_TWO)
        for special in range(FIRST_SPECIAL, KINDS):
            to.number(DECK.pack.count(special) - discard.count(special), 4)
        to.number(len(seen.zones[DRAW_PILE].cards), 32)
        to.one_of(facts.recycled, MAX_RECYCLES + 1)
        to.flag(seen.options.test == "instant")
        to.flag(seen.options.both_words == "victor")
        to.one_of(seen.seats - 2, MAX_SEATS - 1)
        to.one_of(seen.seats - len(facts.fallen) - 2, MAX_SEATS - 1)
        for other in seats_round(seen)[1:]:
            to.flag(other not in facts.fallen)
            to.flag(other == next_seat)
            to.flag(other == before)
            _write_nearness(to, seen.zones[letters(other)].cards)
        to.zeros((MAX_SEATS - seen.seats) * PER_OPPONENT)


def _number(seen: View, action: Action) -> int:
    match action:
        case Pass(cards):
            return cards[0] if len(cards) == 1 else PAIRS[cards]
        case Acquire(letter, owner):
            return ACQUIRE + letter * (MAX_SEATS - 1) + _place(seen, owner) - 1
        case _:
            return DECLINE


def _place(seen: View, owner: Seat) -> int:
    return seats_round(seen).index(owner)


def _test_with(held: Cards, letter: int, options: Options) -> tuple[bool, bool]:
    """Say whether one more letter wins, and whether it makes a victim (R9, R10, Q3)."""
    victor, victim = spelled(bytes(sorted(held + bytes([letter]))))
    wins = victor != "" and (options.both_words == "victor" or not victim)
    return wins, victim != "" and not wins


def _write_nearness(to: RowWriter, held: Cards) -> None:
    """Write whether VICTOR has three letters, four, five, and VICTIM four, five, by colour."""
    for colour in range(len(COLOURS)):
        victor = len(VICTOR) - len(missing_letters(held, colour, VICTOR))
        victim = len(VICTIM) - len(missing_letters(held, colour, VICTIM))
        to.reached(victor, (3, 4, 5))
        to.reached(victim, (4, 5))
