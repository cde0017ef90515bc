"""The public facts of Rummy Battle with its melds told shortly, since a round can have many."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import AtMost
from meldroom.core.zone import make
from meldroom.games.rummy_battle.actions import MELDS
from meldroom.games.rummy_battle.cards import value
from meldroom.games.rummy_battle.melds import RUN, Meld
from meldroom.games.rummy_battle.table import Table


class MeldInShort(NamedTuple):
    """What matters of a meld to the next player: whose, what fits, what stealing it would bring."""

    owner: Seat
    run: bool
    fits: Cards
    worth: int  # of the owner's cards


def in_short(meld: Meld) -> MeldInShort:
    """Tell a meld shortly."""
    worth = value(meld.of_seat(meld.owner))
    return MeldInShort(meld.owner, meld.kind == RUN, meld.fits, worth)


class Outline(NamedTuple):
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


def outlined(table: Table) -> Outline:
    """Give the facts in a form that does not grow."""
    *facts, ledger, reason = table
    return make(Outline, (*facts, len(ledger), reason))
