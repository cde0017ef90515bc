"""What emails say: no card, no name, and of the table no more than its game and address."""

from __future__ import annotations

from meldroom.server.mail import Email
from meldroom.server.storage.turn_mails import TurnMail

CONFIRMATION = """\
Somebody who plays {game} at {origin} entered this address, to get an email when it is their turn.

If that was you, confirm it within a day:

{url}

If it was not you, ignore this email: no others will follow. On the same page you can block all \
emails from this room.
"""
TURN = """\
It is your turn in {game}.

{table_url}

The link opens your seat in the browser in which you left this address.

You confirmed that you want these emails. To stop them: {url}
"""


def confirmation_email(mail: TurnMail, game: str, origin: str) -> Email:
    """Ask the owner of an address whether they want emails."""
    url = link_url(origin, mail)
    text = CONFIRMATION.format(game=game, origin=origin, url=url)
    return Email(mail.address, "Confirm your email address", text, url)


def turn_email(mail: TurnMail, game: str, origin: str) -> Email:
    """Tell a player that it is their turn."""
    url = link_url(origin, mail)
    text = TURN.format(game=game, table_url=f"{origin}/t/{mail.table_id}", url=url)
    return Email(mail.address, f"Your turn in {game}", text, url)


def link_url(origin: str, mail: TurnMail) -> str:
    """Return the address of the page where the owner of a mailbox decides."""
    return f"{origin}/mail/{mail.link_key}"
