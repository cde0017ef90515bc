"""The turning point of a hand: the last card that everybody saw its winner get, and keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from meldroom.core.cards import Deck, Seat
from meldroom.core.event import Event, Gathered, Moved
from meldroom.core.showdown import Showdown
from meldroom.core.state import AnyState


class Gain(NamedTuple):
    """A card that a player got from a pile, which everybody saw."""

    ply: int
    seat: Seat
    card: int


class TurningPoint(NamedTuple):
    """When a hand turned, by which card, and that in a sentence; `{0}` is the name at seat 0."""

    ply: int
    seat: Seat
    card: int
    sentence: str


class HandGains:
    """What players openly got in the hand that is being played."""

    def __init__(self) -> None:
        self._gains: list[Gain] = []

    def follow(self, states: Iterable[AnyState]) -> Sequence[Gain]:
        """Take note of further states; gives the gains of the hand that ended, or of this one."""
        ended: list[Gain] | None = None
        for state in states:
            for event in state.journal:
                if isinstance(event, Gathered):
                    ended, self._gains = self._gains, []
                    break
                self._gains += _gains(state.ply, event)
        return self._gains if ended is None else ended

    def undo(self, ply: int) -> None:
        """Forget what happened after a ply."""
        self._gains = [gain for gain in self._gains if gain.ply <= ply]


def _gains(ply: int, event: Event) -> list[Gain]:
    """Give what a player openly got by an event."""
    if not isinstance(event, Moved) or event.eyes is not None:
        return []
    target = event.target_owner
    if event.source_owner is not None or target is None:
        return []
    return [Gain(ply, target, card) for card in event.cards]


def turning_point(deck: Deck, shown: Showdown, gains: Sequence[Gain]) -> TurningPoint | None:
    """Find the last card that the winner got and that lies open at the end; None if there is none.

    Only what everybody saw counts: what was drawn unseen stays hidden, and so does when.
    """
    if len(shown.winners) != 1:
        return None
    [winner] = shown.winners
    groups = [group for hand in shown.hands if hand.seat == winner for group in hand.groups]
    melds = [group for group in groups if group.kind == "meld"]
    kept = {card for group in melds or groups for card in group.cards}
    found = (gain for gain in reversed(gains) if gain.seat == winner and gain.card in kept)
    gain = next(found, None)
    if gain is None:
        return None
    sentence = f"{{{winner}}} got the {deck.words[gain.card]}, and kept it to the end."
    return TurningPoint(gain.ply, winner, gain.card, sentence)
