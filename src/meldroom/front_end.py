"""What a client must know of a game to draw it, and the front-end files that the game brings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meldroom.core.action import SeatNumber, kinds
from meldroom.core.game import AnyGame
from meldroom.core.options import options_of
from meldroom.games.companions import folder_of, timing_of
from meldroom.games.lesson import lesson_of

ASSETS = ("table.js", "table.css", "faces.svg")  # optional front-end files of a game


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


def described_options(game: AnyGame) -> list[dict[str, Any]]:
    """Describe the options for a form, the default of each first."""
    return [
        {
            "name": option.name,
            "title": option.title,
            "label": option.about,
            "note": option.note,
            "rule": option.rule,
            "values": [{"value": value, "label": label} for value, label in option.choices],
        }
        for option in options_of(game.options)
    ]


def described_cards(game: AnyGame) -> list[dict[str, Any]]:
    """Describe every kind of card; one without a suit has no rank either."""
    deck = game.deck
    return [
        {
            "code": code,
            "word": deck.words[card],
            "ink": deck.inks[card],
            "suit": deck.suits[card] or None,
            "rank": deck.rank(card) if deck.suits[card] else None,
        }
        for card, code in enumerate(deck.codes)
    ]
