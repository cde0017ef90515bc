"""Who fell or won in a turn of Victor or Victim, and the word that their letters spelled."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.event import Moved
from meldroom.core.showdown import HandEnd, Showdown, ShownGroup, ShownHand, as_sentence
from meldroom.games.victor_or_victim.deck import COLOURS, VICTIM, VICTOR, card, spelled
from meldroom.games.victor_or_victim.facts import Facts, Options, letters

ENDS = ("R9", "R10", "Q3", "Q5", "Q16")  # a word is spelled, or the game is over


def showdown(end: HandEnd[Facts, Options]) -> Showdown:
    """Show the word of each player who fell in this turn, and of the winner."""
    facts = end.after.public
    fallen = facts.fallen[len(end.before.public.fallen) :]
    hands = [_fallen(end, seat) for seat in fallen]
    winners = () if facts.winner is None else (facts.winner,)
    hands += [_winner(end, seat) for seat in winners]
    notes = [note for note in end.notes if note.rule in ENDS]
    texts = [as_sentence(note) for note in notes]
    return Showdown(
        texts[-1] if texts else "The game is over.",
        " ".join(texts[:-1]),
        tuple(dict.fromkeys(note.rule for note in notes)),
        "words",
        winners,
        tuple(hands),
    )


def _fallen(end: HandEnd[Facts, Options], seat: Seat) -> ShownHand:
    # R11: the letters of a victim went back into the deck, for all to see.
    [held] = [
        event.cards
        for event in end.events
        if isinstance(event, Moved) and event.source_owner == seat and event.target == "deck"
    ][-1:]
    _, colour = spelled(held)
    return ShownHand(seat, _word(held, colour, VICTIM), "out")


def _winner(end: HandEnd[Facts, Options], seat: Seat) -> ShownHand:
    held = end.after.zones[letters(seat)].cards
    colour, _ = spelled(held)
    groups = _word(held, colour, VICTOR) if colour else (ShownGroup("loose", held, "letters"),)
    return ShownHand(seat, groups if held else (), "wins")


def _word(held: Cards, colour: str, word: str) -> tuple[ShownGroup, ...]:
    spelling = bytes([card(COLOURS.index(colour), letter) for letter in word])
    rest = without(held, spelling)
    groups = [
        ShownGroup("meld", spelling, f"{word} in {colour}", rule="R9" if word == VICTOR else "R10")
    ]
    return (*groups, ShownGroup("loose", rest, "other letters")) if rest else tuple(groups)
