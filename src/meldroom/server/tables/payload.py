"""What is sent to a seat: its view, its legal actions, its events; never more than it may see.

From one ply to the next most zones and facts are the very same values, so each is written once and
used again for every seat that sees it in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from meldroom.core.action import Action, Number, SeatNumber, Word, as_json, kinds
from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import codes, plain, plain_event, plain_zone
from meldroom.core.event import Event, Moved, masked
from meldroom.core.game import Game, Group
from meldroom.core.record import result_form
from meldroom.core.state import State
from meldroom.core.view import View
from meldroom.core.zone import Zone, faces
from meldroom.games import find
from meldroom.games.lesson import lesson_of
from meldroom.match.match import Match

Raw = msgspec.Raw
encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=16_384)
def _form(key: str, action: Action) -> Raw:
    game = find(key)
    return Raw(encode({"text": game.text(action), **as_json(action, game.deck)}))


@lru_cache(maxsize=16_384)
def _text(key: str, action: Action) -> Raw:
    return Raw(encode(find(key).text(action)))


@lru_cache(maxsize=16_384, typed=True)  # events of two kinds with the same fields are equal
def _event(key: str, event: Event) -> Raw:
    return Raw(encode(plain_event(event, find(key).deck)))


def about(game: Game[Any]) -> dict[str, Any]:
    """Tell what a client must know of a game to draw it."""
    deck = game.deck
    return {
        "key": game.key,
        "name": game.name,
        "year": game.year,
        "about": game.about,
        "rules": game.rules,
        "players": [game.players[0], game.players[-1]],
        "options": {name: list(values) for name, values in game.options.items()},
        "verbs": list(dict.fromkeys(action.verb for action in game.actions)),
        "seated": sorted(_seated(game)),
        "dress": dress(game),
        "topped": list(game.topped),
        "race": game.race.verb,
        "lesson": lesson_of(game) is not None,
        "cards": [
            {"code": code, "word": word, "ink": ink}
            for code, word, ink in zip(deck.codes, deck.words, deck.inks, strict=True)
        ],
    }


def _seated(game: Game[Any]) -> set[str]:
    """Name the fields of actions that hold a seat, so that a client can light that seat."""
    return {
        name
        for action in game.actions
        for name, kind in kinds(action)
        if isinstance(kind, SeatNumber)
    }


DRESS = ("table.js", "table.css", "faces.svg")  # optional front-end files of a game


def folder(game: Game[Any]) -> Path:
    """Find the folder of a game's front-end files."""
    return Path(str(files(type(game).__module__.rpartition(".")[0]))) / "web"


def dress(game: Game[Any]) -> list[str]:
    """Name what the game brings to be drawn more beautifully."""
    return [name for name in DRESS if (folder(game) / name).is_file()]


class StatePayload:
    """The zones and facts of one state in writing, kept for as long as they do not change."""

    def __init__(self, game: Game[Any], history: bool) -> None:
        self.game = game
        self.topped = () if history else game.topped
        self._zones: tuple[Zone, ...] = ()
        self._open: list[Raw] = []  # each zone as its owner sees it
        self._shut: list[Raw] = []  # and as the others do
        self._owned: dict[Seat | None, list[int]] = {}
        self._facts: dict[str, tuple[Any, Raw]] = {}
        self._public: tuple[Any, Raw] = (None, Raw(b""))

    def zones(self, state: State[Any], seat: Seat | None) -> list[Raw]:
        """Write each zone as the seat sees it."""
        if state.zones is not self._zones:
            self._write(state.zones)
        seen = self._shut.copy()
        for at in self._owned.get(seat, ()):
            seen[at] = self._open[at]
        return seen

    def _write(self, zones: tuple[Zone, ...]) -> None:
        old = self._zones
        if not old:
            self._open, self._shut = [[Raw(b"")] * len(zones) for _ in range(2)]
            for at, zone in enumerate(zones):
                self._owned.setdefault(zone.owner, []).append(at)
        for at, zone in enumerate(zones):
            if not old or zone is not old[at]:
                self._shut[at] = self._open[at] = self._zone(zone, None)
                if not zone.open_to(None):
                    self._open[at] = self._zone(zone, zone.owner)
        self._zones = zones

    def _zone(self, zone: Zone, seat: Seat | None) -> Raw:
        [seen] = faces((zone,), seat)
        if seen.name in self.topped:
            seen = seen._replace(cards=bytes([BACK]) * (len(seen.cards) - 1) + seen.cards[-1:])
        return Raw(encode(plain_zone(seen, self.game.deck, seat)))

    def facts(self, public: Any) -> Raw:
        """Write the public facts."""
        if self._public[0] is not public:
            facts = {name: self._fact(name, getattr(public, name)) for name in public._fields}
            self._public = public, Raw(encode(facts))
        return self._public[1]

    def _fact(self, name: str, fact: Any) -> Raw:
        old = self._facts.get(name)
        if old is not None and old[0] is fact:
            return old[1]
        written = Raw(encode(plain(fact, self.game.deck)))
        self._facts[name] = fact, written
        return written


class MatchPayload:
    """Writes what each seat sees of one match; watchers are a turn behind, by a sheet apart."""

    def __init__(self, match: Match, history: bool) -> None:
        self.match = match
        self._live = StatePayload(match.game, history)
        self._late = StatePayload(match.game, history)

    def sight(self, seat: Seat | None, helped: bool) -> dict[str, Any]:
        """Give view, turn and legal actions as this seat (None is a watcher) sees them."""
        match, game = self.match, self.match.game
        state = match.state if seat is not None else match.watcher_state
        sheet = self._live if seat is not None else self._late
        acting = game.to_act(state.public)
        result = None if acting else game.result(state)
        view = {
            "seat": seat,
            "seats": state.seats,
            "ply": state.ply,
            "zones": sheet.zones(state, seat),
            "public": sheet.facts(state.public),
        }
        sight: dict[str, Any] = {
            "ply": state.ply,
            "to_act": acting,
            "view": view,
            "legal": self._legal(match.view(seat), helped) if seat in acting else [],
            "result": None if result is None else result_form(result),
        }
        if helped:
            seen = match.view(seat)
            sight["asks"] = game.asks(seen)
            sight["worth"] = game.worth(seen)
            sight["arranged"] = [_group(group, game) for group in game.arranged(seen)]
            sight["pad"] = game.pad(seen)._asdict()
            sight["undo"] = seat is not None and match.can_undo(seat)
        return sight

    def _legal(self, seen: View[Any], helped: bool) -> list[Raw]:
        game = self.match.game
        form = _form if helped else _text
        return [form(game.key, action) for action in game.legal(seen)]

    def events(self, states: Iterable[State[Any]], seat: Seat | None) -> list[Raw]:
        """Tell what happened on the way through these states, as the seat may hear it."""
        key = self.match.game.key
        return [_event(key, masked(event, seat)) for state in states for event in state.journal]

    def moves(self, states: Iterable[State[Any]], seat: Seat | None) -> list[tuple[Seat, str]]:
        """Tell who did what on the way; a card that was moved unseen is not named."""
        moves = []
        for state in states:
            if state.ply:
                mover, text = self.match.moves[state.ply - 1]
                if seat != mover:
                    text = heard(self.match.game, state, mover, text, seat)
                moves.append((mover, text))
        return moves


def heard(game: Game[Any], state: State[Any], mover: Seat, text: str, seat: Seat | None) -> str:
    """Give a move's text as this seat may hear it: whole, or its verb if it could tell a card.

    Where cards of the mover went unseen, what the text names could be one of them. It is not only
    where they were all that lay in their places, so that none was chosen, and where each card that
    the text names was seen to come from the mover, or to come to the mover.
    """
    places = {
        event.source
        for event in state.journal
        if isinstance(event, Moved)
        and event.source_owner == mover
        and event.eyes is not None
        and seat not in event.eyes
    }
    if not places:
        return text
    emptied = not any(
        zone.cards for zone in state.zones if zone.owner == mover and zone.name in places
    )
    if emptied and _named(game.key, text) <= _seen_of(game, state, mover, seat):
        return text
    return text.split(" ")[0]


@lru_cache(maxsize=4_096)
def _named(key: str, text: str) -> Counter[str]:
    """Count the cards that a text names; a joker that stands for another is a joker."""
    game = find(key)
    action = game.parse(text)
    return Counter(
        word.partition("=")[0]
        for name, kind in kinds(type(action))
        if not isinstance(kind, Number | Word)
        for word in kind.write(getattr(action, name), game.deck).split(" ")
    )


def _seen_of(game: Game[Any], state: State[Any], mover: Seat, seat: Seat | None) -> Counter[str]:
    """Count the cards that this seat saw move from the mover or to the mover."""
    told = [masked(event, seat) for event in state.journal]
    return Counter(
        game.deck.codes[card]
        for event in told
        if isinstance(event, Moved) and mover in (event.source_owner, event.target_owner)
        for card in event.cards
        if card != BACK
    )


def _group(group: Group, game: Game[Any]) -> dict[str, Any]:
    return {"cards": codes(group.cards, game.deck), "label": group.label}
