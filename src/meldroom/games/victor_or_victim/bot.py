"""How Victor or Victim is played well: which letter wins or kills, now or at the next draw."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
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
    letters,
)
from meldroom.games.victor_or_victim.game import Acquire, Pass

LETTER_COPIES = [DECK.pack.count(letter) for letter in range(FIRST_SPECIAL)]

# Ratings are integers, so that the compiled twin chooses the same: a letter short of VICTOR is
# worth 200.
HOPE = (500, 200, 40, 22, 9, 3, 0)  # by the number of letters that VICTOR needs
HOPE_NOT_IN_DECK = 100  # for the last letter, if none is in the deck


class Fear(NamedTuple):
    """How the way to VICTIM is rated."""

    by_missing: tuple[int, ...]  # by the number of letters that VICTIM needs
    not_in_deck: int  # for the last letter, if none is in the deck
    passable: int  # more, where the seat before holds the last letter and can pass it


OTHERS_FEAR = Fear((500, 130, 50, 22, 8, 2, 0), 55, 300)
OWN_FEAR = Fear((500, 480, 120, 45, 15, 3, 0), 165, 900)  # to go on matters more than who goes
OWN, NEXT, OTHERS = 10, -10, -6  # how ratings count: one's own, the one passed to, the other rivals
SWING = 120.0  # by how much ratings must differ for a clear favourite
DECISIVE = 1_000_000  # outweighs all ratings: the action wins, loses or puts a player out
CANDIDATES = 5  # actions that a search compares

Outlook = tuple[int, tuple[int, ...], Cards, Cards]
"""Hope without the words that need just one letter; how many letters of VICTIM each colour lacks;
the last letters of VICTOR and of VICTIM, where just one is missing."""


class VictorOrVictimSkill(Skill[Facts, Options]):
    """What a player of Victor or Victim knows."""

    horizon = 16
    review_effort = 10.0  # much luck

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Leave the best letters here and the worst with the others."""
        return max(sorted(legal, key=in_order), key=Position(seen).value_after)

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Keep what VICTOR needs, without a look at VICTIM or at the others."""
        mine = seen.zones[letters(seen.public.turn)].cards

        def kept(action: Action) -> int:
            match action:
                case Pass(cards):
                    return hope(without(mine, cards))
                case Acquire(letter):
                    return hope(bytes(sorted(mine + bytes([letter]))))
                case _:
                    return hope(mine)

        return max(legal, key=kept)

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Look at the best few actions, at none if the favourite decides the game."""
        position = Position(seen)
        if position.value_after(favourite) > DECISIVE // 2:
            return ()
        return sorted(legal, key=position.value_after, reverse=True)[:CANDIDATES]

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the seat's letters among those of all survivors."""
        position = Position(state)
        if seat not in position.next_of:
            return 0.0
        ratings = dict(position.ratings(position.held, own=None))
        return chance_to_win(list(ratings.values()), list(ratings).index(seat), SWING)


class Position:
    """The letters of all seats and the order of play, to rate what an action leads to."""

    def __init__(self, seen: State | View) -> None:
        facts, seats = seen.public, seen.seats
        self.turn = facts.turn
        self.options = seen.options
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

    def value_after(self, action: Action) -> int:
        """Rate an action of the seat on turn by the letters that it leaves to everybody."""
        seat, held = self.turn, list(self.held)
        neighbour = self.next_of[seat]
        tested: tuple[Seat, ...] = ()
        match action:
            case Pass(cards):
                held[seat] = without(held[seat], cards)
                held[neighbour] = bytes(sorted(held[neighbour] + cards))
                instant = self.options.test == "instant"  # Q2
                tested = (neighbour,) if instant else (seat, neighbour)
            case Acquire(letter, owner):
                held[owner] = without(held[owner], bytes([letter]))
                held[seat] = bytes(sorted(held[seat] + bytes([letter])))
                tested = (seat,)
        value = 0
        for receiver in tested:
            victor, victim = spelled(held[receiver])
            if victor and not (victim and self.options.both_words == "victim"):  # Q3
                return DECISIVE if receiver == seat else -DECISIVE
            if victim and receiver == seat:
                return -DECISIVE
            if victim:
                value = DECISIVE // (len(self.next_of) - 1)
                held[receiver] = b""
        for other, rating in self.ratings(held, own=seat):
            value += rating * (OWN if other == seat else NEXT if other == neighbour else OTHERS)
        return value

    def ratings(self, held: Sequence[Cards], own: Seat | None) -> Iterator[tuple[Seat, int]]:
        """Rate the letters of every survivor, with what the seat before can pass to it."""
        for before, seat in self.next_of.items():
            fear = OWN_FEAR if seat == own else OTHERS_FEAR
            rating, missing, winning, killing = outlook(held[seat])
            for letter in winning:
                rating += HOPE[1] if letter in self.in_deck else HOPE_NOT_IN_DECK
            for many in missing:
                rating -= fear.by_missing[many]
            for letter in killing:
                if letter not in self.in_deck:
                    rating += fear.by_missing[1] - fear.not_in_deck
                if letter in held[before]:
                    rating -= fear.passable
            yield seat, rating


def in_order(action: Action) -> tuple[int, ...]:
    """Order the actions of one decision as they are numbered."""
    match action:
        case Pass(cards):
            return tuple(cards)
        case Acquire(letter, owner):
            return letter, owner
        case _:
            return (FIRST_SPECIAL,)


def hope(mine: Cards) -> int:
    """Rate letters by VICTOR alone."""
    hopes, _, winning, _ = outlook(mine)
    return hopes + HOPE[1] * len(winning)


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
        return 0, (), b"", b""
    colour = own[0] // PER_COLOUR
    victor, victim = missing_letters(own, colour, VICTOR), missing_letters(own, colour, VICTIM)
    return (
        HOPE[len(victor)] if len(victor) != 1 else 0,
        (len(victim),),
        bytes([card(colour, victor)]) if len(victor) == 1 else b"",
        bytes([card(colour, victim)]) if len(victim) == 1 else b"",
    )
