"""Victor or Victim, the rulings one by one."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.event import Moved, Noted, Shuffled
from meldroom.core.game import Result
from meldroom.core.rng import Rng, below, shuffle
from tests.games.test_victor_or_victim import GAME, HARMLESS, at_table, moves, refusal
from tests.scenario import SEED, Scenario

AFTER_PASS: dict[str, Any] = {"test": "after_pass"}
VICTIM_FIRST: dict[str, Any] = {"both_words": "victim"}


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_q1_two_to_eight_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"victor-or-victim takes 2 to 8 players, not {seats}"):
        GAME.start({}, seats, Rng(SEED))


@pytest.mark.parametrize("seats", [2, 8])
def test_q1_two_and_eight_may_play(seats: int) -> None:
    assert len(GAME.start({}, seats, Rng(SEED)).zones) == 2 + seats


def test_q2_after_pass_a_drawn_letter_counts_only_with_the_pass() -> None:
    table = at_table(
        "letters0: BC",
        "letters1: RV RI RC RT RO YM",
        drawn="BC",
        deck="BI BI RR",
        options=AFTER_PASS,
    )
    asked = table.play("pass BC")
    assert asked.to_act == (1,)
    assert asked.notes() == []
    assert asked.play("pass YM").result == ((1, 2, 1), (2, 1, 2), (1,), "VV-21")
    assert asked.play("pass RO").result is None
    assert asked.play("pass RO").to_act == (2,)


def test_q2_after_pass_a_victim_can_pass_the_word_away() -> None:
    letters = "letters0: RV RI RC RT RI RM BO"
    table = at_table(letters, drawn="RM", options=AFTER_PASS)
    assert table.play("pass RM").facts.fallen == ()
    fell = table.play("pass BO")
    assert fell.facts.fallen == (0,)
    assert fell.notes()[0] == ("R10", "{0} spells VICTIM in red and is out")
    assert moves(fell)[:2] == [("BO", "letters", 1), ("RV RC RT RM RI RI", "deck", None)]


def test_q2_after_pass_the_passer_falls_before_the_receiver_wins() -> None:
    table = at_table(
        "letters0: RV RI RC RT RI RM BO",
        "letters1: BV BI BC BT BR",
        drawn="RM",
        options=AFTER_PASS,
    ).play("pass BO")
    assert table.notes() == [
        ("R10", "{0} spells VICTIM in red and is out"),
        ("R9", "{1} spells VICTOR in blue and wins"),
    ]
    assert table.result == ((0, 2, 1), (3, 1, 2), (1,), "VV-21")


def test_q2_after_pass_the_receiver_is_not_tested_once_the_game_is_over() -> None:
    fell = at_table(
        "letters0: RV RI RC RT RI RM BO",
        "letters1: BV BI BC BT BR",
        drawn="RM",
        players=2,
        options=AFTER_PASS,
    ).play("pass BO")
    assert fell.notes() == [
        ("R10", "{0} spells VICTIM in red and is out"),
        ("Q16", "{1} is the last survivor and wins"),
    ]
    assert fell.result == ((0, 1), (2, 1), (1,), "VV-16")
    won = at_table(
        "letters0: RV RI RC RT RO RR BO",
        "letters1: BV BI BC BT BR",
        drawn="RR",
        options=AFTER_PASS,
    ).play("pass BO")
    assert won.notes() == [("R9", "{0} spells VICTOR in red and wins")]
    assert won.result == ((2, 1, 0), (1, 2, 3), (0,), "VV-21")


@pytest.mark.parametrize("options", [{}, AFTER_PASS])
def test_q2_an_acquisition_counts_at_once(options: dict[str, Any]) -> None:
    table = at_table("letters0: RV RI RC RT RI", "letters1: RM", drawn="ACQ", options=options)
    assert table.play("acquire RM 1").facts.fallen == (0,)


def test_q3_victor_goes_before_victim() -> None:
    letters = "letters1: RI RI RC RT RO RR RM"
    table = at_table("letters0: RV RC", letters, drawn="RC").play("pass RV")
    assert table.notes() == [("Q3", "{1} spells VICTOR in red and wins")]
    assert table.result == ((1, 2, 0), (2, 1, 3), (1,), "VV-21")


def test_q3_whatever_the_two_colours_are() -> None:
    letters = "letters1: RI RI RC RT RV BV BI BC BT BO"
    table = at_table("letters0: RM BR", letters, drawn="TWO").play("pass RM BR")
    assert table.notes() == [("Q3", "{1} spells VICTOR in blue and wins")]


def test_q3_with_the_option_victim_the_other_word_goes_first() -> None:
    letters = "letters1: RI RI RC RT RO RR RM"
    table = at_table("letters0: RV RC", letters, drawn="RC", options=VICTIM_FIRST)
    after = table.play("pass RV")
    assert after.notes()[0] == ("Q3", "{1} spells VICTIM in red and is out")
    assert after.facts.fallen == (1,)
    alone = at_table("letters0: RR", "letters1: RV RI RC RT RO", drawn="RR", options=VICTIM_FIRST)
    assert alone.play("pass RR").facts.winner == 1


def test_q4_the_discard_pile_is_shuffled_as_it_lies_into_an_empty_deck() -> None:
    specials = "ACQ LOSE TWO ACQ TWO"
    table = at_table("letters0: RV RC", f"discard: {specials}", drawn="RC", deck="")
    after = table.play("pass RC")
    pile, rng = shuffle(table.state.rng, GAME.deck.cards(specials))
    drawn = len(after.state.zones[1].cards)
    assert drawn >= 1
    assert after.state.zones[0].cards == pile[:-drawn]
    assert after.state.zones[1].cards == pile[: -drawn - 1 : -1]
    assert after.state.rng == rng
    assert after.facts.recycled == 1
    assert after.notes()[0] == ("Q4", "the deck is empty: the discard pile is shuffled")
    assert moves(after)[1] == (specials, "deck", None)


def test_q4_a_deck_is_recycled_only_when_a_card_is_to_be_drawn() -> None:
    table = at_table("letters0: RV RC", drawn="RC", deck="BV").play("pass RC")
    assert table.cards("deck") == ""
    assert table.facts.recycled == 0


def test_q5_the_deck_is_not_recycled_a_third_time() -> None:
    letters = ["letters0: RV RC RI", "letters1: BV BC BI", "letters2: YM"]
    table = at_table(*letters, "discard: ACQ", drawn="RC", deck="", recycled=1)
    assert table.play("pass RI").facts.recycled == 2
    over = table._replace(state=table.state._replace(public=table.facts._replace(recycled=2)))
    after = over.play("pass RI")
    assert after.to_act == ()
    assert after.cards("discard") == "ACQ"
    assert after.cards("deck") == ""
    assert after.state.rng == over.state.rng
    assert after.notes() == [("Q5", "the deck is empty for the third time: the game ends")]
    assert after.result == ((1, 2, 0), (2, 1, 3), (1,), "VV-5")


def test_q5_equal_standings_share_the_win() -> None:
    table = at_table(
        "letters0: RV RC BI", "letters1: BV BC", drawn="RC", deck="", players=4, recycled=2
    ).play("pass BI")
    assert table.result == ((2, 3, 1, 1), (2, 1, 3, 3), (1,), "VV-5")
    shared = at_table(
        "letters0: RV RC YM", "letters1: BV BC", drawn="RC", deck="", players=4, recycled=2
    ).play("pass YM")
    assert shared.result == ((3, 3, 1, 1), (1, 1, 3, 3), (0, 1), "VV-5")


def test_q5_an_elimination_starts_the_count_again() -> None:
    table = at_table(
        "letters0: YM YC", "letters1: YI YV YI YT YC", drawn="YM", deck="", recycled=2
    ).play("pass YM")
    assert table.facts.recycled == 0


def test_q6_nothing_is_passed_after_an_acquisition() -> None:
    table = at_table("letters0: RV RC", "letters1: BC", drawn="ACQ")
    assert refusal(table, "pass RV") == ("Q6", "after an Acquisition you pass nothing")
    taken = table.play("acquire BC 1")
    assert taken.cards("letters0") == "RV RC BC"
    assert taken.to_act == (1,)


def test_q6_after_a_letter_a_pass_is_forced() -> None:
    table = at_table("letters0: RV", "letters1: BC", drawn="RV")
    assert table.legal() == {"pass RV"}


def test_q7_a_winning_letter_may_be_passed() -> None:
    table = at_table("letters0: RR RC", "letters1: RV RI RC RT RO", drawn="RC")
    assert table.legal() == {"pass RR", "pass RC"}
    assert table.play("pass RR").result == ((1, 2, 0), (2, 1, 3), (1,), "VV-21")


def test_q8_an_acquisition_may_be_declined() -> None:
    table = at_table("letters0: RV", "letters1: BC", drawn="ACQ").play("decline")
    assert table.cards("letters0") == "RV"
    assert table.to_act == (1,)
    assert moves(table) == [("BM", "letters", 1)]


def test_q8_only_a_letter_that_an_opponent_has_is_acquired() -> None:
    table = at_table("letters0: RV", "letters1: BC", drawn="ACQ")
    own = ("Q8", "you can take only an opponent's letter")
    assert refusal(table, "acquire RV 0") == own
    assert refusal(table, "acquire BC 2") == ("Q8", "that seat has no blue C")
    assert refusal(table, "acquire RV 1") == ("Q8", "that seat has no red V")
    assert refusal(table, "acquire BC 3") == ("Q8", "that seat has no blue C")
    assert refusal(table, "acquire BC 7") == ("Q8", "that seat has no blue C")
    assert refusal(table, "acquire BC 1") is None


def test_q8_where_nobody_has_a_letter_you_can_only_decline() -> None:
    assert at_table("letters0: RV", drawn="ACQ").legal() == {"decline"}


def test_q8_the_taker_may_become_a_victim() -> None:
    table = at_table("letters0: YV YI YC YT YI BO", "letters2: YM", drawn="ACQ", players=4)
    after = table.play("acquire YM 2")
    assert after.facts.fallen == (0,)
    assert after.to_act[0] != 0
    assert after.notes()[0] == ("R10", "{0} spells VICTIM in yellow and is out")


def test_q9_pass_two_takes_both_or_the_only_letter() -> None:
    two = at_table("letters0: RV RI", drawn="TWO")
    why = "Pass Two: pass two letters, or the only one you have"
    assert two.legal() == {"pass RV RI"}
    assert refusal(two, "pass RV") == ("Q9", why)
    assert refusal(two, "pass RI RI") == ("R4", "you have only one red I")
    assert refusal(two, "pass RI BI") == ("R4", "you have no blue I")
    one = at_table("letters0: RV", drawn="TWO")
    assert one.legal() == {"pass RV"}
    assert refusal(one, "pass RV RV") == ("Q9", why)
    assert one.play("pass RV").cards("letters1") == "RV BM"


def test_q9_equal_letters_may_be_passed_together() -> None:
    assert at_table("letters0: RI RI RI", drawn="TWO").legal() == {"pass RI RI"}


def test_q9_two_letters_are_tested_together() -> None:
    letters = "letters1: RV RI RC RT"
    table = at_table("letters0: RI RM RO RR", letters, drawn="TWO")
    assert table.play("pass RO RR").facts.winner == 1
    assert table.play("pass RM RI").facts.fallen == (1,)


def test_q9_with_no_letter_the_turn_ends_by_itself() -> None:
    table = at_table("letters0: RV RI", drawn="TWO", deck="BO TWO LOSE", players=4)
    after = table.play("pass RV RI")
    assert after.to_act == (3,)
    assert after.cards("discard") == "LOSE TWO"
    assert after.notes() == [
        ("R8", "{1} draws Lose a Turn"),
        ("R6", "{2} draws Pass Two"),
        ("Q9", "{2} has no letter to pass"),
    ]


@pytest.mark.parametrize(("direction", "receiver", "plays"), [(1, 1, 2), (-1, 3, 2)])
def test_q10_after_the_receivers_fall_the_next_survivor_plays(
    direction: int, receiver: int, plays: int
) -> None:
    table = at_table(
        "letters0: YM YC",
        f"letters{receiver}: YI YV YI YT YC",
        drawn="YM",
        deck="",
        players=4,
        direction=direction,
    ).play("pass YM")
    assert table.facts.fallen == (receiver,)
    assert table.to_act == (plays,)


def test_q10_the_fallen_are_passed_over() -> None:
    table = at_table("letters0: YM", drawn="YM", players=5, fallen=(2, 1)).play("pass YM")
    assert moves(table)[0] == ("YM", "letters", 3)
    assert table.to_act == (3,)
    right = at_table("letters0: YM", drawn="YM", players=5, fallen=(4, 3), direction=-1)
    assert right.play("pass YM").to_act == (2,)


def test_q11_play_and_passing_turn_round_together() -> None:
    table = at_table("letters0: RV", drawn="RV", deck="BT BC DIR", players=4).play("pass RV")
    assert table.to_act == (0,)
    assert table.facts.direction == -1
    after = table.play("pass BC")
    assert moves(after)[0] == ("BC", "letters", 3)
    assert after.to_act == (3,)


def test_q11_of_two_players_the_other_is_next() -> None:
    table = at_table("letters0: RV", drawn="RV", deck="BC DIR", players=2).play("pass RV")
    assert table.to_act == (0,)
    assert table.facts.direction == -1


def test_q12_a_player_who_falls_by_their_own_draw_passes_nothing() -> None:
    table = at_table(
        "letters0: YC", "letters1: RV RI RC RT RI", "discard: DIR", drawn="YC", deck="RM"
    ).play("pass YC")
    assert table.facts.fallen == (1,)
    assert table.to_act == (2,)
    assert moves(table)[1:3] == [("RM", "letters", 1), ("RV RC RT RM RI RI YC", "deck", None)]
    assert table.cards("discard") == "DIR"


def test_q12_the_letters_are_in_the_deck_before_the_last_survivor_has_won() -> None:
    table = at_table("letters0: YM YC", "letters1: YI YV YI YT YC", drawn="YM", players=2)
    after = table.play("pass YM")
    pile, rng = shuffle(table.state.rng, GAME.deck.cards(HARMLESS + " YV YC YT YM YI YI"))
    assert after.state.zones[0].cards == pile
    assert after.state.rng == rng
    kinds = [type(event) for event in after.state.journal]
    assert kinds == [Moved, Noted, Moved, Shuffled, Noted]


def test_q13_a_player_without_letters_draws_and_passes_the_letter_drawn() -> None:
    table = at_table("letters0: RV", drawn="ACQ", deck="BC").play("decline")
    assert table.to_act == (1,)
    assert table.legal() == {"pass BC"}
    assert table.play("pass BC").cards("letters1") == ""


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("number", range(5))
def test_q14_specials_go_back_at_random_before_the_opening_letters(seats: int, number: int) -> None:
    seed = Rng(bytes([number]) * 32)
    first, rng = below(seed, seats)
    shuffled, rng = shuffle(rng, GAME.deck.pack_for(seats))
    deck = list(shuffled)
    before: list[list[int]] = [[] for _ in range(seats)]
    for turn in range(3 * seats):
        while (card := deck.pop()) >= GAME.deck.card("ACQ"):
            at, rng = below(rng, len(deck) + 1)
            deck.insert(at, card)
        before[(first + turn) % seats].append(card)
    state = GAME.start({}, seats, seed)
    drawn = bytes(deck[len(state.zones[0].cards) :])
    assert drawn
    assert bytes(deck) == state.zones[0].cards + drawn
    assert state.rng == rng
    for seat in range(seats):
        rest = list(state.zones[2 + seat].cards)
        for card in before[seat]:
            rest.remove(card)
        assert rest == ([drawn[0]] if seat == state.public.turn and drawn[0] < 21 else [])


def test_q14_everyone_sees_a_special_go_back() -> None:
    table = Scenario(GAME, GAME.start({}, 4, Rng(SEED)))
    assert moves(table)[:6] == [
        ("BM", "letters", 3),
        ("YI", "letters", 0),
        ("RI", "letters", 1),
        ("ACQ", "discard", None),
        ("ACQ", "deck", None),
        ("BR", "letters", 2),
    ]
    assert table.cards("discard") == ""


@pytest.mark.parametrize("number", range(4))
def test_q15_a_lot_says_who_begins(number: int) -> None:
    seed = Rng(bytes([number]) * 32)
    first, _ = below(seed, 6)
    state = GAME.start({}, 6, seed)
    assert state.journal[0] == Noted("Q15", f"{{{first}}} begins")
    assert next(e.target_owner for e in state.journal if isinstance(e, Moved)) == first


def test_q16_the_last_survivor_wins_without_spelling_a_word() -> None:
    table = at_table("letters0: YM", "letters1: YI YV YI YT YC", drawn="YM", players=2)
    after = table.play("pass YM")
    assert after.cards("letters0") == ""
    assert after.facts.winner == 0
    assert after.result == ((1, 0), (1, 2), (0,), "VV-16")


def test_q18_survivors_rank_by_standing_and_the_fallen_after_them() -> None:
    table = at_table(
        "letters0: YR YC",
        "letters1: YV YI YC YT YO",
        "letters2: RV RC",
        "letters4: BV BC BC",
        "letters6: RI RT",
        drawn="YR",
        players=7,
        fallen=(5, 3),
    ).play("pass YR")
    assert table.result == Result((2, 6, 4, 1, 5, 0, 4), (5, 1, 3, 6, 2, 7, 3), (1,), "VV-21")


def test_q21_the_word_ends_the_whole_game() -> None:
    table = at_table("letters0: YR", "letters1: YV YI YC YT YO", drawn="YR", players=5)
    after = table.play("pass YR")
    assert after.facts.reason == "VV-21"
    assert after.to_act == ()
    assert after.result is not None
    assert after.result.winners == (1,)
    assert refusal(after, "pass YR") == ("X-8", "the game is over")
