"""Views and events as JSON."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pytest

from meldroom.core.cards import BACK
from meldroom.core.codec import canonical, plain, plain_event, plain_view, read_event
from meldroom.core.event import Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.view import events, view
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import deal

GAME = ThumbsUp()
DECK = GAME.deck


class Phase(Enum):
    DRAW = "draw"


class Scenario(NamedTuple):
    phase: Phase
    taken: bytes
    scores: tuple[int, ...]
    over: bool
    caller: int | None


def test_canonical_bytes_are_sorted_tight_and_ascii() -> None:
    assert canonical({"b": [1, None], "a": "é"}) == b'{"a":"\\u00e9","b":[1,null]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


def test_facts_become_objects_lists_and_codes() -> None:
    facts = Scenario(Phase.DRAW, DECK.cards("R. KV"), (1, 2), False, None)
    assert plain(facts, DECK) == {
        "phase": "draw",
        "taken": ["R.", "KV"],
        "scores": [1, 2],
        "over": False,
        "caller": None,
    }


def test_a_view_shows_each_zone_with_its_sight() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "discard: B.", players=2)
    form = plain_view(view(table.state, 0), DECK)
    assert list(form) == ["seat", "seats", "ply", "options", "zones", "public"]
    assert (form["seat"], form["seats"], form["ply"]) == (0, 2, 0)
    assert form["options"]["hands"] == 5
    assert form["public"]["turn"] == 0
    pool, discard, mine, other = form["zones"]
    assert pool == {"name": "pool", "owner": None, "sight": "none", "cards": [None] * 39}
    assert discard["cards"] == ["B."]
    assert mine["cards"] == ["G-", "R.", "R.", "KV", "OL"]
    assert other == {"name": "rack", "owner": 1, "sight": "owner", "cards": [None] * 5}


def test_a_rack_laid_open_is_in_everybodys_sight() -> None:
    table = deal(GAME, "rack0: R. R. R. R- RV", players=2, ledger=((0, 0),) * 4).play("thumb")
    assert plain_view(view(table.state, None), DECK)["zones"][2]["sight"] == "all"


def test_events_name_what_happened_and_not_who_else_saw_it() -> None:
    table = deal(GAME, "pool: RV").play("draw")
    [event] = events(table.state, 1)
    assert plain_event(event, DECK) == {
        "event": "moved",
        "cards": [None],
        "source": "pool",
        "source_owner": None,
        "target": "rack",
        "target_owner": 0,
    }
    assert plain_event(events(table.state, 0)[0], DECK)["cards"] == ["RV"]


def test_other_events_are_told_whole() -> None:
    assert plain_event(Noted("R1", "one"), DECK) == {"event": "noted", "rule": "R1", "text": "one"}
    assert plain_event(Shown("rack", 1, DECK.cards("OL")), DECK) == {
        "event": "shown",
        "zone": "rack",
        "owner": 1,
        "cards": ["OL"],
    }
    assert plain_event(Moved(b"", "a", 0, "b", 1, ()), DECK)["cards"] == []


def test_an_event_is_read_as_it_was_shown() -> None:
    shown = (
        Moved(DECK.cards("RV") + bytes([BACK]), "stock", None, "rack", 1, None),
        Gathered("stock"),
        Shuffled("stock"),
        Shown("rack", 1, DECK.cards("OL")),
        Noted("R1", "one"),
    )
    for event in shown:
        assert read_event(plain_event(event, DECK), DECK) == event
