"""The connections at one table, and what each of them is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, Protocol

from msgspec import Raw

from meldroom.core.cards import Seat
from meldroom.core.state import AnyState
from meldroom.front_end import about
from meldroom.room import seats
from meldroom.room.broadcast import Broadcaster
from meldroom.room.limits import TokenBucket
from meldroom.room.log_entries import GameStarted, MoveMade, MoveUndone
from meldroom.room.open_hands import finished_deals
from meldroom.room.payload import MatchPayload, encode
from meldroom.room.permissions import PHRASES, ChatMessage
from meldroom.room.play_payload import PlayPayload
from meldroom.room.table import CompletedAct, Table, Watching

MAX_NAMED_WATCHERS = 20  # the others are only counted
MAX_RECENT_PLAYS = 100  # whose events are sent to a client that was briefly away

PlayEntry = GameStarted | MoveMade | MoveUndone


class Listener(Protocol):
    """One connection at a table; `seat` is None for a watcher, also one who waits for a seat."""

    seat: Seat | None
    token_hash: str  # by which the client is known, or ""
    name: str  # of a watcher who gave one, or ""
    wants_help: bool
    wants_showdown: bool  # the client shows how a hand ended, and says when its person is ready
    muted: set[Seat]
    received_at: float  # when its last message came, by the monotonic clock

    @property
    def chat_limit(self) -> TokenBucket:
        """How much the person may still say."""

    def send(self, message: bytes) -> None:
        """Send a message; a client that does not read is disconnected."""

    def close(self, code: int, why: str) -> None:
        """End the connection."""


class RecentPlay(NamedTuple):
    """The states of a play that was sent; an undo has none."""

    seq: int
    states: tuple[AnyState, ...]


class _SentPlay(NamedTuple):
    """A play as it is sent: how its message begins, what happened, and how the hand ended."""

    head: bytes
    happened: PlayPayload
    showdown: dict[str, Any] | None


class Audience:
    """Everybody who is connected to one table."""

    def __init__(self, table: Table, broadcaster: Broadcaster, now: Callable[[], float]) -> None:
        self.table, self.broadcaster, self.now = table, broadcaster, now
        self.listeners: set[Listener] = set()
        self.recent_plays: deque[RecentPlay] = deque(maxlen=MAX_RECENT_PLAYS)
        self.payload: MatchPayload | None = None
        self._encoded_facts: bytes | None = None

    @property
    def viewers(self) -> set[Seat]:
        """The seats whose people are shown how a hand ended."""
        return {one.seat for one in self.listeners if one.wants_showdown and one.seat is not None}

    @property
    def has_watchers(self) -> bool:
        """Whether somebody without a seat is shown how hands ended."""
        return any(
            one.wants_showdown and one.seat is None and self.may_see(one) for one in self.listeners
        )

    @property
    def encoded_facts(self) -> bytes:
        """The facts of the table as JSON, encoded once until they change."""
        if self._encoded_facts is None:
            self._encoded_facts = encode(self.table.facts())
        return self._encoded_facts

    def may_see(self, listener: Listener) -> bool:
        """Return whether a client may see the game: in a seat, waiting for one, or as a watcher."""
        if listener.seat is not None:
            return True
        place = seats.place_of(self.table, listener.token_hash)
        if place is not None:
            return place.waiting  # a shared device is covered until somebody takes it up
        return self.table.settings.watchers != "off"

    def watching(self) -> Watching:
        """Count the people who only watch, and name those who gave a name."""
        if self.table.settings.watchers == "off":
            return Watching()
        people = {
            listener.token_hash or str(id(listener)): listener.name
            for listener in self.listeners
            if seats.place_of(self.table, listener.token_hash) is None
        }
        names = sorted(filter(None, people.values()))
        return Watching(len(people), tuple(names[:MAX_NAMED_WATCHERS]))

    def follow_match(self) -> None:
        """Turn to the table's current game, if there is one."""
        match = self.table.match
        self.recent_plays.clear()
        self.payload = MatchPayload(match, self.table.settings.history) if match else None

    def flush(self) -> None:
        """Send what was deferred, before anything else is sent."""
        self.broadcaster.flush(self.table.key)

    # -- to everybody

    def send_table(self) -> None:
        """Send everybody the facts of the table, which have changed."""
        self._encoded_facts = encode(self.table.facts(self.now()))
        head = b'{"is":"table","seq":%d,' % self.table.seq
        self._send_all(head + self._encoded_facts[1:])

    def send_chat(self, chat: ChatMessage) -> None:
        """Send what somebody says to everybody who has not muted them."""
        name = self.table.seats[chat.seat].name
        said = {"is": "said", "seat": chat.seat, "name": name, "text": chat.text}
        if chat.asks:
            said["asks"] = True
        self._send_all(encode(said), speaker=chat.seat)

    def send_hold(self, progress: dict[str, Any] | None, seconds_left: float | None = None) -> None:
        """Send everybody how long the next hand waits and for whom; None: it goes on.

        Then `seconds_left` are those of the turn.
        """
        fields = progress or {"left": seconds_left, "ready": []}
        self._send_all(encode({"is": "hold", "on": progress is not None, **fields}))

    def _send_all(self, message: bytes, speaker: Seat | None = None) -> None:
        self.flush()
        for listener in list(self.listeners):
            if speaker is None or speaker not in listener.muted:
                listener.send(message)

    def send_play(
        self,
        entry: PlayEntry,
        states: tuple[AnyState, ...],
        seconds_left: float | None,
        showdown: dict[str, Any] | None = None,
        watchers_showdown: dict[str, Any] | None = None,
    ) -> None:
        """Send everybody how the game went on, each as far as the seat may know.

        The seat that acted comes first and the others after its acknowledgement, but in a race
        nobody is sent it earlier than the others.
        """
        self.recent_plays.append(RecentPlay(self.table.seq, states))
        match, payload = self.table.match, self.payload
        assert match is not None
        assert payload is not None
        mover = None if isinstance(entry, GameStarted) else entry.seat
        by = entry.by if isinstance(entry, MoveMade) else "table"
        head = _play_head(self.table.seq, by, isinstance(entry, MoveUndone), seconds_left)
        play = _SentPlay(head, payload.happened(states), showdown)
        others = []
        for listener in self.listeners:
            if listener.seat != mover or mover is None:
                others.append(listener)
            else:
                listener.send(self._play_message(listener, play))
        if others:
            seq = self.table.seq
            send = partial(self._send_play, others, play, watchers_showdown, seq)
            self.broadcaster.defer(self.table.key, send)
        if match.racing:
            self.flush()

    def _send_play(
        self,
        others: list[Listener],
        play: _SentPlay,
        watchers_showdown: dict[str, Any] | None,
        seq: int,
    ) -> None:
        """Send a play to those who did not make it."""
        assert seq == self.table.seq, "it was not flushed before the next entry was applied"
        written: dict[tuple[Seat | None, bool, bool], bytes | None] = {}
        for listener in others:
            kind = listener.seat, listener.wants_help, listener.wants_showdown
            if kind[0] is None and not self.may_see(listener):
                continue
            if kind not in written:
                seen = self._watched_play(watchers_showdown) if kind[0] is None else play
                written[kind] = None if seen is None else self._play_message(listener, seen)
            message = written[kind]
            if message is not None:
                listener.send(message)

    def _watched_play(self, showdown: dict[str, Any] | None) -> _SentPlay | None:
        """Return what watchers came to see by the last play, None if nothing."""
        match, payload = self.table.match, self.payload
        if match is None or payload is None or not match.released_states:
            return None
        head = _play_head(self.table.seq, "table", undone=False, seconds_left=None)
        return _SentPlay(head, payload.happened(match.released_states), showdown)

    def _play_message(self, listener: Listener, play: _SentPlay) -> bytes:
        assert self.payload is not None
        seat = listener.seat
        pieces = [play.head, b",", play.happened.form(seat), b","]
        pieces += self.payload.pieces(seat, listener.wants_help)
        if play.showdown is not None or seat is None:
            more = {**_showdown_for(listener, play.showdown), **self._open_deals(seat)}
            pieces.append(_fields(more))
        pieces.append(b"}")
        return b"".join(pieces)

    def _open_deals(self, seat: Seat | None) -> dict[str, int]:
        """Tell a watcher of how many deals every hand can be seen."""
        if seat is not None or self.table.settings.watchers != "open_hands":
            return {}
        return {"open_deals": len(finished_deals(self.table.match))}

    # -- to one

    def acknowledge(self, listener: Listener, act_id: str, completed: CompletedAct) -> None:
        """Tell a client that its act is on disk, and how many of its actions were played."""
        ack = b'{"is":"ack","id":%s,"seq":%d,"done":%d}'
        listener.send(ack % (encode(act_id), completed.seq, completed.actions))

    def welcome(
        self,
        listener: Listener,
        since: int | None,
        seconds_left: float | None,
        showdown: dict[str, Any] | None = None,
    ) -> None:
        """Add a client, and send it everything; events since an entry that it has seen."""
        self.flush()
        self.listeners.add(listener)
        table, payload, seat = self.table, self.payload, listener.seat
        place = seats.place_of(table, listener.token_hash)
        holds_seat = place is not None and not place.waiting
        welcome: dict[str, Any] = {
            "is": "welcome",
            "seq": table.seq,
            "you": seat,
            "asked": place.seat if place is not None and place.waiting else None,
            "left": seats.seat_to_return_to(table, listener.token_hash),
            "next": seats.seat_to_hand_to(table) if holds_seat else None,
            "code": table.opened.code if holds_seat else None,
            "table": table.facts(self.now()),
            "game": about(table.game),
            "phrases": PHRASES,
            "play": None,
            "events": None,
            "missed": None,
        }
        if payload is not None and self.may_see(listener):
            left = seconds_left if seat is not None else None
            snapshot = payload.snapshot(seat, listener.wants_help)
            ended = None if seat is None else showdown  # watchers are a turn behind
            more = {"left": left, **_showdown_for(listener, ended), **self._open_deals(seat)}
            welcome["play"] = Raw(b"{%s%s}" % (snapshot, _fields(more)))
            missed = None if seat is None else self._missed_plays(seat, since)
            if missed is not None and seat is not None:
                states = [state for play in missed for state in play.states]
                welcome["events"] = Raw(payload.happened(states).events(seat))
                welcome["missed"] = [
                    Raw(b"{%s}" % payload.happened(line).form(seat))
                    for line in _without_undone(missed)
                ]
        if seat is not None and since is not None and since > table.seq:
            welcome["lost"] = since - table.seq
        listener.send(encode(welcome))

    def cover_devices(self) -> list[Listener]:
        """Take everybody at a shared device out of view until one of them takes it up."""
        if not self.table.settings.local:
            return []
        devices = [one for one in self.listeners if seats.held_seats(self.table, one.token_hash)]
        for listener in devices:
            listener.seat = None
        return devices

    def _missed_plays(self, seat: Seat, since: int | None) -> list[RecentPlay] | None:
        """Return the plays after an entry; None if that was too long ago, or before the seat."""
        recent = self.recent_plays
        if since is None or since < self.table.seats[seat].taken_seq:
            return None  # the seat was somebody else's, who saw other cards
        if since < self.table.seq and not (recent and recent[0].seq <= since + 1):
            return None
        return [play for play in recent if play.seq > since]

    def known_by(self, token_hash: str) -> list[Listener]:
        """Find the connections of one person."""
        return [one for one in self.listeners if one.token_hash == token_hash]

    def remove(self, token_hash: str, code: int, why: str) -> None:
        """Disconnect a person who left, or was removed."""
        for listener in self.known_by(token_hash):
            self.listeners.discard(listener)
            listener.close(code, why)

    def close(self, code: int, why: str) -> None:
        """Disconnect everybody."""
        self.flush()
        for listener in list(self.listeners):
            listener.close(code, why)


def _showdown_for(listener: Listener, showdown: dict[str, Any] | None) -> dict[str, Any]:
    """Give a showdown to a client that asked for it."""
    shown = showdown is not None and listener.wants_showdown
    return {"showdown": showdown} if shown else {}


def _play_head(seq: int, by: str, undone: bool, seconds_left: float | None) -> bytes:
    return b'{"is":"play","seq":%d,"by":"%b","undone":%b,"left":%b' % (
        seq, by.encode(), b"true" if undone else b"false", encode(seconds_left),
    )  # fmt: skip


def _fields(more: dict[str, Any]) -> bytes:
    """Return further fields of an object, after a comma."""
    return b"," + encode(more)[1:-1] if more else b""


def _without_undone(plays: Iterable[RecentPlay]) -> list[list[AnyState]]:
    """Return the states of plays without those that were taken back."""
    lines: list[list[AnyState]] = []
    for play in plays:
        if play.states:
            lines.append(list(play.states))
        elif lines:
            lines[-1].pop()
            if not lines[-1]:
                lines.pop()
    return lines
