"""Names that look like the name of somebody else at the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldroom.core.game import Refusal
from meldroom.server.storage.log_entries import SeatTaken
from meldroom.server.tables import permissions
from meldroom.server.tables.display_text import clean_name
from meldroom.server.tables.lookalikes import look_alike, skeleton
from tests.server.tables.test_table import WAITING, table_after

ALIKE = [
    ("Ada", "ada"), ("Ada", "\u0410d\u0430"), ("Ada", "A\u0501a"), ("Bill", "BiII"),
    ("Bill", "Bi11"), ("Ida", "lda"), ("Ida", "IDA"), ("Omar", "0mar"),
    ("Mark", "rnark"), ("Anna", "\u0391nna"), ("Maße", "MASSE"), ("Zoe", "\u0396oe"),
    ("\u2764\ufe0f", "\u2764"), ("क्\u200dष", "क्ष"),
]  # fmt: skip
UNLIKE = [
    ("Ada", "Ade"), ("José", "Jose"), ("Zoë", "Zoe"), ("P1", "P2"), ("Ada L", "Ada"),
    ("Elif", "Omar"), ("김민준", "김민주"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "other"), ALIKE, ids=ascii)
def test_39_names_that_look_alike(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert look_alike(other, name)


@pytest.mark.parametrize(("name", "other"), UNLIKE, ids=ascii)
def test_names_that_are_told_apart(name: str, other: str) -> None:
    assert not look_alike(name, other)


@pytest.mark.parametrize("name", ["Ada", "ADA", "\u0410da", "A\u200bda", "Ａｄａ", " Ada "])
def test_39_a_name_like_that_of_somebody_at_the_table_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="Ada is at this table") as refusal:
        permissions.take_seat(table_after(*WAITING), name, None, "h")
    assert refusal.value.violation.rule == "P-2"


def test_39_a_bot_counts_unless_its_own_seat_is_taken() -> None:
    table = table_after(SeatTaken(0, "Ada", "a"))
    bot = table.seats[1].name
    assert permissions.take_seat(table, bot, 1, "h") == SeatTaken(1, bot, "h")
    with pytest.raises(Refusal, match=f"{bot} is at this table"):
        permissions.take_seat(table, bot.upper(), 2, "h")


@given(st.text(min_size=1, max_size=20))
def test_39_every_name_looks_like_itself_in_any_case(text: str) -> None:
    assert look_alike(text, text)
    assert look_alike(text, text.casefold())
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert skeleton(skeleton(name)) == skeleton(name)
