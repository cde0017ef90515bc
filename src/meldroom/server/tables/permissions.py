"""Who may do what at a table: each wish is judged and becomes an entry for the log, or a Refusal.

The rules named P-… are the table's own and are listed in docs/protocol.md.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from hmac import compare_digest
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.fair_deal import SECRET_SIZE, SHARE_SIZE
from meldroom.core.game import Refusal
from meldroom.match.match import Play
from meldroom.server.storage.log_entries import (
    Branched,
    Closed,
    Dealt,
    Gave,
    Hosted,
    Left,
    MoveMade,
    Paused,
    Sat,
    Undone,
)
from meldroom.server.tables.table import Chair, Table, refused

NAME_SIZE = 24


def fit_name(name: str) -> str:
    """Bring a name into one form; Refusal if it is none."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= NAME_SIZE:
        raise refused("P-2", f"a name has 1 to {NAME_SIZE} signs")
    if any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise refused("P-2", "a name has no control signs")
    return name


def may_enter(table: Table, code: str) -> bool:
    """Say whether this code, or none at a listed table, opens the door."""
    return table.settings.listed or compare_digest(code.encode(), table.opened.code.encode())


def sit(table: Table, name: str, seat: Seat | None, token: str) -> Sat:
    """Take a seat that no person holds, whoever plays it now."""
    _open(table)
    name = fit_name(name)
    if any(chair.name == name for chair in table.people):
        raise refused("P-2", f"somebody called {name} sits here already")
    free = [chair.seat for chair in table.chairs if chair.person is None]
    if not free:
        raise refused("P-3", "every seat is taken")
    if seat is None:
        seat = free[0]
    elif seat not in range(len(table.chairs)):
        raise refused("X-1", "there is no such seat")
    elif seat not in free:
        raise refused("P-3", "that seat is taken")
    return Sat(seat, name, token)


def leave(table: Table, seat: Seat) -> Left:
    """Give the seat up for good."""
    _person(table, seat)
    return Left(seat)


def kick(table: Table, by: Seat | None, seat: Seat) -> Left:
    """Send a person away."""
    _host(table, by)
    _person(table, seat)
    if seat == by:
        raise refused("P-4", "leave, if you want to go yourself")
    return Left(seat, kicked=True)


def hand_over(table: Table, by: Seat | None, seat: Seat) -> Hosted:
    """Make another person the host."""
    _host(table, by)
    _person(table, seat)
    return Hosted(seat)


def pause(table: Table, by: Seat | None, on: bool) -> Paused:
    """Stop play, or let it go on."""
    _host(table, by)
    _ = table.playing
    if table.paused == on:
        raise refused("P-5", "play is paused already" if on else "play is not paused")
    return Paused(on)


def end(table: Table, by: Seat | None) -> Closed:
    """End the game, and the table unless it is a standing one."""
    _host(table, by)
    _open(table)
    return Closed()


def rematch(table: Table, by: Seat | None) -> Dealt:
    """Prepare another game at the same table."""
    _host(table, by)
    if table.phase != "over":
        raise refused("P-5", "a game is on; end it first" if table.match else "no game was played")
    return new_deal()


def new_deal() -> Dealt:
    """Make a secret to commit to."""
    return Dealt(secrets.token_bytes(SECRET_SIZE).hex())


def branch(form: dict[str, Any], ply: int) -> Branched:
    """Take a finished game up where it stood after a ply, while there is something to play."""
    moves = form["moves"]
    if not 0 <= ply < len(moves):
        raise refused("P-1", f"a game is played on from moves 0 to {len(moves) - 1}")
    made = tuple((seat, text) for seat, text in moves[:ply])
    return Branched(form["digest"], form["seed"], made)


def start(table: Table, by: Seat | None) -> None:
    """Agree, as the host, to begin with bots on the empty seats."""
    _host(table, by)
    if table.phase != "waiting":
        raise refused("P-5", "the game has begun already")


def give(table: Table, seat: Seat, share: str) -> Gave:
    """Add to the chance of the game to come."""
    if table.phase != "waiting":
        raise refused("P-5", "the cards are dealt already")
    if seat in table.shares:
        raise refused("P-5", "you have given already")
    try:
        given = bytes.fromhex(share)
    except ValueError:
        given = b""
    if len(given) != SHARE_SIZE or given.hex() != share:
        raise refused("P-1", f"a share is {SHARE_SIZE} bytes in lower-case hexadecimal")
    return Gave(seat, share)


def act(
    table: Table, seat: Seat, texts: Sequence[str], mark: str, ply: int | None, now: float
) -> tuple[MoveMade, Play]:
    """Let the referee judge a person's actions."""
    match = table.playing
    if table.paused:
        raise refused("P-5", "play is paused")
    chair, race = table.chairs[seat], table.game.race
    verb = texts[0].split(" ")[0]
    if race.verb and verb == race.verb and now < chair.locked:
        raise refused(race.rule, "too early: wait a moment")
    if ply is not None and ply != match.state.ply:
        raise refused("P-6", "the game has gone on since; look again")
    try:
        play = match.judge(seat, texts)
    except Refusal:
        if race.verb and verb == race.verb:
            chair.locked = now + race.lock
        raise
    return MoveMade(seat, play.texts, "person", mark), play


def undo(table: Table, seat: Seat, mark: str) -> Undone:
    """Let a seat take its last action back, if that is safe by rule (X-4)."""
    match = table.playing
    if table.paused:
        raise refused("P-5", "play is paused")
    match.check_undo(seat)
    return Undone(seat, mark)


def _open(table: Table) -> None:
    if table.phase == "closed":
        raise refused("P-5", "the table is closed")


def _host(table: Table, by: Seat | None) -> None:
    _open(table)
    if by is None or by != table.host:
        raise refused("P-4", "only the host may do that")


def _person(table: Table, seat: Seat) -> Chair:
    if seat not in range(len(table.chairs)) or table.chairs[seat].person is None:
        raise refused("X-1", "nobody sits there")
    return table.chairs[seat]
