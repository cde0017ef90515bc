"""Wording: how a game is told to its players; the rules themselves are in the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.effect import Effect
from meldroom.core.game import Game
from meldroom.core.options import O
from meldroom.core.showdown import HandEnd, Showdown, ShownGroup, ShownHand, gathers
from meldroom.core.state import P, State
from meldroom.core.view import View

GroupKind = Literal["meld", "near", "loose"]
ColumnKind = Literal["label", "score", "text"]
RowKind = Literal["round", "tie", "total", "entry"]
Whose = Literal["nobody", "you", "other", "others"]  # one other player, or each of them


class Group(NamedTuple):
    """Cards of one player that belong together: a meld, the beginnings of one, or the rest.

    The kind is for programs, the label for eyes; "" is no label.
    """

    kind: GroupKind
    cards: Cards
    label: str = ""


class Column(NamedTuple):
    """A column of a score pad; `seat` says whose it is, None that it is nobody's."""

    kind: ColumnKind
    title: str = ""
    seat: Seat | None = None


class PadRow(NamedTuple):
    """A row of a score pad; under a `ruled` one a line is drawn."""

    kind: RowKind
    cells: tuple[str, ...]
    ruled: bool = False


class Pad(NamedTuple):
    """A score pad as it looks on paper."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[PadRow, ...]
    subtitle: str = ""


class Transfer(NamedTuple):
    """Cards that a card's effect moves: from which zone of whom, and to which."""

    zone: str
    whose: Whose
    to_zone: str
    to_whose: Whose = "you"


class CardHelp(NamedTuple):
    """What a card does, when, what it is worth and by which printed rule; "" is nothing to say.

    `verbs` are the actions that play it for its effect, `transfers` show that effect on the table.
    """

    what: str = ""
    when: str = ""
    worth: str = ""
    rule: str = ""
    verbs: tuple[str, ...] = ()
    transfers: tuple[Transfer, ...] = ()


def score_columns(label: str, seats: int) -> tuple[Column, ...]:
    """Give the columns of most pads: a label, then a score for each seat."""
    return (Column("label", label), *(Column("score", seat=seat) for seat in range(seats)))


class Wording(Generic[P, O]):
    """What players read about a game; a game without a `wording.py` is told by its zones alone."""

    def __init__(self, game: Game[P, O]) -> None:
        self.game = game

    def prompt(self, seen: View[P, O]) -> str:
        """Say in one sentence what this seat is asked to do, or "" when it is not its turn."""
        return "It is your turn." if seen.seat in self.game.to_act(seen.public) else ""

    def hand(self, seen: View[P, O]) -> tuple[Group, ...]:
        """Lay the seat's own cards out in groups, melds first."""
        mine = [zone.cards for zone in seen.zones if zone.owner == seen.seat is not None]
        cards = b"".join(mine).replace(bytes([BACK]), b"")
        return (Group("loose", cards),) if cards else ()

    def effects(self, seen: View[P, O], legal: Sequence[Action]) -> tuple[Effect, ...]:
        """Give the cards that the seat may play for their effect, with their targets."""
        return ()

    def melds(self, seen: View[P, O], seat: Seat) -> tuple[Group, ...]:
        """Lay the open cards in front of a seat out in groups, where their zones do not tell."""
        return ()

    def worth(self, seen: View[P, O]) -> str:
        """Say in a few words what the seat's own cards are worth right now."""
        return ""

    def card_help(self, card: int) -> CardHelp:
        """Explain a card."""
        return CardHelp()

    def pad(self, seen: State[P, O] | View[P, O]) -> Pad:
        """Give the score pad as it stands."""
        result = self.game.result(seen)
        scores = result.scores if result else ("",) * seen.seats
        total = PadRow("total", ("score", *map(str, scores)))
        return Pad(self.game.name, score_columns("", seen.seats), (total,))

    def ends_hand(self, before: State[P, O], after: State[P, O]) -> bool:
        """Say whether the last action ended a hand, so that everyone looks at how it ended."""
        return gathers(after.journal) or not self.game.to_act(after.public)

    def showdown(self, end: HandEnd[P, O]) -> Showdown:
        """Show how a hand ended; only what every seat may see."""
        hands = []
        for seat in range(end.after.seats):
            groups = [
                ShownGroup("loose", zone.cards, zone.name)
                for zone in end.open_zones
                if zone.owner == seat and zone.cards
            ]
            hands.append(ShownHand(seat, tuple(groups)))
        result = self.game.result(end.after)
        return Showdown(
            "The game is over." if result else "The hand is over.",
            rules=tuple(dict.fromkeys(note.rule for note in end.notes)),
            winners=result.winners if result else (),
            hands=tuple(hand for hand in hands if hand.groups),
        )

    def display(self, seen: View[P, O]) -> Mapping[str, Any]:
        """Give JSON values that the game's own front end shows, as the rules work them out."""
        return {}
