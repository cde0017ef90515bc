"""The page's table as a picture of what one seat sees."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from meldroom.core.action import as_json
from meldroom.core.cards import Seat
from meldroom.core.codec import plain_view
from meldroom.core.game import AnyGame, Result
from meldroom.core.options import as_dict
from meldroom.core.view import AnyView, view
from meldroom.envs.browser import HEIGHT, WIDTH, shared_browser
from meldroom.envs.episode import Episode
from meldroom.front_end import about
from meldroom.games.companions import wording_of
from meldroom.presentation import effects_form, result_with_rule, shown

PICTURES = count(1)


def picture_of(episode: Episode, seat: Seat) -> Any:
    """Draw the table as the seat sees it: an array of height, width and red, green, blue."""
    game, state = episode.game, episode.state
    result = None if game.to_act(state.public) else game.result(state)
    messages = page_messages(game, view(state, seat), result, next(PICTURES))
    pixels = shared_browser().picture(game.key, messages)
    return np.frombuffer(pixels, np.uint8).reshape(HEIGHT, WIDTH, 4)[:, :, :3].copy()


def page_messages(
    game: AnyGame, seen: AnyView, result: Result | None, number: int
) -> list[dict[str, Any]]:
    """Give what a server would tell the page of this seat; a new number forgets all before it."""
    table = {
        "game": game.key,
        "options": as_dict(seen.options),
        "clock": "off",
        "phase": "finished" if result else "playing",
        "paused": False,
        "host": None,
        "number": number,
        "commit": None,
        "chat": False,
        "seats": [
            {"name": f"Seat {seat}", "person": True, "here": True, "bot": False, "ready": True}
            for seat in range(seen.seats)
        ],
    }
    welcome: dict[str, Any] = {
        "is": "welcome",
        "you": seen.seat,
        "code": None,
        "table": table,
        "game": about(game),
        "phrases": [],
        "play": play_form(game, seen, result),
        "events": None,
    }
    return [{"is": "table", **table}, welcome]


def play_form(game: AnyGame, seen: AnyView, result: Result | None) -> dict[str, Any]:
    """Give a position as a seat sees it, with what it may do; of a topped pile only the top."""
    to_act = game.to_act(seen.public)
    legal = game.legal(seen) if seen.seat in to_act else ()
    form = plain_view(seen, game.deck)
    for zone in form["zones"]:
        if zone["name"] in game.topped:
            zone["cards"][:-1] = [None] * len(zone["cards"][:-1])
    wording = wording_of(game)
    return {
        "moves": [],
        "events": [],
        "left": None,
        "ply": seen.ply,
        "to_act": to_act,
        "view": form,
        "legal": [{"text": game.text(one), **as_json(one, game.deck)} for one in legal],
        "result": None if result is None else result_with_rule(game, result),
        "prompt": wording.prompt(seen),
        **shown(game, seen),
        "effects": effects_form(game, wording.effects(seen, legal)),
        "undo": False,
    }
