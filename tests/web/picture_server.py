"""`meldroom` for the pictures: known deals, and reviews with the usual effort."""

from __future__ import annotations

from meldroom.cli import main, serve
from meldroom.room import permissions
from tests.web.fixed_deal_server import fixed_deal

PICTURE_SERVER = "tests.web.picture_server"

if __name__ == "__main__":
    permissions.new_deal = fixed_deal
    serve.ROUGH_EFFORT = 1.0
    main(prog_name="meldroom")
