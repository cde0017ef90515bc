"""Names that look like the name of somebody else at the table."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldroom.core.game import Refusal
from meldroom.games import find
from meldroom.room import seats
from meldroom.room.log_entries import SeatLeft, SeatRequested, SeatTaken, Settings, TableOpened
from meldroom.room.names import clean_name, look_alike, skeleton
from meldroom.room.table import Table
from meldroom.room.table_seat import BOT_NAMES
from tests.room.test_display_text import code_points
from tests.room.test_table import WAITING, table_after

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


@pytest.mark.parametrize(("name", "other"), ALIKE, ids=code_points)
def test_39_names_that_look_alike(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert look_alike(other, name)


@pytest.mark.parametrize(("name", "other"), UNLIKE, ids=code_points)
def test_names_that_are_told_apart(name: str, other: str) -> None:
    assert not look_alike(name, other)


@pytest.mark.parametrize("name", ["Ada", "ADA", "\u0410da", "A\u200bda", "Ａｄａ", " Ada "])
def test_39_a_name_like_that_of_somebody_at_the_table_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="Ada is at this table") as refusal:
        seats.take_seat(table_after(*WAITING), name, None, "h")
    assert refusal.value.violation.rule == "P-2"


@pytest.mark.parametrize("called", list(permutations(BOT_NAMES[:3] + BOT_NAMES[-1:], 2)))
def test_39_a_bot_gives_its_name_up_to_a_person(called: tuple[str, str]) -> None:
    entries = [SeatTaken(seat, name.upper(), name) for seat, name in enumerate(called)]
    table = table_after(*entries)
    assert [seat.name for seat in table.people] == [name.upper() for name in called]
    for name, other in combinations(table.names, 2):
        assert not look_alike(name, other)
    usual = [BOT_NAMES[seat] for seat in range(2, len(table.seats))]
    assert [name for name in table.names[2:] if name not in usual] == [
        name for at, name in enumerate(table.names[2:]) if usual[at] in called
    ]
    for seat in range(2):
        table.apply(SeatLeft(seat), 0)
    assert table.names == list(BOT_NAMES[: len(table.seats)])


def test_39_there_are_names_for_the_bots_whatever_people_and_newcomers_are_called() -> None:
    opened = TableOpened("thumbs-up", find("thumbs-up").rules, 8, {}, Settings(), "code")
    table = Table("k" * 14, opened)
    for seat, name in enumerate(BOT_NAMES):
        kind = SeatTaken if seat < 4 else SeatRequested
        table.apply(kind(seat, BOT_NAMES[-1 - seat], name), 0)
    for name, other in combinations(table.names, 2):
        assert not look_alike(name, other)


@given(st.text(min_size=1, max_size=20))
def test_39_every_name_looks_like_itself_in_any_case(text: str) -> None:
    assert look_alike(text, text)
    assert look_alike(text, text.casefold())
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert skeleton(skeleton(name)) == skeleton(name)
