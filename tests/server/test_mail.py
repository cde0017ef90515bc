"""The SMTP server that a room is given."""

from __future__ import annotations

import pytest

from meldroom.server.mail import MailServer, mail_server


def test_a_mail_server_is_read_from_its_url() -> None:
    sender = "room@cards.example"
    assert mail_server("smtp://mail.example", sender) == MailServer("mail.example", 587, sender)
    full = mail_server("smtps://room%40x:p%2Fw@mail.example:2465", sender)
    assert full == MailServer("mail.example", 2465, sender, True, "room@x", "p/w")
    for url, address in (("https://mail.example", sender), ("smtp://mail.example", "nobody")):
        with pytest.raises(ValueError, match="--"):
            mail_server(url, address)
