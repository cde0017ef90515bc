"""How the house plays Victory Rummy."""

from __future__ import annotations

from typing import Any

from meldroom.games.companions import skill_of
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.games.victory_rummy.bot import POINT, gains_of_melds, promise
from meldroom.games.victory_rummy.pad import PadLine, ScorePad
from tests.scenario import Scenario, deal

GAME = VictoryRummy()
RED = (PadLine(0, "R", 10),)


def rummy(*zones: str, **facts: Any) -> Scenario:
    """Deal a position of two players."""
    return deal(GAME, *zones, players=2, **facts)


def test_it_lays_a_victory_down_and_takes_what_completes_one() -> None:
    hand = "hand0: R. R. R. R- W. W- B. B- AX AX"
    assert rummy(hand, "discard: RV").advised() == "take"
    assert rummy(hand + " RV", "discard: B.", picked=True).advised() == "victory R"
    assert rummy(hand + " RV", "discard: B.", picked=True).advised("novice") == "victory R"
    assert rummy(hand, "discard: RV").advised("novice") == "take"
    assert rummy(hand, "discard: WV").advised("novice") == "draw"


def test_it_holds_back_a_victory_that_would_spoil_the_order() -> None:
    hand = "hand0: R. R. R. R- RV B. B. B- B. AX W."
    in_order, strict = (*RED, PadLine(0, "W", 10)), {"order_bonus": "strict"}
    held_back = rummy(hand, picked=True, pad=ScorePad((20, 0), in_order), options=strict)
    assert held_back.advised() != "victory R"
    near_the_end = rummy(hand, picked=True, pad=ScorePad((495, 0), in_order), options=strict)
    assert near_the_end.advised() == "victory R"


def test_it_breaks_no_near_victory_up_for_the_sake_of_a_few_axis_cards() -> None:
    few = "hand0: R. R. R. R- W. W. W. W- AX AX BV"
    for points in (0, 450):  # a Capture would win
        assert rummy(few, picked=True, pad=ScorePad((points, 0))).advised() == "discard AX"
    assert rummy(few.replace("BV", "AX"), picked=True).advised() == "discard AX"


def test_it_keeps_the_colour_that_the_neighbour_needs_for_a_grand_victory() -> None:
    def advised(*won: str) -> str:
        pad = ScorePad((0, 20), tuple(PadLine(1, colour, 10) for colour in won))
        return rummy("hand0: R. R. R- RV W. W. W- WV B- R- W-", picked=True, pad=pad).advised()

    assert advised("R", "B") == "discard R-"
    assert advised("W", "B") == "discard W-"


def test_it_discards_a_card_that_no_meld_needs() -> None:
    table = rummy("hand0: R. R. R. R- W. W. W. W- WV B. R.", picked=True)
    assert table.advised() == "victory W"
    assert table.play("victory W").advised() in ("discard B.", "discard R.")


def test_a_novice_discards_from_the_shortest_colour() -> None:
    table = rummy("hand0: R. R. R. R- W. W. W. W- W- B. R.", picked=True)
    assert table.advised("novice") == "discard B."


def test_colours_in_order_promise_more() -> None:
    assert promise("RW", "first") > promise("WR", "first")
    assert promise("R", "first") > promise("", "first")


def test_r14_a_grand_victory_gains_its_points_and_a_fresh_start() -> None:
    pad = ScorePad((20, 0), (*RED, PadLine(0, "W", 10)))
    red, white, blue, capture = gains_of_melds(rummy(pad=pad).state, 0)
    assert blue == 85 * POINT + promise("", "first") - promise("RW", "first")
    assert red == white == 10 * POINT
    assert capture == 50 * POINT


def test_points_and_near_melds_make_the_prospect() -> None:
    table = rummy("hand0: R. R. R. R- W. W. W. W- AX AX", pad=ScorePad((100, 20)))
    assert table.prospect(0) > 0.6
    assert round(table.prospect(0) + table.prospect(1), 9) == 1


def test_a_rival_who_would_have_laid_a_meld_down_is_doubted() -> None:
    whole = rummy("hand0: R. R. W. W. B. B. AX AX W- B-", "hand1: R. R. R. R- RV W. W- B. B- AX")
    part = rummy("hand0: R. R. W. W. B. B. AX AX W- B-", "hand1: R. R. R. R- WV W. W- B. B- AX")
    assert whole.likelihood(0) < part.likelihood(0) == 1


def test_a_deal_is_a_stage() -> None:
    assert skill_of(GAME).stage(rummy().facts) != skill_of(GAME).stage(rummy(deal=2).facts)
