"""What the page is shown as data."""

from __future__ import annotations

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.wording import Column, Pad, PadRow
from meldroom.front_end import described_cards, described_options
from meldroom.games import GAMES, find
from meldroom.games.rulebook import page
from meldroom.presentation import pad_form


@pytest.mark.parametrize(
    ("code", "described"),
    [
        ("Ac", {"word": "ace of clubs", "ink": "black", "suit": "clubs", "rank": 0}),
        ("Jk", {"word": "joker", "ink": "magenta", "suit": None, "rank": None}),
    ],
)
def test_a_card_is_described_and_one_without_a_suit_has_no_rank(
    code: str, described: dict[str, object]
) -> None:
    (card,) = [card for card in described_cards(find("rummy-battle")) if card["code"] == code]
    assert card == {"code": code, **described}


def test_an_option_is_described_with_its_default_first() -> None:
    option = described_options(find("thumbs-up"))[0]
    assert (option["name"], option["label"]) == ("hands", "Hands in a game")
    assert [value["value"] for value in option["values"]] == [5, 3, 10]
    assert option["values"][0]["label"] == "a full game"
    assert (option["title"], option["rule"]) == ("Hands", "R13")
    assert set(option) == {"name", "title", "label", "note", "rule", "values"}
    assert {frozenset(value) for value in option["values"]} == {frozenset({"value", "label"})}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_house_rule_has_a_short_title_a_sentence_and_its_rule(game: AnyGame) -> None:
    rules = page(game)
    for option in described_options(game):
        assert len(option["title"]) <= 40
        assert f"**{option['rule']}**" in rules
        is_switch = len(option["values"]) == 2 and isinstance(option["values"][0]["value"], str)
        assert option["note"].endswith(".") == is_switch


def test_a_pad_is_given_as_data() -> None:
    pad = Pad(
        title="Title",
        subtitle="below",
        columns=(Column("score", "Ada", 0),),
        rows=(PadRow("total", ("7",), ruled=True),),
    )
    assert pad_form(pad) == {
        "title": "Title",
        "subtitle": "below",
        "columns": [{"kind": "score", "title": "Ada", "seat": 0}],
        "rows": [{"kind": "total", "cells": ("7",), "ruled": True}],
    }
