"""What a game in the terminal needs of its match, wherever that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from meldroom.cli.local_match import MatchStep
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Result
from meldroom.core.view import AnyView


class TerminalMatch(Protocol):
    """A match in which the people at one terminal have some of the seats."""

    game: AnyGame
    players: Sequence[str]
    steps: list[MatchStep]

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""

    @property
    def hints(self) -> Mapping[int, Seat]:
        """Who was given a hint, by ply."""

    def let_bots_play(self) -> Seat | None:
        """Let others act until it is a person's turn; gives that seat, or None at the end."""

    def view(self, seat: Seat | None) -> AnyView:
        """Look at the game from a seat."""

    def legal(self) -> Sequence[Action]:
        """List the legal actions of the seat on turn."""

    def play(self, action: Action) -> None:
        """Let the seat on turn act; Refusal changes nothing."""

    def undo(self) -> str:
        """Take the last action of the seat on turn back (X-4), and give its text; or Refusal."""

    def note_hint(self) -> None:
        """Note for the record that the seat on turn was given a hint."""
