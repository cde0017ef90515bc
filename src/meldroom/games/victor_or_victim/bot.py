"""How Victor or Victim is played well: which letter kills or crowns, now or at the next draw."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.games.victor_or_victim.deck import (
    DECK,
    FIRST_SPECIAL,
    SIZE,
    VICTIM,
    VICTOR,
    card,
    lacking,
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

COPIES_OF = [DECK.pack.count(letter) for letter in range(FIRST_SPECIAL)]

HOPE = (9.0, 1.2, 0.5, 0.22, 0.09, 0.03, 0.0)  # by the number of letters that VICTOR lacks
FEAR = (9.0, 1.1, 0.4, 0.15, 0.05, 0.02, 0.0)  # by the number of letters that VICTIM lacks
IN_HAND = 3.0  # how much nearer VICTIM is where the neighbour has the last letter to pass
GONE = 0.5  # what a word is worth whose last letter is not in the deck
OTHERS = 0.6  # what a seat counts that is not the one passed to
SWING = 1.2  # by which standings must differ for a clear favourite
DECISIVE = 100.0

Near = tuple[float, float, Cards, Cards]
"""Hope and fear, but for words that lack just one letter, and the letters that those lack."""


class VictorOrVictimSkill(Skill[Facts, Options]):
    """What a player of Victor or Victim knows."""

    horizon = 16

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Do what leaves the best letters here and the worst with the others."""
        outlook = Outlook(seen)
        return max(legal, key=outlook.after)

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Hold on to VICTOR, give the rest away without a look at others, and slip at times."""
        if lot(6) == 0:
            return legal[lot(len(legal))]
        mine = seen.zones[LETTERS + seen.public.turn].cards

        def kept(action: Action) -> float:
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
        """Look at the few that come next to the favourite, at none if it decides the game."""
        outlook = Outlook(seen)
        if outlook.after(favourite) > DECISIVE / 2:
            return ()
        return sorted(legal, key=outlook.after, reverse=True)[:5]

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the seat's letters among those of all survivors."""
        worths = Outlook(state).worths([zone.cards for zone in state.zones[LETTERS:]])
        return (
            chance_to_win(list(worths.values()), list(worths).index(seat), SWING)
            if seat in worths
            else 0.0
        )


class Outlook:
    """What everyone can see of a position, to rate what an action leads to."""

    def __init__(self, seen: State | View) -> None:
        table, seats = seen.public, seen.seats
        self.turn, self.fallen = table.turn, table.fallen
        self.both_words = seen.options.both_words
        self.held = [zone.cards for zone in seen.zones[LETTERS:]]
        on_table = b"".join([*self.held, seen.zones[DISCARD].cards])
        self.in_deck = bytes(
            [
                letter
                for letter in range(FIRST_SPECIAL)
                if on_table.count(letter) < COPIES_OF[letter]
            ]
        )
        self.after_of = {
            seat: following(table, seats, seat) for seat in range(seats) if seat not in self.fallen
        }

    def after(self, action: Action) -> float:
        """Rate an action of the seat on turn by the letters that it leaves to everybody."""
        seat, held = self.turn, list(self.held)
        neighbour = moved = self.after_of[seat]
        match action:
            case Pass(cards):
                held[seat] = without(held[seat], cards)
                held[neighbour] = bytes(sorted(held[neighbour] + cards))
            case Acquire(letter, owner):
                held[owner] = without(held[owner], bytes([letter]))
                held[seat] = bytes(sorted(held[seat] + bytes([letter])))
                moved = seat
        value = 0.0
        victor, victim = spelled(held[moved])
        if victor and not (victim and self.both_words == "victim"):  # Q3
            return DECISIVE if moved == seat else -DECISIVE
        if victim:
            value = -DECISIVE if moved == seat else DECISIVE / (len(self.after_of) - 1)
            held[moved] = b""
        for other, worth in self.worths(held).items():
            if other == seat:
                value += worth
            else:
                value -= worth * (1.0 if other == neighbour else OTHERS)
        return value

    def worths(self, held: Sequence[Cards]) -> dict[Seat, float]:
        """Rate the letters of every survivor, with what the seat before can pass to it."""
        worths = {}
        for behind, seat in self.after_of.items():
            hopes, fears, crowning, killing = near(held[seat])
            for letter in crowning:
                hopes += HOPE[1] * (1.0 if letter in self.in_deck else GONE)
            for letter in killing:
                fears += FEAR[1] * (1.0 if letter in self.in_deck else GONE)
                if letter in held[behind]:
                    fears += IN_HAND
            worths[seat] = hopes - fears
        return worths


def hope(mine: Cards) -> float:
    """Rate letters by VICTOR alone."""
    hopes, _, crowning, _ = near(mine)
    return hopes + HOPE[1] * len(crowning)


def near(mine: Cards) -> Near:
    """Look how near letters, in canonical order, are to both words in every colour."""
    blue, yellow = bisect_left(mine, SIZE), bisect_left(mine, 2 * SIZE)
    one, two, three = near_in(mine[:blue]), near_in(mine[blue:yellow]), near_in(mine[yellow:])
    return (
        one[0] + two[0] + three[0],
        one[1] + two[1] + three[1],
        one[2] + two[2] + three[2],
        one[3] + two[3] + three[3],
    )


@lru_cache(maxsize=1 << 16)
def near_in(own: Cards) -> Near:
    """Look how near the letters of one colour are to both words."""
    if not own:
        return 0.0, 0.0, b"", b""
    colour = own[0] // SIZE
    victor, victim = lacking(own, colour, VICTOR), lacking(own, colour, VICTIM)
    return (
        HOPE[len(victor)] if len(victor) != 1 else 0.0,
        FEAR[len(victim)] if len(victim) != 1 else 0.0,
        bytes([card(colour, victor)]) if len(victor) == 1 else b"",
        bytes([card(colour, victim)]) if len(victim) == 1 else b"",
    )
