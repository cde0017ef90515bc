"""What people are shown besides cards and moves, as data: the page never has to parse English."""

from __future__ import annotations

from typing import Any

from meldroom.core.codec import codes
from meldroom.core.game import AnyGame, Result
from meldroom.core.options import options_of
from meldroom.core.record import result_form
from meldroom.core.view import AnyView
from meldroom.core.wording import Pad
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import printed_number


def shown(game: AnyGame, seen: AnyView) -> dict[str, Any]:
    """Give what the seat's cards are worth, its hand in groups, the pad, and the game's display."""
    wording = wording_of(game)
    worth = wording.worth(seen)
    return {
        "worth": worth[:1].upper() + worth[1:],
        "hand": [
            {"kind": kind, "cards": codes(cards, game.deck), "label": label}
            for kind, cards, label in wording.hand(seen)
        ],
        "pad": pad_form(wording.pad(seen)),
        "display": wording.display(seen),
    }


def pad_form(pad: Pad) -> dict[str, Any]:
    """Give a score pad as data."""
    return {
        "title": pad.title,
        "subtitle": pad.subtitle,
        "columns": [column._asdict() for column in pad.columns],
        "rows": [row._asdict() for row in pad.rows],
    }


def result_with_rule(game: AnyGame, result: Result) -> dict[str, Any]:
    """Give a result with the number that the rules page prints for its reason."""
    return {**result_form(result), "rule": printed_number(game, result.reason)}


def described_options(game: AnyGame) -> list[dict[str, Any]]:
    """Describe the options for a form, the default of each first."""
    return [
        {
            "name": option.name,
            "label": option.about,
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


def explained_cards(game: AnyGame, seats: int) -> list[dict[str, Any]]:
    """Explain every kind of card, with how many of it are in play with so many seats."""
    deck, wording = game.deck, wording_of(game)
    pack = deck.pack_for(seats)
    return [
        {"code": code, "copies": pack.count(card), **wording.card_help(card)._asdict()}
        for card, code in enumerate(deck.codes)
    ]
