"""Who may do what at a table: a request becomes entries for the log, or a Refusal.

The rules P-1 to P-15 are the server's own and are listed in docs/protocol.md.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol

from meldroom.bots.registry import check_installed
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.fair_deal import COMMITMENT_SIZE, SECRET_SIZE, SHARE_SIZE, share_commitment
from meldroom.core.game import Refusal
from meldroom.games.companions import timing_of
from meldroom.match.match import Match, Play
from meldroom.room import messages, seats
from meldroom.room.limits import TokenBucket
from meldroom.room.log_entries import (
    AnyEntry,
    BotChosen,
    GameBranched,
    GamePrepared,
    HintsAllowed,
    HostChanged,
    MoveMade,
    MoveUndone,
    PauseChanged,
    PersonSilenced,
    RequestWithdrawn,
    SeatChanged,
    SeatLeft,
    ShareCommitted,
    ShareGiven,
    StartRequested,
    TableClosed,
)
from meldroom.room.names import clean_chat
from meldroom.room.refusals import refused
from meldroom.room.table import Table

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


class Speaker(Protocol):
    """Whoever asks for something."""

    @property
    def chat_limit(self) -> TokenBucket:
        """How much they may still say."""


class Decision(NamedTuple):
    """What an allowed request leads to: entries with the play of a move, or chat."""

    entries: tuple[AnyEntry, ...] = ()
    play: Play | None = None
    chat: ChatMessage | None = None


def decide(
    table: Table,
    seat: Seat | None,
    request: messages.TableRequest,
    speaker: Speaker,
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
            return Decision(chat=ChatMessage(seat, say(table, request, speaker.chat_limit, now)))
        case messages.AskToContinue():
            return Decision(chat=ask_to_continue(table, seat, now))
        case messages.TakeOver() | messages.Ready() | messages.SetPace() | messages.Skip():
            return Decision()
        case messages.CommitShare(commitment):
            return Decision(commit_share(table, seat, commitment))
        case messages.GiveShare(share):
            return Decision(give_share(table, seat, share))
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
        case messages.ChooseBot(other, level):
            return Decision(choose_bot(table, seat, other, level))
        case messages.ChangeSeat(other, to):
            return Decision((change_seat(table, seat, other, to),))
        case messages.HandOver(other):
            return Decision((hand_over(table, seat, other),))
        case messages.End():
            return Decision(end(table, seat))
        case messages.Kick(other):
            return Decision((kick(table, seat, other),))
        case messages.Allow(other):
            return Decision(seats.allow(table, seat, other))
        case messages.Leave():
            return Decision(leave(table, seat))
        case messages.AllowHints(on):
            return Decision(allow_hints(table, seat, on))
        case messages.Sit():
            raise refused("P-3", "you do not hold that seat")


# -- what anybody with a seat does


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


def commit_share(table: Table, seat: Seat, commitment: str) -> tuple[ShareCommitted, ...]:
    """Commit to a share of the next deal; until all are revealed, a person may commit again."""
    _read_bytes(commitment, COMMITMENT_SIZE, "a commitment")
    _check_not_dealt(table)
    if table.shares.commitments.get(seat) == commitment:
        return ()
    if table.shares.closed:
        raise refused("P-5", "shares are being revealed already")
    return (ShareCommitted(seat, commitment),)


def give_share(table: Table, seat: Seat, share: str) -> tuple[ShareGiven, ...]:
    """Reveal the share that the seat committed to, once nobody commits to one any more."""
    given = _read_bytes(share, SHARE_SIZE, "a share")
    _check_not_dealt(table)
    if not table.shares.closed:
        raise refused("P-5", "a share is revealed only after everybody has committed to theirs")
    committed = table.shares.commitments.get(seat)
    if committed != share_commitment(table.next_deal.commit, seat, given):
        raise refused("P-1", "that is not the share that you committed to")
    return () if seat in table.shares.revealed else (ShareGiven(seat, share),)


def _read_bytes(text: str, size: int, what: str) -> bytes:
    try:
        given = bytes.fromhex(text)
    except ValueError:
        given = b""
    if len(given) != size or given.hex() != text:
        raise refused("P-1", f"{what} is {size} bytes in lower-case hexadecimal")
    return given


def _check_not_dealt(table: Table) -> None:
    if table.phase != "waiting":
        raise refused("P-5", "the cards have been dealt already")


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


def allow_hints(table: Table, seat: Seat, on: bool) -> tuple[HintsAllowed, ...]:
    """Agree to hints at this table, or no longer."""
    _check_person(table, seat)
    return () if (seat in table.agreed_to_hints) == on else (HintsAllowed(seat, on),)


def check_hint(
    table: Table, seat: Seat | None, request: messages.AskHint | messages.CheckMove
) -> Match:
    """Refuse a hint to a seat that is not on turn, or without the others' consent (P-14)."""
    if seat is None:
        raise refused("P-3", "you have no seat at this table")
    if table.is_daily_attempt:
        raise refused("P-14", "nobody gets hints in the deal of the day")
    match = table.current_match
    check_not_paused(table)
    if match.to_act != (seat,) or match.racing:  # a race is not given away
        raise refused("X-1", "it is not your turn")
    if isinstance(request, messages.CheckMove):
        if not table.plays_alone:
            raise refused("P-14", "moves are checked only where one person plays with bots")
    elif not table.hints_allowed:
        raise refused("P-14", "hints are given only where everybody at the table has agreed")
    return match


def change_seat(table: Table, by: Seat, seat: Seat, to: Seat) -> SeatChanged:
    """Move to an empty seat before the cards are dealt; the host may move others too."""
    if seat != by:
        _check_host(table, by)
    _check_person(table, seat)
    if table.phase != "waiting" or table.shares.closed:
        raise refused("P-5", "people change seats before the cards are dealt")
    if table.settings.local:
        raise refused("P-3", "everybody at this table plays at one device")
    if to not in range(len(table.seats)):
        raise refused("X-1", "there is no such seat")
    if table.seats[to].person or to in table.requests:
        raise refused("P-3", "that seat is taken")
    return SeatChanged(seat, to)


def leave(table: Table, seat: Seat) -> tuple[SeatLeft, ...]:
    """Give the seat up for good; who shares a device leaves with everybody there."""
    _check_person(table, seat)
    if table.is_daily_attempt:
        raise refused("P-5", "nobody else can finish your deal of the day; come back to it later")
    return tuple(SeatLeft(one) for one in table.local_seats or [seat])


# -- what the host does


def start(table: Table, by: Seat) -> tuple[StartRequested, ...]:
    """Start with bots in the empty seats."""
    _check_host(table, by)
    if table.phase != "waiting":
        raise refused("P-5", "the game has started already")
    return () if table.start_requested else (StartRequested(),)


def choose_bot(table: Table, by: Seat, seat: Seat, level: str) -> tuple[BotChosen, ...]:
    """Put a bot in an empty seat before the game, or keep the seat for a person."""
    _check_host(table, by)
    if table.phase != "waiting" or table.settings.fill != "people":
        raise refused("P-5", "a bot is chosen before the game starts")
    if seat not in range(len(table.seats)):
        raise refused("X-1", "there is no such seat")
    if table.seats[seat].person:
        raise refused("P-5", "somebody has this seat")
    if level:
        try:
            check_installed(level, table.game)
        except ValueError as error:
            raise refused("P-1", str(error)) from None
    return (BotChosen(seat, level),)


def rematch(table: Table, by: Seat) -> tuple[AnyEntry, ...]:
    """Prepare another game at the same table.

    At a standing table it is played by those who are here, and anybody may start it whose host
    is not.
    """
    host_is_here = table.host is None or table.seats[table.host].present
    if host_is_here or not table.settings.standing:
        _check_host(table, by)
    table.check_not_closed()
    if table.opened.daily is not None:
        raise refused("P-5", "this table is for one deal")
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


def check_not_paused(table: Table) -> None:
    """Refuse to go on while the host has paused the game."""
    if table.paused:
        raise refused("P-5", "the game is paused")


def _check_host(table: Table, by: Seat) -> None:
    table.check_not_closed()
    if by != table.host and by not in table.local_seats:
        raise refused("P-4", "only the host may do that")


def _check_person(table: Table, seat: Seat) -> None:
    if seat not in range(len(table.seats)) or table.seats[seat].person is None:
        raise refused("X-1", "nobody has that seat")
