"""`meldroom` with one secret for all deals.

The shares of the players alone then decide the deal, so that a test gets the same cards each time.
"""

from __future__ import annotations

from meldroom.cli import main
from meldroom.core.fair_deal import SECRET_SIZE
from meldroom.room import permissions
from meldroom.room.log_entries import GamePrepared
from meldroom.server.http import static_files

FIXED_DEAL_SERVER = "tests.web.fixed_deal_server"


def fixed_deal() -> GamePrepared:
    """Commit to a secret that everybody knows."""
    return GamePrepared("00" * SECRET_SIZE)


if __name__ == "__main__":
    permissions.new_deal = fixed_deal
    static_files.REVALIDATE.update(static_files.IMMUTABLE)  # the files stay as they are
    main(prog_name="meldroom")
