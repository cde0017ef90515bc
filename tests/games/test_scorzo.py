"""Scorzo at the table: turns, calls, last turns and the stock."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meldroom.core.cards import without
from meldroom.core.default_action import default_action
from meldroom.core.event import Moved, Shown, Shuffled
from meldroom.core.game import Violation, full_options
from meldroom.core.options import offered
from meldroom.core.rng import Rng, shuffle
from meldroom.core.view import events, view
from meldroom.games.companions import conformance_of, hot_paths_of, timing_of
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.arrangement import arrangement
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.melds import is_complete, least_after_discard, least_deadwood
from tests.scenario import SEED, Scenario, deal

GAME = Scorzo()


def why(table: Scenario, text: str) -> Violation | None:
    """Ask the referee what the seat on turn may not do, and why."""
    return GAME.check(view(table.state, table.to_act[0]), GAME.parse(text))


def nearly_empty(stock: str, *hands: str, top: str, **more: Any) -> Scenario:
    """Set up a table whose stock is these cards and nothing else; all the rest are discards."""
    held = DECK.cards(" ".join([stock, top, *hands]))
    covered = DECK.text(without(DECK.pack, held))
    zones = [f"hand{seat}: {cards}" for seat, cards in enumerate(hands)]
    return deal(GAME, f"discard: {covered} {top}", *zones, players=len(hands), **more)


def test_r1_the_pack_has_two_of_every_natural_card_and_twelve_wilds() -> None:
    held = Counter(DECK.text(GAME.deck.pack_for(6)).split())
    assert held.pop("WW") == 12
    assert set(held.values()) == {2}
    assert list(held) == [f"{suit}{number}" for suit in "SQTCH" for number in range(1, 11)]
    assert DECK.codes[-1] == "WW"


def test_the_cards_have_names_and_inks() -> None:
    assert [DECK.words[DECK.card(code)] for code in ("S1", "Q2", "T7", "C9", "H10", "WW")] == [
        "star 1",
        "square 2",
        "triangle 7",
        "circle 9",
        "heart 10",
        "wild",
    ]
    assert [DECK.inks[DECK.card(code)] for code in ("S1", "Q2", "T7", "C9", "H10", "WW")] == [
        "yellow",
        "blue",
        "green",
        "orange",
        "red",
        "",
    ]


def test_the_game_introduces_itself() -> None:
    assert (GAME.key, GAME.name, GAME.year) == ("scorzo", "Scorzo", "2021")
    assert (GAME.rules, GAME.prefix) == ("1", "SZ")
    assert GAME.about == (
        "Bring your whole hand into sets and runs, with wilds, and call; fewest points win."
    )


def test_two_to_six_play_with_the_options_of_the_page() -> None:
    assert list(GAME.players) == [2, 3, 4, 5, 6]
    assert full_options(GAME, {}) == {
        "rounds": "full",
        "all_wild_melds": "yes",
        "return_taken": "yes",
        "lay_off": "no",
        "recycle": "flip",
    }
    assert offered(GAME.options)["rounds"] == ("full", "down", "up")
    assert {values[1] for name, values in offered(GAME.options).items() if name != "rounds"} == {
        "no",
        "yes",
        "shuffle",
    }


def test_a_turn_has_no_action_but_those_of_the_page() -> None:
    assert [action.verb for action in GAME.actions] == ["draw", "take", "discard", "call", "wait"]


def test_r7_a_turn_is_a_pick_from_either_pile_and_a_discard() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "discard: C2", "stock: T7")
    assert table.legal() == {"draw", "take"}
    drawn = table.play("draw")
    assert drawn.cards("hand0") == "S1 Q4 T7 H9"
    assert drawn.legal() == {"discard S1", "discard Q4", "discard T7", "discard H9"}
    taken = table.play("take")
    assert taken.cards("hand0") == "S1 Q4 C2 H9"
    assert taken.cards("discard") == ""
    assert taken.play("discard H9").cards("discard") == "H9"


def test_r7_the_card_just_drawn_may_be_discarded() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "discard: C2", "stock: T7").play("draw", "discard T7")
    assert table.cards("hand0") == "S1 Q4 H9"
    assert table.cards("discard") == "C2 T7"


def test_r7_what_a_turn_does_not_allow_is_refused_with_the_reason() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "discard: C2", "stock: T7")
    assert why(table, "discard S1") == ("R7", "pick a card first")
    drawn = table.play("draw")
    picked = ("R7", "you have picked already: discard a card")
    assert why(drawn, "draw") == picked
    assert why(drawn, "take") == picked
    assert why(drawn, "discard C2") == ("R7", "there is no circle 2 in your hand")
    assert why(drawn, "discard T7") is None


def test_equal_cards_give_one_discard() -> None:
    table = deal(GAME, "hand0: S1 S1 WW", "stock: WW").play("draw")
    seen = view(table.state, 0)
    assert [GAME.text(action) for action in GAME.legal(seen)] == ["discard S1", "discard WW"]


def test_r8_the_hand_keeps_its_size_and_the_turn_goes_to_the_left() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "discard: C2", "stock: T7")
    assert table.to_act == (0,)
    for seat in (1, 2, 0):
        table = table.play("draw")
        table = table.play(sorted(table.legal())[0])
        assert table.to_act == (seat,)
    assert [len(table.cards(f"hand{seat}").split()) for seat in range(3)] == [3, 8, 8]
    assert table.facts.turns == 3


def test_a_card_taken_is_known_to_all_and_one_drawn_to_its_holder() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "discard: C2", "stock: T7")
    known = [view(table.play(pick).state, 1).zones[2] for pick in ("take", "draw")]
    assert [zone.known for zone in known] == [DECK.cards("C2"), b""]
    [drawn] = events(table.play("draw").state, 0)
    assert isinstance(drawn, Moved)
    assert drawn.cards == DECK.cards("T7")


def test_q8_the_card_just_taken_may_be_discarded() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "discard: C2").play("take")
    assert table.legal() == {"discard S1", "discard Q4", "discard C2", "discard H9"}
    assert table.play("discard C2").cards("discard") == "C2"


def test_q8_with_return_taken_no_no_card_like_the_one_taken_is_discarded() -> None:
    options = {"return_taken": "no"}
    table = deal(GAME, "hand0: S1 C2 H9", "discard: C2", "stock: C3", options=options)
    taken = table.play("take")
    assert taken.legal() == {"discard S1", "discard H9"}
    assert why(taken, "discard C2") == (
        "Q8",
        "you just took a circle 2: discard a different card",
    )
    assert taken.allows("discard H9")
    drawn = table.play("draw")
    assert drawn.legal() == {"discard S1", "discard C2", "discard C3", "discard H9"}


def test_q8_with_return_taken_no_the_ban_ends_with_the_turn() -> None:
    options = {"return_taken": "no"}
    zones = ("hand0: S1 Q2 C5 H9", "hand1: S3 Q9 T5 WW", "discard: WW", "stock: C4")
    table = deal(GAME, *zones, options=options).play("take", "discard H9", "draw")
    assert table.legal() == {f"discard {code}" for code in ("S3", "Q9", "T5", "C4", "WW")}


def test_q8_with_return_taken_no_a_hand_of_equal_cards_discards_one_of_them() -> None:
    options = {"return_taken": "no"}
    table = deal(GAME, "hand0: WW WW WW", "discard: WW", options=options).play("take")
    assert table.legal() == {"discard WW"}
    assert table.allows("discard WW")


def test_r10_a_hand_of_melds_is_called_at_the_end_of_the_turn() -> None:
    table = deal(GAME, "hand0: S1 S2 H9", "discard: C2", "stock: S3")
    early = ("R10", "call or wait only after your discard, with a hand that is all melds")
    assert why(table, "call") == early
    assert why(table.play("draw"), "call") == early
    assert why(table.play("draw"), "wait") == early
    asked = table.play("draw", "discard H9")
    assert asked.to_act == (0,)
    assert asked.legal() == {"call", "wait"}
    busy = ("R10", "your hand is all melds: call or wait")
    assert why(asked, "draw") == busy
    assert why(asked, "discard S1") == busy
    called = asked.play("call")
    assert called.facts.caller == 0
    assert called.to_act == (1,)
    assert called.notes() == [("R10", "{0} calls Scorzo")]


def test_r10_a_hand_that_is_not_all_melds_ends_the_turn_by_itself() -> None:
    table = deal(GAME, "hand0: S1 S2 H9", "stock: S3").play("draw", "discard S2")
    assert table.to_act == (1,)
    assert table.facts.phase == "pick"


def test_q9_who_waits_is_asked_again_at_the_end_of_the_next_turn() -> None:
    zones = ("hand0: S1 S2 S3", "hand1: C1 Q5 H9", "discard: H2", "stock: H7 H6 H5")
    table = deal(GAME, *zones, players=2).play("draw", "discard H5")
    assert table.legal() == {"call", "wait"}
    table = table.play("wait")
    assert table.to_act == (1,)
    assert table.facts.caller is None
    table = table.play("draw", "discard H6", "draw", "discard H7")
    assert table.legal() == {"call", "wait"}
    assert table.play("call").facts.caller == 0


def test_q9_the_first_turn_of_a_round_may_end_with_a_call() -> None:
    table = deal(GAME, "hand0: S1 S2 S3", "discard: H2").play("take", "discard H2", "call")
    assert table.facts.caller == 0


def test_q11_everyone_but_the_caller_has_one_last_turn_and_nobody_calls_again() -> None:
    zones = ("hand0: S1 S2 S3", "hand1: Q4 Q5 H9", "hand2: T7 T1 C8", "stock: C4 Q6 H1")
    table = deal(GAME, *zones, players=3)
    table = table.play("draw", "discard H1", "call")
    assert table.to_act == (1,)
    assert why(table, "call") == ("Q11", "this round has been called already")
    assert why(table, "wait") == ("Q11", "this round has been called already")
    table = table.play("draw", "discard H9")
    assert table.cards("hand1") == "Q4 Q5 Q6"
    assert table.to_act == (2,)
    assert table.facts.ledger == ()
    assert table.play("draw", "discard C8").facts.ledger == ((0, 0, 7 + 1 + 4),)


def test_q11_the_first_of_the_last_turns_may_take_what_the_caller_discarded() -> None:
    zones = ("hand0: S1 S2 S3", "hand1: Q4 Q5 H9", "discard: H1")
    table = deal(GAME, *zones, "stock: Q6").play("draw", "discard Q6", "call", "take")
    assert table.cards("hand1") == "Q4 Q5 Q6 H9"


def test_q11_the_callers_hand_lies_open_from_the_call_on() -> None:
    table = deal(GAME, "hand0: S1 S2 S3", "discard: H1").play("take", "discard H1")
    assert view(table.state, 1).zones[2].cards == b"\xff\xff\xff"
    table = table.play("call")
    for seat in (1, 2, None):
        assert view(table.state, seat).zones[2].cards == DECK.cards("S1 S2 S3")
        assert Shown("hand", 0, DECK.cards("S1 S2 S3")) in events(table.state, seat)


def test_q13_a_last_turn_ends_with_a_discard() -> None:
    zones = ("hand0: S1 S2 S3", "hand1: Q4 Q5 H9", "discard: H1")
    table = deal(GAME, *zones, "stock: C9").play("take", "discard H1", "call", "draw")
    assert table.legal() == {"discard Q4", "discard Q5", "discard C9", "discard H9"}
    assert table.play("discard H9").cards("hand1") == "Q4 Q5 C9"


@pytest.mark.parametrize("left", ["S1", "Q9"])
def test_a_discard_reveals_whether_it_leaves_a_hand_of_melds(left: str) -> None:
    table = deal(GAME, f"hand0: {left} S2 H9", "stock: S3").play("draw")
    discard = GAME.parse("discard H9")
    assert conformance_of(GAME).reveals(table.state, 0, discard) is (left == "S1")
    called = table._replace(state=table.state._replace(public=table.facts._replace(caller=1)))
    assert conformance_of(GAME).reveals(called.state, 0, discard) is False
    assert conformance_of(GAME).reveals(table.state, 0, GAME.parse("draw")) is None


def test_r9_q14_an_empty_stock_is_the_discards_turned_over() -> None:
    table = nearly_empty("T7", "S1 Q4 H9", "S2 Q6 C9", top="WW").play("draw")
    assert table.cards("stock") == ""
    below = table.cards("discard").split()
    assert below[-1] == "WW"
    table = table.play("discard T7")
    assert table.cards("discard") == "T7"
    assert table.cards("stock").split() == below[::-1]
    assert table.notes() == [("Q14", "the stock is empty: the covered discards are turned over")]
    assert not [event for event in table.state.journal if isinstance(event, Shuffled)]
    assert table.to_act == (1,)
    assert table.play("draw").cards("hand1") == DECK.text(
        bytes(sorted(DECK.cards(f"S2 Q6 C9 {below[0]}")))
    )


def test_q14_the_top_discard_stays_though_a_covered_card_is_its_twin() -> None:
    table = nearly_empty("T7", "S1 Q4 H9", "S2 Q6 C9", top="WW").play("draw", "discard S1")
    assert table.cards("discard") == "S1"
    assert "S1" in table.cards("stock").split()
    assert len(table.cards("stock").split()) == 112 - 3 - 3 - 1


def test_q14_with_recycle_shuffle_the_covered_discards_are_shuffled_as_they_lie() -> None:
    options = {"recycle": "shuffle"}
    table = nearly_empty("T7", "S1 Q4 H9", "S2 Q6 C9", top="WW", options=options).play("draw")
    below, rng = DECK.cards(table.cards("discard")), table.state.rng
    table = table.play("discard T7")
    shuffled, after = shuffle(rng, below)
    assert table.cards("stock") == DECK.text(shuffled)
    assert table.cards("discard") == "T7"
    assert table.state.rng == after
    assert table.notes() == [("Q14", "the stock is empty: the covered discards are shuffled")]


@pytest.mark.parametrize("answer", ["call", "wait"])
def test_q14_the_stock_is_turned_over_after_the_answer_of_a_hand_of_melds(answer: str) -> None:
    table = nearly_empty("T7", "S1 S2 S3", "S4 Q6 C9", top="WW").play("draw", "discard T7")
    assert table.cards("stock") == ""
    table = table.play(answer)
    assert len(table.cards("stock").split()) == 112 - 3 - 3 - 1
    assert table.cards("discard") == "T7"


def test_q14_the_stock_stays_empty_when_the_round_is_over() -> None:
    hands = ("S1 Q4 H9", "S2 S3 S4")
    chart = ((0, 1),) * 11
    table = nearly_empty("T7", *hands, top="WW", caller=1, ledger=chart[1:], totals=(0, 10))
    table = table.play("draw", "discard T7")
    assert table.result is not None
    assert table.cards("stock") == ""
    assert table.cards("discard").endswith("WW T7")


def test_q15_stock_and_discards_are_never_fewer_than_sixty_four() -> None:
    state = GAME.start({}, 6, Rng(SEED))
    assert len(state.zones[0].cards) + len(state.zones[1].cards) == 64


def test_q22_a_round_without_a_call_is_scored_after_sixty_turns_a_seat() -> None:
    zones = ("hand0: S1 Q4 H9", "hand1: S2 Q6 C9", "hand2: S1 S2 S3", "stock: T7")
    table = deal(GAME, *zones, turns=178).play("draw", "discard T7")
    assert table.facts.turns == 179
    assert table.facts.ledger == ()
    table = deal(GAME, *zones, turns=179).play("draw", "discard T7")
    assert table.facts.ledger == ((14, 17, 0),)
    assert table.notes()[:4] == [
        ("Q22", "nobody has called: the hands are scored as they are"),
        ("R11", "{0} adds 14"),
        ("R11", "{1} adds 17"),
        ("R11", "{2} adds 0"),
    ]


def test_q22_the_answer_of_the_last_turn_comes_first_and_a_call_gives_the_last_turns() -> None:
    zones = ("hand0: S1 S2 S3", "hand1: S4 Q6 C9", "hand2: S5 Q1 T9", "stock: H1 H2 T7")
    table = deal(GAME, *zones, turns=179).play("draw", "discard T7")
    assert table.legal() == {"call", "wait"}
    assert table.play("wait").facts.ledger == ((0, 19, 15),)
    called = table.play("call", "draw", "discard H2")
    assert called.to_act == (2,)
    assert called.facts.ledger == ()
    assert called.play("draw", "discard H1").facts.ledger == ((0, 19, 15),)


def test_q22_only_the_tied_seats_count_in_a_tie_round() -> None:
    zones = ("hand0: S1 Q4 H9", "hand1:", "hand2: S1 S2 S3", "stock: T7")
    chart = ((0, 1, 0),) * 11
    facts: dict[str, Any] = {"playing": (0, 2), "ledger": chart, "totals": (0, 11, 0)}
    table = deal(GAME, *zones, turns=118, **facts).play("draw", "discard T7")
    assert table.result is None
    table = deal(GAME, *zones, turns=119, **facts).play("draw", "discard T7")
    assert table.facts.ledger[11:] == ((14, None, 0),)
    assert table.facts.reason == "SZ-19"


def test_x2_a_silent_seat_draws_discards_what_it_drew_and_does_not_call() -> None:
    table = deal(GAME, "hand0: S1 S2 S3", "discard: S4", "stock: H9")
    for text in ("draw", "discard H9", "wait"):
        seen = view(table.state, 0)
        verbs = timing_of(GAME).default_verbs(seen)
        assert GAME.text(default_action(GAME, seen, DECK.cards("H9"), verbs)) == text
        table = table.play(text)


def test_the_hot_paths_are_the_searches_for_melds() -> None:
    nine = GAME.deck.cards("S1 S2 S3 Q7 T7 C7 H9 H10 WW")
    answers = [path.answer(nine[: path.size]) for path in hot_paths_of(GAME)]
    assert answers == [
        least_deadwood(nine[:8], True),
        least_deadwood(nine, True),
        is_complete(nine[:8], True),
        least_after_discard(nine, True),
        arrangement(nine[:8], True),
    ]
