"""The log describes turns in words, with names and rules, and nothing a seat may not know."""

from __future__ import annotations

import pytest

from meldroom.cli.local_match import MatchStep
from meldroom.cli.narration import NarratedLine, Narrator, cards_in_words, face_up, fill_names
from meldroom.core.cards import BACK
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.state import AnyState
from meldroom.core.view import events, resample, view
from meldroom.games import find
from tests.cli.test_local_match import new_match
from tests.conformance.tables import EVERY_GAME

GAME = find("thumbs-up")
NAMES = ["Ada", "Bruno", "Chidi"]
START = GAME.start({}, 3, Rng(bytes(32)))


def step(seat: int | None, text: str, *journal: Event) -> MatchStep:
    """Make the step of an action with these events."""
    return MatchStep(seat, text, START._replace(journal=journal))


def narrated(*steps: MatchStep, seat: int | None = 0) -> list[NarratedLine]:
    """Describe the steps for a seat."""
    return Narrator(GAME, NAMES).narrate(steps, seat)


def cards(text: str) -> bytes:
    """Read cards."""
    return GAME.deck.cards(text)


def drawn(seat: int, code: str) -> Moved:
    """Draw a card that only its owner sees."""
    return Moved(cards(code), "pool", None, "rack", seat, (seat,))


def discarded(seat: int, code: str) -> Moved:
    """Discard a card face up."""
    return Moved(cards(code), "rack", seat, "discard", None, None)


def test_a_turn_is_one_line_and_an_unseen_card_is_not_named() -> None:
    turn = [step(1, "draw", drawn(1, "R.")), step(1, "discard KV", discarded(1, "KV"))]
    assert narrated(*turn) == [NarratedLine("Bruno", "draw · discard KV (black V)")]
    assert narrated(*turn, seat=1) == [
        NarratedLine("Bruno", "draw (red dot) · discard KV (black V)")
    ]
    assert narrated(*turn, seat=None) == narrated(*turn)


def test_turns_of_two_players_are_two_lines() -> None:
    lines = narrated(step(1, "draw", drawn(1, "R.")), step(2, "draw", drawn(2, "R.")))
    assert lines == [NarratedLine("Bruno", "draw"), NarratedLine("Chidi", "draw")]


def test_a_long_turn_takes_several_lines() -> None:
    turn = [step(1, f"discard {code}", discarded(1, code)) for code in ("OL", "BL", "GL")]
    assert narrated(*turn) == [
        NarratedLine("Bruno", "discard OL (orange Liberty) · discard BL (blue Liberty)"),
        NarratedLine("Bruno", "discard GL (green Liberty)"),
    ]


def test_cards_that_change_hands_name_both() -> None:
    passed = Moved(cards("R."), "rack", 1, "rack", 2, None)
    assert narrated(step(1, "pass R.", passed)) == [
        NarratedLine("Bruno", "pass R. (red dot to Chidi)")
    ]
    assert narrated(step(2, "get", passed)) == [NarratedLine("Chidi", "get (red dot from Bruno)")]
    hidden = passed._replace(eyes=(1, 2))
    assert narrated(step(2, "get", hidden)) == [
        NarratedLine("Chidi", "get (1 face down from Bruno)")
    ]


def test_many_cards_that_the_action_names_are_not_repeated() -> None:
    meld = Moved(cards("R. R. RV"), "rack", 1, "laid", 1, None)
    assert narrated(step(1, "meld R. R. RV", meld)) == [NarratedLine("Bruno", "meld R. R. RV")]
    assert narrated(step(1, "victory R", meld)) == [
        NarratedLine("Bruno", "victory R (red dot ×2, red V)")
    ]


def test_a_card_that_stays_hidden_with_its_owner_is_not_narrated() -> None:
    moved = Moved(cards("R."), "rack", 1, "rack", 1, (1,))
    assert narrated(step(1, "wait", moved), seat=1) == [NarratedLine("Bruno", "wait")]


def test_the_referee_s_notes_name_their_rule() -> None:
    lines = narrated(step(1, "thumb", Noted("R9", "{0} pays 35 to {1}")))
    assert lines == [NarratedLine("Bruno", "thumb"), NarratedLine("", "Ada pays 35 to Bruno", "R9")]


def test_a_rack_shown_to_all_names_its_owner() -> None:
    lines = narrated(
        step(1, "thumb", Shown("rack", 2, cards("R. R. KV")), Shown("pool", None, b""))
    )
    assert lines[1:] == [
        NarratedLine("", "Chidi's rack: red dot ×2, black V"),
        NarratedLine("", "pool: "),
    ]


def test_a_deal_is_one_line() -> None:
    deal = [drawn(seat, "R.") for _ in range(5) for seat in range(3)]
    turned = Moved(cards("KV"), "pool", None, "discard", None, None)
    lines = narrated(step(None, "", Gathered("pool"), Shuffled("pool"), *deal, turned))
    assert lines == [
        NarratedLine(
            "",
            "all cards go into the pool; the pool is shuffled; 5 dealt to each; "
            "black V from the pool to the discard",
        )
    ]


def test_an_uneven_deal_says_who_got_how_many() -> None:
    lines = narrated(step(None, "", drawn(0, "R."), drawn(1, "R."), drawn(0, "KV")))
    assert lines == [NarratedLine("", "2 to Ada, 1 to Bruno from the pool")]


def test_what_the_referee_moves_for_others_is_a_line_of_its_own() -> None:
    given = Moved(cards("R."), "pool", None, "rack", 2, None)
    lines = narrated(step(1, "draw", drawn(1, "KV"), given))
    assert lines == [
        NarratedLine("Bruno", "draw"),
        NarratedLine("", "red dot from the pool to Chidi's rack"),
    ]


def test_equal_cards_are_named_together_and_unseen_ones_counted() -> None:
    assert cards_in_words(cards("R. R. KV"), GAME.deck) == "red dot ×2, black V"
    assert cards_in_words(bytes([BACK, BACK]), GAME.deck) == "2 face down"
    assert cards_in_words(b"", GAME.deck) == ""


def test_names_may_contain_braces_and_backslashes() -> None:
    assert fill_names("{0} and {1} {x}", ["{1}", r"\1"]) == r"{1} and \1 {x}"


def test_a_face_up_state_hides_nothing() -> None:
    state = face_up(step(1, "draw", drawn(1, "R."), Shuffled("pool")).state)
    seen = view(state, None)
    assert all(BACK not in zone.cards for zone in seen.zones)
    assert narrated(MatchStep(1, "draw", state), seat=None)[0] == NarratedLine(
        "Bruno", "draw (red dot)"
    )


@EVERY_GAME
@pytest.mark.parametrize("seat", [0, None])
def test_the_log_needs_no_more_than_the_view_and_the_visible_events(
    game: AnyGame, seat: int | None
) -> None:
    seats = game.players[0]
    match = new_match(game, seats)
    match.let_bots_play()
    narrator = Narrator(game, match.players)
    for number, step in enumerate(match.steps[:60]):
        rng = Rng(bytes([number] * 32))
        visible = [
            event._replace(eyes=None) if isinstance(event, Moved) else event
            for event in events(step.state, seat)
        ]
        world: AnyState = resample(view(step.state, seat), game.deck.pack_for(seats), rng)
        other = step._replace(state=world._replace(journal=tuple(visible)))
        assert narrator.narrate([other], seat) == narrator.narrate([step], seat)
