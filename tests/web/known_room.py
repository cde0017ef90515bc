"""The room as `meldroom serve` opens it, but with one secret for all deals.

What the guests add then makes the deal alone, so that a test meets the same cards each time.
"""

from __future__ import annotations

from meldroom.cli import main
from meldroom.core.fair_deal import SECRET_SIZE
from meldroom.server.storage.log_entries import GamePrepared
from meldroom.server.tables import permissions

KNOWN_ROOM = "tests.web.known_room"


def known_deal() -> GamePrepared:
    """Commit to nothing that anybody could not guess."""
    return GamePrepared("00" * SECRET_SIZE)


if __name__ == "__main__":
    permissions.new_deal = known_deal
    main(prog_name="meldroom")
