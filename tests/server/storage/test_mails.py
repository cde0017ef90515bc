"""Links and stops as both databases store them."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa

from meldroom.server.storage.mails import (
    DAY,
    KEPT,
    Left,
    MailLink,
    TurnMail,
    confirm,
    confirmed_mailboxes,
    erase_mails,
    find_link,
    forget_old,
    has_old,
    leave,
    links_of,
    make_salt,
    read_mails,
    read_salt,
    stop,
)
from meldroom.server.storage.store import Store
from tests.server.postgres import EVERY_STORE

NOW = 1_800_000_000_000
LINK = MailLink("key", "player", "box", "ada@mail.example", NOW)
OTHER = LINK._replace(key="other", player="other")
MAIL = TurnMail("table", "token", "player", "ada@mail.example", "")


def left(store: Store, mail: TurnMail, link: MailLink) -> Left:
    """Leave an address."""
    with store.writing() as connection, connection.begin():
        return leave(connection, mail, link)


@EVERY_STORE
def test_a_link_is_asked_confirmed_stopped_and_started_again(url: str) -> None:
    store = Store(url)
    store.open()

    def write(work: partial[None]) -> None:
        with store.writing() as connection, connection.begin():
            work(connection)

    def state(at: int = NOW) -> str:
        found = find_link(store, "key")
        assert found is not None
        return found[0].state(found[1], at)

    assert find_link(store, "key") is None
    assert left(store, MAIL, LINK) == Left(LINK, asks=True)
    assert left(store, MAIL, LINK._replace(key="new")) == Left(LINK)
    assert left(store, MAIL, OTHER).refusal == "asked"
    assert read_mails(store) == [MAIL._replace(link_key="key")]
    assert (state(), state(NOW + DAY)) == ("unconfirmed", "expired")
    assert confirmed_mailboxes(store) == {}
    assert not has_old(store, NOW + DAY - 1)
    assert has_old(store, NOW + DAY)
    write(partial(confirm, link=LINK))
    assert confirmed_mailboxes(store) == {"key": "box"}
    assert not has_old(store, NOW + KEPT)
    for _ in range(2):
        write(partial(stop, link=LINK))
    assert (state(), read_mails(store), confirmed_mailboxes(store)) == ("stopped", [], {})
    assert left(store, MAIL, OTHER._replace(asked_at=NOW + DAY)).refusal == "stopped"
    write(partial(erase_mails, players=["player"]))
    assert links_of(store, "player") == []
    write(partial(forget_old, now=NOW + KEPT))
    assert state() == "stopped", "while it lasts, its link can start again"
    write(partial(confirm, link=LINK))
    assert state() == "expired", "who left the address is erased"
    write(partial(forget_old, now=NOW + KEPT))
    assert find_link(store, "key") is None
    store.close()


@EVERY_STORE
def test_a_room_has_one_salt(url: str) -> None:
    store = Store(url)
    store.open()
    assert read_salt(store) == ""
    salts = set()
    for _ in range(2):
        with store.writing() as connection, connection.begin():
            make_salt(connection)
        salts.add(read_salt(store))
    assert len(salts) == 1
    with store.reading() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM mail_salts")).scalar() == 1
    store.close()
