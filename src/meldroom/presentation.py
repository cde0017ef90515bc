"""What people are shown besides cards and moves, as data: the page never has to parse English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.codec import codes, plain_event, plain_view
from meldroom.core.effect import Effect
from meldroom.core.event import Event
from meldroom.core.game import AnyGame, Result
from meldroom.core.record import result_form
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView
from meldroom.core.wording import Pad
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import printed_number
from meldroom.match.showdown import HandResult
from meldroom.match.turning_point import TurningPoint


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


def position_form(
    game: AnyGame,
    state: AnyState,
    seen: AnyView,
    move: tuple[Seat, str] | None,
    events: Sequence[Event],
) -> dict[str, Any]:
    """Give a position of the past as it was seen, with what led there."""
    result = game.result(state)
    return {
        "ply": state.ply,
        "to_act": game.to_act(state.public),
        "view": plain_view(seen, game.deck),
        "result": None if result is None else result_with_rule(game, result),
        **shown(game, seen),
        "move": move,
        "events": [plain_event(event, game.deck) for event in events],
    }


def pad_form(pad: Pad) -> dict[str, Any]:
    """Give a score pad as data."""
    return {
        "title": pad.title,
        "subtitle": pad.subtitle,
        "columns": [column._asdict() for column in pad.columns],
        "rows": [row._asdict() for row in pad.rows],
    }


def showdown_form(game: AnyGame, ended: HandResult) -> dict[str, Any]:
    """Give how a hand ended as data; all of it is known to everybody at the table."""
    shown, deck = ended.showdown, game.deck
    return {
        "sentence": shown.sentence,
        "detail": shown.detail,
        "rules": shown.rules,
        "shape": shown.shape,
        "winners": shown.winners,
        "hands": [
            {
                "seat": hand.seat,
                "remark": hand.remark,
                "points": hand.points,
                "groups": [
                    {**group._asdict(), "cards": codes(group.cards, deck)} for group in hand.groups
                ],
            }
            for hand in shown.hands
        ],
        "lines": [
            {
                "from": line.source,
                "to": line.target,
                "amount": line.amount,
                "rule": line.rule,
                "cards": codes(line.cards, deck),
                "label": line.label,
            }
            for line in shown.lines
        ],
        "standing": [row._asdict() for row in ended.standing],
        "new_rows": ended.new_rows,
        "turning": _turning_form(game, ended.turning),
    }


def _turning_form(game: AnyGame, turning: TurningPoint | None) -> dict[str, Any] | None:
    if turning is None:
        return None
    return {**turning._asdict(), "card": game.deck.codes[turning.card]}


def effects_form(game: AnyGame, effects: Sequence[Effect]) -> list[dict[str, Any]]:
    """Give the cards that can be played for their effect as data, each use by its action's text."""
    return [
        {
            "card": game.deck.codes[effect.card],
            "rule": printed_number(game, effect.rule),
            "steps": [step._asdict() for step in effect.steps],
            "uses": [
                {
                    "text": game.text(use.action),
                    "targets": [place._asdict() for place in use.targets],
                    "gain": use.gain,
                }
                for use in effect.uses
            ],
            "safe": [{"place": place._asdict(), "why": why} for place, why in effect.safe],
        }
        for effect in effects
    ]


def result_with_rule(game: AnyGame, result: Result) -> dict[str, Any]:
    """Give a result with the number that the rules page prints for its reason."""
    return {**result_form(result), "rule": printed_number(game, result.reason)}


def explained_cards(game: AnyGame, seats: int) -> list[dict[str, Any]]:
    """Explain every kind of card, with how many of it are in play with so many seats."""
    deck, wording = game.deck, wording_of(game)
    pack = deck.pack_for(seats)
    about = [wording.card_help(card) for card in range(len(deck.codes))]
    return [
        {
            "code": code,
            "copies": pack.count(card),
            **about[card]._asdict(),
            "transfers": [transfer._asdict() for transfer in about[card].transfers],
        }
        for card, code in enumerate(deck.codes)
    ]
