"""What an action of Victor or Victim leads to: how near it leaves everybody to the two words."""

from __future__ import annotations

from collections.abc import Iterator

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.consequences import Consequence, Consequences, counted
from meldroom.games.victor_or_victim.bot import HOPE, OTHERS_FEAR, OWN_FEAR, outlook
from meldroom.games.victor_or_victim.deck import (
    COLOURS,
    DECK,
    VICTIM,
    VICTOR,
    missing_letters,
    spelled,
)
from meldroom.games.victor_or_victim.facts import (
    LETTERS,
    Facts,
    Options,
    View,
    following,
    preceding,
)
from meldroom.games.victor_or_victim.game import Acquire, Pass

UNIT = 60.0  # of the bot's ratings, for a difference that is worth telling
DECISIVE = 50.0


class VictorOrVictimConsequences(Consequences[Facts, Options]):
    """What is told about the actions of Victor or Victim."""

    def of(self, seen: View, action: Action) -> Iterator[Consequence]:
        """Say what an action leads to."""
        facts, seat = seen.public, seen.public.turn
        held = _held_after(seen, action)
        following_seat = following(facts, seen.seats, seat)
        passed = isinstance(action, Pass)
        instant = seen.options.test == "instant"  # Q2
        tested = [seat] if isinstance(action, Acquire) or (passed and not instant) else []
        for other in [*tested, following_seat] if passed else tested:
            yield from _words_spelled(seen, other, held[other])
        for other, cards in enumerate(held):
            if other not in facts.fallen:
                yield from _distances(cards, other, own=other == seat)
        before = preceding(facts, seen.seats, seat)
        _, _, _, killing = outlook(held[seat])
        deadly = [letter for letter in killing if letter in held[before]]
        if deadly:
            text = f"lets {{{before}}} complete VICTIM here with the {DECK.words[deadly[0]]}"
            yield Consequence("deadly_letter", -OWN_FEAR.passable / UNIT, text)


def _held_after(seen: View, action: Action) -> list[Cards]:
    facts = seen.public
    held = [zone.cards for zone in seen.zones[LETTERS:]]
    seat, receiver, moved = facts.turn, facts.turn, b""
    match action:
        case Pass(cards):
            receiver, moved = following(facts, seen.seats, seat), cards
        case Acquire(letter, owner):
            seat, moved = owner, bytes([letter])
    held[seat] = without(held[seat], moved)
    held[receiver] = bytes(sorted(held[receiver] + moved))
    return held


def _words_spelled(seen: View, seat: Seat, cards: Cards) -> Iterator[Consequence]:
    victor, victim = spelled(cards)
    own = seat == seen.public.turn
    if victor and not (victim and seen.options.both_words == "victim"):  # Q3
        text = "wins the game" if own else f"lets {{{seat}}} win the game"
        yield Consequence("wins", DECISIVE if own else -DECISIVE, text)
    elif victim:
        text = "completes VICTIM" if own else f"puts {{{seat}}} out"
        yield Consequence("out", -DECISIVE if own else DECISIVE, text)


def _distances(cards: Cards, seat: Seat, own: bool) -> Iterator[Consequence]:
    stays = "stays" if own else f"leaves {{{seat}}}"
    fear = OWN_FEAR if own else OTHERS_FEAR
    for colour, ink in enumerate(COLOURS):
        for word, rating in ((VICTOR, HOPE), (VICTIM, fear.by_missing)):
            many = len(missing_letters(cards, colour, word))
            weight = rating[many] / UNIT
            text = f"{stays} {counted(many, 'letter')} from a {ink} {word}"
            good = own == (word == VICTOR)
            kind = f"{word.lower()}_{seat}_{ink}"
            yield Consequence(kind, weight if good else -weight, text, str(many))
