"""What environments ask of Rummy Battle: its melds summed up, as there can be many."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.env_facts import AtMost, EnvFacts
from meldroom.games.rummy_battle.actions import MAX_MELDS
from meldroom.games.rummy_battle.deck import DECK, JOKER, value
from meldroom.games.rummy_battle.facts import Facts, Options, State, View
from meldroom.games.rummy_battle.melds import RUN, SET, Meld

Ranks = frozenset[Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]]
Suits = frozenset[Literal["c", "d", "h", "s"]]


class MeldSummary(NamedTuple):
    """What matters of a meld to the next player: its owner, what fits it, what stealing it brings.

    What fits is each card of one of the ranks in one of the suits, and a joker if there is a rank.
    """

    owner: Seat
    run: bool
    ranks: Ranks
    suits: Suits
    worth: int  # of the owner's cards


def summary(meld: Meld) -> MeldSummary:
    """Sum a meld up."""
    ranks, suits = _fitting(meld.kind, meld.of, meld.fits)
    return MeldSummary(
        owner=meld.owner,
        run=meld.kind == RUN,
        ranks=ranks,
        suits=suits,
        worth=value(meld.cards_of(meld.owner)),
    )


@lru_cache(maxsize=1024)
def _fitting(kind: str, of: str, fits: Cards) -> tuple[Ranks, Suits]:
    codes = [DECK.codes[card] for card in fits if card < JOKER]
    ranks: Any = {code[:-1] for code in codes}
    suits: Any = {code[-1] for code in codes}
    if kind == SET:  # one that has every suit still takes a joker
        ranks.add(of)
    return frozenset(ranks), frozenset(suits)


class BoundedFacts(NamedTuple):
    """The public facts, with the melds summed up in order and the rounds counted."""

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
    melds: Annotated[tuple[Meld, ...], AtMost(MAX_MELDS, summary)]
    totals: tuple[int, ...]
    rounds: int  # played so far
    reason: str


class RummyBattleEnvFacts(EnvFacts[Facts, Options]):
    """The totals as standings, and facts that do not grow."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the totals of the rounds that are over."""
        return seen.public.totals

    def bounded(self, seen: View) -> BoundedFacts:
        """Give the public facts with the rounds counted instead of listed."""
        facts = seen.public._asdict()
        return BoundedFacts(rounds=len(facts.pop("ledger")), **facts)
