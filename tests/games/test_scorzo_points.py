"""What each discard of a last turn would leave, held against what the round then adds."""

from __future__ import annotations

import pytest

from meldroom.core.options import Setting
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import DISCARDING
from meldroom.games.scorzo.points import points, points_after_discard
from tests.scenario import Scenario, deal

GAME = Scorzo()
CALLED = "hand1: S1 S2 S3"
WILDS = "WW " * 9


def about_to_discard(hand: str, **options: Setting) -> Scenario:
    """Let seat 0 discard in the last turn of a round that seat 1 called."""
    zones = (f"hand0: {hand}", CALLED)
    return deal(GAME, *zones, players=2, options=options, phase=DISCARDING, caller=1)


@pytest.mark.parametrize("lay_off", ["no", "yes"])
@pytest.mark.parametrize("all_wild_melds", ["no", "yes"])
@pytest.mark.parametrize("hand", ["S4 Q8 H9 H9", "S4 S5 WW Q8", "WW WW WW WW", WILDS])
def test_r11_q12_the_points_after_a_discard_are_those_that_the_round_adds(
    hand: str, all_wild_melds: str, lay_off: str
) -> None:
    table = about_to_discard(hand, all_wild_melds=all_wild_melds, lay_off=lay_off)
    added = {
        card: table.play(f"discard {DECK.codes[card]}").facts.ledger[0][0]
        for card in DECK.cards(hand)
    }
    assert points_after_discard(table.state, 0) == added


def test_q2_wilds_alone_are_no_meld_after_a_discard_where_the_option_says_no() -> None:
    wild = DECK.card("WW")
    table = about_to_discard("WW WW WW WW", all_wild_melds="no")
    assert points_after_discard(table.state, 0) == {wild: 45}
    assert points_after_discard(about_to_discard("WW WW WW WW").state, 0) == {wild: 0}


def test_q12_a_wild_too_many_for_the_callers_run_counts_after_a_discard() -> None:
    wild = DECK.card("WW")
    table = about_to_discard(WILDS, all_wild_melds="no", lay_off="yes")
    assert points_after_discard(table.state, 0) == {wild: 15}
    table = about_to_discard(WILDS, all_wild_melds="yes", lay_off="yes")
    assert points_after_discard(table.state, 0) == {wild: 0}


@pytest.mark.parametrize(("all_wild_melds", "many"), [("no", 45), ("yes", 0)])
def test_q2_the_option_decides_what_wilds_alone_count(all_wild_melds: str, many: int) -> None:
    table = about_to_discard("WW WW WW", all_wild_melds=all_wild_melds)
    assert points(table.state, 0) == many


def test_q12_the_caller_lays_nothing_off_on_their_own_hand() -> None:
    table = deal(GAME, "hand0: S1 S2 H9", players=2, options={"lay_off": "yes"}, caller=0)
    assert points(table.state, 0) == 12
    assert points_after_discard(table.state, 0)[DECK.card("H9")] == 3
