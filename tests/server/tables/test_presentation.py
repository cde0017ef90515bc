"""What the page is shown as data."""

from __future__ import annotations

import pytest

from meldroom.core.wording import Column, Pad, PadRow
from meldroom.games import find
from meldroom.server.tables.presentation import described_cards, described_options, pad_form


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
    assert (option["name"], option["label"]) == ("hands", "Hands in a game (R13)")
    assert [value["value"] for value in option["values"]] == [5, 3, 10]
    assert option["values"][0]["label"] == "a full game"
    assert set(option) == {"name", "label", "values"}
    assert {frozenset(value) for value in option["values"]} == {frozenset({"value", "label"})}


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
