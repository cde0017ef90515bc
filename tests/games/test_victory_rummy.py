"""Victory Rummy, rule by rule: the deal, the turn, the melds, the pack."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meldroom.core.default_action import default_action
from meldroom.core.event import Moved
from meldroom.core.game import Refusal
from meldroom.core.rng import Rng, below, shuffle
from meldroom.core.state import top
from meldroom.core.view import events, view
from meldroom.games.companions import timing_of
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.games.victory_rummy.facts import STOCK
from meldroom.games.victory_rummy.pad import PadLine, ScorePad
from tests.scenario import SEED, Scenario, deal

GAME = VictoryRummy()
RED = "R. R. R. R- RV"
WHITE = "W. W. W. W- WV"
AXES = "AX AX AX AX AX"


def at_table(*zones: str, players: int = 3, **facts: Any) -> Scenario:
    return deal(GAME, *zones, players=players, **facts)


def refusal(table: Scenario, text: str) -> str:
    with pytest.raises(Refusal) as refused:
        table.play(text)
    return str(refused.value)


def sizes(table: Scenario, *zones: str) -> list[int]:
    return [len(table.cards(zone).split()) for zone in zones]


def test_the_published_vector_comes_out() -> None:
    table = Scenario(GAME, GAME.start({}, 3, Rng(SEED)))
    assert table.facts.dealer == 1
    assert table.cards("discard") == "WV"
    assert GAME.deck.text(top(table.state, STOCK, 3)[::-1]) == "W. B. W-"


def test_r1_q1_the_pack_has_18_of_each_colour_and_nine_axis() -> None:
    assert len(GAME.deck.pack) == 63
    count = Counter(GAME.deck.codes[card] for card in GAME.deck.pack)
    for colour in "RWB":
        assert [count[colour + symbol] for symbol in ".-V"] == [10, 4, 4]
    assert count["AX"] == 9


def test_r1_the_cards_have_names_and_inks() -> None:
    assert GAME.deck.codes == ("R.", "R-", "RV", "W.", "W-", "WV", "B.", "B-", "BV", "AX")
    assert GAME.deck.words[:3] == ("red dot", "red dash", "red V")
    assert GAME.deck.words[-2:] == ("blue V", "Axis card")
    assert GAME.deck.inks == (*["red"] * 3, *["white"] * 3, *["blue"] * 3, "black")


@pytest.mark.parametrize("seats", [1, 5])
def test_r2_two_to_four_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"victory-rummy takes 2 to 4 players, not {seats}"):
        GAME.start({}, seats, Rng(SEED))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_q16_ten_cards_go_round_from_the_dealers_left_and_one_is_turned_up(seats: int) -> None:
    table = Scenario(GAME, GAME.start({}, seats, Rng(SEED)))
    dealer, rng = below(Rng(SEED), seats)
    pack, rng = shuffle(rng, GAME.deck.pack)
    dealt = pack[::-1]
    for place in range(seats):
        seat = (dealer + 1 + place) % seats
        cards = bytes(sorted(dealt[place : 10 * seats : seats]))
        assert table.cards(f"hand{seat}") == GAME.deck.text(cards)
        assert table.cards(f"laid{seat}") == ""
    assert table.cards("discard") == GAME.deck.text(dealt[10 * seats : 10 * seats + 1])
    assert table.state.zones[STOCK].cards == pack[: 62 - 10 * seats]
    assert table.state.rng == rng
    assert table.facts.dealer == dealer
    assert table.to_act == ((dealer + 1) % seats,)
    assert table.facts[2:] == (False, b"", 1, 0, ScorePad((0,) * seats, ()), "")
    assert table.notes() == [("R10", f"{{{dealer}}} deals")]


def test_q16_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = {GAME.start({}, 4, Rng(bytes([n]) * 32)).public.dealer for n in range(20)}
    assert dealers == {0, 1, 2, 3}


def test_r4_a_turn_is_a_pick_and_a_discard() -> None:
    table = at_table("hand0: R. R. W. W. B. B. R- W- B- AX", "discard: RV", "stock: BV")
    assert table.legal() == {"draw"}
    drawn = table.play("draw")
    assert drawn.cards("hand0") == "R. R. R- W. W. W- B. B. B- BV AX"
    assert drawn.to_act == (0,)
    assert drawn.legal() == {
        f"discard {code}" for code in ("R.", "R-", "W.", "W-", "B.", "B-", "BV", "AX")
    }
    discarded = drawn.play("discard BV")
    assert discarded.cards("hand0") == table.cards("hand0")
    assert discarded.cards("discard") == "RV BV"
    assert discarded.to_act == (1,)
    assert discarded.legal() == {"draw"}
    assert discarded.play("draw", "discard R.", "draw", "discard R.").to_act == (0,)


def test_r4_the_pick_comes_first_and_once() -> None:
    table = at_table("hand0: R. R. W. W. B. B. R- W- B- AX", "discard: RV", "stock: BV")
    assert refusal(table, "discard R.") == "pick a card first (R4)"
    drawn = table.play("draw")
    assert refusal(drawn, "draw") == "you have picked already: discard a card (R4)"
    assert refusal(drawn, "take") == "you have picked already: discard a card (R4)"
    assert refusal(drawn, "discard WV") == "there is no white V in your hand (R4)"


def test_x5_a_drawn_card_is_its_drawers_secret() -> None:
    table = at_table("hand0: R. R. W. W. B. B. R- W- B- AX", "stock: BV").play("draw")
    assert events(table.state, 0) == (
        Moved(GAME.deck.cards("BV"), "stock", None, "hand", 0, eyes=()),
    )
    assert events(table.state, 1) == (Moved(b"\xff", "stock", None, "hand", 0, eyes=()),)
    assert view(table.state, 1).zones[2].cards == b"\xff" * 11


@pytest.mark.parametrize(
    ("upcard", "four", "action"),
    [
        ("R.", "R. R. R- RV", "victory R"),
        ("W-", "W. W. W. WV", "victory W"),
        ("BV", "B. B. B. B-", "victory B"),
        ("BV", "B. B. B. B- B-", "victory B"),
        ("AX", "AX AX AX AX", "capture"),
    ],
)
def test_r5_q5_a_card_that_makes_a_meld_may_be_taken_and_is_laid_down_next(
    upcard: str, four: str, action: str
) -> None:
    ten = f"{four} R- W- B- RV WV BV".split()[:10]
    table = at_table(f"hand0: {' '.join(ten)}", f"discard: W. {upcard}")
    assert table.legal() == {"draw", "take"}
    taken = table.play("take")
    assert taken.legal() == {action}
    assert taken.cards("discard") == "W."
    assert taken.facts.taken == GAME.deck.cards(upcard)
    laid = taken.play(action)
    assert laid.facts.taken == b""
    assert laid.to_act == (0,)
    assert len(laid.cards("laid0").split()) == 5
    assert upcard in laid.cards("laid0").split()


@pytest.mark.parametrize(
    ("upcard", "hand"),
    [
        ("R.", "R. R- R- RV RV W. W. W- WV B."),
        ("R.", "R. R. RV RV W. W. W. W- B. B."),
        ("R.", "R. R. R. R- R- W. W. B- B. B."),
        ("R-", "R. R. RV RV W. W. W. W- B. B."),
        ("R-", "R. R. R. R- W. W. W. W- B. B."),
        ("RV", "R. R. R- R- RV W. W. W- B. B."),
        ("RV", "R. R. R. R. RV W. W. W- B. B."),
        ("RV", "W. W. W. W- B. B. B. B- R. R."),
    ],
)
def test_q5_a_card_that_makes_no_meld_is_not_taken(upcard: str, hand: str) -> None:
    table = at_table(f"hand0: {hand}", f"discard: {upcard}")
    assert table.legal() == {"draw"}
    word = GAME.deck.words[GAME.deck.card(upcard)]
    assert refusal(table, "take") == f"you may take the {word} only to complete a Victory (Q5)"


def test_q5_nothing_comes_between_the_take_and_its_meld() -> None:
    table = at_table(f"hand0: R. R. R- RV {WHITE} AX", "discard: R.").play("take")
    why = "first lay down a Victory in red with the red dot (Q5)"
    for text in ("draw", "take", "victory W", "victory B", "capture", "discard AX"):
        assert refusal(table, text) == why
    assert table.play("victory R").legal() == {
        "victory W",
        *(f"discard {code}" for code in ("W.", "W-", "WV", "AX")),
    }
    axis = at_table("hand0: AX AX AX AX R. R. R. R- RV W.", "discard: AX").play("take")
    assert axis.legal() == {"capture"}
    assert refusal(axis, "victory R") == "first lay down a Capture with the Axis card (Q5)"


def test_q5_a_hand_that_could_do_without_the_card_may_take_it_all_the_same() -> None:
    table = at_table(f"hand0: {RED} W. W. B. B. AX", "discard: RV").play("take")
    assert table.legal() == {"victory R"}
    laid = table.play("victory R")
    assert laid.cards("hand0") == "RV W. W. B. B. AX"
    assert laid.allows("discard RV")


def test_q5_the_card_turned_up_at_the_deal_may_be_taken() -> None:
    opening = GAME.start({}, 3, Rng(SEED))
    upcard = opening.zones[1].cards
    table = at_table("hand0: W. W. W. W- B. B. B. R. R. R.", f"discard: {GAME.deck.text(upcard)}")
    assert table.play("take").cards("discard") == ""


def test_q6_a_meld_waits_for_the_pick_and_need_not_be_laid_down() -> None:
    table = at_table(f"hand0: {RED} {AXES}", "discard: W.", "stock: B.")
    why = "pick a card before you lay down a meld (Q6)"
    assert refusal(table, "victory R") == refusal(table, "capture") == why
    drawn = table.play("draw")
    assert drawn.legal() == {
        "victory R",
        "capture",
        *(f"discard {code}" for code in ("R.", "R-", "RV", "B.", "AX")),
    }
    kept = drawn.play("discard B.")
    assert kept.cards("hand0") == f"{RED} {AXES}"
    assert kept.facts.pad == ScorePad((0, 0, 0), ())


@pytest.mark.parametrize("seat", [1, 2])
def test_q8_nobody_acts_in_anothers_turn(seat: int) -> None:
    table = at_table(f"hand{seat}: {RED} {WHITE}", "discard: R.")
    for text in ("draw", "take", "victory R", "discard R."):
        assert table.refuses(f"{seat}: {text}", rule="X-1")
        assert table.play("draw").refuses(f"{seat}: {text}", rule="X-1")


@pytest.mark.parametrize(("colour", "ink"), [("R", "red"), ("W", "white"), ("B", "blue")])
def test_r6_a_victory_is_three_dots_a_dash_and_a_v_of_a_colour_for_10(
    colour: str, ink: str
) -> None:
    five = " ".join(colour + symbol for symbol in "...-V")
    other = "W" if colour != "W" else "R"
    table = at_table(f"hand0: {five} AX AX AX {other}. {other}-", f"stock: {other}V").play("draw")
    laid = table.play(f"victory {colour}")
    assert laid.cards("laid0") == five
    assert laid.cards("hand0").split() == sorted(
        f"{other}. {other}- {other}V AX AX AX".split(), key=GAME.deck.card
    )
    assert laid.facts.pad == ScorePad((10, 0, 0), (PadLine(0, colour, 10),))
    assert laid.notes() == [("R6", f"{{0}} scores 10 for a Victory in {ink}")]
    why = f"a Victory needs three dots, a dash and a V in {ink} (R6)"
    assert refusal(laid, f"victory {colour}") == why


@pytest.mark.parametrize("lacking", ["R. R. R- RV", "R. R. R. RV", "R. R. R. R-"])
def test_r6_four_of_a_victory_are_not_enough(lacking: str) -> None:
    rest = "W. W. B. B. AX AX"
    table = at_table(f"hand0: {lacking} {rest}", "stock: BV").play("draw")
    assert table.refuses("victory R", rule="R6")
    assert not {"victory R", "victory W", "victory B"} & table.legal()


def test_r7_a_capture_is_five_axis_cards_for_50() -> None:
    table = at_table("hand0: AX AX AX AX R. R. W. W. B. B.", "stock: AX")
    laid = table.play("draw", "capture")
    assert laid.cards("laid0") == AXES
    assert laid.cards("hand0") == "R. R. W. W. B. B."
    assert laid.facts.pad == ScorePad((50, 0, 0), (PadLine(0, "C", 50),))
    assert laid.notes() == [("R7", "{0} scores 50 for a Capture")]
    four = at_table("hand0: AX AX AX AX R. R. W. W. B. B.", "stock: R.").play("draw")
    assert refusal(four, "capture") == "a Capture needs five Axis cards (R7)"
    assert "capture" not in four.legal()


def test_r8_after_a_meld_play_goes_on_with_the_hands_that_are_held() -> None:
    table = at_table(f"hand0: {RED} W. W. B. B. AX", "stock: W- R. BV")
    after = table.play("draw", "victory R", "discard BV")
    assert after.to_act == (1,)
    assert after.cards("hand0") == "W. W. B. B. AX"
    assert after.cards("hand1") == table.cards("hand1")
    assert after.facts.deal == 1


@pytest.mark.parametrize("seat", [1, 2])
def test_r8_every_seat_melds_from_its_own_hand_in_sight_of_all(seat: int) -> None:
    table = at_table(f"hand{seat}: {RED} W. W. B. B. AX", "stock: AX", turn=seat).play("draw")
    assert table.legal() == {
        "victory R",
        *(f"discard {code}" for code in ("R.", "R-", "RV", "W.", "B.", "AX")),
    }
    laid = table.play("victory R")
    assert [laid.cards(f"laid{other}") for other in range(3)] == [
        RED if other == seat else "" for other in range(3)
    ]
    watched = next(z for z in view(laid.state, None).zones if z.label == f"laid{seat}")
    assert GAME.deck.text(watched.cards) == RED


def test_q2_a_hand_is_eleven_or_six_in_the_turn_and_ten_five_or_none_after_it() -> None:
    table = at_table(f"hand0: {RED} {WHITE}", "stock: B. B. AX AX B-")
    mine = ("hand0", "laid0")
    assert sizes(table.play("draw"), *mine) == [11, 0]
    laid = table.play("draw", "victory W")
    assert sizes(laid, *mine) == [6, 5]
    five = laid.play("discard B-")
    assert sizes(five, *mine) == [5, 5]
    again = five.play("draw", "discard AX", "draw", "discard AX", "draw")
    assert sizes(again, *mine) == [6, 5]
    last = again.play("victory R")
    assert sizes(last, *mine) == [1, 10]
    assert last.cards("laid0") == f"{WHITE} {RED}"
    assert last.legal() == {"discard B."}


def test_q2_q3_two_melds_in_one_turn_and_the_last_card_end_the_deal() -> None:
    table = at_table(
        f"hand0: {RED} {WHITE}",
        "hand1: B. B. B. B. B. B. B. B. B. B.",
        "hand2: R. R. R. R. R. R. W. W. W. W.",
        "stock: BV",
    )
    down = table.play("draw", "victory R", "victory W")
    assert sizes(down, "hand0", "laid0") == [1, 10]
    assert down.facts.deal == 1
    assert down.legal() == {"discard BV"}
    out = down.play("discard BV")
    assert out.facts.deal == 2
    assert sizes(out, "hand0", "laid0", "hand1", "hand2", "discard") == [10, 0, 10, 10, 1]


def test_r10_all_cards_are_shuffled_and_the_dealers_left_deals() -> None:
    table = at_table(f"hand0: {RED} {WHITE}", "stock: BV", dealer=1, emptied=1)
    out = table.play("draw", "victory R", "victory W", "discard BV")
    pack, rng = shuffle(table.state.rng, GAME.deck.pack)
    assert out.state.rng == rng
    assert out.facts.dealer == 2
    assert out.to_act == (0,)
    assert out.cards("hand0") == GAME.deck.text(bytes(sorted(pack[::-1][0:30:3])))
    assert out.cards("discard") == GAME.deck.text(pack[32:33])
    assert out.facts.picked is False
    assert out.facts.emptied == 0
    assert out.notes()[-1] == ("R10", "{2} deals")


def test_q18_an_axis_card_may_be_discarded_but_is_taken_for_a_capture_only() -> None:
    three = at_table("hand0: AX AX AX R. R. R. R. R- RV W.", "discard: AX")
    assert three.legal() == {"draw"}
    assert refusal(three, "take") == "you may take an Axis card only to complete a Capture (Q18)"
    assert three.play("draw", "discard AX").cards("discard") == "AX AX"
    four = at_table("hand0: AX AX AX AX R. R. R. R- RV W.", "discard: AX")
    assert four.play("take").legal() == {"capture"}


def test_x2_a_silent_seat_draws_and_discards_what_it_drew() -> None:
    table = at_table(f"hand0: {RED} {AXES}", "discard: R.", "stock: B.")
    for text in ("draw", "discard B."):
        seen = view(table.state, 0)
        verbs = timing_of(GAME).default_verbs(seen)
        assert GAME.text(default_action(GAME, seen, GAME.deck.cards("B."), verbs)) == text
        table = table.play(text)
