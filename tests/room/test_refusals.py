"""What a table refuses, it refuses by a rule and in words that a person understands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meldroom.core.game import Refusal
from meldroom.room import messages, permissions, seats
from meldroom.room.clock import change_pace
from meldroom.room.limits import TokenBucket
from meldroom.room.log_entries import (
    PauseChanged,
    PersonSilenced,
    SeatTaken,
    Settings,
    TableClosed,
    TableOpened,
)
from meldroom.room.names import clean_chat
from meldroom.room.seats import check_shared_device
from meldroom.room.table import Table
from tests.room.test_permissions import Person
from tests.room.test_table import PLAYING, REVEALED, WAITING, table_after

AT_ONE_DEVICE = TableOpened("thumbs-up", "1", 3, {}, Settings(local=2), "code")
ONE_DEVICE = "a table for one device has no clock and is not listed"
NO_SKIP = "nobody skips in a game with a race"
WITHOUT_CHAT = TableOpened("thumbs-up", "1", 3, {}, Settings(chat=False), "code")
FORM = {"players": ["Ada", "Elif"], "moves": [[0, "draw"], [0, "discard R."]]}


def waiting() -> Table:
    return table_after(*WAITING)


def playing() -> Table:
    return table_after(*PLAYING)


def paused() -> Table:
    return table_after(*PLAYING, PauseChanged(True))


def closed() -> Table:
    return table_after(*PLAYING, TableClosed())


def acting(table: Table) -> int:
    return table.current_match.to_act[0]


def act(table: Table, ply: int | None = None) -> Any:
    return permissions.act(table, acting(table), ["draw"], "m", ply, 0.0)


def locked() -> Any:
    table = playing()
    table.seats[1].locked_until = 5.0
    return permissions.act(table, 1, ["seen"], "m", None, 4.9)


def say(message: messages.Say, often: int = 1, opened: TableOpened | None = None) -> Any:
    table = table_after(*WAITING, opened=opened) if opened else waiting()
    limit = TokenBucket(1, 10.0, 0.0)
    return [permissions.say(table, message, limit, 0.0) for _ in range(often)]


def give(table: Table, share: str = "00" * 16) -> Any:
    return permissions.give_share(table, 0, share)


def take_seat(name: str = "Ines", seat: int | None = None, table: Table | None = None) -> Any:
    return seats.take_seat(table or waiting(), name, seat, "h")


def decide(message: messages.TableRequest, seat: int | None = 0) -> Any:
    return permissions.decide(playing(), seat, message, Person(TokenBucket(1, 1.0, 0.0)), 0.0)


def silenced() -> Table:
    return table_after(*PLAYING, PersonSilenced(2, True))


def with_elif_here() -> Table:
    table = playing()
    table.seats[2].connections = 1
    return table


def ask_twice(table: Table, later: float) -> Any:
    return [permissions.ask_to_continue(table, 2, at) for at in (0.0, later)]


REFUSALS: list[tuple[Callable[[], Any], str, str]] = [
    (lambda: decide(messages.Say(0), None), "P-3", "you have no seat at this table"),
    (lambda: seats.join(waiting(), "x", ""), "P-7", "that token belongs to no seat here"),
    (lambda: seats.check_code(waiting(), "x"), "P-7", "that code does not open this table"),
    (lambda: take_seat("Ada"), "P-2", "Ada is at this table; choose a name that looks different"),
    (
        lambda: take_seat(table=table_after(*WAITING, SeatTaken(1, "Omar", "c"))),
        "P-3",
        "every seat is taken",
    ),
    (lambda: take_seat(seat=3), "X-1", "there is no such seat"),
    (lambda: take_seat(seat=0), "P-3", "that seat is taken"),
    (lambda: take_seat(""), "P-2", "a name has 1 to 24 visible characters"),
    (lambda: take_seat("\U0001f468\u200d" * 32), "P-2", "a name has at most 160 bytes"),
    (lambda: take_seat(table=closed()), "P-5", "the table is closed"),
    (locked, "Q7", "too early: wait a moment"),
    (lambda: act(playing(), 7), "P-6", "the game has gone on since; look again"),
    (lambda: act(paused()), "P-5", "the game is paused"),
    (lambda: give(playing()), "P-5", "the cards have been dealt already"),
    (
        lambda: give(table_after(*REVEALED), "x"),
        "P-1",
        "a share is 16 bytes in lower-case hexadecimal",
    ),
    (
        lambda: give(waiting()),
        "P-5",
        "a share is revealed only after everybody has committed to theirs",
    ),
    (
        lambda: give(table_after(*REVEALED), "01" * 16),
        "P-1",
        "that is not the share that you committed to",
    ),
    (
        lambda: permissions.commit_share(table_after(*REVEALED), 2, "00" * 32),
        "P-5",
        "shares are being revealed already",
    ),
    (
        lambda: permissions.commit_share(waiting(), 0, "x"),
        "P-1",
        "a commitment is 32 bytes in lower-case hexadecimal",
    ),
    (lambda: say(messages.Say()), "P-1", "send either a phrase or a text"),
    (
        lambda: say(messages.Say(text="hi"), opened=WITHOUT_CHAT),
        "P-9",
        "this table has quick phrases only",
    ),
    (lambda: say(messages.Say(31)), "P-9", "there is no such phrase"),
    (lambda: say(messages.Say(0), 2), "P-9", "too many messages; wait a moment"),
    (lambda: permissions.start(playing(), 0), "P-5", "the game has started already"),
    (lambda: permissions.rematch(playing(), 0), "P-5", "a game is in progress; end it first"),
    (lambda: permissions.rematch(waiting(), 0), "P-5", "no game was played"),
    (lambda: permissions.pause(paused(), 0, True), "P-5", "the game is paused already"),
    (lambda: permissions.pause(playing(), 0, False), "P-5", "the game is not paused"),
    (
        lambda: permissions.kick(playing(), 0, 0),
        "P-4",
        "leave the table instead of kicking yourself",
    ),
    (lambda: permissions.kick(playing(), 0, 1), "X-1", "nobody has that seat"),
    (lambda: permissions.kick(playing(), 2, 0), "P-4", "only the host may do that"),
    (lambda: permissions.end(closed(), 0), "P-5", "the table is closed"),
    (lambda: permissions.check_may_speak(silenced(), 2), "P-9", "the host has muted you"),
    (lambda: permissions.silence(playing(), 0, 0, True), "P-4", "nobody mutes themselves"),
    (
        lambda: permissions.check_cover(with_elif_here(), 0, 2),
        "P-4",
        "a bot plays only for people who are away",
    ),
    (lambda: ask_twice(paused(), 59.9), "P-9", "you asked less than a minute ago"),
    (
        lambda: permissions.ask_to_continue(playing(), 0, 0.0),
        "P-5",
        "the game is not paused",
    ),
    (lambda: decide(messages.Sit(2)), "P-3", "you do not hold that seat"),
    (lambda: clean_chat("\u200b"), "P-9", "there is nothing to read in this message"),
    (lambda: change_pace(playing(), [0], messages.Skip()), "P-5", NO_SKIP),
    (
        lambda: change_pace(playing(), [2], messages.SetPace("fast")),
        "P-4",
        "only the host may do that",
    ),
    (lambda: change_pace(playing(), [], messages.Skip()), "P-3", "you have no seat at this table"),
    (lambda: seats.allow(playing(), 0, 1), "X-1", "nobody has asked for that seat"),
    (lambda: seats.withdraw(playing(), "a"), "P-3", "you have no seat at this table"),
    (
        lambda: take_seat(table=table_after(*WAITING, opened=AT_ONE_DEVICE)),
        "P-3",
        "everybody at this table plays at one device",
    ),
    (
        lambda: check_shared_device(Settings(local=4), 3),
        "P-1",
        "4 people do not fit at a table of 3",
    ),
    (lambda: check_shared_device(Settings(local=2, listed=True), 3), "P-1", ONE_DEVICE),
    (lambda: check_shared_device(Settings(local=2, clock="20s"), 3), "P-1", ONE_DEVICE),
    (lambda: permissions.branch(FORM, 0, 2), "X-1", "there is no such seat"),
    (lambda: permissions.branch(FORM, 2, 0), "P-1", "a game can be played on from ply 0 to 1"),
    (
        lambda: act(table_after(*WAITING, *PLAYING[3:], TableClosed())),
        "X-8",
        "no game is being played",
    ),
]


@pytest.mark.parametrize(
    ("request_", "rule", "text"), REFUSALS, ids=[text for *_, text in REFUSALS]
)
def test_a_refusal_says_why(request_: Callable[[], Any], rule: str, text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        request_()
    assert refusal.value.violation == (rule, text)


def test_a_person_may_ask_to_continue_again_after_a_minute() -> None:
    first, second = ask_twice(paused(), 60.0)
    assert first == second == permissions.ChatMessage(2, "Can we continue?", asks=True)


def test_people_fill_a_table_for_one_device_exactly() -> None:
    check_shared_device(Settings(local=3), 3)
