"""Who may join a table."""

from __future__ import annotations

from meldroom.room import seats
from meldroom.room.log_entries import SeatTaken, Settings, TableClosed, TableOpened
from meldroom.room.table import Table
from meldroom.room.tokens import hashed
from tests.room.test_permissions import rule_of
from tests.room.test_table import WAITING, table_after


def test_a_seat_and_a_name_are_taken_once() -> None:
    table = table_after(*WAITING)
    assert seats.take_seat(table, "Ines", None, "h").seat == 1
    assert rule_of(lambda: seats.take_seat(table, "Ada", None, "h")) == "P-2"
    assert rule_of(lambda: seats.take_seat(table, "Ines", 0, "h")) == "P-3"
    assert rule_of(lambda: seats.take_seat(table, "Ines", 3, "h")) == "X-1"
    table.apply(SeatTaken(1, "Ines", "c"), 0)
    assert rule_of(lambda: seats.take_seat(table, "Omar", None, "h")) == "P-3"
    table.apply(TableClosed(), 0)
    assert rule_of(lambda: seats.take_seat(table, "Omar", None, "h")) == "P-5"


def test_a_private_table_takes_its_code_and_a_listed_one_none() -> None:
    table = table_after(*WAITING)
    seats.check_code(table, "code")
    assert rule_of(lambda: seats.check_code(table, "")) == "P-7"
    assert rule_of(lambda: seats.check_code(table, "kode")) == "P-7"
    listed = TableOpened("thumbs-up", "1", 3, {}, Settings(listed=True), "code")
    seats.check_code(Table("t", listed), "")


def test_a_token_gives_its_seat_and_a_code_makes_a_watcher() -> None:
    table = table_after(SeatTaken(1, "Ada", hashed("token")))
    assert seats.join(table, "token", "") == (1, hashed("token"))
    assert seats.join(table, "", "code") == (None, "")
    assert seats.join(table, "", "", ["old", "token"]) == (1, hashed("token"))
    assert seats.join(table, "", "code", ["other"]) == (None, hashed("other"))
    assert rule_of(lambda: seats.join(table, "other", "code")) == "P-7"
    assert rule_of(lambda: seats.join(table, "", "kode")) == "P-7"
