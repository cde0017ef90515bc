"""`house@1` of Victor or Victim, as it was when it was frozen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.skill import Lot, Skill
from meldroom.games.victor_or_victim.deck import (
    DECK,
    FIRST_SPECIAL,
    PER_COLOUR,
    VICTIM,
    VICTOR,
    card,
    missing_letters,
    spelled,
)
from meldroom.games.victor_or_victim.facts import (
    DISCARD,
    LETTERS,
    Facts,
    Options,
    State,
    View,
    following,
)
from meldroom.games.victor_or_victim.game import Acquire, Pass

LETTER_COPIES = [DECK.pack.count(letter) for letter in range(FIRST_SPECIAL)]

# Ratings of letters share one scale, on which a letter short of VICTOR is worth about 1.
HOPE = (9.0, 1.2, 0.5, 0.22, 0.09, 0.03, 0.0)  # by the number of letters that VICTOR needs
FEAR = (9.0, 1.1, 0.4, 0.15, 0.05, 0.02, 0.0)  # by the number of letters that VICTIM needs
PASSABLE = 3.0  # more fear where the seat before holds the last letter of VICTIM and can pass it
NOT_IN_DECK = 0.5  # what is left of hope or fear where no last letter is in the deck
OTHER_RIVALS = 0.6  # how much a rival counts who is not the one passed to
DECISIVE = 100.0  # outweighs all ratings: the action wins, loses or puts a player out

Outlook = tuple[float, float, Cards, Cards]
"""Hope and fear, without the words that need just one letter; the letters that those need."""


class VictorOrVictimSkill(Skill[Facts, Options]):
    """What a player of Victor or Victim knows."""

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Leave the best letters here and the worst with the others."""
        return max(legal, key=Position(seen).value_after)


class Position:
    """The letters of all seats and the order of play, to rate what an action leads to."""

    def __init__(self, seen: State | View) -> None:
        facts, seats = seen.public, seen.seats
        self.turn = facts.turn
        self.both_words = seen.options.both_words
        self.held = [zone.cards for zone in seen.zones[LETTERS:]]
        on_table = b"".join([*self.held, seen.zones[DISCARD].cards])
        self.in_deck = bytes(
            [
                letter
                for letter in range(FIRST_SPECIAL)
                if on_table.count(letter) < LETTER_COPIES[letter]
            ]
        )
        self.next_of = {
            seat: following(facts, seats, seat) for seat in range(seats) if seat not in facts.fallen
        }

    def value_after(self, action: Action) -> float:
        """Rate an action of the seat on turn by the letters that it leaves to everybody."""
        seat, held = self.turn, list(self.held)
        neighbour = receiver = self.next_of[seat]
        match action:
            case Pass(cards):
                held[seat] = without(held[seat], cards)
                held[neighbour] = bytes(sorted(held[neighbour] + cards))
            case Acquire(letter, owner):
                held[owner] = without(held[owner], bytes([letter]))
                held[seat] = bytes(sorted(held[seat] + bytes([letter])))
                receiver = seat
        value = 0.0
        victor, victim = spelled(held[receiver])
        if victor and not (victim and self.both_words == "victim"):  # Q3
            return DECISIVE if receiver == seat else -DECISIVE
        if victim:
            value = -DECISIVE if receiver == seat else DECISIVE / (len(self.next_of) - 1)
            held[receiver] = b""
        for other, rating in self.ratings(held).items():
            if other == seat:
                value += rating
            else:
                value -= rating * (1.0 if other == neighbour else OTHER_RIVALS)
        return value

    def ratings(self, held: Sequence[Cards]) -> dict[Seat, float]:
        """Rate the letters of every survivor, with what the seat before can pass to it."""
        ratings = {}
        for before, seat in self.next_of.items():
            hopes, fears, winning, killing = outlook(held[seat])
            for letter in winning:
                hopes += HOPE[1] * (1.0 if letter in self.in_deck else NOT_IN_DECK)
            for letter in killing:
                fears += FEAR[1] * (1.0 if letter in self.in_deck else NOT_IN_DECK)
                if letter in held[before]:
                    fears += PASSABLE
            ratings[seat] = hopes - fears
        return ratings


def outlook(mine: Cards) -> Outlook:
    """Look how near letters, in canonical order, are to both words in every colour."""
    blue, yellow = bisect_left(mine, PER_COLOUR), bisect_left(mine, 2 * PER_COLOUR)
    one, two, three = map(outlook_in, (mine[:blue], mine[blue:yellow], mine[yellow:]))
    return (
        one[0] + two[0] + three[0],
        one[1] + two[1] + three[1],
        one[2] + two[2] + three[2],
        one[3] + two[3] + three[3],
    )


@lru_cache(maxsize=1 << 16)
def outlook_in(own: Cards) -> Outlook:
    """Look how near the letters of one colour are to both words."""
    if not own:
        return 0.0, 0.0, b"", b""
    colour = own[0] // PER_COLOUR
    victor, victim = missing_letters(own, colour, VICTOR), missing_letters(own, colour, VICTIM)
    return (
        HOPE[len(victor)] if len(victor) != 1 else 0.0,
        FEAR[len(victim)] if len(victim) != 1 else 0.0,
        bytes([card(colour, victor)]) if len(victor) == 1 else b"",
        bytes([card(colour, victim)]) if len(victim) == 1 else b"",
    )
