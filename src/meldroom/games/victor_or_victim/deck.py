"""The cards of Victor or Victim, and how near they come to the two words."""

from __future__ import annotations

from meldroom.core.cards import Cards, Deck

COLOURS = ("red", "blue", "yellow")
COPIES = {"V": 3, "C": 3, "T": 3, "M": 3, "O": 2, "R": 2, "I": 6}
SPECIALS = {
    "ACQ": (6, "Acquisition"),
    "TWO": (6, "Pass Two"),
    "DIR": (4, "Change Direction"),
    "LOSE": (4, "Lose a Turn"),
}
LETTERS = "".join(COPIES)
SIZE = len(LETTERS)  # of a colour: its first letter is SIZE times the colour's number
VICTOR, VICTIM = "VICTOR", "VICTIM"
MISSING = "·"

_CODES = {c[0].upper() + letter: f"{c} {letter}" for c in COLOURS for letter in LETTERS}
DECK = Deck(
    {code: COPIES[code[1]] for code in _CODES} | {code: s[0] for code, s in SPECIALS.items()},
    _CODES | {code: s[1] for code, s in SPECIALS.items()},
    {code: words.split()[0] for code, words in _CODES.items()},
)
ACQUISITION, PASS_TWO, CHANGE_DIRECTION, LOSE_A_TURN = map(DECK.card, SPECIALS)
FIRST_SPECIAL = ACQUISITION

_COLOURS = tuple((colour, *range(SIZE * at, SIZE * at + SIZE)) for at, colour in enumerate(COLOURS))


def spelled(letters: Cards) -> tuple[str, str]:
    """Name the colour in which VICTOR is spelled and the one of VICTIM, "" where it is not."""
    victor = victim = ""
    if len(letters) < len(VICTOR):  # as long as the other word
        return victor, victim
    for colour, v, c, t, m, o, r, i in _COLOURS:
        if v in letters and c in letters and t in letters and i in letters:
            if not victor and o in letters and r in letters:
                victor = colour
            if not victim and m in letters and letters.count(i) > 1:
                victim = colour
    return victor, victim


def as_far(letters: Cards, colour: int, word: str) -> str:
    """Write the word in this colour as far as it is there, with a dot for a missing letter."""
    there = ""
    for letter in word:
        wanted = there.count(letter) + 1
        there += letter if letters.count(card(colour, letter)) >= wanted else MISSING
    return there


def lacking(letters: Cards, colour: int, word: str) -> str:
    """Name the letters that the word still needs in this colour, in its own order."""
    there = as_far(letters, colour, word)
    return "".join(letter for letter, got in zip(word, there, strict=True) if got == MISSING)


def standing(letters: Cards) -> tuple[int, int]:
    """Rate letters by their best colour, the higher the better (Q5)."""
    return max(standing_in(letters, colour) for colour in range(len(COLOURS)))


def standing_in(letters: Cards, colour: int) -> tuple[int, int]:
    """Rate one colour: few letters of VICTOR missing, then many cards of those letters."""
    counts = [letters.count(card(colour, letter)) for letter in VICTOR]  # no letter comes twice
    return -counts.count(0), sum(counts)


def card(colour: int, letter: str) -> int:
    """Name the card with this letter."""
    return SIZE * colour + LETTERS.index(letter)
