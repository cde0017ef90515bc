"""A program's share of each deal: committed to first, and revealed once everybody has."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.fair_deal import SHARE_SIZE, share_commitment


def random_share() -> bytes:
    """Make a share that nobody can guess."""
    return secrets.token_bytes(SHARE_SIZE)


class DealShare:
    """Gives one share to each deal, which `new` makes."""

    def __init__(self, new: Callable[[], bytes] = random_share) -> None:
        self.new, self.share, self.commitment = new, b"", ""
        self._deal: tuple[str, Seat] = ("", 0)  # what the share is for
        self._said = ""

    def answer(self, table: dict[str, Any], seat: Seat) -> dict[str, str] | None:
        """Return what to send after the facts of a table, None if nothing; not again."""
        if table["phase"] != "waiting":
            return None
        if self._deal != (table["commit"], seat):
            self._deal, self._said = (table["commit"], seat), ""
            self.share = self.new()
            self.commitment = share_commitment(table["commit"], seat, self.share)
        commitments = table["commitments"]
        if commitments is None:
            return self._once({"do": "commit", "commitment": self.commitment})
        if commitments[seat] == self.commitment:
            return self._once({"do": "give", "share": self.share.hex()})
        return None

    def say_again(self) -> None:
        """Send again what a lost connection may have lost."""
        self._said = ""

    def _once(self, message: dict[str, str]) -> dict[str, str] | None:
        said, self._said = self._said, message["do"]
        return message if said != message["do"] else None
