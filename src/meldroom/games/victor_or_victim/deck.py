"""The cards of Victor or Victim, and how near letters come to the two words."""

from __future__ import annotations

from meldroom.core.cards import Cards, Deck

COLOURS = ("red", "blue", "yellow")
COPIES = {"V": 3, "C": 3, "T": 3, "M": 3, "O": 2, "R": 2, "I": 6}  # R1, in each colour
SPECIALS = {  # R1
    "ACQ": (6, "Acquisition"),
    "TWO": (6, "Pass Two"),
    "DIR": (4, "Change Direction"),
    "LOSE": (4, "Lose a Turn"),
}
VICTOR, VICTIM = "VICTOR", "VICTIM"  # R9, R10
WORDS = (VICTOR, VICTIM)
GAP = "·"  # stands for a missing letter of a word

_LETTERS = {c[0].upper() + letter: f"{c} {letter}" for c in COLOURS for letter in COPIES}
DECK = Deck(
    {code: COPIES[code[1]] for code in _LETTERS} | {code: s[0] for code, s in SPECIALS.items()},
    _LETTERS | {code: s[1] for code, s in SPECIALS.items()},
    {code: words.split()[0] for code, words in _LETTERS.items()},
)
ACQUISITION, PASS_TWO, CHANGE_DIRECTION, LOSE_A_TURN = map(DECK.card, SPECIALS)
FIRST_SPECIAL = ACQUISITION  # the cards before it are letters

# The seven letters of a colour lie in a row: `card // PER_COLOUR` is the colour.
PER_COLOUR = len(COPIES)
_ORDER = "".join(COPIES)
_BY_COLOUR = tuple(
    (colour, *range(PER_COLOUR * at, PER_COLOUR * at + PER_COLOUR))
    for at, colour in enumerate(COLOURS)
)


def card(colour: int, letter: str) -> int:
    """Give the card with this letter in this colour."""
    return PER_COLOUR * colour + _ORDER.index(letter)


def spelled(letters: Cards) -> tuple[str, str]:
    """Name the colours in which VICTOR and VICTIM are spelled, "" for a word that is not."""
    victor = victim = ""
    if len(letters) < len(VICTOR):  # VICTIM is as long
        return victor, victim
    for colour, v, c, t, m, o, r, i in _BY_COLOUR:
        if v in letters and c in letters and t in letters and i in letters:
            if not victor and o in letters and r in letters:  # R9
                victor = colour
            if not victim and m in letters and letters.count(i) > 1:  # R10
                victim = colour
    return victor, victim


def spelled_so_far(letters: Cards, colour: int, word: str) -> str:
    """Write the word in this colour with a GAP for each missing letter."""
    so_far = ""
    for letter in word:
        wanted = so_far.count(letter) + 1
        so_far += letter if letters.count(card(colour, letter)) >= wanted else GAP
    return so_far


def missing_letters(letters: Cards, colour: int, word: str) -> str:
    """Name the letters that the word still needs in this colour, in its own order."""
    so_far = spelled_so_far(letters, colour, word)
    return "".join(letter for letter, got in zip(word, so_far, strict=True) if got == GAP)


def standing(letters: Cards) -> tuple[int, int]:
    """Rate letters by their best colour, the higher the better (Q5)."""
    return max(standing_in(letters, colour) for colour in range(len(COLOURS)))


def standing_in(letters: Cards, colour: int) -> tuple[int, int]:
    """Rate one colour: few letters of VICTOR missing, then many cards of those letters (Q5)."""
    counts = [letters.count(card(colour, letter)) for letter in VICTOR]  # no letter comes twice
    return -counts.count(0), sum(counts)
