"""Actions: text, JSON and range follow from their fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from meldroom.core.action import (
    Action,
    AtSeat,
    Card,
    Kind,
    Number,
    OneCard,
    SeatNumber,
    SomeCards,
    Word,
    as_json,
    cards_named,
    every,
    from_json,
    read,
    write,
)
from meldroom.core.cards import Deck

DECK = Deck({"R.": 2, "RV": 1, "AX": 3}, {"R.": "red dot", "RV": "red V", "AX": "Axis"}, {})


@dataclass(frozen=True, slots=True)
class Draw(Action):
    verb = "draw"


@dataclass(frozen=True, slots=True)
class Lay(Action):
    verb = "lay"
    card: Card
    meld: Annotated[int, Number(1, 12, "#")]


@dataclass(frozen=True, slots=True)
class Rob(Action):
    verb = "rob"
    card: Card
    victim: AtSeat


@dataclass(frozen=True, slots=True)
class RobBlind(Action):
    verb = "rob"
    victim: AtSeat


@dataclass(frozen=True, slots=True)
class Victory(Action):
    verb = "victory"
    colour: Annotated[str, Word("R", "W", "B")]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    verb = "pass"
    cards: Annotated[bytes, SomeCards(2)]


KINDS: tuple[type[Action], ...] = (Draw, Lay, Rob, RobBlind, Victory, Pass)

WRITTEN = [
    (Draw(), "draw", {"action": "draw"}),
    (Lay(2, 12), "lay AX #12", {"action": "lay", "card": "AX", "meld": "#12"}),
    (Rob(1, 3), "rob RV 3", {"action": "rob", "card": "RV", "victim": "3"}),
    (RobBlind(0), "rob 0", {"action": "rob", "victim": "0"}),
    (Victory("W"), "victory W", {"action": "victory", "colour": "W"}),
    (Pass(b"\x00\x00"), "pass R. R.", {"action": "pass", "cards": "R. R."}),
    (Pass(b"\x02"), "pass AX", {"action": "pass", "cards": "AX"}),
]


@pytest.mark.parametrize(("action", "text", "form"), WRITTEN)
def test_an_action_has_one_text_and_one_json(
    action: Action, text: str, form: dict[str, str]
) -> None:
    assert write(action, DECK) == text
    assert read(text, KINDS, DECK) == action
    assert as_json(action, DECK) == form
    assert from_json(form, KINDS, DECK) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fly", r"there is no action 'fly'; there are draw, lay, rob, victory, pass"),
        ("", r"there is no action ''; there are draw, lay, rob, victory, pass"),
        ("Draw", r"there is no action 'Draw'; there are draw, lay, rob, victory, pass"),
        ("draw now", r"nothing follows 'draw'"),
        ("draw ", r"nothing follows 'draw'"),
        ("lay", r"'lay' needs card and meld after it"),
        ("lay AX", r"'lay' needs card and meld after it"),
        ("lay ax #1", r"no card is called 'ax'"),
        ("lay AX  #1", r"'' is not from #1 to 12"),
        ("lay AX 1", r"'1' is not from #1 to 12"),
        ("lay AX #0", r"'#0' is not from #1 to 12"),
        ("lay AX #13", r"'#13' is not from #1 to 12"),
        ("lay AX #01", r"'#01' is not from #1 to 12"),
        ("lay AX #²", r"'#²' is not from #1 to 12"),
        ("lay AX #١", r"'#١' is not from #1 to 12"),
        ("lay AX #1 #2", r"nothing follows 'lay AX #1'"),
        ("rob 8", r"'8' is not from 0 to 7"),
        ("victory G", r"'G' is none of R, W, B"),
        ("pass", r"name up to 2 cards in canonical order"),
        ("pass R. R. R.", r"name up to 2 cards in canonical order"),
        ("pass RV R.", r"name up to 2 cards in canonical order"),
    ],
)
def test_any_other_text_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        read(text, KINDS, DECK)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"action": "lay", "card": "AX", "meld": 1}, "an action's JSON holds words only"),
        ({"action": "lay", "meld": "AX", "card": "#1"}, "not the fields of 'lay': action, meld"),
        ({"verb": "draw"}, "not the fields of 'draw': verb"),
        ({}, "there is no action ''"),
    ],
)
def test_json_that_is_no_action_is_refused(form: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        from_json(form, KINDS, DECK)


def test_every_action_of_a_kind_can_be_listed() -> None:
    assert list(every(Draw, DECK, 3)) == [Draw()]
    assert list(every(RobBlind, DECK, 3)) == [RobBlind(0), RobBlind(1), RobBlind(2)]
    assert list(every(Rob, DECK, 2))[:3] == [Rob(0, 0), Rob(0, 1), Rob(1, 0)]
    assert list(every(Victory, DECK, 2)) == [Victory("R"), Victory("W"), Victory("B")]
    assert len(list(every(Lay, DECK, 2))) == 3 * 12
    listed = [DECK.text(p.cards) for p in every(Pass, DECK, 2) if isinstance(p, Pass)]
    assert listed == ["R.", "RV", "AX", "R. R.", "R. RV", "R. AX", "RV RV", "RV AX", "AX AX"]


def test_whatever_is_listed_reads_back() -> None:
    for kind in KINDS:
        for action in every(kind, DECK, 8):
            assert read(write(action, DECK), KINDS, DECK) == action


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("draw", ""),
        ("lay AX #12", "AX"),
        ("rob RV 3", "RV"),
        ("rob 0", ""),
        ("victory R", ""),
        ("pass R. R.", "R. R."),
    ],
)
def test_the_cards_that_an_action_names_are_neither_numbers_nor_seats_nor_words(
    text: str, cards: str
) -> None:
    assert DECK.text(cards_named(read(text, KINDS, DECK), DECK)) == cards


def test_one_card_is_made_of_exactly_one() -> None:
    assert list(OneCard().from_cards(DECK.cards("RV"))) == [1]
    assert list(OneCard().from_cards(DECK.cards("RV AX"))) == []
    assert list(OneCard().from_cards(b"")) == []


def test_some_cards_are_put_in_order_and_are_never_too_many() -> None:
    assert list(SomeCards(2).from_cards(DECK.cards("AX R."))) == [DECK.cards("R. AX")]
    assert list(SomeCards(2).from_cards(DECK.cards("AX R. RV"))) == []
    assert list(SomeCards(2).from_cards(b"")) == []


@pytest.mark.parametrize("kind", [Number(0, 9), SeatNumber(), Word("R")])
def test_numbers_seats_and_words_name_no_card(kind: Kind) -> None:
    assert kind.most_cards == 0
    assert list(kind.from_cards(DECK.cards("R."))) == []
