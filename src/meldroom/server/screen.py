"""What is sent to a seat: its view, its legal actions, its events; never more than it may see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from meldroom.core.action import Action, OneSeat, as_json, kinds
from meldroom.core.cards import BACK, Seat
from meldroom.core.event import Moved, masked
from meldroom.core.game import Game, Group
from meldroom.core.plain import codes, plain, plain_event, plain_zone
from meldroom.core.record import result_form
from meldroom.core.state import State
from meldroom.core.view import View
from meldroom.core.zone import Zone
from meldroom.games import find
from meldroom.server.match import Match

encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=65_536)
def _zone(key: str, zone: Zone, topped: bool) -> msgspec.Raw:
    """Write a zone as seen; most zones of a view are the ones of the view before."""
    if topped:
        covered = bytes([BACK]) * (len(zone.cards) - 1) + zone.cards[-1:]
        zone = zone._replace(cards=covered)
    return msgspec.Raw(encode(plain_zone(zone, find(key).deck)))


@lru_cache(maxsize=65_536)
def _form(key: str, action: Action) -> msgspec.Raw:
    game = find(key)
    return msgspec.Raw(encode({"text": game.text(action), **as_json(action, game.deck)}))


@lru_cache(maxsize=65_536)
def _text(key: str, action: Action) -> str:
    return find(key).text(action)


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
        "cards": [
            {"code": code, "word": word, "ink": ink}
            for code, word, ink in zip(deck.codes, deck.words, deck.inks, strict=True)
        ],
    }


def _seated(game: Game[Any]) -> set[str]:
    """Name the fields of actions that hold a seat, so that a client can light that seat."""
    return {
        name for action in game.actions for name, kind in kinds(action) if isinstance(kind, OneSeat)
    }


DRESS = ("table.js", "table.css", "faces.svg")  # what a game may lie in its folder for the page


def folder(game: Game[Any]) -> Path:
    """Find the folder of a game."""
    return Path(str(files(type(game).__module__.rpartition(".")[0])))


def dress(game: Game[Any]) -> list[str]:
    """Name what the game brings to be drawn more beautifully."""
    return [name for name in DRESS if (folder(game) / name).is_file()]


class Screen:
    """Writes what each seat sees of one match; facts that are public are written once a ply."""

    def __init__(self, match: Match, history: bool) -> None:
        self.match = match
        self.history = history
        self._public: tuple[State[Any] | None, msgspec.Raw] = (None, msgspec.Raw(b""))

    def sight(self, seat: Seat | None, helped: bool) -> dict[str, Any]:
        """Give view, turn and legal actions as this seat (None is a watcher) sees them."""
        match, game = self.match, self.match.game
        seen = match.view(seat)
        result = game.result(seen)
        sight: dict[str, Any] = {
            "ply": seen.ply,
            "to_act": game.to_act(seen.public),
            "view": self._view(seen),
            "legal": self._legal(seen, helped),
            "result": None if result is None else result_form(result),
        }
        if helped:
            sight["asks"] = game.asks(seen)
            sight["worth"] = game.worth(seen)
            sight["arranged"] = [_group(group, game) for group in game.arranged(seen)]
            sight["pad"] = game.pad(seen)._asdict()
            sight["undo"] = seat is not None and self.match.undoable(seat)
        return sight

    def _view(self, seen: View[Any]) -> dict[str, Any]:
        game = self.match.game
        topped = () if self.history else game.topped
        if self._public[0] is not self.match.state or seen.seat is None:
            public = msgspec.Raw(encode(plain(seen.public, game.deck)))
            if seen.seat is not None:
                self._public = (self.match.state, public)
        else:
            public = self._public[1]
        return {
            "seat": seen.seat,
            "seats": seen.seats,
            "ply": seen.ply,
            "zones": [_zone(game.key, zone, zone.name in topped) for zone in seen.zones],
            "public": public,
        }

    def _legal(self, seen: View[Any], helped: bool) -> list[Any]:
        game = self.match.game
        if seen.seat is None:
            return []
        form: Any = _form if helped else _text
        return [form(game.key, action) for action in game.legal(seen)]

    def events(self, states: Iterable[State[Any]], seat: Seat | None) -> list[Any]:
        """Tell what happened on the way through these states, as the seat may hear it."""
        deck = self.match.game.deck
        return [
            plain_event(masked(event, seat), deck) for state in states for event in state.journal
        ]

    def moves(self, states: Iterable[State[Any]], seat: Seat | None) -> list[tuple[Seat, str]]:
        """Tell who did what on the way; a card that was moved unseen is not named."""
        moves = []
        for state in states:
            if state.ply:
                mover, text = self.match.moves[state.ply - 1]
                moves.append((mover, text if seat == mover else _heard(state, mover, text, seat)))
        return moves


def _heard(state: State[Any], mover: Seat, text: str, seat: Seat | None) -> str:
    for event in state.journal:
        if (
            isinstance(event, Moved)
            and event.source_owner == mover
            and event.eyes is not None
            and seat not in event.eyes
        ):
            return text.split(" ")[0]
    return text


def _group(group: Group, game: Game[Any]) -> dict[str, Any]:
    return {"cards": codes(group.cards, game.deck), "label": group.label}
