"""Victory Rummy: the pack runs out, and a deal without end."""

from __future__ import annotations

from typing import Any

from meldroom.core.cards import without
from meldroom.core.rng import shuffle
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.games.victory_rummy.facts import STOCK
from meldroom.games.victory_rummy.pad import PadLine, ScorePad
from tests.scenario import Scenario, deal

GAME = VictoryRummy()
RED = "R. R. R. R- RV"
WHITE = "W. W. W. W- WV"
HAND = "R. R. R. W- W- W- B- B- B- AX"


def last_in_the_pack(card: str, *, hand0: str, upcard: str, **facts: Any) -> Scenario:
    """Set a table for two where one card is left in the pack."""
    hand1 = "B. B. B. B. W. W. W. W. W. AX"
    lying = GAME.deck.cards(f"{card} {hand0} {hand1} {upcard}")
    covered = GAME.deck.text(without(GAME.deck.pack, lying))
    return deal(
        GAME,
        f"stock: {card}",
        f"hand0: {hand0}",
        f"hand1: {hand1}",
        f"discard: {covered} {upcard}",
        players=2,
        **facts,
    )


def sizes(table: Scenario, *zones: str) -> list[int]:
    return [len(table.cards(zone).split()) for zone in zones]


def test_r15_q14_the_last_pack_card_brings_the_discards_back_before_the_drawer_discards() -> None:
    table = last_in_the_pack("AX", hand0=HAND, upcard="BV")
    drawn = table.play("draw")
    assert drawn.cards("hand0") == "R. R. R. W- W- W- B- B- B- AX AX"
    discards = table.state.zones[1].cards
    assert len(discards) == 42
    pack, rng = shuffle(table.state.rng, discards)
    assert drawn.state.zones[STOCK].cards == pack[:-1]
    assert drawn.state.zones[1].cards == pack[-1:]
    assert drawn.state.rng == rng
    assert drawn.facts.emptied == 1
    assert drawn.notes() == [("R15", "the pack is empty: the discards are shuffled")]
    assert drawn.to_act == (0,)
    discarded = drawn.play("discard AX")
    assert discarded.state.zones[1].cards == pack[-1:] + GAME.deck.cards("AX")
    assert discarded.cards("hand1") == table.cards("hand1")


def test_q14_a_take_leaves_the_pack_alone() -> None:
    hand = "R. R. R. R- W- W- B- B- B- AX"
    table = last_in_the_pack("AX", hand0=hand, upcard="RV").play("take")
    assert table.cards("stock") == "AX"
    assert table.facts.emptied == 0


def test_q15_the_third_emptying_since_a_meld_voids_the_deal_at_once() -> None:
    pad = ScorePad((20, 60), (PadLine(0, "R", 10), PadLine(0, "W", 10), PadLine(1, "C", 50)))
    second = last_in_the_pack("AX", hand0=HAND, upcard="BV", emptied=1, pad=pad).play("draw")
    assert second.facts.deal == 1
    assert second.facts.emptied == 2
    table = last_in_the_pack("AX", hand0=HAND, upcard="BV", emptied=2, pad=pad, dealer=1)
    void = table.play("draw")
    assert void.facts.deal == 2
    assert void.facts.dealer == 0
    assert void.to_act == (1,)
    assert void.facts.picked is False
    assert void.facts.emptied == 0
    assert void.facts.pad == pad
    assert void.state.rng.calls == table.state.rng.calls + 1
    assert sizes(void, "hand0", "hand1", "discard", "stock") == [10, 10, 1, 42]
    assert void.notes() == [
        ("Q15", "the pack is empty for the third time without a meld: the deal is void"),
        ("R10", "{0} deals"),
    ]


def test_q15_a_meld_lets_the_emptyings_be_counted_anew() -> None:
    table = deal(GAME, f"hand0: {RED} W. W. B. B. AX", emptied=2).play("draw")
    assert table.facts.emptied == 2
    assert table.play("victory R").facts.emptied == 0


def test_q15_the_game_ends_with_the_200th_deal_even_a_void_one() -> None:
    pad = ScorePad((60, 60), ())
    before = last_in_the_pack("AX", hand0=HAND, upcard="BV", emptied=2, deal=199).play("draw")
    assert before.facts.deal == 200
    assert before.result is None
    table = last_in_the_pack("AX", hand0=HAND, upcard="BV", emptied=2, deal=200, pad=pad)
    table = table.play("draw")
    assert table.result == ((60, 60), (1, 1), (0, 1), "VR-15")
    assert table.to_act == ()
    assert sizes(table, "hand0", "stock", "discard") == [11, 0, 42]
    assert table.notes() == [
        ("Q15", "the pack is empty for the third time without a meld: the deal is void"),
        ("Q15", "200 deals are played: the game is over"),
    ]


def test_q15_the_most_points_win_after_the_200th_deal() -> None:
    table = deal(
        GAME,
        f"hand0: {RED} {WHITE}",
        "hand1: B. B. B. B. B. B. B. B. B. AX",
        "hand2: R. R. R. R. R. R. W. W. W. W.",
        "stock: BV",
        deal=200,
        pad=ScorePad((0, 100, 30), ()),
    )
    out = table.play("draw", "victory R", "victory W", "discard BV")
    assert out.result == ((30, 100, 30), (2, 1, 2), (1,), "VR-15")
    assert out.notes() == [
        ("R9", "{0} goes out"),
        ("R9", "{0} scores 10 for Axis cards in other hands"),
        ("Q15", "200 deals are played: the game is over"),
    ]
