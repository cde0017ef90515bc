"""Email addresses: which are accepted, and which spellings are one mailbox."""

from __future__ import annotations

import pytest

from meldroom.server.mail_addresses import (
    is_address,
    is_public_address,
    mailbox_hashes,
    mailbox_of,
)

SALT, OTHER_SALT = b"a" * 16, b"b" * 16


@pytest.mark.parametrize(
    "text",
    [
        "", "ada", "ada@", "@x.example", "a b@x.example", "a@x\r\nBcc: b@y", "a@x.example\n",
        "a@x,b@y", "<a@x.example>", ".a@x.example", "a..b@x.example", "a@x..example",
        "a@-x.example", "a@[127.0.0.1]", "b%y.example@x.example", "y.example!b@x.example",
        "a" * 65 + "@x.example", "a@" + "x." * 126 + "example", "ä@x.example",
    ],
)  # fmt: skip
def test_what_is_no_plain_address_is_refused(text: str) -> None:
    assert not is_address(text)
    assert is_address("ada.b+cards@mail.example")


@pytest.mark.parametrize(
    "domain", ["127.0.0.1", "localhost", "Mail", "a.localhost", "localhost.localdomain", "x.LOCAL"]
)
def test_50_nobody_on_this_machine_or_in_its_network_is_written_to(domain: str) -> None:
    assert is_address(f"root@{domain}")
    assert not is_public_address(f"root@{domain}")
    assert is_public_address("root@mail.example")


def test_50_spellings_of_one_mailbox_are_one_hash_and_still_told_apart() -> None:
    first = mailbox_hashes("Ada.B+cards@Mail.Example", SALT)
    second = mailbox_hashes("ada.b@mail.example", SALT)
    assert mailbox_of("Ada.B+cards@Mail.Example") == "ada.b@mail.example"
    assert mailbox_of("+a@mail.example") != mailbox_of("+b@mail.example")
    assert first.mailbox == second.mailbox
    assert first.spelling != second.spelling
    assert second == mailbox_hashes("ada.b@MAIL.example", SALT)
    other = mailbox_hashes("ada.b@mail.example", OTHER_SALT)
    assert not {*other} & {*second}, "no table of hashes fits two rooms"
