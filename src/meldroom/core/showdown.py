"""The showdown: what everyone is shown when a hand is over, as data."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from operator import add
from typing import Generic, Literal, NamedTuple

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown
from meldroom.core.options import O
from meldroom.core.state import P, State
from meldroom.core.zone import Zone

# How a game counts: losers pay the winner, cards left over count, cards count for and against their
# holder, or words are spelled; "plain" lays the open cards out.
Shape = Literal["pays", "left", "axis", "words", "plain"]


class ShownGroup(NamedTuple):
    """Cards of one player that count together: what they count, and by which rule.

    Points against the player are negative; None where the cards count nothing.
    """

    kind: Literal["meld", "loose"]
    cards: Cards
    label: str = ""
    points: int | None = None
    rule: str = ""


class ShownHand(NamedTuple):
    """The open cards of one player, a remark, and what the hand brought; None is nothing."""

    seat: Seat
    groups: tuple[ShownGroup, ...] = ()
    remark: str = ""
    points: int | None = None


class ShowdownLine(NamedTuple):
    """Points that changed hands, or were scored, by a rule; no seat is the table."""

    source: Seat | None
    target: Seat | None
    amount: int
    rule: str
    cards: Cards = b""
    label: str = ""


class Showdown(NamedTuple):
    """How a hand ended; `{0}` in a text is the name at seat 0, `hands` are in the order shown."""

    sentence: str
    detail: str = ""
    rules: tuple[str, ...] = ()
    shape: Shape = "plain"
    winners: tuple[Seat, ...] = ()
    hands: tuple[ShownHand, ...] = ()
    lines: tuple[ShowdownLine, ...] = ()
    fewest_wins: bool = False


class HandEnd(NamedTuple, Generic[P, O]):
    """A hand that is over: where it began, the last position before its end, and what followed."""

    start: State[P, O]
    before: State[P, O]
    after: State[P, O]

    @property
    def events(self) -> tuple[Event, ...]:
        """What ended the hand, up to where the cards are gathered for the next one."""
        return tuple(takewhile(lambda event: not isinstance(event, Gathered), self.after.journal))

    @property
    def notes(self) -> tuple[Noted, ...]:
        """What the referee announced at the end of the hand."""
        return tuple(event for event in self.events if isinstance(event, Noted))

    @property
    def open_zones(self) -> tuple[Zone, ...]:
        """The zones that lay open to everybody when the hand ended."""
        zones = {(zone.name, zone.owner): zone for zone in self.before.zones}
        seen = {place for place, zone in zones.items() if zone.open_to(None)}
        for event in self.events:
            if isinstance(event, Shown):
                place = (event.zone, event.owner)
                seen.add(place)
                zones[place] = zones[place]._replace(cards=event.cards, shown=True)
            elif isinstance(event, Moved):
                source = (event.source, event.source_owner)
                target = (event.target, event.target_owner)
                for place, change in ((source, without), (target, add)):
                    if place in seen:
                        cards = change(zones[place].cards, event.cards)
                        zones[place] = zones[place]._replace(cards=cards)
        return tuple(_in_order(zone) for place, zone in zones.items() if place in seen)

    def open_cards(self, name: str, owner: Seat | None) -> Cards:
        """Give the cards of a zone if it lay open to everybody, or nothing."""
        found = (zone.cards for zone in self.open_zones if (zone.name, zone.owner) == (name, owner))
        return next(found, b"")


def as_sentence(note: Noted) -> str:
    """Make a sentence of what the referee announced."""
    return f"{note.text[0].upper()}{note.text[1:]}."


def void_hand(sentence: str, note: Noted) -> Showdown:
    """Show a hand that counts nothing: only why, and by which rule."""
    return Showdown(sentence, as_sentence(note), (note.rule,))


def gathers(events: Iterable[Event]) -> bool:
    """Say whether the cards were gathered on the way, so that a hand was over."""
    return any(isinstance(event, Gathered) for event in events)


def _in_order(zone: Zone) -> Zone:
    return zone._replace(cards=bytes(sorted(zone.cards))) if zone.fan else zone
