"""A table as its log tells it, and who may do what there."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import pytest

from meldroom.core.fair_deal import FairDeal
from meldroom.core.game import Refusal
from meldroom.server.storage import log_entries
from meldroom.server.storage.log_entries import (
    AnyEntry,
    Began,
    Branched,
    Closed,
    Dealt,
    Gave,
    Hosted,
    Left,
    MoveMade,
    Opened,
    Paused,
    Sat,
    Settings,
    Undone,
)
from meldroom.server.tables import permissions
from meldroom.server.tables.table import REMEMBERED, Table
from tests.match.positions import default_text

OPENED = Opened("thumbs-up", "1", 3, {}, Settings(), "code")
SECRET = "11" * 32


def table_after(*news: AnyEntry, opened: Opened = OPENED) -> Table:
    table = Table("t", opened)
    for entry in news:
        table.evolve(entry, 1000 * table.seq)
    return table


SITTING = (Sat(0, "Ada", "a"), Sat(2, "Elif", "b"), Dealt(SECRET))
PLAYING = (*SITTING, Gave(0, "00" * 16), Began())


def host(table: Table) -> int | None:
    return table.host


def phase(table: Table) -> str:
    return table.phase


def refusal(wish: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as refused:
        wish()
    return refused.value.violation.rule


def test_every_entry_is_written_and_read_back() -> None:
    for entry in (
        OPENED, *PLAYING, Left(0, True), Hosted(1), MoveMade(1, ("draw",), "bot", "x"),
        Undone(1, "y"),
        Paused(True), Closed(), Branched("ab", "cd", ((0, "draw"), (0, "discard R."))),
    ):  # fmt: skip
        assert log_entries.read(log_entries.write(entry)) == entry
        assert f'"is":"{log_entries.kind(entry)}"' in log_entries.write(entry).decode()


def test_a_table_is_opened_once_and_by_the_rules_of_this_version() -> None:
    with pytest.raises(ValueError, match="opened once"):
        table_after(OPENED)
    with pytest.raises(ValueError, match="by rules 0, which are not the rules 1"):
        Table("t", Opened("thumbs-up", "0", 3, {}, Settings(), "code"))


def test_the_first_person_is_host_and_the_rights_go_on() -> None:
    table = table_after(*SITTING)
    assert host(table) == 0
    table.evolve(Left(0), 0)
    assert host(table) == 2
    table.evolve(Left(2), 0)
    assert host(table) is None
    table.evolve(Sat(1, "Ines", "c"), 0)
    assert host(table) == 1


def test_the_seed_is_made_of_the_secret_and_of_shares_in_seat_order() -> None:
    table = table_after(*SITTING, Gave(2, "22" * 16), Gave(0, "00" * 16), Began())
    assert table.match is not None
    assert isinstance(table.match.deal, FairDeal)
    assert table.match.deal.contributions == (bytes(16), b"", b"\x22" * 16)
    assert table.match.deal.secret.hex() == SECRET


def test_the_secret_is_told_when_the_game_is_over_and_not_before() -> None:
    table = table_after(*PLAYING)
    while phase(table) == "playing":
        seat = table.playing.to_act[0]
        assert SECRET not in str(table.facts())
        table.evolve(MoveMade(seat, (default_text(table.playing, seat),)), 0)
    assert phase(table) == "over"
    assert table.facts()["secret"] == SECRET
    assert table.facts()["contributions"] == ["00" * 16, "", ""]
    assert table.players == ["Ada", "Wren", "Elif"]
    table.evolve(permissions.rematch(table, 0), 0)
    assert phase(table) == "waiting"
    assert table.games == 2
    assert "secret" not in table.facts()


def test_the_commitment_is_shown_before_a_share_is_given() -> None:
    table = table_after(*SITTING)
    assert table.facts()["commit"] == table.deal.commit
    assert refusal(lambda: permissions.give(table_after(*PLAYING), 2, "00" * 16)) == "P-5"


def test_an_act_is_remembered_by_its_mark_for_its_seat() -> None:
    table = table_after(*PLAYING)
    for number in range(REMEMBERED + 10):
        seat = table.playing.to_act[0]
        text = default_text(table.playing, seat)
        table.evolve(MoveMade(seat, (text,), "person", f"m{number}"), 0)
    assert len(table.done) == REMEMBERED
    assert (seat, f"m{number}") in table.done
    table.evolve(Left(0), 0)
    assert all(seat != 0 for seat, _ in table.done)


def test_a_turn_began_when_the_log_says() -> None:
    table = table_after(*PLAYING)
    seat = table.playing.to_act[0]
    table.evolve(MoveMade(seat, ("draw",)), 77)
    assert table.turn_at != 77
    table.evolve(MoveMade(seat, (default_text(table.playing, seat),)), 78)
    assert table.turn_at == 78


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "a\u202eb"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    assert refusal(lambda: permissions.fit_name(name)) == "P-2"


def test_a_name_is_brought_into_one_form() -> None:
    assert permissions.fit_name("  A\u0301da \n L ") == "\u00c1da L"


def test_a_seat_is_taken_once_and_a_name_too() -> None:
    table = table_after(*SITTING)
    assert permissions.sit(table, "Ines", None, "h").seat == 1
    assert refusal(lambda: permissions.sit(table, "Ada", None, "h")) == "P-2"
    assert refusal(lambda: permissions.sit(table, "Ines", 0, "h")) == "P-3"
    assert refusal(lambda: permissions.sit(table, "Ines", 3, "h")) == "X-1"
    table.evolve(Sat(1, "Ines", "c"), 0)
    assert refusal(lambda: permissions.sit(table, "Omar", None, "h")) == "P-3"
    table.evolve(Closed(), 0)
    assert refusal(lambda: permissions.sit(table, "Omar", None, "h")) == "P-5"


def test_a_code_opens_a_private_table_and_none_is_asked_at_a_listed_one() -> None:
    table = table_after(*SITTING)
    assert permissions.may_enter(table, "code")
    assert not permissions.may_enter(table, "")
    assert not permissions.may_enter(table, "kode")
    listed = Opened("thumbs-up", "1", 3, {}, Settings(listed=True), "code")
    assert permissions.may_enter(Table("t", listed), "")


HOST_ONLY: list[Callable[[Table, int | None], Any]] = [
    lambda table, by: permissions.kick(table, by, 2),
    lambda table, by: permissions.hand_over(table, by, 2),
    lambda table, by: permissions.pause(table, by, True),
    lambda table, by: permissions.end(table, by),
    lambda table, by: permissions.rematch(table, by),
    lambda table, by: permissions.start(table, by),
]


@pytest.mark.parametrize("wish", HOST_ONLY)
def test_only_the_host_may_run_the_table(wish: Callable[[Table, int | None], Any]) -> None:
    for by in (None, 1, 2):
        assert refusal(lambda by=by: wish(table_after(*PLAYING), by)) == "P-4"  # type: ignore[misc]


def test_the_host_kicks_pauses_hands_over_and_ends() -> None:
    table = table_after(*PLAYING)
    assert permissions.kick(table, 0, 2) == Left(2, kicked=True)
    assert permissions.hand_over(table, 0, 2) == Hosted(2)
    assert permissions.pause(table, 0, True) == Paused(True)
    assert permissions.end(table, 0) == Closed()
    assert refusal(lambda: permissions.kick(table, 0, 0)) == "P-4"
    assert refusal(lambda: permissions.kick(table, 0, 1)) == "X-1"
    assert refusal(lambda: permissions.kick(table, 0, 7)) == "X-1"
    assert refusal(lambda: permissions.pause(table, 0, False)) == "P-5"
    assert refusal(lambda: permissions.rematch(table, 0)) == "P-5"
    assert refusal(lambda: permissions.start(table, 0)) == "P-5"
    table.evolve(Closed(), 0)
    assert refusal(lambda: permissions.end(table, 0)) == "P-5"
    assert refusal(lambda: permissions.leave(table, 1)) == "X-1"


def test_nobody_acts_while_play_is_paused_or_meant_for_another_ply() -> None:
    table = table_after(*PLAYING)
    seat = table.playing.to_act[0]
    assert permissions.act(table, seat, ["draw"], "m", 0, 0.0)[0].texts == ("draw",)
    assert refusal(lambda: permissions.act(table, seat, ["draw"], "m", 1, 0.0)) == "P-6"
    table.evolve(Paused(True), 0)
    assert refusal(lambda: permissions.act(table, seat, ["draw"], "m", None, 0.0)) == "P-5"
    assert refusal(lambda: permissions.undo(table, seat, "m")) == "P-5"
    assert (
        refusal(lambda: permissions.act(table_after(*SITTING), 0, ["draw"], "m", None, 0)) == "X-8"
    )


def test_a_raced_verb_said_too_early_is_locked_for_two_seconds() -> None:
    table = table_after(*PLAYING)
    seat = table.playing.to_act[0]
    assert refusal(lambda: permissions.act(table, seat, ["seen"], "m", None, 100.0)) == "Q7"
    other = (seat + 1) % 3
    assert refusal(lambda: permissions.act(table, other, ["seen"], "m", None, 100.0)) == "X-1"
    assert table.chairs[other].locked == 102.0
    assert refusal(lambda: permissions.act(table, other, ["seen"], "m", None, 101.9)) == "Q7"
    assert refusal(lambda: permissions.act(table, other, ["seen"], "m", None, 102.0)) == "X-1"
    assert refusal(lambda: permissions.act(table, other, ["draw"], "m", None, 102.1)) == "X-1"


@pytest.mark.parametrize("share", ["", "00" * 15, "00" * 17, "zz" * 16, "AA" * 16])
def test_a_share_is_sixteen_bytes(share: str) -> None:
    assert refusal(lambda: permissions.give(table_after(*SITTING), 0, share)) == "P-1"


def test_a_share_is_given_once() -> None:
    table = table_after(*SITTING)
    table.evolve(permissions.give(table, 0, secrets.token_hex(16)), 0)
    assert refusal(lambda: permissions.give(table, 0, "00" * 16)) == "P-5"
