"""Options: one typed class says what is offered, and explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from meldroom.core.options import Choice, Option, as_dict, offered, option, options_of, settle


@dataclass(frozen=True, slots=True)
class Options:
    hands: Literal[5, 3] = option(
        "How many hands make a game",
        {5: "a full game", 3: "a short one"},
        title="Hands",
        rule="R1",
    )
    fine: Literal["on", "off"] = option("Whether a fine is paid", {"on": "yes", "off": "no"})


def test_an_option_is_described_with_its_default_first() -> None:
    hands, fine = options_of(Options)
    choices = (Choice(5, "a full game"), Choice(3, "a short one"))
    assert hands == Option("hands", "How many hands make a game", choices, "Hands", "", "R1")
    assert (fine.title, fine.rule) == (fine.about, "")
    assert fine.values == ("on", "off")
    assert options_of(Options) is options_of(Options)


def test_what_is_not_given_has_its_default() -> None:
    assert settle(Options, {}, "a game") == Options(5, "on")
    assert settle(Options, {"hands": 3}, "a game") == Options(hands=3)
    assert as_dict(Options(3, "off")) == {"hands": 3, "fine": "off"}
    assert offered(Options) == {"hands": (5, 3), "fine": ("on", "off")}


@pytest.mark.parametrize("value", [4, "5", 5.0, True, None])
def test_a_value_that_is_not_offered_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="a game: hands is one of 5, 3, not "):
        settle(Options, {"hands": value}, "a game")  # type: ignore[dict-item]


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="a game has no option 'joker'; it has hands, fine"):
        settle(Options, {"joker": "on"}, "a game")


@dataclass(frozen=True, slots=True)
class Unexplained:
    hands: Literal[5, 3] = 5


@dataclass(frozen=True, slots=True)
class Halting:
    hands: Literal[5, 3] = option("How many hands make a game", {5: "a full game"})


@pytest.mark.parametrize("kind", [Unexplained, Halting])
def test_a_value_without_a_label_is_an_error_of_the_game(kind: type[object]) -> None:
    with pytest.raises(TypeError, match="hands: declare it as Literal"):
        options_of(kind)
