"""Small variants of Scorzo for exact methods and experiments; players are not offered them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from meldroom.core.cards import Deck
from meldroom.core.options import option
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import Options
from meldroom.games.scorzo.game import Scorzo

TINY_PACK = {"S1": 2, "S2": 2, "S3": 2, "WW": 2}


@dataclass(frozen=True, slots=True)
class OneRoundOptions(Options):
    """House rules of one round."""

    max_tie_rounds: ClassVar[int] = 0
    rounds: Literal["one"] = option(  # type: ignore[assignment]
        "Which rounds are played", {"one": "one, of 3 cards; a tie is shared"}
    )


@dataclass(frozen=True, slots=True)
class TinyOptions(OneRoundOptions):
    """House rules of one round with one turn for each player."""

    max_turns_per_seat: ClassVar[int] = 1


class OneRoundScorzo(Scorzo):
    """One round of three cards."""

    key = "scorzo-one-round"
    name = "Scorzo, one round"
    about = "Scorzo in one round of three cards, for research."
    options = OneRoundOptions  # type: ignore[assignment]


class TinyScorzo(Scorzo):
    """Two players, eight cards, three in each hand and one turn for each: a game to be solved."""

    key = "scorzo-tiny"
    name = "Tiny Scorzo"
    about = "Scorzo with eight cards and one turn for each of two players, for exact methods."
    players = range(2, 3)
    deck = Deck(
        {code: TINY_PACK.get(code, 0) for code in DECK.codes},
        dict(zip(DECK.codes, DECK.words, strict=True)),
        dict(zip(DECK.codes, DECK.inks, strict=True)),
        suits=dict(zip(DECK.codes, DECK.suits, strict=True)),
    )
    options = TinyOptions  # type: ignore[assignment]
