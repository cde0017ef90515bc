"""Scorzo from round to round: the deal, the points, ties and the end."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from meldroom.core.event import Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.game import Result
from meldroom.core.rng import Rng, shuffle
from meldroom.core.state import AnyState
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.deck import DECK
from tests.scenario import SEED, Scenario, deal

GAME = Scorzo()
CHARTS = {
    "full": (8, 7, 6, 5, 4, 3, 4, 5, 6, 7, 8),
    "down": (8, 7, 6, 5, 4, 3),
    "up": (3, 4, 5, 6, 7, 8),
}


def sizes(state: AnyState) -> list[int]:
    return [len(zone.cards) for zone in state.zones]


def draws(seed: bytes, seats: int) -> list[str]:
    """Tell the draw for the first deal as the players hear it."""
    state = GAME.start({}, seats, Rng(seed))
    return [
        event.text for event in state.journal if isinstance(event, Noted) and event.rule == "Q16"
    ]


def last_turn(*hands: str, caller: int | None = None, **more: Any) -> Scenario:
    """Play the last turn of a round: seat 0 draws a heart 10 and discards it.

    Everyone has the hand named; the caller is by default the next seat that plays.
    """
    playing = more.setdefault("playing", tuple(range(len(hands))))
    zones = [f"hand{seat}: {cards}" for seat, cards in enumerate(hands)]
    called = playing[1] if caller is None else caller
    table = deal(GAME, *zones, "stock: H10", players=len(hands), caller=called, **more)
    return table.play("draw", "discard H10")


def test_the_test_vector_of_the_page_comes_out() -> None:
    state = GAME.start({}, 3, Rng(SEED))
    assert draws(SEED, 3) == [
        "{0} draws the square 2",
        "{1} draws the square 3",
        "{2} draws the triangle 7",
        "{2} deals first",
    ]
    assert state.public.dealer == 2
    assert DECK.text(state.zones[1].cards) == "Q2"
    assert DECK.text(state.zones[0].cards[:-4:-1]) == "S7 Q1 WW"
    assert state.rng.calls == 2


def test_q16_the_wild_is_highest_and_the_tied_draw_on_in_seat_order() -> None:
    assert draws(bytes([240]) * 32, 4) == [
        "{0} draws the triangle 4",
        "{1} draws the circle 6",
        "{2} draws the square 3",
        "{3} draws the circle 6",
        "{1} draws the circle 10",
        "{3} draws the triangle 10",
        "{1} draws the wild",
        "{3} draws the star 7",
        "{1} deals first",
    ]


def test_q16_cards_drawn_before_a_tie_no_longer_count() -> None:
    assert draws(bytes([11]) * 32, 3) == [
        "{0} draws the star 7",
        "{1} draws the wild",
        "{2} draws the wild",
        "{1} draws the triangle 9",
        "{2} draws the square 8",
        "{1} deals first",
    ]


def test_q16_one_shuffle_serves_all_draws_and_everyone_sees_the_cards() -> None:
    seed = bytes([240]) * 32
    state = GAME.start({}, 4, Rng(seed))
    order, _ = shuffle(Rng(seed), DECK.pack)
    before = list(takewhile(lambda event: not isinstance(event, Gathered), state.journal))
    shown = [event for event in before if isinstance(event, Moved)]
    assert b"".join(event.cards for event in shown) == order[:-9:-1]
    assert {(event.source, event.target, event.eyes) for event in shown} == {
        ("stock", "discard", None)
    }
    assert [event for event in before if isinstance(event, Shuffled)] == [Shuffled("stock")]
    assert state.rng.calls == 2


def test_r5_the_deal_passes_to_the_left_from_round_to_round() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "Q6 Q7 Q8", dealer=2)
    assert table.facts.dealer == 0
    assert table.facts.turn == 1
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "Q6 Q7 Q8", dealer=1)
    assert table.facts.dealer == 2
    assert table.to_act == (0,)


def test_r6_the_pack_is_shuffled_and_dealt_one_by_one_from_the_dealers_left() -> None:
    state = GAME.start({}, 3, Rng(SEED))
    order, _ = shuffle(Rng(SEED, 1), DECK.pack)
    order = order[::-1]
    for place, seat in enumerate((0, 1, 2)):
        assert state.zones[2 + seat].cards == bytes(sorted(order[place:24:3]))
    assert state.zones[1].cards == order[24:25]
    assert state.zones[0].cards == order[:24:-1]
    assert state.public.turn == 0
    assert state.public.phase == "pick"


def test_r6_a_new_round_is_dealt_from_the_whole_pack() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", dealer=1, turns=7)
    assert sizes(table.state) == [112 - 1 - 14, 1, 7, 7]
    assert not any(zone.shown for zone in table.state.zones)
    order, _ = shuffle(Rng(SEED, 2), DECK.pack)
    assert table.state.zones[0].cards == order[:97]
    facts = table.facts
    assert (facts.phase, facts.taken, facts.turns, facts.caller) == ("pick", b"", 0, None)
    assert table.notes()[-1] == ("R4", "{0} deals 7 cards to each")


@pytest.mark.parametrize("rounds", ["full", "down", "up"])
def test_r4_every_round_deals_as_many_cards_as_the_chart_says(rounds: str) -> None:
    chart, options = CHARTS[rounds], {"rounds": rounds}
    start = GAME.start(options, 2, Rng(SEED))
    dealt = [len(start.zones[2].cards)]
    for played in range(len(chart) - 1):
        ledger = ((1, 0),) * played
        table = last_turn("S1 Q4 H9", "S1 S2 S3", options=options, ledger=ledger)
        _, _, *hands = sizes(table.state)
        assert len(set(hands)) == 1
        dealt.append(hands[0])
    assert tuple(dealt) == chart


def test_r3_a_card_counts_its_number_and_a_wild_fifteen() -> None:
    table = last_turn("S1 Q10 WW", "S1 S2 S3", "H4 H6 C8")
    assert table.facts.ledger == ((26, 0, 18),)
    assert table.notes()[:3] == [
        ("R11", "{0} adds 26"),
        ("R11", "{1} adds 0"),
        ("R11", "{2} adds 18"),
    ]


def test_r11_each_adds_the_cards_outside_melds_to_the_total() -> None:
    table = last_turn(
        "S4 S5 S6 Q2", "S1 S2 S3", "H4 T4 C4 T9", totals=(5, 6, 7), ledger=((5, 6, 7),)
    )
    assert table.facts.ledger == ((5, 6, 7), (2, 0, 9))
    assert table.facts.totals == (7, 6, 16)


def test_r11_the_hands_are_laid_open_to_be_scored() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "H4 H6 C8")
    shown = [event for event in table.state.journal if isinstance(event, Shown)]
    assert shown == [
        Shown("hand", 0, DECK.cards("S1 Q4 H9")),
        Shown("hand", 2, DECK.cards("C8 H4 H6")),
    ]


def test_q2_wilds_alone_are_a_meld_only_where_the_option_lets_them() -> None:
    assert last_turn("WW WW WW", "S1 S2 S3").facts.ledger == ((0, 0),)
    options = {"all_wild_melds": "no"}
    assert last_turn("WW WW WW", "S1 S2 S3", options=options).facts.ledger == ((45, 0),)


@pytest.mark.parametrize(("option", "asked"), [("yes", {"call", "wait"}), ("no", {"draw", "take"})])
def test_q2_wilds_alone_are_called_only_where_the_option_lets_them(
    option: str, asked: set[str]
) -> None:
    zones = ("hand0: WW WW WW", "discard: H2")
    table = deal(GAME, *zones, options={"all_wild_melds": option}).play("take", "discard H2")
    assert table.legal() == asked


def test_q12_only_ones_own_melds_count() -> None:
    assert last_turn("S4 Q4 H9", "S1 S2 S3").facts.ledger == ((17, 0),)


def test_q12_with_lay_off_yes_cards_join_the_callers_melds() -> None:
    options = {"lay_off": "yes"}
    table = last_turn("S4 S5 H9", "S1 S2 S3", "S4 S7 H8", options=options)
    assert table.facts.ledger == ((9, 0, 15),)


def test_q12_with_lay_off_yes_nothing_joins_where_nobody_called() -> None:
    zones = ("hand0: S4 S5 H9", "hand1: S1 S2 S3", "stock: T1")
    options = {"lay_off": "yes"}
    table = deal(GAME, *zones, players=2, options=options, turns=119).play("draw", "discard T1")
    assert table.facts.ledger == ((18, 0),)


def test_q12_with_lay_off_yes_wilds_alone_obey_the_option() -> None:
    options = {"lay_off": "yes", "all_wild_melds": "no"}
    table = last_turn("WW WW H9", "S1 S2 S3", "T6 C8 H10", options=options)
    assert table.facts.ledger == ((0, 0, 24),)


FINISHED = ((0, 0, 0),) * 10


def test_r12_q23_the_fewest_points_after_the_last_round_win() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "H4 H6 C8", ledger=FINISHED, totals=(20, 40, 3))
    assert table.result == Result((34, 40, 21), (2, 3, 1), (2,), "SZ-23")
    assert table.to_act == ()
    assert table.legal(0) == set()
    assert table.cards("hand0") == "S1 Q4 H9"


@pytest.mark.parametrize(("rounds", "many"), [("full", 11), ("down", 6), ("up", 6)])
def test_q23_the_game_goes_on_until_the_last_round_of_the_chart(rounds: str, many: int) -> None:
    hands, options = ("S1 Q4 H9", "S1 S2 S3"), {"rounds": rounds}
    early = last_turn(*hands, options=options, ledger=((0, 0),) * (many - 2))
    assert early.result is None
    end = last_turn(*hands, options=options, ledger=((0, 0),) * (many - 1))
    assert end.result == Result((14, 0), (2, 1), (1,), "SZ-23")


def test_r12_no_points_at_all_are_fewer_than_one() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "H1 C4 Q4 S4", ledger=FINISHED, totals=(0, 0, 0))
    assert table.result == Result((14, 0, 1), (3, 1, 2), (1,), "SZ-23")


def test_places_below_the_first_are_shared_by_equal_totals() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "H4 H6 C8", ledger=FINISHED, totals=(6, 0, 2))
    assert table.result == Result((20, 0, 20), (2, 1, 2), (1,), "SZ-23")


def test_r12_q19_the_tied_alone_play_a_round_of_three_cards() -> None:
    table = last_turn("S1 Q4 H9", "S1 S2 S3", "H4 H6 C8", ledger=FINISHED, totals=(6, 20, 9))
    assert table.result is None
    assert table.facts.totals == (20, 20, 27)
    assert table.facts.playing == (0, 1)
    assert sizes(table.state) == [112 - 7, 1, 3, 3, 0]
    assert table.notes()[-2:] == [
        ("Q19", "{0} and {1} tie for the fewest points"),
        ("R4", "{0} deals 3 cards to each"),
    ]


CHART = ((0, 0, 0, 0),) * 11


def tie_round(*hands: str, **more: Any) -> Scenario:
    """Play the last turn of a tie round of four seats; three have 10 points, the last one 12."""
    facts: dict[str, Any] = {"ledger": CHART, "totals": (10, 10, 10, 12), **more}
    return last_turn(*hands, **facts)


def test_q19_the_fewest_points_of_a_tie_round_win_and_the_scores_stay() -> None:
    table = tie_round("S1 Q4 H9", "S1 S2 S3", "H4 H6 C8", "", playing=(0, 1, 2))
    assert table.facts.ledger[11:] == ((14, 0, 18, None),)
    assert table.result == Result((10, 10, 10, 12), (2, 1, 3, 4), (1,), "SZ-19")


def test_q19_the_referee_names_all_who_tie() -> None:
    table = tie_round("S4 S5 S6", "S1 S2 S3", "Q4 Q5 Q6", "", playing=(0, 1, 2))
    assert table.notes()[-2] == ("Q19", "{0}, {1} and {2} tie for the fewest points")


def test_q19_those_with_the_fewest_points_go_on_and_the_others_share_by_tie_rounds() -> None:
    table = tie_round("S4 S5 S6", "S1 S2 S3", "H4 H6 C8", "", playing=(0, 1, 2), dealer=2)
    assert table.result is None
    assert table.facts.playing == (0, 1)
    assert table.facts.dealer == 0
    assert table.to_act == (1,)
    assert table.notes()[-2] == ("Q19", "{0} and {1} tie for the fewest points")
    ledger = (*CHART, (0, 0, 18, None))
    table = tie_round("S1 Q4 H9", "S1 S2 S3", "", "", playing=(0, 1), ledger=ledger)
    assert table.facts.ledger[11:] == ((0, 0, 18, None), (14, 0, None, None))
    assert table.result == Result((10, 10, 10, 12), (2, 1, 3, 4), (1,), "SZ-19")


def test_q19_those_who_leave_a_tie_round_with_equal_points_share_a_place() -> None:
    table = tie_round(
        "S1 Q4 H9", "S1 S2 S3", "T1 Q4 T9", "Q1 C4 H9", playing=(0, 1, 2, 3), totals=(10,) * 4
    )
    assert table.result == Result((10, 10, 10, 10), (2, 1, 2, 2), (1,), "SZ-19")


def test_q19_after_ten_tie_rounds_the_place_is_shared() -> None:
    level = (0, 0, 18, None), *[(0, 0, None, None)] * 8
    hands, facts = ("S4 S5 S6", "S1 S2 S3", "", ""), {"playing": (0, 1)}
    table = tie_round(*hands, **facts, ledger=(*CHART, *level[:8]))
    assert table.result is None
    table = tie_round(*hands, **facts, ledger=(*CHART, *level))
    assert table.result == Result((10, 10, 10, 12), (1, 1, 3, 4), (0, 1), "SZ-19")


@pytest.mark.parametrize(("last", "dealer", "first"), [(0, 1, 3), (1, 3, 1), (2, 3, 1), (3, 1, 3)])
def test_q20_the_next_tied_seat_to_the_left_deals_and_the_others_are_passed_over(
    last: int, dealer: int, first: int
) -> None:
    hands = ("S10 Q4 H9", "S1 S2 S3", "H4 H6 C8", "S4 S5 S6")
    ledger = CHART[:10]
    table = last_turn(*hands, ledger=ledger, totals=(0, 1, 0, 1), dealer=last)
    assert table.facts.playing == (1, 3)
    assert table.facts.dealer == dealer
    assert table.to_act == (first,)
    assert [len(table.cards(f"hand{seat}").split()) for seat in range(4)] == [0, 3, 0, 3]
    order, _ = shuffle(Rng(SEED, 2), DECK.pack)
    assert DECK.cards(table.cards(f"hand{first}")) == bytes(sorted(order[:-7:-2]))
    assert table.play("draw", "discard WW").to_act == (dealer,)
