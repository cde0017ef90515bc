"""Provisional: presentation fields as data, worked out from today's wording.

The games are to send these themselves; until then the kinds are guessed from the labels here.
"""

from __future__ import annotations

import re
from typing import Any

from meldroom.core.codec import codes
from meldroom.core.game import Game, Result
from meldroom.core.record import result_form
from meldroom.core.view import View

COLUMN = re.compile(r"\{(\d)\}$")


def sight(game: Game[Any], seen: View[Any]) -> dict[str, Any]:
    """Give what only eyes need: the worth, the hand, the pad, the display."""
    worth = game.worth(seen)
    return {
        "worth": worth[:1].upper() + worth[1:],
        "hand": [
            {"kind": _kind(g.label), "cards": codes(g.cards, game.deck), "label": g.label}
            for g in game.arranged(seen)
        ],
        "pad": _pad(game, seen),
        "display": _display(game, seen),
    }


def result_with_rule(game: Game[Any], result: Result) -> dict[str, Any]:
    """Give a result with the number that the rules page prints."""
    rule = result.reason
    if rule.startswith(f"{game.prefix}-"):
        rule = f"Q{rule.removeprefix(game.prefix + '-')}"
    return {**result_form(result), "rule": rule}


def options(game: Game[Any]) -> list[dict[str, Any]]:
    """Describe the options, the default value first."""
    return [
        {
            "name": name,
            "label": name.capitalize().replace("_", " "),
            "values": [{"value": value, "label": str(value).replace("_", " ")} for value in values],
        }
        for name, values in game.options.items()
    ]


def cards(game: Game[Any]) -> list[dict[str, Any]]:
    """Describe the cards, with suit and rank where they have them."""
    deck = game.deck
    told = []
    for code, word, ink in zip(deck.codes, deck.words, deck.inks, strict=True):
        suit, rank = _suit_and_rank(game.key, code)
        told.append({"code": code, "word": word, "ink": ink, "suit": suit, "rank": rank})
    return told


def _suit_and_rank(key: str, code: str) -> tuple[str | None, int | None]:
    if key == "rummy-battle":
        ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
        suited = code[:-1] in ranks and code[-1] in "cdhs"
        return (code[-1], ranks.index(code[:-1])) if suited else (None, None)
    if key == "scorzo":
        return (None, None) if code == "WW" else (code[0], int(code[1:]))
    ranks_of = {"thumbs-up": ".-VL", "victory-rummy": ".-V", "victor-or-victim": "VCTMORI"}[key]
    if len(code) != 2 or code[1] not in ranks_of or code == "AX":
        return None, None
    return code[0], ranks_of.index(code[1])


def _kind(label: str) -> str:
    if "lacks" in label or "nearly" in label:
        return "near"
    return "loose" if label in ("", "loose", "to spare", "action cards") else "meld"


def _pad(game: Game[Any], seen: View[Any]) -> dict[str, Any]:
    pad = game.pad(seen)
    title, _, rest = pad.title.partition(" (")
    subtitle = "" if game.key == "thumbs-up" else rest.removesuffix(")")
    rows, columns, ruled = list(pad.rows), [], set(pad.lines)
    for at, text in enumerate(pad.columns):
        seat = COLUMN.match(text)
        if seat is not None:
            columns.append({"kind": "score", "title": "", "seat": int(seat[1])})
        elif game.key == "victory-rummy":
            columns.append({"kind": "text", "title": "symbol", "seat": columns[-1]["seat"]})
        else:
            columns.append({"kind": "text" if at else "label", "title": text, "seat": None})
    first = 0
    if game.key == "victory-rummy":
        first = 1
    written = [
        {"kind": _row_kind(game.key, row), "cells": list(row), "ruled": at in ruled}
        for at, row in enumerate(rows)
        if at >= first
    ]
    return {"title": title, "subtitle": subtitle, "columns": columns, "rows": written}


def _row_kind(key: str, row: tuple[str, ...]) -> str:
    if key == "victory-rummy":
        scores, symbols = row[::2], row[1::2]
        return (
            "total" if all(scores) and not any(s not in ("", "total") for s in symbols) else "entry"
        )
    label = row[0]
    if label in ("total", "chips"):
        return "total"
    if key == "victor-or-victim":
        return "entry"
    return "tie" if label.startswith("tie") else "round"


def _display(game: Game[Any], seen: View[Any]) -> dict[str, Any]:
    return _DISPLAYS[game.key](seen)


def _scorzo(seen: View[Any]) -> dict[str, Any]:
    from meldroom.games.scorzo.facts import CHARTS

    table = seen.public
    discarded_by = None
    if table.phase == "answer":
        discarded_by = table.turn
    elif table.turns and not table.taken:
        discarded_by = table.playing[table.playing.index(table.turn) - 1]
    return {"deals": CHARTS[seen.options.rounds], "discarded_by": discarded_by}


def _victor_or_victim(seen: View[Any]) -> dict[str, Any]:
    from meldroom.games.victor_or_victim.deck import COLOURS, lacking
    from meldroom.games.victor_or_victim.facts import LEFT, LETTERS, following
    from meldroom.games.victor_or_victim.wording import WORDS

    table = seen.public
    back = table._replace(direction=-table.direction)
    words = []
    for zone in seen.zones[LETTERS:]:
        near = [
            {
                "word": word,
                "colour": colour[0].upper(),
                "missing": list(lacking(zone.cards, at, word)),
            }
            for at, colour in enumerate(COLOURS)
            for word in WORDS
        ]
        words.append(sorted(near, key=lambda one: len(one["missing"])))
    over = bool(table.reason)
    return {
        "next": None if over else following(table, seen.seats, table.turn),
        "previous": None if over else following(back, seen.seats, table.turn),
        "direction": "left" if table.direction == LEFT else "right",
        "words": words,
    }


def _rummy_battle(seen: View[Any]) -> dict[str, Any]:
    from meldroom.games.rummy_battle.facts import ROW
    from meldroom.games.rummy_battle.wording import TARIFF

    table = seen.public
    depths = range(2 if table.turns == 0 else 1, len(seen.zones[ROW].cards) + 1)
    return {
        "going_out": 10 if table.marker_seen else -100,
        "going_out_before_marker": -100,
        "going_out_after_marker": 10,
        "tariff": TARIFF,
        "rounds": seen.options.rounds,
        "must_play": list(depths),
    }


def _victory_rummy(seen: View[Any]) -> dict[str, Any]:
    from meldroom.games.victory_rummy.facts import DISCARD
    from meldroom.games.victory_rummy.pad import POINTS, lines_for_meld, victories

    table = seen.public
    bonus = seen.options.order_bonus
    seat = seen.seat or 0
    points = {
        colour: sum(line.points for line in lines_for_meld(table.pad, seat, colour, bonus))
        for colour in "RWB"
    }
    thrown = not table.picked and len(seen.zones[DISCARD].cards) > 1
    return {
        "won": [victories(table.pad, seat) for seat in range(seen.seats)],
        "victory_points": points,
        "capture_points": POINTS["C"],
        "target": seen.options.target,
        "key": "R W B Victory 10 · C Capture 50 · G Grand 25 · X in order 50 · A Axis 10 each",
        "discarded_by": (table.turn - 1) % seen.seats if thrown else None,
    }


def _thumbs_up(seen: View[Any]) -> dict[str, Any]:
    from meldroom.games.thumbs_up.deck import PRICE

    dot, dash, v, liberty = PRICE
    return {
        "tariff": f"Dot {dot} · Dash {dash} · V {v} · Liberty {liberty}",
        "race": seen.seats > 2 and seen.options.fine == "on",
    }


_DISPLAYS = {
    "scorzo": _scorzo,
    "victor-or-victim": _victor_or_victim,
    "rummy-battle": _rummy_battle,
    "victory-rummy": _victory_rummy,
    "thumbs-up": _thumbs_up,
}
