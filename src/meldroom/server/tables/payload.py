"""What is sent to a seat: its view, its legal actions, its events; never more than it may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from meldroom.core.action import Action, SeatNumber, as_json, kinds
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.games import find
from meldroom.games.companions import folder_of, timing_of, wording_of
from meldroom.games.lesson import lesson_of
from meldroom.match.match import Match
from meldroom.server.tables.play_payload import PlayPayload
from meldroom.server.tables.presentation import (
    described_cards,
    described_options,
    effects_form,
    shown,
)
from meldroom.server.tables.state_payload import StatePayload

encode = msgspec.json.Encoder().encode
ASSETS = ("table.js", "table.css", "faces.svg")  # optional front-end files of a game


# -- a game


def about(game: AnyGame) -> dict[str, Any]:
    """Give what a client must know of a game to draw it."""
    return {
        "key": game.key,
        "name": game.name,
        "year": game.year,
        "about": game.about,
        "rules": game.rules,
        "players": [game.players[0], game.players[-1]],
        "options": described_options(game),
        "verbs": list(dict.fromkeys(action.verb for action in game.actions)),
        "takes": _most_cards(game),
        "aims": _aimed_verbs(game),
        "seated": sorted(_seat_fields(game)),
        "assets": assets(game),
        "topped": list(game.topped),
        "race": timing_of(game).race.verb,
        "lesson": lesson_of(game) is not None,
        "cards": described_cards(game),
    }


def _most_cards(game: AnyGame) -> dict[str, int]:
    """Say how many cards each verb takes at most whose actions name cards and nothing else."""
    fields = {action.verb: [kind for _, kind in kinds(action)] for action in game.actions}
    return {
        verb: found[0].most_cards
        for verb, found in fields.items()
        if len(found) == 1 and found[0].most_cards
    }


def _aimed_verbs(game: AnyGame) -> list[str]:
    """Name the verbs whose actions name a card in front of another player."""
    fields = [(action.verb, [kind for _, kind in kinds(action)]) for action in game.actions]
    return [
        verb
        for verb, found in fields
        if any(kind.most_cards for kind in found)
        and any(isinstance(kind, SeatNumber) for kind in found)
    ]


def _seat_fields(game: AnyGame) -> set[str]:
    """Name the fields of actions that hold a seat, so that a client can highlight that seat."""
    return {
        name
        for action in game.actions
        for name, kind in kinds(action)
        if isinstance(kind, SeatNumber)
    }


def assets_folder(game: AnyGame) -> Path:
    """Find the folder of a game's front-end files."""
    return folder_of(game) / "web"


def assets(game: AnyGame) -> list[str]:
    """Name the front-end files that a game has: `table.js` may import further modules beside it."""
    folder = assets_folder(game)
    modules = sorted(path.name for path in folder.glob("*.js") if path.name not in ASSETS)
    return [*(name for name in ASSETS if (folder / name).is_file()), *modules]


# -- a match


class MatchPayload:
    """What each seat is sent of one match; watchers, a turn behind, have a cache of their own."""

    def __init__(self, match: Match, history: bool) -> None:
        self.match = match
        self._for_seats = StatePayload(match.game, history)
        self._for_watchers = StatePayload(match.game, history)

    def happened(self, states: Sequence[AnyState]) -> PlayPayload:
        """Encode what happened on the way through these states."""
        return PlayPayload(self.match, states)

    def snapshot(self, seat: Seat | None, with_help: bool) -> bytes:
        """Give the fields of the position as this seat (None is a watcher) sees it.

        With them come its legal actions and, `with_help`, what a person is shown beside them.
        """
        match, game = self.match, self.match.game
        state = match.state if seat is not None else match.watcher_state
        encoded = self._for_seats if seat is not None else self._for_watchers
        encoded.turn_to(state)
        legal: Sequence[Action] = ()
        if seat in encoded.to_act:
            legal = game.legal(match.view(seat))
        if not with_help:
            return encoded.position(seat, [_encoded_text(game.key, action) for action in legal])
        position = encoded.position(seat, [_encoded_action(game.key, action) for action in legal])
        return position + b"," + encode(self._help(seat, legal))[1:-1]

    def _help(self, seat: Seat | None, legal: Sequence[Action]) -> dict[str, Any]:
        match, game = self.match, self.match.game
        seen = match.view(seat)
        return {
            "prompt": wording_of(game).prompt(seen),
            **shown(game, seen),
            "effects": effects_form(game, wording_of(game).effects(seen, legal)),
            "undo": seat is not None and match.can_undo(seat),
        }


@lru_cache(maxsize=16_384)
def _encoded_action(key: str, action: Action) -> bytes:
    game = find(key)
    return encode({"text": game.text(action), **as_json(action, game.deck)})


@lru_cache(maxsize=16_384)
def _encoded_text(key: str, action: Action) -> bytes:
    return encode(find(key).text(action))
