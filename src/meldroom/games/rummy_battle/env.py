"""What environments ask of Rummy Battle: melds in brief, for there can be many."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.env_facts import AtMost, EnvFacts
from meldroom.games.rummy_battle.actions import MELDS
from meldroom.games.rummy_battle.deck import DECK, JOKER, value
from meldroom.games.rummy_battle.facts import Facts, Options, State, View
from meldroom.games.rummy_battle.melds import RUN, SET, Meld

Ranks = frozenset[Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]]
Suits = frozenset[Literal["c", "d", "h", "s"]]


class MeldInShort(NamedTuple):
    """What matters of a meld to the next player: whose, what fits, what stealing it would bring.

    What fits is each card of one of the ranks in one of the suits, and a joker if there is a rank.
    """

    owner: Seat
    run: bool
    ranks: Ranks
    suits: Suits
    worth: int  # of the owner's cards


def in_short(meld: Meld) -> MeldInShort:
    """Tell a meld shortly."""
    worth = value(meld.of_seat(meld.owner))
    return MeldInShort(
        meld.owner, meld.kind == RUN, *_fitting(meld.kind, meld.of, meld.fits), worth
    )


@lru_cache(maxsize=1024)
def _fitting(kind: str, of: str, fits: Cards) -> tuple[Ranks, Suits]:
    codes = [DECK.codes[card] for card in fits if card < JOKER]
    ranks: Any = {code[:-1] for code in codes}
    suits: Any = {code[-1] for code in codes}
    if kind == SET:  # a set that has every suit may still take a joker
        ranks.add(of)
    return frozenset(ranks), frozenset(suits)


class BoundedFacts(NamedTuple):
    """The facts of the table, the n-th meld in the n-th place."""

    dealer: Seat
    turn: Seat
    turns: int
    drawn: bool
    duty: Cards
    bonus: bool
    again: bool
    acted: bool
    opened: tuple[bool, ...]
    chances: tuple[bool, ...]
    marker: int
    marker_seen: bool
    melds: Annotated[tuple[Meld, ...], AtMost(MELDS, in_short)]
    totals: tuple[int, ...]
    rounds: int  # played so far
    reason: str


class RummyBattleEnvFacts(EnvFacts[Facts, Options]):
    """Totals are the standing."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the totals of the rounds that are over."""
        return seen.public.totals

    def bounded(self, seen: View) -> BoundedFacts:
        """Give the public facts with the melds told briefly and the rounds counted."""
        *facts, ledger, reason = seen.public
        return BoundedFacts._make((*facts, len(ledger), reason))
