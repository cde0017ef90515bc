"""Who may do what at a table: a request becomes entries for the log, or a Refusal.

The rules P-1 to P-13 are the server's own and are listed in docs/protocol.md.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hmac import compare_digest
from typing import Any, Literal, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.fair_deal import SECRET_SIZE, SHARE_SIZE
from meldroom.core.game import Refusal
from meldroom.games.companions import timing_of
from meldroom.match.match import Play
from meldroom.server import messages
from meldroom.server.rate_limit import TokenBucket
from meldroom.server.refusals import refused
from meldroom.server.storage.log_entries import (
    AnyEntry,
    GameBranched,
    GamePrepared,
    HostChanged,
    MoveMade,
    MoveUndone,
    PauseChanged,
    PersonSilenced,
    RequestWithdrawn,
    SeatLeft,
    SeatRequested,
    SeatTaken,
    ShareGiven,
    StartRequested,
    TableClosed,
)
from meldroom.server.tables import seating
from meldroom.server.tables.display_text import clean_chat, clean_name
from meldroom.server.tables.lookalikes import check_unlike
from meldroom.server.tables.table import Table
from meldroom.server.tokens import hashed

ASK_AGAIN_SECONDS = 60.0  # until a person may ask once more to continue a paused game
PHRASES = (
    "Hello!", "Good luck!", "Well played!", "Thank you.", "Sorry!", "One moment, please.",
    "Oh no!", "Another game?",
)  # fmt: skip


class ChatMessage(NamedTuple):
    """What the person in a seat says."""

    seat: Seat
    text: str
    asks: bool = False  # to continue the paused game


class Decision(NamedTuple):
    """What an allowed request leads to: entries with the play of a move, or chat."""

    entries: tuple[AnyEntry, ...] = ()
    play: Play | None = None
    chat: ChatMessage | None = None


def decide(
    table: Table,
    seat: Seat | None,
    request: messages.TableRequest,
    chat_limit: TokenBucket,
    now: float,
) -> Decision:
    """Judge what the person in a seat asks for; Refusal says which rule forbids it."""
    if seat is None:
        raise refused("P-3", "you have no seat at this table")
    match request:
        case messages.Act(act_id, texts, ply):
            return act(table, seat, texts, act_id, ply, now)
        case messages.Undo(act_id):
            return Decision((undo(table, seat, act_id),))
        case messages.Say():
            check_may_speak(table, seat)
            return Decision(chat=ChatMessage(seat, say(table, request, chat_limit, now)))
        case messages.AskToContinue():
            return Decision(chat=ask_to_continue(table, seat, now))
        case messages.TakeOver() | messages.Ready() | messages.SetPace() | messages.Skip():
            return Decision()
        case messages.GiveShare(share):
            return Decision((give_share(table, seat, share),))
        case messages.Start():
            return Decision(start(table, seat))
        case messages.Rematch():
            return Decision(rematch(table, seat))
        case messages.Pause(on):
            return Decision((pause(table, seat, on),))
        case messages.Silence(other, on):
            return Decision(silence(table, seat, other, on))
        case messages.Cover(other):
            check_cover(table, seat, other)
            return Decision()
        case messages.HandOver(other):
            return Decision((hand_over(table, seat, other),))
        case messages.End():
            return Decision(end(table, seat))
        case messages.Kick(other):
            return Decision((kick(table, seat, other),))
        case messages.Allow(other):
            return Decision(seating.allow(table, seat, other))
        case messages.Leave():
            return Decision(leave(table, seat))
        case messages.Sit():
            raise refused("P-3", "you do not hold that seat")


# -- joining and taking a seat


class Visitor(NamedTuple):
    """Who joined: in which seat, or as a watcher; known again by the hash of a token."""

    seat: Seat | None
    token_hash: str


def join(
    table: Table,
    token: str,
    code: str,
    browser_tokens: Sequence[str] = (),
    seat: Seat | None = None,
) -> Visitor:
    """Admit a client: to the seat that a token proves, or as a watcher by the table's code.

    The tokens of a browser prove nothing at a table where it has no seat; a given token must.
    A device that several people share holds several seats, and plays in the one it names.
    """
    hashes = [hashed(one) for one in ([token] if token else browser_tokens)]
    for token_hash in hashes:
        _check_not_removed(table, token_hash)
        place = seating.place_of(table, token_hash)
        if place is not None and table.settings.local:
            return Visitor(seat if seat in table.local_seats else None, token_hash)
        if place is not None:
            return Visitor(None if place.waiting else place.seat, token_hash)
    if token:
        raise refused("P-7", "that token belongs to no seat here")
    check_code(table, code)
    return Visitor(None, hashes[0] if hashes else "")


def watcher_name(table: Table, name: str) -> str:
    """Give the name of a watcher as it can be shown; "" if it cannot, or looks like a player's."""
    try:
        name = clean_name(name)
        check_unlike(name, table.names_of_people)
    except Refusal:
        return ""
    return name


def check_code(table: Table, code: str) -> None:
    """Refuse a wrong code, unless anybody may join."""
    listed = table.settings.listed
    if not listed and not compare_digest(code.encode(), table.opened.code.encode()):
        raise refused("P-7", "that code does not open this table")


def take_seat(
    table: Table, name: str, seat: Seat | None, token_hash: str
) -> SeatTaken | SeatRequested:
    """Take a seat that no person holds, or ask for it if its cards were dealt to another.

    By default it is the first one that can be had at once, or else the first one.
    """
    _check_not_closed(table)
    _check_not_removed(table, token_hash)
    if table.settings.local:
        raise refused("P-3", "everybody at this table plays at one device")
    place = seating.place_of(table, token_hash)
    if place is not None:
        raise refused(
            "P-3", f"you have {'asked for a seat' if place.waiting else 'a seat'} already"
        )
    name = clean_name(name)
    own = seating.seat_to_return_to(table, token_hash)
    free = [
        other.seat
        for other in table.seats
        if other.person is None and (other.seat == own or other.seat not in table.requests)
    ]
    if seat is not None and seat not in range(len(table.seats)):
        raise refused("X-1", "there is no such seat")
    if not free:
        raise refused("P-3", "every seat is taken")
    if seat is not None and seat not in free:
        asked = seat in table.requests
        raise refused("P-3", f"that seat is {'asked for' if asked else 'taken'}")
    at_once = [one for one in free if seating.may_sit_now(table, one, token_hash)]
    if seat is None:
        seat = (at_once or free)[0]
    check_unlike(name, table.names_of_people)
    entry = SeatTaken if seat in at_once else SeatRequested
    return entry(seat, name, token_hash)


def leave(table: Table, seat: Seat) -> tuple[SeatLeft, ...]:
    """Give the seat up for good; who shares a device leaves with everybody there."""
    _check_person(table, seat)
    return tuple(SeatLeft(one) for one in table.local_seats or [seat])


# -- playing


def act(
    table: Table, seat: Seat, texts: Sequence[str], act_id: str, ply: int | None, now: float
) -> Decision:
    """Let the referee judge a person's actions."""
    match = table.current_match
    check_not_paused(table)
    table_seat, race = table.seats[seat], timing_of(table.game).race
    raced = bool(race.verb) and texts[0].split(" ")[0] == race.verb
    if raced and now < table_seat.locked_until:
        raise refused(race.rule, "too early: wait a moment")
    if ply is not None and ply != match.state.ply:
        raise refused("P-6", "the game has gone on since; look again")
    try:
        play = match.judge(seat, texts)
    except Refusal:
        if raced:
            table_seat.locked_until = now + race.lock
        raise
    return Decision((MoveMade(seat, play.texts, "person", act_id),), play)


def act_for(
    table: Table, seat: Seat, action: Action | str, by: Literal["bot", "clock"]
) -> Decision:
    """Let the referee judge what a bot or the clock plays for a seat."""
    play = table.current_match.judge(seat, [action])
    return Decision((MoveMade(seat, play.texts, by),), play)


def undo(table: Table, seat: Seat, act_id: str) -> MoveUndone:
    """Let a seat take its last action back, if the rules allow it (X-4)."""
    match = table.current_match
    check_not_paused(table)
    match.check_undo(seat)
    return MoveUndone(seat, act_id)


def give_share(table: Table, seat: Seat, share: str) -> ShareGiven:
    """Contribute to the next deal."""
    if table.phase != "waiting":
        raise refused("P-5", "the cards have been dealt already")
    if seat in table.shares:
        raise refused("P-5", "you have given a share already")
    try:
        given = bytes.fromhex(share)
    except ValueError:
        given = b""
    if len(given) != SHARE_SIZE or given.hex() != share:
        raise refused("P-1", f"a share is {SHARE_SIZE} bytes in lower-case hexadecimal")
    return ShareGiven(seat, share)


def say(table: Table, message: messages.Say, limit: TokenBucket, now: float) -> str:
    """Allow a quick phrase, or free text where the table has it, and give what is said."""
    if (message.text is None) == (message.phrase is None):
        raise refused("P-1", "send either a phrase or a text")
    if message.text is not None and not table.settings.chat:
        raise refused("P-9", "this table has quick phrases only")
    if message.phrase is not None and message.phrase >= len(PHRASES):
        raise refused("P-9", "there is no such phrase")
    said = PHRASES[message.phrase or 0] if message.text is None else clean_chat(message.text)
    if not limit.take(now):
        raise refused("P-9", "too many messages; wait a moment")
    return said


def check_may_speak(table: Table, seat: Seat) -> None:
    """Refuse a person whom the host has muted for everybody."""
    if table.is_silenced(seat):
        raise refused("P-9", "the host has muted you")


def ask_to_continue(table: Table, seat: Seat, now: float) -> ChatMessage:
    """Let a person ask to continue a paused game, once a minute."""
    _check_person(table, seat)
    if not table.paused:
        raise refused("P-5", "the game is not paused")
    table_seat = table.seats[seat]
    asked_at = table_seat.asked_to_continue_at
    if asked_at is not None and now < asked_at + ASK_AGAIN_SECONDS:
        raise refused("P-9", "you asked less than a minute ago")
    table_seat.asked_to_continue_at = now
    return ChatMessage(seat, "Can we continue?", asks=True)


# -- what the host does


def start(table: Table, by: Seat) -> tuple[StartRequested, ...]:
    """Start with bots in the empty seats."""
    _check_host(table, by)
    if table.phase != "waiting":
        raise refused("P-5", "the game has started already")
    return () if table.start_requested else (StartRequested(),)


def rematch(table: Table, by: Seat) -> tuple[AnyEntry, ...]:
    """Prepare another game at the same table.

    At a standing table it is played by those who are here, and anybody may start it whose host
    is not.
    """
    host_is_here = table.host is None or table.seats[table.host].present
    if host_is_here or not table.settings.standing:
        _check_host(table, by)
    _check_not_closed(table)
    if table.phase != "over":
        raise refused(
            "P-5", "a game is in progress; end it first" if table.match else "no game was played"
        )
    return (*_absent(table, by), new_deal())


def _absent(table: Table, by: Seat) -> list[SeatLeft]:
    """Free the seats of those who are not here at a standing table, unless its turns take days."""
    if not table.settings.standing or table.settings.clock.endswith("d"):
        return []
    return [SeatLeft(one.seat) for one in table.people if not one.present and one.seat != by]


def new_deal() -> GamePrepared:
    """Make a secret to commit to."""
    return GamePrepared(secrets.token_bytes(SECRET_SIZE).hex())


def branch(form: dict[str, Any], ply: int, seat: Seat) -> GameBranched:
    """Take a finished game up in one of its seats after a ply, if there was something to play."""
    if seat not in range(len(form["players"])):
        raise refused("X-1", "there is no such seat")
    moves = form["moves"]
    if not 0 <= ply < len(moves):
        raise refused("P-1", f"a game can be played on from ply 0 to {len(moves) - 1}")
    made = tuple((mover, text) for mover, text in moves[:ply])
    return GameBranched(form["digest"], form["seed"], made)


def pause(table: Table, by: Seat, on: bool) -> PauseChanged:
    """Pause or resume the game."""
    _check_host(table, by)
    _ = table.current_match
    if table.paused == on:
        raise refused("P-5", "the game is paused already" if on else "the game is not paused")
    return PauseChanged(on)


def end(table: Table, by: Seat) -> tuple[AnyEntry, ...]:
    """End the game; a standing table prepares the next one, any other is closed."""
    _check_host(table, by)
    if not table.settings.standing:
        return (TableClosed(),)
    return (TableClosed(), *_absent(table, by), new_deal())


def kick(table: Table, by: Seat, seat: Seat) -> SeatLeft | RequestWithdrawn:
    """Remove a person, or a newcomer who waits for a seat, from the table for good."""
    _check_host(table, by)
    if seat in table.requests:
        return RequestWithdrawn(seat, kicked=True)
    _check_person(table, seat)
    if seat == by or seat in table.local_seats:
        raise refused("P-4", "leave the table instead of kicking yourself")
    return SeatLeft(seat, kicked=True)


def silence(table: Table, by: Seat, seat: Seat, on: bool) -> tuple[PersonSilenced, ...]:
    """Mute a person for everybody, or no longer."""
    _check_host(table, by)
    _check_person(table, seat)
    if seat == by:
        raise refused("P-4", "nobody mutes themselves")
    return () if table.is_silenced(seat) == on else (PersonSilenced(seat, on),)


def check_cover(table: Table, by: Seat, seat: Seat) -> None:
    """Let the host have a bot play for a person, but only while they are away."""
    _check_host(table, by)
    _check_person(table, seat)
    _ = table.current_match
    if table.seats[seat].present:
        raise refused("P-4", "a bot plays only for people who are away")


def hand_over(table: Table, by: Seat, seat: Seat) -> HostChanged:
    """Make another person the host."""
    _check_host(table, by)
    _check_person(table, seat)
    return HostChanged(seat)


def _check_not_closed(table: Table) -> None:
    if table.phase == "closed":
        raise refused("P-5", "the table is closed")


def _check_not_removed(table: Table, token_hash: str) -> None:
    if token_hash in table.removed:
        raise refused("P-12", "the host removed you from this table")


def check_not_paused(table: Table) -> None:
    """Refuse to go on while the host has paused the game."""
    if table.paused:
        raise refused("P-5", "the game is paused")


def _check_host(table: Table, by: Seat) -> None:
    _check_not_closed(table)
    if by != table.host and by not in table.local_seats:
        raise refused("P-4", "only the host may do that")


def _check_person(table: Table, seat: Seat) -> None:
    if seat not in range(len(table.seats)) or table.seats[seat].person is None:
        raise refused("X-1", "nobody has that seat")
