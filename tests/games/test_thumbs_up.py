"""Thumbs Up: the blocks, a turn, what wins, what losing costs, and refusals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meldroom.core.event import Moved
from meldroom.core.game import Refusal
from meldroom.core.rng import Rng
from meldroom.core.state import top
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.deck import bill, wins
from meldroom.games.thumbs_up.facts import POOL
from tests.scenario import SEED, Scenario, deal

GAME = ThumbsUp()
WINNING = "rack0: R. R. R. R- RV"


def at_table(*zones: str, players: int = 3, **facts: Any) -> Scenario:
    return deal(GAME, *zones, players=players, **facts)


def cards(text: str) -> bytes:
    return bytes(sorted(GAME.deck.cards(text)))


def test_the_published_deal_comes_out() -> None:
    state = GAME.start({}, 4, Rng(SEED))
    assert state.public.first == state.public.turn == 3
    assert GAME.deck.text(top(state, POOL, 3)[::-1]) == "RL G. K."


@pytest.mark.parametrize(("seats", "blocks"), [(2, 50), (4, 50), (5, 100), (8, 100)])
def test_r1_two_sets_serve_five_or_more(seats: int, blocks: int) -> None:
    assert len(GAME.deck.pack_for(seats)) == blocks
    assert GAME.deck.pack_for(seats) == bytes(sorted(GAME.deck.pack_for(seats)))


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_r1_two_to_eight_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"thumbs-up takes 2 to 8 players, not {seats}"):
        GAME.start({}, seats, Rng(SEED))


def test_r2_each_colour_has_five_dots_two_dashes_two_vs_and_a_liberty() -> None:
    count = Counter(GAME.deck.codes[block] for block in GAME.deck.pack_for(2))
    for colour in "BGRKO":
        assert [count[colour + symbol] for symbol in ".-VL"] == [5, 2, 2, 1]
    assert GAME.deck.codes[:4] == ("B.", "B-", "BV", "BL")
    assert GAME.deck.words[13] == "black dash"
    assert GAME.deck.inks[13] == "black"


def test_r2_two_sets_hold_each_block_twice() -> None:
    assert Counter(GAME.deck.pack_for(8)) == {
        block: 2 * n for block, n in Counter(GAME.deck.pack_for(2)).items()
    }


def test_r3_q2_all_begin_with_two_hundred() -> None:
    assert at_table(players=4).facts.balances == (200, 200, 200, 200)


def test_r4_five_blocks_each_that_only_the_owner_sees() -> None:
    state = GAME.start({}, 3, Rng(SEED))
    assert [len(zone.cards) for zone in state.zones] == [35, 0, 5, 5, 5]
    assert [zone.open_to(1) for zone in state.zones] == [False, True, False, True, False]
    assert [zone.label for zone in state.zones] == ["pool", "discard", "rack0", "rack1", "rack2"]


def test_r4_blocks_are_dealt_singly_from_the_first_player_on() -> None:
    state = GAME.start({}, 3, Rng(SEED))
    drawn = [event.target_owner for event in state.journal if isinstance(event, Moved)]
    first = state.public.first
    assert drawn == [(first + turn) % 3 for turn in range(15)]


def test_r5_a_turn_is_a_pick_and_a_discard() -> None:
    table = at_table("rack0: R. R. G- KV OL", "pool: B.")
    assert table.refuses("discard R.", rule="R5")
    table = table.play("draw")
    assert table.refuses("draw", rule="R5")
    assert table.refuses("take", rule="R5")
    assert table.refuses("discard BV", rule="R5")
    assert table.legal() == {f"discard {x}" for x in ("R.", "G-", "KV", "OL", "B.")}
    table = table.play("discard G-")
    assert table.cards("rack0") == "B. R. R. KV OL"
    assert table.cards("discard") == "G-"
    assert table.to_act == (1,)


def test_r5_a_refusal_says_what_is_wrong() -> None:
    table = at_table("rack0: R. R. G- KV OL", "pool: B.")
    with pytest.raises(Refusal, match=r"^pick a block first \(R5\)$"):
        table.play("discard R.")
    with pytest.raises(Refusal, match=r"^you have picked already: discard a block \(R5\)$"):
        table.play("draw", "draw")
    with pytest.raises(Refusal, match=r"^there is no blue V in your rack \(R5\)$"):
        table.play("draw", "discard BV")


def test_r5_a_block_just_drawn_may_be_discarded_at_once() -> None:
    table = at_table("rack0: R. R. G- KV OL", "pool: BV").play("draw", "discard BV")
    assert table.cards("discard") == "BV"
    assert not table.facts.picked


def test_r6_only_the_top_discard_can_be_taken() -> None:
    table = at_table("rack0: R. R. G- KV OL", "discard: B. GV")
    assert table.legal() == {"draw", "take"}
    table = table.play("take")
    assert table.cards("rack0") == "G- GV R. R. KV OL"
    assert table.cards("discard") == "B."


def test_r6_a_draw_gives_the_top_block_of_the_pool() -> None:
    table = at_table("rack0: R. R. G- KV OL", "pool: B. OV").play("draw")
    assert table.cards("rack0") == "G- R. R. KV OV OL"


def test_x5_a_taken_block_is_known_to_all_until_it_leaves() -> None:
    table = at_table("rack0: R. R. G- KV OL", "discard: B. GV").play("take")
    assert table.state.zones[2].known == cards("GV")
    table = table.play("discard R.", "draw")
    assert table.state.zones[2].known == cards("GV")


@pytest.mark.parametrize(
    ("rack", "winning"),
    [
        ("R. R. R. R- RV", True),
        ("R. R. R- RV RL", True),
        ("R. R. R. RV RL", True),
        ("R. R. R. R- RL", True),
        ("R. R. R. R. R-", False),
        ("R. R. R. R. RV", False),
        ("R. R. R. R- R-", False),
        ("R. R. R- R- RV", False),
        ("R. R. R. R- RV B.", True),
        ("R. R. R. R- RV O.", True),
        ("R. R. R. R. R- RV", True),
        ("R. R. R- RV RV RL", True),
        ("B. B. R. R- RV RL", False),
    ],
)
def test_r7_r8_three_dots_a_dash_and_a_v_win_and_liberty_stands_for_one(
    rack: str, winning: bool
) -> None:
    assert wins(cards(rack)) is winning


def test_r7_a_thumb_on_a_hand_that_does_not_win_is_refused() -> None:
    table = at_table("rack0: R. R. R. R- BV")
    assert table.refuses("thumb", rule="R7")
    assert "thumb" not in table.legal()


def test_q16_liberty_of_another_colour_never_fills_a_hand() -> None:
    assert not wins(cards("R. R. R. R- BL"))
    assert not wins(cards("R. R. R. R- BL OL"))


def test_q17_two_liberties_of_one_colour_stand_for_two_symbols() -> None:
    assert wins(cards("R. R. R. RL RL"))
    assert wins(cards("R. R- RV RL RL"))
    assert not wins(cards("R- R- R- RL RL"))


@pytest.mark.parametrize(
    ("rack", "owed"),
    [
        ("B. B- G. R- KV", 40),  # the example of the rulebook
        ("B. G. R. K. O.", 20),
        ("BV G. R. K. O.", 20),
        ("B. B- BV G. G-", 15),
        ("B. B. B. B. B.", 0),
        ("B. B. B. BL GV", 50),
        ("BL GL RL KL OL", 125),
        ("BV BV G. G. OL", 35),
        ("BV BV G. G. O.", 15),
    ],
)
def test_r9_r10_r11_blocks_of_other_colours_and_every_liberty_cost(rack: str, owed: int) -> None:
    assert bill(cards(rack)) == owed


def test_q13_a_liberty_counts_for_its_colour_and_still_costs() -> None:
    assert bill(cards("BV BL G- G. R.")) == 45


def test_q14_on_a_tie_the_payer_owes_the_least() -> None:
    assert bill(cards("B. B. GV GV R.")) == 15
    assert bill(cards("BV BV G. G. R.")) == 15


def test_q15_spare_blocks_of_the_own_colour_cost_nothing() -> None:
    assert bill(cards("BV BV B- B- G.")) == 5


def test_q7_a_false_alarm_is_refused() -> None:
    table = at_table(WINNING)
    assert table.refuses("seen", rule="Q7")
    assert "seen" not in table.legal()


def test_q8_a_thumb_may_be_raised_on_a_later_turn_and_never_rises_by_itself() -> None:
    table = at_table(WINNING, "pool: O. O. O.", players=2)
    table = table.play("draw", "discard O.", "draw", "discard O.")
    assert table.facts.thumb is None
    assert table.legal() == {"draw", "take", "thumb"}
    assert table.play("thumb").facts.ledger != ()


def test_q10_a_thumb_on_a_hand_dealt_needs_no_pick() -> None:
    table = at_table(WINNING)
    assert table.legal() == {"draw", "thumb"}


def test_q12_a_block_just_taken_is_not_discarded() -> None:
    table = at_table("rack0: R. R. G- KV OL", "discard: R-").play("take")
    assert table.refuses("discard R-", rule="Q12")
    assert table.allows("discard KV")
    assert table.legal() == {"discard R.", "discard G-", "discard KV", "discard OL"}
    assert table.play("discard KV").facts.taken == b""


def test_q12_nor_is_another_block_like_it() -> None:
    table = at_table("rack0: R. R. G- KV OL", "discard: R.").play("take")
    assert table.refuses("discard R.", rule="Q12")


def test_q12_no_block_is_taken_that_leaves_nothing_to_discard() -> None:
    table = at_table("rack0: R. R. R. R. R.", "discard: R.", players=5)
    assert table.refuses("take", rule="Q12")
    assert table.legal() == {"draw"}
    assert at_table("rack0: R. R. R. R. R-", "discard: R.", players=5).allows("take")


def test_q20_nothing_can_be_taken_on_the_first_turn_of_a_hand() -> None:
    table = at_table("rack0: R. R. G- KV OL")
    assert table.refuses("take", rule="Q20")
    assert table.legal() == {"draw"}


def test_q26_after_four_takes_a_seat_in_a_row_somebody_must_draw() -> None:
    racks = ("rack0: R. R. R. G. G.", "rack1: K. K. K. O. O.", "discard: B.")
    table = at_table(*racks, players=2, takes=7)
    table = table.play("take", "discard G.")
    assert table.facts.takes == 8
    assert table.refuses("take", rule="Q26")
    assert table.legal() == {"draw"}
    table = table.play("draw", "discard K.")
    assert table.facts.takes == 0
    assert table.allows("take")


def test_q27_the_fifth_colour_is_orange() -> None:
    assert GAME.deck.words[GAME.deck.card("OV")] == "orange V"


@pytest.mark.parametrize(
    ("zones", "texts", "why"),
    [
        ((WINNING,), ("seen",), "no thumb is up (Q7)"),
        (("rack0: R. R. R. R- BV",), ("thumb",), "your hand does not win yet (R7)"),
        ((), ("take",), "nothing lies face up yet (Q20)"),
        (
            ("discard: B.",),
            ("take", "discard B."),
            "you cannot discard the block you took, or one like it (Q12)",
        ),
        (
            (WINNING,),
            ("thumb", "draw"),
            "a thumb is up: play stops until all have seen it (R12)",
        ),
        (
            ("rack0: R. R. R. R. R.", "discard: R."),
            ("take",),
            "all your blocks are like this one: you could discard none (Q12)",
        ),
    ],
)
def test_x3_a_refusal_says_why_and_by_which_rule(
    zones: tuple[str, ...], texts: tuple[str, ...], why: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        at_table(*zones, players=5).play(*texts)
    assert str(refusal.value) == why


def test_q26_the_refusal_says_how_many_takes_there_were() -> None:
    with pytest.raises(Refusal) as refusal:
        at_table("discard: B.", players=2, takes=8).play("take")
    assert str(refusal.value) == "after 8 takes in a row somebody must draw (Q26)"
