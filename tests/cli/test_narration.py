"""The log tells turns in words, with names and rules, and nothing that a seat may not know."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.cli.local_match import MatchStep
from meldroom.cli.narration import NarratedStep, Narrator, opened, spoken, with_names
from meldroom.core.cards import BACK
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.game import Game
from meldroom.core.rng import Rng
from meldroom.core.state import State
from meldroom.core.view import events, resample, view
from meldroom.games import find
from tests.cli.test_local_match import sit
from tests.conformance.tables import EVERY_GAME

GAME = find("thumbs-up")
NAMES = ["Ada", "Bruno", "Chidi"]
START = GAME.start({}, 3, Rng(bytes(32)))


def step(seat: int | None, text: str, *journal: Event) -> MatchStep:
    """Say that somebody did something, and what came of it."""
    return MatchStep(seat, text, START._replace(journal=journal))


def told(*steps: MatchStep, seat: int | None = 0) -> list[NarratedStep]:
    """Tell it to a seat."""
    return Narrator(GAME, NAMES).tell(steps, seat)


def cards(text: str) -> bytes:
    """Read cards."""
    return GAME.deck.cards(text)


def drawn(seat: int, code: str) -> Moved:
    """Draw a card that only its owner sees."""
    return Moved(cards(code), "pool", None, "rack", seat, (seat,))


def thrown(seat: int, code: str) -> Moved:
    """Throw a card before all."""
    return Moved(cards(code), "rack", seat, "discard", None, None)


def test_a_turn_is_one_line_and_an_unseen_card_is_not_named() -> None:
    turn = [step(1, "draw", drawn(1, "R.")), step(1, "discard KV", thrown(1, "KV"))]
    assert told(*turn) == [NarratedStep("Bruno", "draw · discard KV (black V)")]
    assert told(*turn, seat=1) == [NarratedStep("Bruno", "draw (red dot) · discard KV (black V)")]
    assert told(*turn, seat=None) == told(*turn)


def test_turns_of_two_players_are_two_lines() -> None:
    lines = told(step(1, "draw", drawn(1, "R.")), step(2, "draw", drawn(2, "R.")))
    assert lines == [NarratedStep("Bruno", "draw"), NarratedStep("Chidi", "draw")]


def test_a_long_turn_takes_several_lines() -> None:
    turn = [step(1, f"discard {code}", thrown(1, code)) for code in ("OL", "BL", "GL")]
    assert told(*turn) == [
        NarratedStep("Bruno", "discard OL (orange Liberty) · discard BL (blue Liberty)"),
        NarratedStep("Bruno", "discard GL (green Liberty)"),
    ]


def test_cards_that_change_hands_name_both() -> None:
    gives = Moved(cards("R."), "rack", 1, "rack", 2, None)
    assert told(step(1, "pass R.", gives)) == [NarratedStep("Bruno", "pass R. (red dot to Chidi)")]
    assert told(step(2, "get", gives)) == [NarratedStep("Chidi", "get (red dot from Bruno)")]
    hidden = gives._replace(eyes=(1, 2))
    assert told(step(2, "get", hidden)) == [NarratedStep("Chidi", "get (1 face down from Bruno)")]


def test_many_cards_that_the_action_names_are_not_named_again() -> None:
    meld = Moved(cards("R. R. RV"), "rack", 1, "laid", 1, None)
    assert told(step(1, "meld R. R. RV", meld)) == [NarratedStep("Bruno", "meld R. R. RV")]
    assert told(step(1, "victory R", meld)) == [
        NarratedStep("Bruno", "victory R (red dot ×2, red V)")
    ]


def test_a_card_that_stays_hidden_with_its_owner_is_not_told() -> None:
    shifted = Moved(cards("R."), "rack", 1, "rack", 1, (1,))
    assert told(step(1, "wait", shifted), seat=1) == [NarratedStep("Bruno", "wait")]


def test_the_referee_s_words_come_with_their_rule() -> None:
    lines = told(step(1, "thumb", Noted("R9", "{0} pays 35 to {1}")))
    assert lines == [NarratedStep("Bruno", "thumb"), NarratedStep("", "Ada pays 35 to Bruno", "R9")]


def test_a_rack_laid_open_is_told_with_its_owner() -> None:
    lines = told(step(1, "thumb", Shown("rack", 2, cards("R. R. KV")), Shown("pool", None, b"")))
    assert lines[1:] == [
        NarratedStep("", "Chidi's rack: red dot ×2, black V"),
        NarratedStep("", "pool: "),
    ]


def test_a_deal_is_one_line() -> None:
    deal = [drawn(seat, "R.") for _ in range(5) for seat in range(3)]
    turned = Moved(cards("KV"), "pool", None, "discard", None, None)
    lines = told(step(None, "", Gathered("pool"), Shuffled("pool"), *deal, turned))
    assert lines == [
        NarratedStep(
            "",
            "everything into the pool; the pool is shuffled; 5 to each; "
            "black V from the pool to the discard",
        )
    ]


def test_an_uneven_deal_says_who_got_how_many() -> None:
    lines = told(step(None, "", drawn(0, "R."), drawn(1, "R."), drawn(0, "KV")))
    assert lines == [NarratedStep("", "2 to Ada, 1 to Bruno from the pool")]


def test_what_the_referee_moves_for_others_is_told_apart() -> None:
    given = Moved(cards("R."), "pool", None, "rack", 2, None)
    lines = told(step(1, "draw", drawn(1, "KV"), given))
    assert lines == [
        NarratedStep("Bruno", "draw"),
        NarratedStep("", "red dot from the pool to Chidi's rack"),
    ]


def test_equal_cards_are_said_together_and_unseen_ones_counted() -> None:
    assert spoken(cards("R. R. KV"), GAME.deck) == "red dot ×2, black V"
    assert spoken(bytes([BACK, BACK]), GAME.deck) == "2 face down"
    assert spoken(b"", GAME.deck) == ""


def test_names_may_hold_anything() -> None:
    assert with_names("{0} and {1} {x}", ["{1}", r"\1"]) == r"{1} and \1 {x}"


def test_a_state_laid_open_hides_nothing() -> None:
    state = opened(step(1, "draw", drawn(1, "R."), Shuffled("pool")).state)
    seen = view(state, None)
    assert all(BACK not in zone.cards for zone in seen.zones)
    assert told(MatchStep(1, "draw", state), seat=None)[0] == NarratedStep(
        "Bruno", "draw (red dot)"
    )


@EVERY_GAME
@pytest.mark.parametrize("seat", [0, None])
def test_the_log_needs_no_more_than_the_view_and_what_a_seat_hears(
    game: Game[Any], seat: int | None
) -> None:
    seats = game.players[0]
    sitting = sit(game, seats)
    sitting.let_bots_play()
    teller = Narrator(game, sitting.players)
    for number, step in enumerate(sitting.steps[:60]):
        rng = Rng(bytes([number] * 32))
        heard = [
            event._replace(eyes=None) if isinstance(event, Moved) else event
            for event in events(step.state, seat)
        ]
        world: State[Any] = resample(view(step.state, seat), game.pack(seats), rng)
        other = step._replace(state=world._replace(journal=tuple(heard)))
        assert teller.tell([other], seat) == teller.tell([step], seat)
