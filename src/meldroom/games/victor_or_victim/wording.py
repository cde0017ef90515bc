"""How Victor or Victim is put into words and onto paper for the one who plays it."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Group, Pad
from meldroom.core.state import State
from meldroom.core.view import View
from meldroom.games.victor_or_victim.deck import (
    ACQUISITION,
    COLOURS,
    DECK,
    PASS_TWO,
    SIZE,
    VICTIM,
    VICTOR,
    as_far,
    lacking,
    standing_in,
)
from meldroom.games.victor_or_victim.facts import LEFT, LETTERS, Facts, letters

WORDS = (VICTOR, VICTIM)


def side(direction: int) -> str:
    """Name the side that play goes to."""
    return "left" if direction == LEFT else "right"


def asks(seen: View[Facts], acting: tuple[Seat, ...]) -> str:
    """Say in one sentence what the seat is asked to do."""
    table = seen.public
    if seen.seat not in acting:
        return ""
    to = f"to your {side(table.direction)}"
    if table.drawn[0] == ACQUISITION:
        others = [z for z in seen.zones[LETTERS:] if z.owner != seen.seat and z.cards]
        if not others:
            return "Acquisition, but nobody has a letter: decline."
        return "Acquisition: take any letter of an opponent, or decline."
    if table.drawn[0] == PASS_TWO:
        many = "two letters" if len(seen.zones[letters(seen.seat)].cards) > 1 else "your letter"
        return f"Pass Two: give {many} {to}."
    return f"You drew the {DECK.words[table.drawn[0]]}: pass a letter {to}."


def arranged(seen: View[Facts]) -> tuple[Group, ...]:
    """Lay the letters out by colour, the one nearest to VICTOR first, with what both words lack."""
    if seen.seat is None:
        return ()
    mine = seen.zones[letters(seen.seat)].cards
    colours = sorted(
        range(len(COLOURS)), key=lambda colour: standing_in(mine, colour), reverse=True
    )
    groups = [(c, bytes([card for card in mine if card // SIZE == c])) for c in colours]
    return tuple(
        Group(_in_order(cards), ", ".join(_lack(cards, colour, word) for word in WORDS))
        for colour, cards in groups
        if cards
    )


def _in_order(cards: Cards) -> Cards:
    """Put letters of one colour in the order of the words: V I C T O R, then M."""
    return bytes([card for letter in "VICTORM" for card in cards if DECK.codes[card][1] == letter])


def _lack(cards: Cards, colour: int, word: str) -> str:
    missing = lacking(cards, colour, word)
    return f"{word} lacks {' '.join(missing)}" if missing else f"spells {word}"


def worth(seen: View[Facts]) -> str:
    """Say how many letters the nearest VICTOR and the nearest VICTIM lack."""
    if seen.seat is None:
        return ""
    if seen.seat in seen.public.fallen:
        return "you are out"
    mine = seen.zones[letters(seen.seat)].cards
    away = (min(len(lacking(mine, c, word)) for c in range(len(COLOURS))) for word in WORDS)
    return ", ".join(f"{word} lacks {many}" for word, many in zip(WORDS, away, strict=True))


def pad(seen: State[Facts] | View[Facts]) -> Pad:
    """Give both words in each colour, a dot for each letter that is not there, and who is out."""
    table = seen.public
    hands = [zone.cards for zone in seen.zones[LETTERS:]]
    rows = [
        (colour, *(as_far(hand, at, word) for hand in hands))
        for at, colour in enumerate(COLOURS)
        for word in WORDS
    ]
    order = {seat: str(place) for place, seat in enumerate(table.fallen, 1)}
    out = ("out", *(order.get(seat, "") for seat in range(seen.seats)))
    return Pad(
        f"Victor or Victim (play goes to the {side(table.direction)})",
        ("", *(f"{{{seat}}}" for seat in range(seen.seats))),
        (*rows, out),
        (1, 3, 5),
    )
