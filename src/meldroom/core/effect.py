"""Cards that are played for their effect: what each can act on, and what that gains."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat


class Spot(NamedTuple):
    """A place on the table: a zone, or a meld, a card or a position in it.

    A hand as a whole stands for its player.
    """

    zone: str
    owner: Seat | None = None
    meld: int | None = None  # its number
    card: str = ""  # as the notation writes it
    at: int | None = None  # position in the zone, 0 at the bottom


class Use(NamedTuple):
    """A legal action that plays the card: its targets as they are chosen, and points gained.

    Uses with the same targets are as good as each other.
    """

    action: Action
    targets: tuple[Spot, ...] = ()
    gain: int | None = None  # None if nobody can tell


class Step(NamedTuple):
    """One choice of a target: what the player is asked, and what the targets are called."""

    prompt: str
    noun: str = "target"


class Safe(NamedTuple):
    """A place that the card cannot act on, and why in a few words."""

    place: Spot
    why: str


class Effect(NamedTuple):
    """A card of the hand that can be played for its effect now.

    There is a step for each target; where there is none, the only step tells what happens.
    """

    card: int
    rule: str
    steps: tuple[Step, ...]
    uses: tuple[Use, ...]
    safe: tuple[Safe, ...] = ()
