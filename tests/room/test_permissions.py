"""Who may do what at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from meldroom.core.game import Refusal
from meldroom.room import messages, permissions
from meldroom.room.limits import TokenBucket
from meldroom.room.log_entries import (
    CommitmentsClosed,
    GameBranched,
    GamePrepared,
    HostChanged,
    MoveMade,
    PauseChanged,
    SeatLeft,
    SeatTaken,
    Settings,
    ShareCommitted,
    StartRequested,
    TableClosed,
    TableOpened,
)
from meldroom.room.table import Table
from tests.room.test_table import COMMITMENT, COMMITTED, PLAYING, WAITING, table_after


def rule_of(request: Callable[[], Any]) -> str:
    """Make a request that must be refused, and name the rule."""
    with pytest.raises(Refusal) as refusal:
        request()
    return refusal.value.violation.rule


class Person(NamedTuple):
    """Somebody who may say so much."""

    chat_limit: TokenBucket


def test_a_watcher_may_decide_nothing() -> None:
    table, person = table_after(*PLAYING), Person(TokenBucket(1, 1.0, 0.0))
    request = messages.Say(0)
    assert permissions.decide(table, 0, request, person, 0.0).chat == permissions.ChatMessage(
        0, permissions.PHRASES[0]
    )
    assert rule_of(lambda: permissions.decide(table, None, request, person, 0.0)) == "P-3"


# -- playing


def test_nobody_acts_while_the_game_is_paused_nor_at_another_ply() -> None:
    table = table_after(*PLAYING)
    seat = table.current_match.to_act[0]
    decision = permissions.act(table, seat, ["draw"], "m", 0, 0.0)
    assert decision.entries == (MoveMade(seat, ("draw",), "person", "m"),)
    assert rule_of(lambda: permissions.act(table, seat, ["draw"], "m", 1, 0.0)) == "P-6"
    table.apply(PauseChanged(True), 0)
    assert rule_of(lambda: permissions.act(table, seat, ["draw"], "m", None, 0.0)) == "P-5"
    assert rule_of(lambda: permissions.undo(table, seat, "m")) == "P-5"
    waiting = table_after(*WAITING)
    assert rule_of(lambda: permissions.act(waiting, 0, ["draw"], "m", None, 0)) == "X-8"


def test_a_raced_verb_said_too_early_is_locked_for_two_seconds() -> None:
    table = table_after(*PLAYING)
    seat = table.current_match.to_act[0]
    assert rule_of(lambda: permissions.act(table, seat, ["seen"], "m", None, 100.0)) == "Q7"
    other = (seat + 1) % 3
    assert rule_of(lambda: permissions.act(table, other, ["seen"], "m", None, 100.0)) == "X-1"
    assert table.seats[other].locked_until == 102.0
    assert rule_of(lambda: permissions.act(table, other, ["seen"], "m", None, 101.9)) == "Q7"
    assert rule_of(lambda: permissions.act(table, other, ["seen"], "m", None, 102.0)) == "X-1"
    assert rule_of(lambda: permissions.act(table, other, ["draw"], "m", None, 102.1)) == "X-1"


def test_who_leaves_and_sits_down_again_is_locked_as_before() -> None:
    table = table_after(*PLAYING)
    other = (table.current_match.to_act[0] + 1) % 3
    assert rule_of(lambda: permissions.act(table, other, ["seen"], "m", None, 100.0)) == "X-1"
    table.apply(SeatLeft(other), 0)
    table.apply(SeatTaken(other, "Omar", "d"), 0)
    assert rule_of(lambda: permissions.act(table, other, ["seen"], "m", None, 101.9)) == "Q7"
    assert rule_of(lambda: permissions.act(table, other, ["seen"], "m", None, 102.0)) == "X-1"


def test_a_bot_and_the_clock_are_judged_by_the_referee() -> None:
    table = table_after(*PLAYING)
    seat = table.current_match.to_act[0]
    entries, play, _ = permissions.act_for(table, seat, "draw", "bot")
    assert entries == (MoveMade(seat, ("draw",), "bot"),)
    assert play is not None
    assert rule_of(lambda: permissions.act_for(table, (seat + 1) % 3, "draw", "clock")) == "X-1"


@pytest.mark.parametrize("size", [16, 32])
def test_a_share_is_sixteen_bytes_and_a_commitment_thirty_two(size: int) -> None:
    give, table = (
        (permissions.give_share, table_after(*COMMITTED, CommitmentsClosed()))
        if size == 16
        else (permissions.commit_share, table_after(*WAITING))
    )
    for text in ("", "00" * (size - 1), "00" * (size + 1), "zz" * size, "AA" * size):
        assert rule_of(lambda text=text: give(table, 0, text)) == "P-1"  # type: ignore[misc]


def test_a_share_is_revealed_when_nobody_commits_any_more_and_before_the_deal() -> None:
    give, share = permissions.give_share, "00" * 16
    assert rule_of(lambda: give(table_after(*COMMITTED), 0, share)) == "P-5"
    table = table_after(*COMMITTED, CommitmentsClosed())
    for entry in give(table, 0, share):
        table.apply(entry, 0)
    assert give(table, 0, share) == ()
    assert rule_of(lambda: give(table_after(*PLAYING), 0, share)) == "P-5"


def test_a_commitment_may_be_changed_until_shares_are_revealed() -> None:
    commit, other = permissions.commit_share, "ab" * 32
    table = table_after(*COMMITTED)
    assert commit(table, 0, COMMITMENT) == ()
    assert commit(table, 0, other) == (ShareCommitted(0, other),)
    table.apply(CommitmentsClosed(), 0)
    assert commit(table, 0, COMMITMENT) == ()
    assert rule_of(lambda: commit(table, 0, other)) == "P-5"
    assert rule_of(lambda: commit(table, 2, other)) == "P-5"
    assert rule_of(lambda: commit(table_after(*PLAYING), 0, other)) == "P-5"


def test_45_only_the_share_that_was_committed_to_is_taken() -> None:
    copied = (*COMMITTED, ShareCommitted(2, COMMITMENT), CommitmentsClosed())
    table = table_after(*copied)
    for seat, share in ((0, "01" * 16), (2, "00" * 16), (2, "01" * 16), (1, "00" * 16)):
        refused = lambda s=seat, given=share: permissions.give_share(table, s, given)  # noqa: E731
        assert rule_of(refused) == "P-1"
    replayed = table_after(*WAITING[:-1], GamePrepared("22" * 32), *copied[3:])
    assert rule_of(lambda: permissions.give_share(replayed, 0, "00" * 16)) == "P-1"


def test_nobody_changes_seats_while_shares_are_revealed() -> None:
    table = table_after(*COMMITTED, CommitmentsClosed())
    assert rule_of(lambda: permissions.change_seat(table, 0, 0, 1)) == "P-5"


def test_chat_is_limited_but_a_refused_message_does_not_count() -> None:
    table, limit = table_after(*WAITING), TokenBucket(1, 10.0, 0.0)
    for message in (messages.Say(), messages.Say(0, "both"), messages.Say(31)):
        assert rule_of(lambda m=message: permissions.say(table, m, limit, 0.0)) in ("P-1", "P-9")  # type: ignore[misc]
    assert permissions.say(table, messages.Say(text=" hi\nthere "), limit, 0.0) == "hi there"
    assert rule_of(lambda: permissions.say(table, messages.Say(0), limit, 0.0)) == "P-9"
    assert permissions.say(table, messages.Say(0), limit, 10.0) == permissions.PHRASES[0]


# -- what the host does


HOST_ONLY: list[Callable[[Table, int], Any]] = [
    lambda table, by: permissions.kick(table, by, 2),
    lambda table, by: permissions.hand_over(table, by, 2),
    lambda table, by: permissions.pause(table, by, True),
    lambda table, by: permissions.end(table, by),
    lambda table, by: permissions.rematch(table, by),
    lambda table, by: permissions.start(table, by),
]


@pytest.mark.parametrize("request_", HOST_ONLY)
def test_only_the_host_may_run_the_table(request_: Callable[[Table, int], Any]) -> None:
    for by in (1, 2):
        assert rule_of(lambda by=by: request_(table_after(*PLAYING), by)) == "P-4"  # type: ignore[misc]


def test_the_host_kicks_pauses_hands_over_and_ends() -> None:
    table = table_after(*PLAYING)
    assert permissions.kick(table, 0, 2) == SeatLeft(2, kicked=True)
    assert permissions.hand_over(table, 0, 2) == HostChanged(2)
    assert permissions.pause(table, 0, True) == PauseChanged(True)
    assert permissions.end(table, 0) == (TableClosed(),)
    assert rule_of(lambda: permissions.kick(table, 0, 0)) == "P-4"
    assert rule_of(lambda: permissions.kick(table, 0, 1)) == "X-1"
    assert rule_of(lambda: permissions.kick(table, 0, 7)) == "X-1"
    assert rule_of(lambda: permissions.pause(table, 0, False)) == "P-5"
    assert rule_of(lambda: permissions.rematch(table, 0)) == "P-5"
    assert rule_of(lambda: permissions.start(table, 0)) == "P-5"
    table.apply(TableClosed(), 0)
    assert rule_of(lambda: permissions.end(table, 0)) == "P-5"
    assert rule_of(lambda: permissions.leave(table, 1)) == "X-1"


def test_a_standing_table_is_ended_with_the_next_game_prepared() -> None:
    standing = TableOpened("thumbs-up", "1", 3, {}, Settings(standing=True), "code")
    closed, *_, prepared = permissions.end(table_after(*PLAYING, opened=standing), 0)
    assert closed == TableClosed()
    assert isinstance(prepared, GamePrepared)


def test_a_start_is_logged_once() -> None:
    table = table_after(*WAITING)
    assert permissions.start(table, 0) == (StartRequested(),)
    table.apply(StartRequested(), 0)
    assert permissions.start(table, 0) == ()


def test_a_finished_game_is_branched_before_its_last_move_from_one_of_its_seats() -> None:
    form = {
        "players": ["Ada", "Elif"],
        "moves": [[0, "draw"], [0, "discard R."]],
        "digest": "ab",
        "seed": "cd",
    }
    assert permissions.branch(form, 1, 1) == GameBranched("ab", "cd", ((0, "draw"),))
    for ply in (-1, 2):
        assert rule_of(lambda ply=ply: permissions.branch(form, ply, 0)) == "P-1"  # type: ignore[misc]
    assert rule_of(lambda: permissions.branch(form, 1, 2)) == "X-1"
