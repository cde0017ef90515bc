"""Views that are read back from JSON."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, NamedTuple

import pytest

from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.codec import Reader, plain, plain_view, read_fact, remembered
from meldroom.core.view import view
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import Scenario, deal

GAME = ThumbsUp()
DECK = GAME.deck
READER = Reader(GAME, {}, 2)


class Phase(Enum):
    DRAW = "draw"


class Line(NamedTuple):
    seat: Seat
    cards: Cards


class Facts(NamedTuple):
    phase: Phase
    caller: Seat | None
    lines: tuple[Line, ...]


def sent(table: Scenario, seat: Seat | None) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(json.dumps(plain_view(view(table.state, seat), DECK)))
    return form


def test_facts_are_read_by_their_types() -> None:
    for caller in (None, 1):
        facts = Facts(Phase.DRAW, caller, (Line(1, DECK.cards("R. KV")), Line(0, b"")))
        assert read_fact(Facts, plain(facts, DECK), DECK) == facts


def test_a_type_that_cannot_be_read_is_named() -> None:
    with pytest.raises(TypeError, match="no way to read a fact of type"):
        read_fact(dict[str, int], {}, DECK)


def test_the_owner_learns_which_cards_of_the_hand_everyone_knows() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "discard: R-", players=2).play("take")
    assert sent(table, 0)["zones"][2]["known"] == ["R-"]
    assert "known" not in sent(table, 1)["zones"][2]
    for seat in (0, 1, None):
        assert READER.read(sent(table, seat)) == view(table.state, seat)


def test_a_rack_laid_open_is_read_as_such() -> None:
    table = deal(GAME, "rack0: R. R. R. R- RV", players=2, ledger=((0, 0),) * 4).play("thumb")
    for seat in (0, 1, None):
        assert READER.read(sent(table, seat)) == view(table.state, seat)


def test_covered_cards_that_are_not_sent_are_remembered_from_the_view_before() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "discard: R- B.", players=2, picked=True)
    before = READER.read(sent(table, 1))
    table = table.play("discard KV")
    form = sent(table, 1)
    pile = form["zones"][1]
    assert pile["cards"] == ["R-", "B.", "KV"]
    pile["cards"] = [None, None, "KV"]
    assert READER.read(form, before) == view(table.state, 1)
    assert READER.read(form).zones[1].cards[:2] == bytes([BACK, BACK])


def test_a_view_of_another_table_is_refused() -> None:
    form = sent(deal(GAME, players=3), 0)
    with pytest.raises(ValueError, match="longer"):
        READER.read(form)
    form["zones"] = list(reversed(form["zones"][:4]))
    with pytest.raises(ValueError, match="has the zone pool there"):
        READER.read(form)


@pytest.mark.parametrize(
    ("pile", "before", "seen"),
    [
        ("- - G.", "R. B.", "R. B. G."),  # thrown
        ("- B.", "R. B. G.", "R. B."),  # taken
        ("B.", "R. G. B.", "B."),  # turned over
        ("", "R. G.", ""),  # dealt anew
        ("- G.", "", "- G."),  # never seen
        ("R. G.", "B. G.", "R. G."),  # shown
    ],
)
def test_covered_cards_are_remembered(pile: str, before: str, seen: str) -> None:
    def cards(text: str) -> bytes:
        return bytes([255 if code == "-" else DECK.card(code) for code in text.split()])

    assert remembered(cards(pile), cards(before)) == cards(seen)
