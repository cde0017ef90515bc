"""What players read in Victor or Victim: the prompt, the letters, and who is near a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meldroom.core.cards import Cards
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.wording import CardHelp, Column, Group, GroupKind, Pad, PadRow, Wording
from meldroom.games.victor_or_victim.card_help import card_help
from meldroom.games.victor_or_victim.deck import (
    ACQUISITION,
    COLOURS,
    DECK,
    PASS_TWO,
    PER_COLOUR,
    VICTIM,
    WORDS,
    missing_letters,
    spelled_so_far,
    standing_in,
)
from meldroom.games.victor_or_victim.facts import (
    LETTERS,
    Facts,
    Options,
    State,
    View,
    following,
    letters,
    preceding,
    side,
)
from meldroom.games.victor_or_victim.showdown import showdown


class VictorOrVictimWording(Wording[Facts, Options]):
    """How Victor or Victim is told to its players."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        facts = seen.public
        if seen.seat is None or seen.seat not in self.game.to_act(facts):
            return ""
        if facts.drawn[0] == ACQUISITION:
            others = [z for z in seen.zones[LETTERS:] if z.owner != seen.seat and z.cards]
            if not others:
                return "Acquisition, but nobody has a letter: decline."
            return "Acquisition: take any letter of an opponent, or decline."
        to = f"to your {side(facts.direction)}"
        if facts.drawn[0] == PASS_TWO:
            many = "two letters" if len(seen.zones[letters(seen.seat)].cards) > 1 else "your letter"
            return f"Pass Two: pass {many} {to}."
        return f"You drew the {DECK.words[facts.drawn[0]]}: pass a letter {to}."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the letters out by colour, the nearest to VICTOR first, with what both words need."""
        if seen.seat is None:
            return ()
        mine = seen.zones[letters(seen.seat)].cards
        colours = sorted(
            range(len(COLOURS)), key=lambda colour: standing_in(mine, colour), reverse=True
        )
        groups = [(c, bytes([card for card in mine if card // PER_COLOUR == c])) for c in colours]
        return tuple(_group(cards, colour) for colour, cards in groups if cards)

    def worth(self, seen: View) -> str:
        """Say how many letters the nearest VICTOR and the nearest VICTIM need."""
        if seen.seat is None:
            return ""
        if seen.seat in seen.public.fallen:
            return "you are out"
        mine = seen.zones[letters(seen.seat)].cards
        fewest = [
            min(len(missing_letters(mine, colour, word)) for colour in range(len(COLOURS)))
            for word in WORDS
        ]
        return ", ".join(f"{word} needs {many}" for word, many in zip(WORDS, fewest, strict=True))

    def card_help(self, card: int) -> CardHelp:
        """Explain a card."""
        return card_help(card)

    def pad(self, seen: State | View) -> Pad:
        """Show both words in each colour, a dot for each missing letter, and who is out."""
        facts = seen.public
        hands = [zone.cards for zone in seen.zones[LETTERS:]]
        rows = [
            PadRow(
                "entry",
                (colour, *(spelled_so_far(hand, at, word) for hand in hands)),
                ruled=word == VICTIM,
            )
            for at, colour in enumerate(COLOURS)
            for word in WORDS
        ]
        order = {seat: str(place) for place, seat in enumerate(facts.fallen, 1)}
        out = PadRow("total", ("out", *(order.get(seat, "") for seat in range(seen.seats))))
        columns = (Column("label"), *(Column("text", seat=seat) for seat in range(seen.seats)))
        subtitle = f"play goes to the {side(facts.direction)}"
        return Pad("Victor or Victim", columns, (*rows, out), subtitle)

    def ends_hand(self, before: State, after: State) -> bool:
        """Stop to look whenever somebody falls, since there are no hands to count."""
        return before.public.fallen != after.public.fallen or super().ends_hand(before, after)

    def showdown(self, end: HandEnd[Facts, Options]) -> Showdown:
        """Show how a hand ended."""
        return showdown(end)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give who plays before and after the seat on turn, and how near all are to each word."""
        facts = seen.public
        over = bool(facts.reason)
        return {
            "next": None if over else following(facts, seen.seats, facts.turn),
            "previous": None if over else preceding(facts, seen.seats, facts.turn),
            "direction": side(facts.direction),
            "words": [_words(zone.cards) for zone in seen.zones[LETTERS:]],
        }


def _group(cards: Cards, colour: int) -> Group:
    missing = [missing_letters(cards, colour, word) for word in WORDS]
    kind: GroupKind = "near" if all(missing) else "meld"
    return Group(kind, _in_order(cards), ", ".join(map(_needs, WORDS, missing)))


def _in_order(cards: Cards) -> Cards:
    """Put letters of one colour in the order of the words: V I C T O R, then M."""
    return bytes([card for letter in "VICTORM" for card in cards if DECK.codes[card][1] == letter])


def _needs(word: str, missing: str) -> str:
    return f"{word} needs {' '.join(missing)}" if missing else f"spells {word}"


def _words(cards: Cards) -> list[dict[str, Any]]:
    """Give each word in each colour with the letters that it needs, the nearest first."""
    words = [
        {
            "word": word,
            "colour": colour[0].upper(),
            "missing": list(missing_letters(cards, at, word)),
        }
        for at, colour in enumerate(COLOURS)
        for word in WORDS
    ]
    return sorted(words, key=lambda word: len(word["missing"]))
